"""The ways out of Luthier, a card each: the chosen one is framed, and what it gives stands beside."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QLabel, QWidget

from app.look import icons, layouts
from app.look.skin import CARD
from app.look.theme import GRID, use_tabular_figures
from app.pages.export.texts import WAYS, Way
from app.widgets.controls import dim_label
from core.advice.texts.language import tr

_ICON = 24  # pixels


class WayCard(QAbstractButton):
    """Icon, title and a line about it; at the right its size, or how far it is."""

    def __init__(self, way: Way) -> None:
        super().__init__()
        self.way = way
        self.setCheckable(True)
        self.setText(way.title)
        self.setAccessibleName(f"{way.title}: {way.brief}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._icon, self._title, self._brief = QLabel(), QLabel(way.title), dim_label(way.brief)
        font = self._title.font()
        font.setWeight(font.Weight.DemiBold)
        self._title.setFont(font)
        self._mark = dim_label()
        use_tabular_figures(self._mark)
        words = layouts.column(gap=2)
        words.addWidget(self._title)
        words.addWidget(self._brief)
        row = layouts.row(self, gap=12, margins=(12, 10, 12, 10))
        row.addWidget(self._icon)
        row.addLayout(words, 1)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        for label in (self._icon, self._title, self._brief, self._mark):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.toggled.connect(lambda _on: self._paint_icon())
        self._paint_icon()

    def say(self, mark: str) -> None:
        """Show a mark at the right: a size, a percentage, or that it is made."""
        self._mark.setText(mark)
        self.setAccessibleDescription(mark)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        layout = self.layout()
        assert layout is not None  # made with it
        return layout.sizeHint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_icon"):
            self._paint_icon()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        palette, chosen = self.palette(), self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = QPalette.ColorRole.Midlight if self.underMouse() and not chosen else QPalette.ColorRole.Base
        painter.setBrush(palette.color(fill))
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 2) if chosen else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), CARD, CARD)

    def _paint_icon(self) -> None:
        role = QPalette.ColorRole.Highlight if self.isChecked() else QPalette.ColorRole.PlaceholderText
        icon = icons.icon(self.way.icon, color=self.palette().color(role))
        self._icon.setPixmap(icon.pixmap(_ICON, _ICON))


class WayList(QWidget):
    """Signals:
    chosen: the key of the way that is current now.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.cards = {way.key: WayCard(way) for way in WAYS}
        self._group = QButtonGroup(self, exclusive=True)
        column = layouts.column(self, gap=GRID)
        for card in self.cards.values():
            self._group.addButton(card)
            column.addWidget(card)
            card.clicked.connect(lambda _checked=False, key=card.way.key: self.chosen.emit(key))
        column.addStretch(1)
        self.setAccessibleName(tr("Where to"))

    @property
    def key(self) -> str:
        """The key of the chosen card."""
        return next(key for key, card in self.cards.items() if card.isChecked())

    def choose(self, key: str) -> None:
        """Choose a card, as a click on it does."""
        self.cards[key].setChecked(True)
        self.chosen.emit(key)
