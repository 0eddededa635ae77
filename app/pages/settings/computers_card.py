"""Other computers that train for this one: adding one by SSH, what each is and does, and what is wrong with it."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import BODY, GRID, set_size
from app.pages.settings import texts
from app.widgets.controls import (
    Card,
    FoldButton,
    IconButton,
    caption_of,
    captioned,
    dim_label,
    error_label,
    show_error,
    text_field,
)
from app.widgets.job_strip import JobStrip
from app.widgets.mark import MarkLabel
from app.workers.advice import in_the_windows_words
from app.workers.computers import Computers
from core import protocol as p
from core.base.known_computers import Computer
from core.base.language import tr


class ComputersCard(Card):
    """Asks the computers only while it is seen."""

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
