"""How something is, as a small picture beside its words: good, to be looked at, bad; in the colours of the palette."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLabel

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


class MarkLabel(QLabel):
    """Follows light and dark."""

    def __init__(self, mark: str = "wait") -> None:
        super().__init__()
        self._mark = mark
        self.show_mark(mark)

    def show_mark(self, mark: str) -> None:
        self._mark = mark
        self.setPixmap(mark_icon(mark).pixmap(_SIZE, _SIZE))
        self.setAccessibleName(_MARKS[mark][2])

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_mark"):
            self.show_mark(self._mark)
