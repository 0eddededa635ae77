"""What trainings compute on: how much of this machine, its cards, when it waits; and other computers."""

from __future__ import annotations

import msgspec
import psutil
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import BODY, GRID, set_size
from app.pages.settings import texts
from app.pages.settings.rows import Keeper, labelled, switch_row
from app.widgets.controls import (
    Card,
    FoldButton,
    IconButton,
    caption_of,
    captioned,
    dim_label,
    drop_down,
    error_label,
    show_error,
    text_field,
)
from app.widgets.device_choice import DeviceChoice
from app.widgets.job_strip import JobStrip
from app.widgets.mark import MarkLabel
from app.workers.advice import in_the_windows_words
from app.workers.computers import Computers
from app.workers.devices import Devices
from core import protocol as p
from core.advice import devices as words
from core.base.devices import AUTO, DeviceReport, Verdict, physical_cores
from core.base.known_computers import Computer
from core.base.language import tr
from core.base.numbers import count
from core.base.settings import Settings
from core.base.systems.machine import battery, temperatures

_MARKS: dict[Verdict, str] = {"works": "good", "untested": "wait", "wrong": "bad", "crashes": "bad", "missing": "note"}
TEST, LOOK = (tr("Test &again"), "mdi6.refresh"), (tr("Look &again"), "mdi6.refresh")


class ComputingCard(Card):
    """Threads and device, and staying usable meanwhile."""

    def __init__(self, keeper: Keeper, devices: Devices) -> None:
        super().__init__(tr("Computing"))
        self.device = DeviceRow(keeper, devices)
        cores = physical_cores()
        self.threads = drop_down(tr("Threads"))
        self.threads.addItem(tr("All {cores} cores", cores=count(cores)) if cores > 1 else tr("The one core"), 0)
        for number in range(1, max(cores, psutil.cpu_count() or 1) + 1):
            self.threads.addItem(
                tr("{number} of {cores}", number=number, cores=cores)
                if number <= cores
                else tr("{number}, more than cores", number=number),
                number,
            )
        self.gentle, gentle = switch_row(tr("&Keep this computer usable while it trains"), texts.GENTLE)
        self.put(
            labelled(tr("T&hreads"), self.threads),
            gentle,
            self.device,
        )
        self.threads.activated.connect(lambda _index: keeper.change(threads=self.threads.currentData()))
        self.gentle.clicked.connect(lambda checked: keeper.change(gentle=checked))

    def show_settings(self, known: Settings) -> None:
        place = self.threads.findData(known.threads)
        if place < 0:
            self.threads.addItem(tr("{threads}, more than cores", threads=known.threads), known.threads)
            place = self.threads.count() - 1
        self.threads.setCurrentIndex(place)
        self.gentle.setChecked(known.gentle)
        self.device.show_settings(known)


