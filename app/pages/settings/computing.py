"""How much of the machine a training takes, when it waits, and what computes where a training names nothing."""

from __future__ import annotations

import psutil
from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.settings import texts
from app.pages.settings.rows import Keeper, labelled, switch_row
from app.widgets.controls import Card, IconButton, dim_label, drop_down
from app.widgets.device_choice import DeviceChoice
from app.widgets.mark import MarkLabel
from app.workers.advice import in_the_windows_words
from app.workers.devices import Devices
from core.advice import devices as words
from core.base.devices import AUTO, DeviceReport, Verdict, physical_cores
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
