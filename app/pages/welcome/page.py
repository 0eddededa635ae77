"""The page that a first start shows: what Luthier does, and two ways to begin."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QWidget

from app.look import icons, layouts
from app.look.columns import Columns
from app.look.flow import Flow
from app.look.theme import BODY, GRID, SECTION, set_size
from app.pages.welcome import texts
from app.pages.welcome.recent import RecentRuns
from app.widgets.controls import Card, IconButton, dim_label, on_ctrl_enter, page_title, scrolled
from app.widgets.letters import RadioButton
from app.widgets.resume_strip import ResumeStrip
from core.advice import picks
from core.base.language import tr

_ICON = QSize(20, 20)
WIDEST = 120 * GRID  # pixels: beyond that, lines are too long to read


class WelcomePage(QWidget):
    """Signals:
    sample_wanted: the Sample to be trained, from here to an answer.
    own_wanted: the user has a model or data.
    run_wanted: the folder of an earlier run.
    """

    busy, warning = False, None
    sample_wanted = Signal(object)
    own_wanted = Signal()
    run_wanted = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.chat, self.text = RadioButton(texts.CHAT), RadioButton(texts.TEXT)
        self.own = IconButton(tr("Use my &own"), "mdi6.folder-open-outline")
        self.primary = IconButton(tr("&Try it with the sample"), "mdi6.play", primary=True)
        self.stopped = ResumeStrip()
        self.recent = RecentRuns()
        self.recent.wanted.connect(self.run_wanted)
        self._reason = dim_label(wraps=True)
        self._icons: list[tuple[QLabel, str]] = []
        self.chat.setChecked(True)
        self._arrange()
        self.own.clicked.connect(self.own_wanted)
        self.primary.clicked.connect(self.begin)
        on_ctrl_enter(self, self.begin)

    def begin(self) -> None:
        """Begin with what is chosen."""
        if self.primary.isEnabled():
            self.primary.setDown(True)  # seen at once: the first training takes a moment to begin
            self.primary.repaint()
            self.sample_wanted.emit(picks.CHAT if self.chat.isChecked() else picks.TEXT)

    def shown(self) -> None:
        self.recent.read()
        self.primary.setDown(False)
        self.primary.setFocus()

    def block(self, reason: str) -> None:
        """Refuse to train for a reason, or allow it again with an empty one."""
        self.primary.setEnabled(not reason)
        self._reason.setText(reason)

    def shut_down(self) -> None:
        """Do nothing: no worker is at anything here."""

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icons()

    def _paint_icons(self) -> None:
        color = QApplication.palette().color(QPalette.ColorRole.Link)
        for label, icon in self._icons:
            label.setPixmap(icons.icon(icon, color=color).pixmap(_ICON))

    def _arrange(self) -> None:
        what = QLabel(texts.WHAT, wordWrap=True)
        set_size(what, SECTION)
        road = self._road()
        self.recent.found.connect(lambda some: road.setVisible(not some))
        content = QWidget()
        content.setMaximumWidth(WIDEST)
        inside = layouts.column(inside=content, gap=3 * GRID)
        inside.addStretch(1)  # with less above than below it looks centred
        title = layouts.column(page_title(tr("Welcome to Luthier")), what, dim_label(texts.MODEL, wraps=True), gap=GRID)
        inside.addLayout(title)
        inside.addWidget(self.stopped)
        inside.addWidget(self.recent)
        inside.addWidget(Columns(2 * GRID, (road, 1), (self._sample(), 1)))
        inside.addStretch(2)
        area = scrolled(content)
        area.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layouts.page(self, (area, 1))
        self._paint_icons()

    def _road(self) -> Card:
        card, grid = Card(tr("How it works")), QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(12)
        grid.setColumnStretch(2, 1)
        for row, (icon, word, use) in enumerate(texts.STEPS):
            mark, name = QLabel(), QLabel(word)
            self._icons.append((mark, icon))
            set_size(name, BODY, bold=True)
            for column, label in enumerate((mark, name, dim_label(use, wraps=True))):
                grid.addWidget(label, row, column)
        card.put(grid, ...)
        return card

    def _sample(self) -> Card:
        card = Card(texts.SAMPLE_TITLE)
        card.put(dim_label(texts.SAMPLE, wraps=True), GRID, self.chat, self.text, ..., self._reason)
        card.body.addLayout(Flow(GRID, self.primary, self.own))
        return card
