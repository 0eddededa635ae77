"""Lines for pasting into a terminal: marked and copied as they are, broken where they are too long."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontDatabase, QResizeEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit

from app.look.theme import GRID
from core.base.language import tr

_PADDING = 2 * GRID  # pixels above and below the text together, with the border


class CommandLines(QPlainTextEdit):
    """Shows commands, as high as their lines; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__(readOnly=True)
        self.hide()
        self.setAccessibleName(tr("Lines to type in a terminal"))
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def text(self) -> str:
        return self.toPlainText()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these lines instead."""
        self.setPlainText("\n".join(lines))
        self.setVisible(bool(lines))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Give the area within the same font, which it has too late under a style sheet."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.viewport().setFont(self.font())

    def _fit(self) -> None:
        block, height = self.document().firstBlock(), 0.0
        while block.isValid():  # not the document's own height, which counts what was never in view as one row
            height += self.blockBoundingRect(block).height()
            block = block.next()
        self.setFixedHeight(math.ceil(height) + _PADDING)
