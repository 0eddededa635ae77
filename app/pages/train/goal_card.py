"""What it should learn: goals as cards, each with an example of what one asks and what it then says."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QButtonGroup, QLabel

from app.look import layouts
from app.look.theme import GRID, SMALL, set_size
from app.pages.train.texts import GOALS_SHOWN, GoalShown
from app.widgets.controls import Card, dim_label
from app.widgets.pick_card import PickCard, Tiles
from core.advice.goals import CUSTOM, GOALS, Goal
from core.base.language import tr

LEAST_WIDTH, MOST_COLUMNS = 29 * GRID, 3  # pixels, of a card
_BY_HAND = tr("You choose every value yourself.")


class GoalButton(PickCard):
    """A goal: its icon and name, and an example."""

    def __init__(self, goal: Goal, shown: GoalShown) -> None:
        super().__init__(goal.title, shown.icon, QPalette.ColorRole.AlternateBase)
        said = [f"{shown.asks}: {shown.question}", f"{shown.says}: {shown.answer}"]
        self.setAccessibleName(f"{goal.title}. {' '.join(said)}")
        self.setToolTip(goal.about)
        self.title.setWordWrap(True)
        column = layouts.column(inside=self, gap=GRID // 2, margins=(12, 10, 12, 10))
        column.addLayout(layouts.row(self.mark, (self.title, 1), gap=GRID))
        lines = [dim_label(said[0], wraps=True), QLabel(said[1], wordWrap=True)]
        set_size(lines[1], SMALL)
        for line in lines:
            column.addWidget(line)
        column.addStretch(1)
        self.let_clicks_through(*lines)


class GoalCard(Card):
    """What somebody wants of the training: a goal, from which every knob follows.

    Signals:
        chosen: the goal that a person has chosen, by name.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__(tr("What should it learn?"))
        self.goal = CUSTOM
        self.origin = ""  # of a custom one: the goal that it came from
        self.choices = {name: GoalButton(goal, GOALS_SHOWN[name]) for name, goal in GOALS.items()}
        self._about = QLabel(wordWrap=True)
        self._group = QButtonGroup(self, exclusive=True)
        tiles = Tiles(LEAST_WIDTH, MOST_COLUMNS)
        for name, button in self.choices.items():
            self._group.addButton(button)
            tiles.add(button)
            button.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
        self.put(tiles, self._about)

    def show_goal(self, name: str, origin: str = "") -> None:
        """Show a goal. name: in GOALS, or CUSTOM. origin: the goal that a custom one came from, "" for none."""
        self.goal, self.origin = name, origin
        self._mark(origin or name)
        if origin:
            about = tr("Custom, from “{title}”: what you changed stays as you set it.", title=GOALS[origin].title)
        else:
            about = GOALS[name].about if name in GOALS else _BY_HAND
        self._about.setText(about)

    def _mark(self, name: str) -> None:
        """Frame the card of a goal, or none."""
        if name in self.choices:
            self.choices[name].setChecked(True)
            return
        self._group.setExclusive(False)  # else one of them stays checked
        for button in self.choices.values():
            button.setChecked(False)
        self._group.setExclusive(True)
