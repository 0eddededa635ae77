"""A multi-line text box that grows with its content."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QScrollArea

from app.look.theme import CONTROL_HEIGHT

_PADDING = 14  # pixels above and below the text together, with the border and the document's margin


class EditBox(QPlainTextEdit):
    """Signals:
    entered: Enter, or Ctrl and Enter; Shift and Enter begins a new line.
    left: Escape.
    """

    entered = Signal()
    left = Signal()

    def __init__(self, name: str, placeholder: str = "", most_lines: int = 8) -> None:
        super().__init__(placeholderText=placeholder)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._most = most_lines
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self._fit()

    def invite(self, text: str) -> None:
        """Set the placeholder text."""
        if text != self.placeholderText():
            self.setPlaceholderText(text)
            self.viewport().update()  # Qt redraws a placeholder only when it appears or disappears

    def take_over(self) -> None:
        """Take the focus and scroll into view: the box may be far above the button that opened it."""
        self.setFocus()
        QTimer.singleShot(0, self, self._bring_into_view)  # once it is laid out

    def _bring_into_view(self) -> None:
        above = self.parentWidget()
        while above is not None and not isinstance(above, QScrollArea):
            above = above.parentWidget()
        if above is not None:
            above.ensureWidgetVisible(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wanted = round(self.document().size().height())  # QPlainTextDocumentLayout measures height in lines
        lines = max(1, min(self._most, wanted))
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if wanted > self._most else policy.ScrollBarAlwaysOff)
        height = max(CONTROL_HEIGHT, math.ceil(lines * self.fontMetrics().lineSpacing()) + _PADDING)
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)
