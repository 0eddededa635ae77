"""Read-only plain text at its full height, selectable with the mouse, copied with Ctrl+C.

A QTextEdit can do all this and more, but takes ten times as long to create, and a conversation has hundreds.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from core.base.language import tr

_NAMED = 300  # characters in the accessible name


class TextArea(QWidget):
    """Shows text wrapped at its width, also within words."""

    def __init__(self) -> None:
        super().__init__()
        self._document = QTextDocument(self)
        self._document.setDocumentMargin(0)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._document.setDefaultTextOption(option)
        self._document.setDefaultFont(self.font())
        self._cursor = QTextCursor(self._document)
        self.text = ""
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # no Tab stop: the card has a Copy button
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_plain(self, text: str) -> None:
        """Replace the text; the selection stays if the new text only extends the old one."""
        if text == self.text:
            return
        if self.text and text.startswith(self.text):
            end = QTextCursor(self._document)
            end.movePosition(QTextCursor.MoveOperation.End)
            end.insertText(text[len(self.text) :])
        else:
            self._document.setPlainText(text)
            self._cursor = QTextCursor(self._document)
        self.text = text
        self.setAccessibleName(text[:_NAMED])
        self._fit()
        self.update()

    def longest_line(self) -> int:
        """Return the width of the longest unwrapped line, in pixels."""
        return max((self.fontMetrics().horizontalAdvance(line) for line in self.text.split("\n")), default=0)

    @property
    def marked(self) -> str:
        return self._cursor.selectedText().replace("\u2029", "\n")

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(0, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._document.setDefaultFont(self.font())
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, palette.color(self.foregroundRole()))
        context.palette = palette
        context.clip = QRectF(event.rect())
        if self._cursor.hasSelection():
            marked = QAbstractTextDocumentLayout.Selection()
            marked.cursor = self._cursor
            form = marked.format
            form.setBackground(self.palette().brush(QPalette.ColorRole.Highlight))
            form.setForeground(self.palette().brush(QPalette.ColorRole.HighlightedText))
            marked.format = form
            context.selections = [marked]
        self._document.documentLayout().draw(painter, context)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if event.button() == Qt.MouseButton.LeftButton:
            keeps = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._move(event.position(), QTextCursor.MoveMode.KeepAnchor if keeps else QTextCursor.MoveMode.MoveAnchor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._move(event.position(), QTextCursor.MoveMode.KeepAnchor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        self._move(event.position(), QTextCursor.MoveMode.MoveAnchor)
        self._cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._mark_all()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        menu = QMenu(self)
        menu.addAction(tr("Copy"), self._copy).setEnabled(self._cursor.hasSelection())
        menu.addAction(tr("Select all"), self._mark_all)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def _move(self, place: QPointF, mode: QTextCursor.MoveMode) -> None:
        position = self._document.documentLayout().hitTest(place, Qt.HitTestAccuracy.FuzzyHit)
        if position >= 0:
            self._cursor.setPosition(position, mode)
            self.update()

    def _mark_all(self) -> None:
        self._cursor.select(QTextCursor.SelectionType.Document)
        self.update()

    def _copy(self) -> None:
        if self._cursor.hasSelection():
            QGuiApplication.clipboard().setText(self.marked)

    def _fit(self) -> None:
        if self._document.textWidth() != self.width():
            self._document.setTextWidth(self.width())
        height = math.ceil(self._document.size().height())
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)
