"""A summary of a data file: how it was read, how much is used, and notes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy

from app.look import layouts
from app.look.theme import FITS, GRID, TIGHT, use_tabular_figures
from app.widgets.controls import IconButton, PathLabel, section_title
from app.widgets.mark import IconLabel
from core.base.language import tr

HEIGHT = 14 * GRID  # pixels, regardless of the content
NOTE_HEIGHT = 36  # pixels: two lines
_ICON = 18  # pixels


class _Note(QLabel):
    """Text on two lines, elided if too long; the tooltip has all of it."""

    def __init__(self) -> None:
        super().__init__(wordWrap=True, textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse)
        self._whole = ""
        self.setFixedHeight(NOTE_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def say(self, text: str) -> None:
        self._whole = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._cut()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        kept = shown = self._whole
        while kept and not self._has_room_for(shown):
            kept = kept.rpartition(" ")[0] or kept[:-1]  # some languages have no spaces
            shown = f"{kept}…"
        self.setText(shown)

    def _has_room_for(self, text: str) -> bool:
        room = QRect(0, 0, self.width(), 0)
        return self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text).height() <= self.height()


class SummaryCard(QFrame):
    """A card that keeps its height, empty or full.

    Signals:
    more_wanted: show all notes.
    """

    more_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setMinimumHeight(HEIGHT)
        self.title, self.how = section_title(""), PathLabel(words=True)
        self.summary = QLabel()
        use_tabular_figures(self.summary)
        self._icon, self.note = IconLabel(_ICON), _Note()
        self.more = IconButton("", "mdi6.chevron-right")
        self.more.clicked.connect(self.more_wanted)
        head = layouts.row(self.title, (self.how, 1), gap=2 * GRID)
        foot = layouts.row(self._icon, (self.note, 1), self.more, gap=GRID)
        policy = self.more.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # nothing moves while it is hidden
        self.more.setSizePolicy(policy)
        self.more.hide()
        layouts.column(head, self.summary, foot, inside=self, gap=GRID, margins=layouts.CARD_MARGINS)

    def say(self, title: str, how: str) -> None:
        """Show what the data is, and how it was read."""
        self.title.setText(title)
        self.how.show_path(how)
        self.setAccessibleName(f"{title}. {how}")

    def show_found(self, summary: str, notes: Sequence[str]) -> None:
        """Show how much can be learnt from, and the gravest note, with a link to the others."""
        self.summary.setText(summary)
        self.note.say(notes[0] if notes else tr("Nothing looks wrong."))
        self._icon.show_icon(*(("mdi6.alert-circle-outline", TIGHT) if notes else ("mdi6.check-circle-outline", FITS)))
        self._icon.show()
        self.more.setVisible(bool(notes))
        self.more.setText(tr("All {notes} notes", notes=len(notes)) if len(notes) > 1 else tr("Read it all"))

    def wait(self) -> None:
        """Show that nothing is counted yet."""
        self.show_found("", [])
        self.note.say("")
        self._icon.hide()
