"""What can be learnt of an assessment: right and wrong answers, choices of yours, and tries of the model that pass."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal

from app.look.flow import Flow
from app.look.theme import GRID
from app.widgets.controls import Card, IconButton, dim_label
from core import protocol as p
from core.advice.texts.language import tr
from core.advice.texts.numbers import count
from core.runs.run import Run
from core.runs.votes import votes_file

FEW_RIGHT = 0.5  # of the answers, up to which trying several is offered


class Learning(Card):
    """Hidden while there is nothing to learn.

    Signals:
        wanted: the folder of a run, and a file to train it on with. tries_wanted: several answers to each question of
        its data.
    """

    wanted = Signal(Path, str)
    tries_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Learn from it"))
        self._run: Run | None = None
        self._pairs = self._passed = ""
        self.said = dim_label(wraps=True)
        self.pairs = IconButton(tr("Train on right and wrong ans&wers"), "mdi6.compare-horizontal")
        self.pairs.setToolTip(tr("Then these questions are no longer a test: ask others afterwards."))
        self.choices = IconButton(tr("Train on your &choices"), "mdi6.thumbs-up-down-outline")
        self.choices.setToolTip(
            tr("With what you chose in Chat, too. Then these questions are no longer a test: ask others afterwards.")
        )
        self.several = IconButton(tr("Try se&veral, keep what passes"), "mdi6.dice-multiple-outline")
        self.several.setToolTip(
            tr(
                "It answers the questions that it was trained on again, up to eight times each. Right answers "
                "become rows, and the training can continue with them."
            )
        )
        self.passed = IconButton(tr("Train on what &passed"), "mdi6.school-outline", primary=True)
        buttons = Flow(GRID)
        for button in (self.pairs, self.choices, self.several, self.passed):
            buttons.addWidget(button)
        self.body.addWidget(self.said)
        self.body.addLayout(buttons)
        self.pairs.clicked.connect(self._learn_pairs)
        self.choices.clicked.connect(self._learn_choices)
        self.several.clicked.connect(self.tries_wanted)
        self.passed.clicked.connect(self._learn_passed)
        self.hide()

    def show_result(self, run: Run, result: p.AssessResult) -> None:
        """Offer what this result of a run can teach."""
        self._run, self._pairs, self._passed = run, result.pairs_file, ""
        tuned, has_check = result.models[0], result.check.kind != "choice"
        self.pairs.setVisible(result.pairs > 0)
        self.several.setVisible(has_check and tuned.right <= FEW_RIGHT * tuned.of)
        self.passed.hide()
        self.show_choices(result)

    def show_choices(self, result: p.AssessResult) -> None:
        """Offer the choices made in the result that is shown by now. What passed stays offered."""
        chosen = sum(row.better in ("tuned", "base") for row in result.judged)
        self.choices.setVisible(chosen > 0)
        if self._passed:
            return
        self.said.setText(
            tr(
                "{number} questions have a right and a wrong answer.", "1 question has a right and a wrong answer.",
                result.pairs, number=count(result.pairs),
            )
            if result.pairs
            else tr("You prefer an answer in {number} questions.", "You prefer an answer in 1 question.", chosen,
                    number=count(chosen))
        )  # fmt: skip
        self.said.setVisible(result.pairs + chosen > 0)
        self.setVisible(result.pairs + chosen > 0 or self.several.isVisibleTo(self))

    def show_tries(self, run: Run, result: p.TryResult) -> None:
        """Offer the answers of a run's model that passed."""
        if self._run is None or self._run.folder != run.folder:
            self.pairs.hide()  # which were another run's
            self.choices.hide()
        self._run, self._passed = run, result.file
        self.said.setText(
            tr(
                "Of {asked} questions of its data it answered {right} right at once, and {passed} in several tries.",
                asked=count(result.asked),
                right=count(result.right),
                passed=count(result.passed),
            )
        )
        self.said.show()
        self.several.hide()
        self.passed.show()
        self.show()

    def allow(self, allowed: bool) -> None:
        """Allow the buttons, or not while a worker is busy."""
        for button in (self.pairs, self.choices, self.several, self.passed):
            button.setEnabled(allowed)

    def _learn_pairs(self) -> None:
        if self._run is not None:
            self.wanted.emit(self._run.folder, self._pairs)

    def _learn_choices(self) -> None:
        if self._run is not None:
            self.wanted.emit(self._run.folder, str(votes_file(self._run)))

    def _learn_passed(self) -> None:
        if self._run is not None:
            self.wanted.emit(self._run.folder, self._passed)
