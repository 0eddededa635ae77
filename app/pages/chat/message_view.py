"""Shows a message verbatim, with its code blocks set apart. Nothing in it is interpreted as markup."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFrame, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.chat.text_area import TextArea
from app.widgets.controls import CopyButton, dim_label
from core.base.language import tr

_FENCE = "```"


class Stretch(NamedTuple):
    """Consecutive lines of text or of code. language: of code, from its fence."""

    is_code: bool
    text: str
    language: str = ""


def stretches(text: str) -> list[Stretch]:
    """Split a message into alternating text and fenced code. An unclosed fence extends to the end."""
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
    """Shows a message at its full height for the given width."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._shown: list[_Prose | _Code] = []
        self._column = layouts.column(inside=self, gap=GRID)

    def show_text(self, text: str) -> None:
        """Replace the text; the unchanged beginning is kept, with any selection in it."""
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
        """Return the width in pixels that the message would take without wrapping."""
        return max((part.ideal_width() for part in self._shown), default=0)

    def _drop_from(self, number: int) -> None:
        for part in self._shown[number:]:
            self._column.removeWidget(part)
            part.deleteLater()
        del self._shown[number:]


class _Prose(TextArea):
    def show_stretch(self, stretch: Stretch) -> None:
        self.show_plain(stretch.text)

    def ideal_width(self) -> int:
        return self.longest_line()


class _Code(QFrame):
    """Code in a monospaced font. Long lines wrap on screen but are copied whole."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self._area = TextArea()
        self._area.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._language = dim_label()
        copy = CopyButton(tr("Copy code"), lambda: self._area.text)
        copy.setProperty("quiet", True)
        column = layouts.column(inside=self, gap=GRID // 2, margins=(12, GRID // 2, GRID // 2, GRID))
        column.addLayout(layouts.row((self._language, 1), copy, gap=GRID))
        column.addWidget(self._area)

    def show_stretch(self, stretch: Stretch) -> None:
        self._language.setText(stretch.language or tr("Code"))
        self._area.show_plain(stretch.text)

    def ideal_width(self) -> int:
        return 3 * GRID + self._area.longest_line()
