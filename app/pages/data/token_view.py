"""Shows a row token by token: learnt tokens in colour, the rest grey, with an explanation of the current one."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Literal, NamedTuple, get_args

from PySide6.QtCore import QEvent, QPoint, Signal
from PySide6.QtGui import QMouseEvent, QPalette, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.look.theme import FITS, INFORMS, ink
from app.pages.data.texts import WHY
from app.widgets.controls import SELECTABLE
from core.base.language import tr
from core.protocol import PreviewRow

LINE_BREAK = "⏎\n"
_GOES_ON = "·"  # for a token that only continues the previous token's character
_INVISIBLE = {"\t": "⇥", "\r": "␍", "\u2028": "␤", "\u2029": "␤"}


_Kind = Literal["learnt", "thought", "read"]


class Token(NamedTuple):
    """start: its first character in the view. is_part: of the character that the token before shows."""

    place: int
    id: int
    text: str
    start: int
    trained: bool
    part: str
    is_part: bool = False


class TokenView(QPlainTextEdit):
    """Neighbouring tokens differ in shade. The text can be read, searched and copied as any.

    Signals:
        pointed: a sentence about the token under the pointer or the cursor; empty for none.
    """

    pointed = Signal(str)

    def __init__(self) -> None:
        super().__init__(readOnly=True)
        self.setAccessibleName(tr("Tokens of the row"))
        self.setTextInteractionFlags(SELECTABLE)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self._row = PreviewRow(file="", line=0)
        self._shown: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []  # of stretches, in tokens
        self.cursorPositionChanged.connect(lambda: self._point(self.token_at(self.textCursor().position())))

    def show_row(self, row: PreviewRow) -> None:
        """Replace the row that is shown."""
        self._row = row
        self._shown = [_visible(piece) for piece in row.pieces]
        for place in row.parts:
            self._shown[place] = _GOES_ON
        self._starts = list(accumulate(map(_width, self._shown), initial=0))
        self._ends = list(accumulate(count for count, _, _ in row.stretches))
        self.setPlainText("".join(self._shown))
        self._colour()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._point(None)

    def token_at(self, character: int) -> Token | None:
        """Return the token that a character of the view belongs to."""
        place = bisect_right(self._starts, character) - 1
        if not 0 <= place < len(self._row.ids):
            return None
        _, trained, part = self._row.stretches[bisect_right(self._ends, place)]
        row = self._row
        return Token(place, row.ids[place], row.pieces[place], self._starts[place], trained, part, place in row.parts)

    def describe(self, token: Token) -> str:
        """Describe a token: number, id, text, learnt or not, and why."""
        learnt = tr("Learnt") if token.trained else tr("Read, not learnt")
        said = token.text.replace("\n", "⏎").replace(" ", "␣")
        text = tr("goes on with the character before it") if token.is_part else f"“{said}”"
        number = tr("Token {place} of {ids}", place=token.place + 1, ids=len(self._row.ids))
        return tr(
            "{number} · id {id} · {text} · {learnt}: {why}.",
            number=number,
            id=token.id,
            text=text,
            learnt=learnt,
            why=WHY.get(token.part, token.part),
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        super().mouseMoveEvent(event)
        self._point(self._under(event.position().toPoint()))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_shown"):
            self._colour()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().leaveEvent(event)
        self._point(None)

    def _under(self, point: QPoint) -> Token | None:
        """Return the token at a point: the nearest cursor position may be left or right of the pointer."""
        cursor = self.cursorForPosition(point)
        if self.cursorRect(cursor).left() > point.x():
            cursor.movePosition(QTextCursor.MoveOperation.Left)
        return self.token_at(cursor.position())

    def _point(self, token: Token | None) -> None:
        if token is None:
            self.setExtraSelections([])
            self.pointed.emit("")
            return
        mark = QTextEdit.ExtraSelection()
        mark.cursor = QTextCursor(self.document())
        mark.cursor.setPosition(token.start)
        mark.cursor.setPosition(self._starts[token.place + 1], QTextCursor.MoveMode.KeepAnchor)
        mark.format.setBackground(self.palette().color(QPalette.ColorRole.Highlight))
        mark.format.setForeground(self.palette().color(QPalette.ColorRole.HighlightedText))
        self.setExtraSelections([mark])
        self.pointed.emit(self.describe(token))

    def _colour(self) -> None:
        """Give each token its colour: learnt, thought or only read, and of two shades."""
        formats = {(kind, odd): self._format(kind, odd) for kind in get_args(_Kind) for odd in (0, 1)}
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        place = 0
        for count, trained, part in self._row.stretches:
            kind: _Kind = "read" if not trained else "thought" if part == "thought" else "learnt"
            for token in range(place, place + count):
                cursor.setPosition(self._starts[token])
                cursor.setPosition(self._starts[token + 1], QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(formats[kind, token % 2])
            place += count
        cursor.endEditBlock()

    def _format(self, kind: _Kind, odd: int) -> QTextCharFormat:
        palette, trained = self.palette(), kind != "read"
        colour = {"learnt": ink(FITS), "thought": ink(INFORMS), "read": palette.color(QPalette.ColorRole.Mid)}
        background = colour[kind]
        background.setAlphaF((0.30 if odd else 0.18) if trained else (0.45 if odd else 0.0))
        shade = QTextCharFormat()
        shade.setBackground(background)
        role = QPalette.ColorRole.Text if trained else QPalette.ColorRole.PlaceholderText
        shade.setForeground(palette.color(role))
        shade.setFontItalic(kind == "thought")
        return shade


def _visible(piece: str) -> str:
    """Return the piece with a sign for each invisible character."""
    text = "".join(_INVISIBLE.get(character, character) for character in piece).replace("\n", LINE_BREAK)
    return text or "∅"


def _width(text: str) -> int:
    """Return the width in the units that Qt counts places in, of which an emoji takes two."""
    return len(text.encode("utf-16-le")) // 2
