"""Icons beside words, in colours that stand out on light and on dark; and marks, which say how something is."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtWidgets import QApplication, QLabel

from app.look import icons
from app.look.colors import FITS, GRADIENT_NORM, INFORMS, NO, TIGHT, ink
from core.base.language import tr

_MARKS = {  # name of the icon, its colour, and the word for those who do not see it
    "good": ("mdi6.check-circle-outline", FITS, tr("Good")),
    "tight": ("mdi6.alert-circle-outline", TIGHT, tr("Needs attention")),
    "bad": ("mdi6.close-circle-outline", NO, tr("Not good")),
    "note": ("mdi6.information-outline", INFORMS, tr("Note")),
    "open": ("mdi6.circle-outline", GRADIENT_NORM, tr("Still to come")),
    "now": ("mdi6.dots-horizontal-circle-outline", INFORMS, tr("Going on")),
    "wait": ("mdi6.timer-sand", GRADIENT_NORM, tr("Not known yet")),
}
_SIZE = 18  # pixels


def mark_icon(mark: str) -> QIcon:
    """Return a mark's icon, which stands out on the palette in use."""
    name, color, _ = _MARKS[mark]
    icon: QIcon = icons.icon(name, color=ink(color))
    return icon


class IconLabel(QLabel):
    """An icon that follows light and dark."""

    _shown: tuple[str, str | QPalette.ColorRole] | None = None  # its name and its colour

    def __init__(self, pixels: int = 20) -> None:
        super().__init__()
        self._pixels = pixels

    def show_icon(self, name: str, color: str | QPalette.ColorRole, word: str = "") -> None:
        """Show an icon. color: one with a meaning, or of the palette. word: for those who do not see it."""
        self._shown = name, color
        self.setAccessibleName(word)
        self._paint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint()

    def _paint(self) -> None:
        if self._shown is not None:
            name, color = self._shown
            drawn = ink(color) if isinstance(color, str) else QApplication.palette().color(color)
            self.setPixmap(icons.icon(name, color=drawn).pixmap(self._pixels, self._pixels))


class MarkLabel(IconLabel):
    """A mark."""

    def __init__(self, mark: str = "wait") -> None:
        super().__init__(_SIZE)
        self.show_mark(mark)

    def show_mark(self, mark: str) -> None:
        self.show_icon(*_MARKS[mark])
