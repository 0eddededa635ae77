"""Computers that train together: this one lets others in, or computes for them; who is there, and who has the model."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import BODY, GRID, SECTION, set_size
from app.pages.settings import texts
from app.widgets.controls import (
    Card,
    CopyButton,
    IconButton,
    caption_of,
    dim_label,
    error_label,
    selectable_label,
    show_error,
    text_field,
)
from app.widgets.job_strip import JobStrip
from app.widgets.mark import MarkLabel
from app.widgets.question import Question
from app.workers.advice import in_the_windows_words
from app.workers.computers import Computers
from core import protocol as p
from core.advice.devices import title
from core.base.home_cluster import Cluster
from core.base.language import tr
from core.base.numbers import count, size


class ComputersCard(Card):
    """Asks who is there only while it is seen."""

    def __init__(self, computers: Computers) -> None:
        super().__init__(tr("Other computers"))
        self._computers = computers
        self.about = dim_label(texts.COMPUTERS, wraps=True)
        self.state, self.address = selectable_label(keys=True), selectable_label(keys=True)
        self.error = error_label()
        set_size(self.address, SECTION, bold=True)
        self.copy = CopyButton(tr("Copy"), lambda: computers.address)
        self.field = text_field(tr("Address of the other computer"), "192.168.1.5:8971")
        self.host = text_field(tr("Address of this computer"), tr("found by itself"))
        self.rows, self.strip = MachineRows(), JobStrip()
        self.start = IconButton(tr("Invite &other computers"), "mdi6.lan-connect")
        self.join = IconButton(tr("&Join it"), "mdi6.lan-pending")
        self.stop = IconButton(tr("Leave &it for now"), "mdi6.lan-disconnect")
        self.leave = IconButton(tr("Fo&rget this cluster…"), "mdi6.link-off")
        self._arrange()
        self.start.clicked.connect(self._invite)
        self.join.clicked.connect(self._join)
        self.field.returnPressed.connect(self._join)
        self.stop.clicked.connect(computers.stop)
        self.leave.clicked.connect(self._leave)
        self.rows.send_wanted.connect(computers.send_model)
        self.rows.removal_wanted.connect(self._remove)
        self.strip.cancelled.connect(computers.send_no_model)
        computers.changed.connect(self._show)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's names
        super().showEvent(event)
        self._computers.watch(self)
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self._computers.unwatch(self)

    def _invite(self) -> None:
        self.state.setFocus()  # the button goes away, and the next control would cut the network
        self._computers.start(self._host)

    def _join(self) -> None:
        address = self.field.text().strip()
        if address or self._computers.cluster is not None:
            self.state.setFocus()
            self._computers.join(address, self._host)
        else:
            show_error(self.error, texts.ADDRESS_MISSING)
            self.field.setFocus()

    def _leave(self) -> None:
        cluster = self._computers.cluster
        if cluster is not None and FORGET.ask(self):
            self._computers.leave()

    def _remove(self, machine: str) -> None:
        if texts.removal(machine).ask(self):
            self._computers.remove(machine)

    @property
    def _host(self) -> str:
        return self.host.text().strip()

    def _show(self) -> None:
        link, cluster = self._computers.link, self._computers.cluster
        takes_part = link is not None
        is_member = cluster is not None and not cluster.is_head
        self.state.setText(texts.link_state(self._computers, cluster))
        self._meeting.setVisible(bool(self._computers.address))
        self.address.setText(self._computers.address)
        self._joining.setVisible(not takes_part and (cluster is None or is_member))
        self.field.setPlaceholderText(tr("as last time") if is_member else "192.168.1.5:8971")
        self._found_at.setVisible(not takes_part)
        self.start.setVisible(not takes_part and not is_member)
        self.leave.setVisible(not takes_part and cluster is not None)
        self.stop.setVisible(takes_part)
        self.stop.setEnabled(link is not None and link.state.value in ("running", "paused"))
        machines, let_in = self._computers.machines or [], self._computers.let_in
        self.rows.show_machines(machines, self._computers.model, self._copies, let_in)
        self._show_machines_missing(cluster)
        self.strip.setVisible(self._copies)
        self.strip.watch(self._computers.copying)
        failure = self._computers.failure
        show_error(self.error, in_the_windows_words(failure).text if failure is not None else "")

    @property
    def _copies(self) -> bool:
        return self._computers.copying is not None

    def _show_machines_missing(self, cluster: Cluster | None) -> None:
        machines = self._computers.machines
        self.nobody.setVisible(machines == [] and cluster is not None and not self._computers.let_in)

    def _arrange(self) -> None:
        self.nobody = dim_label(texts.NOBODY, wraps=True)
        self._joining = QWidget()
        self._meeting = layouts.panel(layouts.row((self.address, 1), self.copy, gap=GRID))
        joining = layouts.column(inside=self._joining, gap=GRID // 2)
        joining.addWidget(caption_of(tr("A&ddress that the other computer shows"), self.field))
        joining.addLayout(layouts.row((self.field, 1), self.join, gap=GRID))
        self._found_at = QWidget()
        found_at = layouts.column(inside=self._found_at, gap=GRID // 2)
        found_at.addWidget(caption_of(tr("Address of this &computer, where it has several"), self.host))
        found_at.addWidget(self.host)
        buttons = layouts.row(self.start, self.stop, self.leave, ..., gap=GRID)
        for widget in (self.about, self.state, self._meeting, self.rows, self.nobody, self.strip, self.error):
            self.body.addWidget(widget)
        self.put(self._joining, self._found_at, buttons)
        self.body.setAlignment(buttons, Qt.AlignmentFlag.AlignLeft)


FORGET = Question(
    tr("Forget this cluster?"),
    tr(
        "Its certificates are deleted. To train together again, this computer has to be let in again; if the "
        "others met here, all of them have to."
    ),
    tr("&Forget it"),
)


class MachineRows(QWidget):
    """Signals:
    send_wanted: have this computer, by its name, fetch the model. removal_wanted: let it come no more.
    """

    send_wanted, removal_wanted = Signal(str), Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, MachineRow] = {}
        self._column = layouts.column(inside=self, gap=GRID)
        self.hide()

    def show_machines(
        self, machines: list[p.ClusterMachine], model: str, is_sending: bool, let_in: Collection[str] = ()
    ) -> None:
        """Show the machines. model: that is to be trained. is_sending: one is fetching it now. let_in: here, and so can
        be taken out here; those of them that are away are shown, too.
        """
        away = sorted(set(let_in) - {machine.name for machine in machines})
        machines = [*machines, *(p.ClusterMachine(name=name, address="") for name in away)]
        names = [machine.name for machine in machines]
        for name in [name for name in self.rows if name not in names]:
            row = self.rows.pop(name)
            row.hide()
            row.deleteLater()
        for machine in machines:
            if machine.name not in self.rows:
                row = self.rows[machine.name] = MachineRow(machine.name)
                row.send.clicked.connect(lambda _checked=False, name=machine.name: self.send_wanted.emit(name))
                row.remove.clicked.connect(lambda _checked=False, name=machine.name: self.removal_wanted.emit(name))
                self._column.addWidget(row)
            row = self.rows[machine.name]
            row.show_machine(machine, Path(model).name, is_sending)
            row.remove.setVisible(machine.name in let_in)
        self.setVisible(bool(machines))


class MachineRow(QWidget):
    """One of them."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self.facts, self.base = QLabel(name), dim_label(wraps=True), dim_label(wraps=True)
        for label in (self.name, self.facts, self.base):
            label.setTextFormat(Qt.TextFormat.PlainText)  # another computer says what stands in it
        set_size(self.name, BODY, bold=True)
        self.mark = MarkLabel("good")
        self.send = IconButton(tr("Send it there"), "mdi6.file-send-outline")
        self.remove = IconButton(tr("Take it out…"), "mdi6.account-remove-outline")
        line = layouts.row(inside=self, gap=GRID)
        line.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(layouts.column(self.name, self.facts, self.base, gap=2), 1)
        for button in (self.send, self.remove):
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def show_machine(self, machine: p.ClusterMachine, model: str, is_sending: bool) -> None:
        """Show a machine. model: its name, "" for none."""
        is_there = bool(machine.address)
        self.mark.show_mark("wait" if not is_there else "bad" if machine.problem else "good")
        self.facts.setText(machine.problem or (machine_facts(machine) if is_there else tr("Is not there now.")))
        self.base.setText(_has(machine.base, model))
        self.base.setVisible(bool(self.base.text()))
        self.send.setVisible(bool(model) and machine.base in ("missing", "other"))
        self.send.setEnabled(not is_sending)
        self.remove.setAccessibleName(tr("Take {machine} out", machine=machine.name))
        self.setAccessibleName(f"{machine.name}: {self.facts.text()} {self.base.text()}".strip())


def machine_facts(machine: p.ClusterMachine) -> str:
    """Return one line: Intel Core i5, 4 cores · 16 GB, 9 GB of it free · waits for a training."""
    facts = [
        tr("{processor}, {cores} cores", processor=machine.processor, cores=count(machine.cores)),
        tr("{memory}, {free} of it free", memory=size(machine.memory_bytes), free=size(machine.free_bytes)),
    ]
    if machine.device not in ("", "auto", "cpu"):
        facts.append(title(machine.device))
    facts.append(tr("computes for {run}", run=machine.run) if machine.run else tr("waits for a training"))
    return " · ".join(facts)


def _has(base: p.BaseThere, model: str) -> str:
    if not model or not base:
        return ""
    return {
        "here": tr("Has the model {model}.", model=model),
        "other": tr("Has another file by the name of {model}: the contents differ.", model=model),
        "missing": tr("Does not have the model {model}.", model=model),
    }[base]
