"""Blind choice between two free-text answers: one question at a time, by buttons or keys."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import Card, IconButton, dim_label, selectable_label
from app.workers.thread_call import in_thread
from core import protocol as p
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import count
from core.runs.run import Run
from core.runs.votes import choose


class Choosing(Card):
    """Shows the questions of a result that still need a choice, and saves each choice at once.

    Signals:
        chosen: the result, with one choice more or less.
        failed: the LuthierError of a choice that could not be saved; its question is open again.
        results_wanted: whether to show what the choices say so far, which may sway the next one.
    """

    chosen = Signal(object)
    failed = Signal(object)
    results_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__(tr("Which answer is better?"))
        self._run: Run | None = None
        self._result: p.AssessResult | None = None
        self._row: p.RowJudged | None = None
        self.is_keeping = False  # while a choice, or its withdrawal, is being saved
        self._sides: list[p.Better] = ["tuned", "base"]
        self._made: list[p.RowJudged] = []  # choices that can be undone, newest last
        self.undo = IconButton(tr("&Undo the last choice"), "mdi6.undo")
        self.undo.clicked.connect(self._take_back)
        self.results = IconButton(tr("S&how the results so far"), "mdi6.eye-outline", checkable=True)
        self.results.toggled.connect(self.results_wanted)
        self.left = dim_label()
        self.question, self.expected = selectable_label(), selectable_label()
        self.answers = (selectable_label(), selectable_label())
        icons = ("mdi6.arrow-left-bold-outline", "mdi6.equal", "mdi6.arrow-right-bold-outline")
        names = (tr("&1  The left one"), tr("&0  Equal, or both wrong"), tr("&2  The right one"))
        self.buttons = [IconButton(name, icon) for name, icon in zip(names, icons, strict=True)]
        self._arrange()
        for place, (button, key) in enumerate(zip(self.buttons, "102", strict=True)):
            button.clicked.connect(lambda _checked=False, place=place: self._choose(place))
            shortcut = QShortcut(QKeySequence(key), self, context=Qt.ShortcutContext.WindowShortcut)
            shortcut.activated.connect(button.click)

    def show_result(self, folder: Path, result: p.AssessResult) -> None:
        """Show a result's first open question; if none is left, only a way back to the last choice."""
        if result is not self._result:
            self._made = []
            self.results.setChecked(False)
        self.is_keeping = False
        self._run, self._result = Run(folder), result
        open_rows = [row for row in result.judged if not row.better]
        self._row = open_rows[0] if open_rows else None
        self.setVisible(self._row is not None or bool(self._made))
        self.undo.setEnabled(bool(self._made))
        for widget in (self.left, self.question, self.expected, *self._holders, *self.buttons, self.results):
            widget.setVisible(self._row is not None)
        if self._row is None:
            return
        self._sides = random.sample(self._sides, 2)
        of = sum(not row.settled for row in result.judged)
        self.left.setText(tr("Question {n} of {of}", n=count(of - len(open_rows) + 1), of=count(of)))
        self.question.setText(self._row.question)
        self.expected.setText(tr("Your answer: {answer}", answer=self._row.expected))
        for label, side in zip(self.answers, self._sides, strict=True):
            label.setText(self._row.answers[_PLACES[side]].text or tr("(no answer)"))

    def go_on_from(self, other: Choosing) -> None:
        """Take over another widget's state, including its undo history."""
        if other._run is not None and other._result is not None:
            self._result, self._made = other._result, other._made
            self.show_result(other._run.folder, other._result)
            self.results.setChecked(other.results.isChecked())

    @property
    def is_asking(self) -> bool:
        """Whether a question is open."""
        return self._row is not None and not self.isHidden()

    def _choose(self, place: int) -> None:
        """Save a choice. place: of the button: left, equal, right."""
        run, result, row = self._run, self._result, self._row
        if run is None or result is None or row is None or self.is_keeping:
            return
        self._keep(run, result, row, "equal" if place == 1 else self._sides[place // 2])

    def _take_back(self) -> None:
        """Ask the newest question again."""
        if self._run is not None and self._result is not None and self._made and not self.is_keeping:
            self._keep(self._run, self._result, self._made[-1], "")

    def _keep(self, run: Run, result: p.AssessResult, row: p.RowJudged, better: p.Better | Literal[""]) -> None:
        self.is_keeping = True  # ignore further keys until the next question

        def kept(_nothing: object) -> None:
            if result is self._result:
                self._made = [*self._made, row] if better else self._made[:-1]
                self.show_result(run.folder, result)
                self.chosen.emit(result)

        def not_kept(error: LuthierError) -> None:
            if result is self._result:
                self.is_keeping = False
            self.failed.emit(error)

        in_thread(lambda: choose(run, result, row, better), kept, self).failed.connect(not_kept)

    def _arrange(self) -> None:
        self._holders = list[QFrame]()
        sides = layouts.row(gap=2 * GRID)
        for label, name in zip(self.answers, (tr("Left answer"), tr("Right answer")), strict=True):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            label.setAccessibleName(name)
            holder = QFrame()
            self._holders.append(holder)
            holder.setObjectName("inset")
            layouts.column(inside=holder, margins=layouts.CARD_MARGINS).addWidget(label)
            sides.addWidget(holder, 1)
        for label in (self.question, self.expected):
            label.setTextFormat(Qt.TextFormat.PlainText)
        buttons = layouts.row(..., *self.buttons, ..., gap=GRID)
        above = layouts.row((self.left, 1), self.undo, self.results, gap=GRID)  # stays in place as texts change
        self.put(above, buttons, self.question, self.expected, sides)


_PLACES: dict[str, int] = {"tuned": 0, "base": 1}  # among the answers of a row
