"""What was chosen on another page, as a card: its name, its facts, and the way to that page."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy

from app.look import layouts
from app.look.layouts import CARD_MARGINS
from app.look.theme import GRID
from app.widgets.controls import IconButton, PathLabel, dim_label, error_label, show_error
from core.shared.texts.language import tr, within

NAME_POINTS = 12  # of the chosen thing's name


class ChoiceCard(QFrame):
    """Signals:
    wanted: the person wants to choose, or to choose another.
    """

    wanted = Signal()

    def __init__(self, kind: str, icon: str, choose: str, change: str, empty: str) -> None:
        """kind: Model or Data. choose, change: what the button says before and after. empty: what belongs here."""
        super().__init__()
        self.setObjectName("card")
        self._kind, self._empty = kind, empty
        self._choose, self._change = (choose, icon), (change, "mdi6.swap-horizontal")
        self.name = PathLabel(points=NAME_POINTS)
        self.facts = dim_label(wraps=True)
        self.facts.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.facts.setMinimumHeight(2 * self.facts.fontMetrics().lineSpacing())  # nothing moves as more is known
        self._error = error_label()
        self._error.setWordWrap(True)
        self.change = IconButton(choose, icon)
        self.change.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.change.clicked.connect(self.wanted)
        words = layouts.column(gap=GRID // 2)
        words.addWidget(dim_label(kind))
        words.addWidget(self.name)
        words.addWidget(self.facts)
        words.addWidget(self._error)
        words.addStretch(1)
        row = layouts.row(self, gap=2 * GRID, margins=CARD_MARGINS)
        row.addLayout(words, 1)
        row.addWidget(self.change, 0, Qt.AlignmentFlag.AlignVCenter)
        self.describe("", "")

    @property
    def error(self) -> str:
        """What is wrong with what was chosen, "" while nothing is."""
        return self._error.text()

    def describe(self, name: str, facts: str, whole: str = "") -> None:
        """Show what was chosen; without a name that nothing is yet. whole: its path, for the tooltip."""
        self.name.show_path(name or tr("No {kind} yet", kind=within(self._kind)))
        self.name.setToolTip(whole or name)
        self.facts.setText(facts if name else self._empty)
        self.change.set_look(*(self._change if name else self._choose))
        self.change.setAccessibleName(
            tr("{kind}: choose another", kind=self._kind) if name else tr("Choose {kind}", kind=within(self._kind))
        )
        self.setAccessibleName(f"{self._kind}: {name or tr('none yet')}. {self.facts.text()}")
        self.complain("")

    def complain(self, text: str) -> None:
        """Say what is wrong with it; with an empty text that nothing is."""
        show_error(self._error, text)
        self.facts.setVisible(not text)