class WaitingCard(Card):
    """Sleep, and battery and heat of a computer that has or tells them."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__(tr("While it trains"))
        self.awake, awake = switch_row(tr("Keep the computer a&wake"), texts.AWAKE)
        self.battery, on_battery = switch_row(tr("Pause on &battery"), texts.ON_BATTERY)
        self.heat, heat = switch_row(tr("&Pause when it gets too hot"), texts.WHEN_HOT)
        self.put(awake, on_battery, heat)
        on_battery.setVisible(battery() is not None)
        heat.setVisible(bool(temperatures()))
        self.awake.clicked.connect(lambda checked: keeper.change(awake=checked))
        self.battery.clicked.connect(lambda checked: keeper.change(pause_on_battery=checked))
        self.heat.clicked.connect(lambda checked: keeper.change(pause_when_hot=checked))

    def show_settings(self, known: Settings) -> None:
        self.awake.setChecked(known.awake)
        self.battery.setChecked(known.pause_on_battery)
        self.heat.setChecked(known.pause_when_hot)


class DeviceRow(QWidget):
    """The cards are looked for when it is first seen.

    Signals:
    guide_wanted: the page of the guide about graphics cards.
    """

    guide_wanted = Signal()

    def __init__(self, keeper: Keeper, devices: Devices) -> None:
        super().__init__()
        self._devices = devices
        self.choice = DeviceChoice(devices)
        self.again = IconButton(*TEST, may_say=[LOOK[0]])
        self.guide = IconButton(tr("About graphics cards"), "mdi6.help-circle-outline")
        self.said = dim_label(wraps=True)
        self.found: list[QLabel] = []
        self._list = layouts.column(gap=GRID // 2)
        buttons = Flow(GRID, self.again, self.guide)
        layouts.column(labelled(tr("Compute o&n"), self.choice), self._list, self.said, buttons, inside=self, gap=GRID)
        self.choice.chosen.connect(lambda name: keeper.change(device="" if name == AUTO else name))
        self.choice.chosen.connect(self.refresh)
        self.again.clicked.connect(devices.test_again)
        self.guide.clicked.connect(self.guide_wanted)
        devices.changed.connect(self.refresh)
        self.refresh()

    def show_settings(self, known: Settings) -> None:
        self.choice.choose(known.device or AUTO)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self._devices.look()

    def refresh(self) -> None:
        """Show the cards as they are known now."""
        reports, failure = self._devices.reports, self._devices.failure
        self._list_cards(reports or [])
        told = " ".join(in_the_windows_words(one).text.replace("\n", " ") for one in self._devices.notices)
        if self._devices.is_looking:
            self.said.setText(words.LOOKING)
        elif failure is not None:
            why = in_the_windows_words(failure).text.replace("\n", " ")
            self.said.setText(f"{texts.NOT_LOOKED} {why}")
        elif not reports:
            self.said.setText("" if reports is None else f"{words.NO_CARD} {told}".strip())
        else:
            usual = self.choice.sentence() if self.choice.value == AUTO else ""
            self.said.setText(f"{usual} {told}".strip())
        self.said.setVisible(bool(self.said.text()))
        self.again.set_look(*(TEST if reports else LOOK))
        self.again.setEnabled(not self._devices.is_looking and not self._devices.busy_with)
        self.again.setToolTip(self._devices.busy_with or texts.TEST_AGAIN)

    def _list_cards(self, reports: list[DeviceReport]) -> None:
        if [label.text() for label in self.found] == [words.found(one) for one in reports]:
            return
        layouts.clear(self._list)
        self.found = []
        for report in reports:
            label = QLabel(words.found(report), wordWrap=True)
            label.setToolTip(report.description)
            holder = layouts.panel(layouts.row(layouts.top(MarkLabel(_MARKS[report.verdict])), (label, 1), gap=GRID))
            self._list.addWidget(holder)
            self.found.append(label)


class ComputersCard(Card):
    """The list of other computers, which asks them only while it is seen."""

    def __init__(self, computers: Computers) -> None:
        super().__init__(tr("Other computers"))
        self._computers = computers
        self.host = text_field(
            tr("User name, @, and the computer's name or address"), tr("anna@studio or anna@192.168.1.20")
        )
        self.command = text_field(tr("Command that starts Luthier on it"), "luthier")
        self.add = IconButton(tr("A&dd it"), "mdi6.plus")
        self.guide = IconButton(tr("About other computers"), "mdi6.help-circle-outline")
        self.rows: dict[str, ComputerRow] = {}
        self._rows = layouts.column(gap=GRID)
        self.strip, self.error = JobStrip(), error_label()
        more = layouts.panel(captioned(tr("&Command that starts Luthier on it"), self.command))
        fold = FoldButton(tr("&If Luthier is not found"), more)
        field = layouts.column(
            caption_of(tr("Use&r name, @, and the computer's name or address"), self.host), self.host, gap=GRID // 2
        )
        buttons = Flow(GRID, self.add, fold, self.guide)
        about = dim_label(texts.COMPUTERS, wraps=True)
        self.put(about, self._rows, field, more, buttons, self.strip, self.error)
        self.add.clicked.connect(self._add)
        for one in (self.host, self.command):
            one.returnPressed.connect(self._add)
        self.strip.cancelled.connect(computers.stop_adding)
        computers.key_shown.connect(self._ask)
        computers.added.connect(self.host.clear)
        computers.changed.connect(self._show)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's names
        super().showEvent(event)
        self._computers.watch(self)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self._computers.unwatch(self)

    def _add(self) -> None:
        if host := self.host.text().strip():
            self._computers.add(p.AddComputerJob(host=host, command=self.command.text().strip()))
        else:
            show_error(self.error, texts.HOST_MISSING)
            self.host.setFocus()

    def _ask(self, job: p.AddComputerJob, key: str) -> None:
        if texts.is_really(job.host, key).ask(self):
            self._computers.add(msgspec.structs.replace(job, key=key))

    def _show(self) -> None:
        known, states = self._computers.known, self._computers.states
        for name in self.rows.keys() - {one.name for one in known}:
            row = self.rows.pop(name)
            row.hide()
            row.deleteLater()
        for one in known:
            if one.name not in self.rows:
                self.rows[one.name] = row = ComputerRow(one, self._computers)
                self._rows.addWidget(row)
            self.rows[one.name].show_state(states.get(one.name))
        adding, failure = self._computers.adding, self._computers.failure
        self.add.setEnabled(adding is None)
        self.strip.setVisible(adding is not None)
        self.strip.watch(adding)
        show_error(self.error, in_the_windows_words(failure).text if failure is not None else "")


class ComputerRow(QWidget):
    """One of them."""

    def __init__(self, computer: Computer, computers: Computers) -> None:
        super().__init__()
        self._name = computer.name
        self.mark, self.facts = MarkLabel(), dim_label(wraps=True)
        name = QLabel(computer.name)
        for label in (name, self.facts):
            label.setTextFormat(Qt.TextFormat.PlainText)  # another computer says what stands in it
        set_size(name, BODY, bold=True)
        self.test = IconButton(tr("Test"), "mdi6.lan-check")
        self.remove = IconButton(tr("Remove"), "mdi6.close")
        for button in (self.test, self.remove):
            button.setAccessibleName(f"{button.text()}: {computer.name}")
        self.test.clicked.connect(lambda: computers.look_again(self._name))
        self.remove.clicked.connect(lambda: computers.remove(self._name))
        said = layouts.column(name, self.facts, gap=2)
        parts = layouts.top(self.mark), (said, 1), layouts.top(self.test), layouts.top(self.remove)
        layouts.row(*parts, inside=self, gap=GRID)

    def show_state(self, state: p.ComputerState | None) -> None:
        """Show what it is and does. None: it is being asked."""
        facts = state.facts if state is not None else None
        self.mark.show_mark("wait" if state is None else "good" if facts is not None else "bad")
        said = texts.computer_facts(facts) if facts is not None else state.problem if state is not None else ""
        self.facts.setText(said or tr("Asking it…"))
        self.test.setEnabled(state is not None)
        self.setAccessibleName(f"{self._name}: {self.facts.text()}")
