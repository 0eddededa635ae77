"""One answer: what the model thought, the calls it wrote, its words, and how fast they came."""

from __future__ import annotations

import json

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, set_size, use_tabular_figures
from app.pages.chat.edit_box import EditBox
from app.pages.chat.message_view import MessageView
from app.pages.chat.talk import Said
from app.pages.chat.texts import figures
from app.widgets.controls import CopyButton, IconButton, dim_label, error_label, show_error
from core.shared import protocol as p


def quiet_button(text: str, icon: str, checkable: bool = False) -> IconButton:
    """One of many: flat until the pointer or the focus is there."""
    button = IconButton(text, icon, checkable=checkable, lights_up=False)
    button.setProperty("quiet", True)
    button.setMinimumHeight(3 * GRID)
    return button


class AnswerCard(QFrame):
    """Signals:
    changed: its text is now the person's own.
    again, more, kept: write it again, go on with it, save it as an example.
    """

    changed = Signal(str)
    again = Signal()
    more = Signal()
    kept = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("answer")
        self.said = Said()
        self._name, self._wait = QLabel(), dim_label()
        set_size(self._name, 11, bold=True)
        self._thinks = quiet_button("Thoughts", "mdi6.chevron-right", checkable=True)
        self._thoughts = QLabel(wordWrap=True)
        self._thoughts.setProperty("dim", True)
        self._thoughts.hide()
        self._thinks.hide()
        self._thinks.toggled.connect(self._fold)
        self._calls = layouts.column(gap=GRID // 2)
        self.message = MessageView()
        self._problem = error_label()
        self.figures = dim_label(wraps=True)
        use_tabular_figures(self.figures)
        self.editor: EditBox | None = None
        self.copy = CopyButton("Copy", lambda: self.said.text)
        self.copy.setProperty("quiet", True)
        self.copy.setMinimumHeight(3 * GRID)
        self.edit = quiet_button("Edit", "mdi6.pencil-outline")
        self.repeat = quiet_button("Again", "mdi6.refresh")
        self.keep = quiet_button("Keep", "mdi6.bookmark-plus-outline")
        self.go_on = quiet_button("Go on", "mdi6.arrow-right")
        self.edit.clicked.connect(self._begin_edit)
        self.repeat.clicked.connect(self.again)
        self.keep.clicked.connect(self.kept)
        self.go_on.clicked.connect(self.more)
        self.repeat.setToolTip("Write this answer again")
        self.keep.setToolTip("Save this question and answer as an example to learn from")
        self._arrange()

    def show_said(self, name: str, said: Said, *, waiting: str = "", is_last: bool = True) -> None:
        """waiting: what goes on while there are no words yet; "" when it is whole."""
        self.said = said
        self._name.setText(name)
        self.setAccessibleName(f"{name}: {said.text[:500]}")
        self._thinks.setVisible(bool(said.thinking))
        self._thinks.set_look(
            "Thoughts" if said.text or not waiting else "Thinking…",
            "mdi6.chevron-down" if self._thinks.isChecked() else "mdi6.chevron-right",
        )
        if self._thoughts.text() != said.thinking:
            self._thoughts.setText(said.thinking)
        self._show_calls(said.calls)
        self.message.show_text(said.text)
        self.message.setVisible(bool(said.text) and self.editor is None)
        self._wait.setText(waiting if not said.text else "")
        self._wait.setVisible(bool(waiting) and not said.text)
        show_error(self._problem, said.problem)
        self.figures.setText(figures(said))
        whole = not waiting
        self.go_on.setVisible(whole and is_last and said.stopped in ("length", "cancelled") and bool(said.text))
        for button in (self.copy, self.edit, self.keep):
            button.setEnabled(whole and said.counts)
        self.repeat.setEnabled(whole)

    def _show_calls(self, calls: list[p.ToolCall]) -> None:
        while (item := self._calls.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for call in calls:
            self._calls.addWidget(_CallView(call))

    def _fold(self, is_open: bool) -> None:
        self._thoughts.setVisible(is_open)
        self._thinks.set_look(self._thinks.text(), "mdi6.chevron-down" if is_open else "mdi6.chevron-right")

    def _begin_edit(self) -> None:
        if self.editor is None:
            self.editor = EditBox("The answer", most_lines=20)
            self.editor.setPlainText(self.said.text)
            self.editor.entered.connect(self._end_edit)
            self.editor.left.connect(self._leave_edit)
            self._body.insertWidget(self._body.indexOf(self.message), self.editor)
            self.message.hide()
            self.edit.set_look("Done", "mdi6.check")
            self.editor.setFocus()
        else:
            self._end_edit()

    def _end_edit(self) -> None:
        if self.editor is not None:
            text = self.editor.toPlainText().strip()
            self._leave_edit()
            if text and text != self.said.text:
                self.changed.emit(text)

    def _leave_edit(self) -> None:
        if self.editor is not None:
            self.editor.deleteLater()
            self.editor = None
            self.message.show()
            self.edit.set_look("Edit", "mdi6.pencil-outline")
            self.edit.setFocus()

    def _arrange(self) -> None:
        self._body = layouts.column(self, gap=GRID // 2, margins=(12, GRID, 12, GRID // 2))
        self._body.addWidget(self._name)
        self._body.addWidget(self._wait)
        row = layouts.row()
        row.addWidget(self._thinks)
        row.addStretch(1)
        self._body.addLayout(row)
        self._body.addWidget(self._thoughts)
        self._body.addLayout(self._calls)
        self._body.addWidget(self.message)
        self._body.addWidget(self._problem)
        self._body.addStretch(1)
        self._body.addWidget(self.figures)
        tools = QWidget()
        flow = Flow(2)
        tools.setLayout(flow)
        for button in (self.copy, self.edit, self.repeat, self.keep, self.go_on):
            flow.addWidget(button)
        self._body.addWidget(tools)


class _CallView(QFrame):
    """A call of a tool, as the model wrote it: what it wants to be called, and with what."""

    def __init__(self, call: p.ToolCall) -> None:
        super().__init__()
        self.setObjectName("inset")
        column = layouts.column(self, gap=2, margins=(12, GRID // 2, 12, GRID // 2))
        column.addWidget(dim_label(f"Calls {call.name}" if call.name else "Calls a tool"))
        words = json.dumps(call.arguments, ensure_ascii=False, indent=2) if call.name else call.text
        label = QLabel(words, wordWrap=True)
        column.addWidget(label)
