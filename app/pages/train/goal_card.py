"""What somebody wants of the training: a goal, from which every knob follows."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton

from app.look import layouts
from app.look.columns import Columns
from app.look.flow import Flow
from app.look.theme import GRID
from app.widgets.controls import Card, IconButton, dim_label
from core.shared.goals import CUSTOM, GOALS
from core.shared.texts.language import tr

_BY_HAND = tr("You choose every value yourself.")


class GoalCard(Card):
    """Signals:
    chosen: the goal that a person has chosen, by name. reset_wanted: back to what the goal makes of the knobs.
    """

    chosen = Signal(str)
    reset_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(tr("What should it learn?"))
        self.goal = CUSTOM
        self.origin = ""  # of a custom one: the goal that it came from
        self.choices = {name: QRadioButton(goal.title) for name, goal in GOALS.items()}
        self.choices[CUSTOM] = QRadioButton(tr("Custom"))
        self.reset = IconButton(tr("&Back to the goal"), "mdi6.restore")
        self.reset.clicked.connect(self.reset_wanted)
        self._about = dim_label(wraps=True)
        flow, group = Flow(GRID), QButtonGroup(self, exclusive=True)
        for name, button in self.choices.items():
            group.addButton(button)
            flow.addWidget(button)
            button.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
        line = Columns(GRID, narrow=60 * GRID)
        line.add(self._about, 1)
        line.add(self.reset)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # nothing moves when it comes
        self.reset.setSizePolicy(policy)
        choice = layouts.column(gap=GRID // 2)  # the line is higher than its words
        choice.addLayout(flow)
        choice.addWidget(line)
        self.body.addLayout(choice)

    def show_goal(self, name: str, origin: str = "") -> None:
        """name: in GOALS, or CUSTOM. origin: the goal that a custom one came from, "" for none."""
        self.goal, self.origin = name, origin
        self.choices[name].setChecked(True)
        about = GOALS[name].about if name in GOALS else _BY_HAND
        if origin:
            about = tr("Custom, from “{title}”: what you changed stays as you set it.", title=GOALS[origin].title)
        self._about.setText(about)
        self.reset.setVisible(bool(origin))
