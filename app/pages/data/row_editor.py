"""The texts of a row, to be changed: a field for each turn."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QScrollArea, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.data.row_texts import ROLES
from app.widgets.controls import dim_label
from core.shared.protocol import PreviewMessage, PreviewRow
from core.shared.texts.language import tr

SETTLED_MS = 600  # after the last key, before the row is read anew
_LEAST, _MOST = 3, 12  # lines of a field


class RowEditor(QScrollArea):
    """Signals:
    edited: the row, and by turn what it says now.
    """

    edited = Signal(object, object)

    def __init__(self) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._row = PreviewRow(file="", line=0)
        self._fields: dict[int, QPlainTextEdit] = {}
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.timeout.connect(self.finish)

    def show_row(self, row: PreviewRow) -> None:
        """Fields for its turns, unless it is only read anew after an edit."""
        self.finish()
        if self._fields and row.place == self._row.place and self._texts() == _said(row.messages):
            self._row = row
            return
        self._row, self._fields = row, {}
        content = QWidget()
        column = layouts.column(content, gap=GRID // 2)
        is_passage = len(row.messages) == 1 and not row.messages[0].role
        for message in row.messages:
            if message.turn >= 0:
                if message.role:
                    column.addWidget(dim_label(ROLES.get(message.role, message.role)))
                column.addWidget(self._field(message, fills=is_passage))
        if not is_passage:
            column.addStretch(1)
        self.setWidget(content)

    def finish(self) -> None:
        """Hand on what was typed."""
        self._settled.stop()
        said = _said(self._row.messages)
        if changed := {turn: text for turn, text in self._texts().items() if text != said[turn]}:
            row = self._row
            for message in row.messages:  # so that it is told once
                message.text = changed.get(message.turn, message.text)
            self.edited.emit(row, changed)

    def _texts(self) -> dict[int, str]:
        """A field that nobody typed in says what its row says: fields know fewer kinds of blanks and line ends."""
        texts = _said(self._row.messages)
        return texts | {turn: _text(field) for turn, field in self._fields.items() if field.document().isModified()}

    def _field(self, message: PreviewMessage, *, fills: bool) -> QPlainTextEdit:
        field = QPlainTextEdit(message.text)
        field.setAccessibleName(
            tr("Text of {role}", role=ROLES.get(message.role, message.role)) if message.role else tr("Text")
        )
        field.setTabChangesFocus(True)
        if not fills:
            lines = min(_MOST, max(_LEAST, len(message.text) // 50 + message.text.count("\n") + 1))
            field.setFixedHeight(lines * field.fontMetrics().lineSpacing() + 3 * GRID)
        field.textChanged.connect(self._settled.start)
        self._fields[message.turn] = field
        return field


def _text(field: QPlainTextEdit) -> str:
    """With its no-break spaces, which toPlainText makes spaces of."""
    return field.document().toRawText().replace("\u2029", "\n")


def _said(messages: list[PreviewMessage]) -> dict[int, str]:
    return {message.turn: message.text for message in messages if message.turn >= 0}
