"""Computers that train together: this one lets others in, or computes for them; who is there, and who has the model."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.theme import GRID, SECTION, set_size
from app.pages.settings import texts
from app.pages.settings.machine_rows import MachineRows
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
from app.widgets.question import Question
from app.workers.advice import in_the_windows_words
from app.workers.computers import Computers
from core.advice.texts.language import tr
from core.base.home_cluster import Cluster


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
        self._meeting, self._joining, buttons = QWidget(), QWidget(), layouts.row(gap=GRID)
        meeting = layouts.row(self._meeting, gap=GRID)
        meeting.addWidget(self.address, 1)
        meeting.addWidget(self.copy)
        joining = layouts.column(self._joining, gap=GRID // 2)
        line = layouts.row(gap=GRID)
        line.addWidget(self.field, 1)
        line.addWidget(self.join)
        joining.addWidget(caption_of(tr("A&ddress that the other computer shows"), self.field))
        joining.addLayout(line)
        self._found_at = QWidget()
        found_at = layouts.column(self._found_at, gap=GRID // 2)
        found_at.addWidget(caption_of(tr("Address of this &computer, where it has several"), self.host))
        found_at.addWidget(self.host)
        for button in (self.start, self.stop, self.leave):
            buttons.addWidget(button)
        buttons.addStretch(1)
        for widget in (self.about, self.state, self._meeting, self.rows, self.nobody, self.strip, self.error):
            self.body.addWidget(widget)
        self.body.addWidget(self._joining)
        self.body.addWidget(self._found_at)
        self.body.addLayout(buttons)
        self.body.setAlignment(buttons, Qt.AlignmentFlag.AlignLeft)


FORGET = Question(
    tr("Forget this cluster?"),
    tr(
        "Its certificates are deleted. To train together again, this computer has to be let in again; if the "
        "others met here, all of them have to."
    ),
    tr("&Forget it"),
)
