"""The ways out of Luthier, a card each: the chosen one is framed, and what it gives stands beside."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from app.look import layouts
from app.look.theme import GRID, use_tabular_figures
from app.pages.export.texts import WAYS, Way
from app.widgets.controls import dim_label
from app.widgets.pick_card import PickCard
from core.advice.texts.language import tr


class WayCard(PickCard):
    """Icon, title and a line about it; at the right its size, or how far it is."""

    def __init__(self, way: Way) -> None:
        super().__init__(way.title, way.icon)
        self.way = way
        self.setAccessibleName(f"{way.title}: {way.brief}")
        self._mark, brief = dim_label(), dim_label(way.brief)
        use_tabular_figures(self._mark)
        words = layouts.column(gap=2)
        words.addWidget(self.title)
        words.addWidget(brief)
        row = layouts.row(self, gap=12, margins=(12, 10, 12, 10))
        row.addWidget(self.mark)
        row.addLayout(words, 1)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        self.let_clicks_through(brief, self._mark)

    def say(self, mark: str) -> None:
        """Show a mark at the right: a size, a percentage, or that it is made."""
        self._mark.setText(mark)
        self.setAccessibleDescription(mark)


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
