"""What can be learnt of an assessment: right and wrong answers, and choices of yours."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal

from app.look.flow import Flow
from app.look.theme import GRID
from app.widgets.controls import Card, IconButton, dim_label
from core import protocol as p
from core.base.language import tr
from core.base.numbers import count
from core.runs.run import Run
from core.runs.votes import votes_file


class Learning(Card):
    """Hidden while there is nothing to learn.

    Signals:
        wanted: the folder of a run, and a file to train it on with.
    """

    wanted = Signal(Path, str)

    def __init__(self) -> None:
        super().__init__(tr("Learn from it"))
        self._run: Run | None = None
        self._pairs = ""
        self.said = dim_label(wraps=True)
        self.pairs = IconButton(tr("Train on right and wrong ans&wers"), "mdi6.compare-horizontal")
        self.pairs.setToolTip(tr("Then these questions are no longer a test: ask others afterwards."))
        self.choices = IconButton(tr("Train on your &choices"), "mdi6.thumbs-up-down-outline")
        self.choices.setToolTip(
            tr("With what you chose in Chat, too. Then these questions are no longer a test: ask others afterwards.")
        )
        self.put(self.said, Flow(GRID, self.pairs, self.choices))
        self.pairs.clicked.connect(self._learn_pairs)
        self.choices.clicked.connect(self._learn_choices)
        self.hide()

    def show_result(self, run: Run, result: p.AssessResult) -> None:
        """Offer what this result of a run can teach."""
        self._run, self._pairs = run, result.pairs_file
        self.pairs.setVisible(result.pairs > 0)
        self.show_choices(result)

    def show_choices(self, result: p.AssessResult) -> None:
        """Offer the choices made in the result that is shown by now."""
        chosen = sum(row.better in ("tuned", "base") for row in result.judged)
        self.choices.setVisible(chosen > 0)
        self.said.setText(
            tr(
                "{number} questions have a right and a wrong answer.", "1 question has a right and a wrong answer.",
                result.pairs, number=count(result.pairs),
            )
            if result.pairs
            else tr("You prefer an answer in {number} questions.", "You prefer an answer in 1 question.", chosen,
                    number=count(chosen))
        )  # fmt: skip
        self.setVisible(result.pairs + chosen > 0)

    def allow(self, allowed: bool) -> None:
        """Allow the buttons, or not while a worker is busy."""
        for button in (self.pairs, self.choices):
            button.setEnabled(allowed)

    def _learn_pairs(self) -> None:
        if self._run is not None:
            self.wanted.emit(self._run.folder, self._pairs)

    def _learn_choices(self) -> None:
        if self._run is not None:
            self.wanted.emit(self._run.folder, str(votes_file(self._run)))
