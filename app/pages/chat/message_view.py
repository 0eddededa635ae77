"""What a model or a person wrote, as it is: text, with its code blocks set apart. Nothing in it is ever markup."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QResizeEvent, QTextCursor, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import CopyButton, dim_label

_FENCE = "```"


class Stretch(NamedTuple):
    """Some lines of one kind. language: of code, as the fence names it."""

    is_code: bool
    text: str
    language: str = ""


def stretches(text: str) -> list[Stretch]:
    """Text and fenced code by turns. A fence that is not closed yet goes on to the end."""
    found, lines, language, inside = list[Stretch](), list[str](), "", False

    def close() -> None:
        if inside or "".join(lines).strip():
            body = "\n".join(lines)
            found.append(Stretch(inside, body if inside else body.strip("\n"), language))
        lines.clear()

    for line in text.split("\n"):
        if line.strip().startswith(_FENCE) and (not inside or line.strip() == _FENCE):
            close()
            inside, language = not inside, line.strip()[len(_FENCE) :].strip() if not inside else ""
        else:
            lines.append(line)
    close()
    return found


class MessageView(QWidget):
    """As wide as it is given, as high as its text."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._shown: list[_Prose | _Code] = []
        self._column = layouts.column(self, gap=GRID)

    def show_text(self, text: str) -> None:
        """Show this instead; what is unchanged at its beginning stays as it is, marked words with it."""
        self.text = text
        wanted = stretches(text)
        for number, stretch in enumerate(wanted):
            if number < len(self._shown) and isinstance(self._shown[number], _Code) == stretch.is_code:
                self._shown[number].show_stretch(stretch)
                continue
            self._drop_from(number)
            part = _Code() if stretch.is_code else _Prose()
            part.show_stretch(stretch)
            self._shown.append(part)
            self._column.addWidget(part)
        self._drop_from(len(wanted))

    def ideal_width(self) -> int:
        """Pixels that it would fill if there were all the room in the world."""
        return max((part.ideal_width() for part in self._shown), default=0)

    def _drop_from(self, number: int) -> None:
        for part in self._shown[number:]:
            self._column.removeWidget(part)
            part.deleteLater()
        del self._shown[number:]


class TextArea(QTextEdit):
    """Plain text that is read only, as high as it is; can be marked and copied."""

    def __init__(self, wraps: bool) -> None:
        super().__init__(readOnly=True, acceptRichText=False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("message")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # its card has a button that copies it
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self._wraps = wraps
        if wraps:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        else:
            self.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())

    def show_plain(self, text: str) -> None:
        """Show this instead; what is only longer is added to."""
        before = self.toPlainText()
        if text == before:
            return
        if before and text.startswith(before):
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(before) :])
        else:
            self.setPlainText(text)
        self.setAccessibleName(text[:200])

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(super().sizeHint().width(), self.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        if abs(event.angleDelta().y()) >= abs(event.angleDelta().x()):
            event.ignore()  # the conversation scrolls
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        bar = self.horizontalScrollBar()
        below = bar.sizeHint().height() if not self._wraps and bar.maximum() else 0
        height = math.ceil(self.document().size().height()) + below
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)


class _Prose(TextArea):
    def __init__(self) -> None:
        super().__init__(wraps=True)

    def show_stretch(self, stretch: Stretch) -> None:
        self.show_plain(stretch.text)

    def ideal_width(self) -> int:
        return math.ceil(self.document().idealWidth()) if self.document().textWidth() <= 0 else self._longest_line()

    def _longest_line(self) -> int:
        return max((self.fontMetrics().horizontalAdvance(line) for line in self.toPlainText().split("\n")), default=0)


class _Code(QFrame):
    """Keeps its lines as they are, and scrolls sideways where they are long."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self._area = TextArea(wraps=False)
        self._area.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._language = dim_label()
        copy = CopyButton("Copy code", self._area.toPlainText)
        copy.setProperty("quiet", True)
        top = layouts.row(gap=GRID)
        top.addWidget(self._language, 1)
        top.addWidget(copy)
        column = layouts.column(self, gap=GRID // 2, margins=(12, GRID // 2, GRID // 2, GRID))
        column.addLayout(top)
        column.addWidget(self._area)

    def show_stretch(self, stretch: Stretch) -> None:
        self._language.setText(stretch.language or "Code")
        self._area.show_plain(stretch.text)

    def ideal_width(self) -> int:
        lines = self._area.toPlainText().split("\n")
        return 3 * GRID + max((self._area.fontMetrics().horizontalAdvance(line) for line in lines), default=0)
