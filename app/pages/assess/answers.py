"""The results of an assessment: the verdict, the figures, every answer behind them, and training on them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import BODY, GRID, SECTION, set_size
from app.pages.assess import texts
from app.widgets.controls import Card, FoldButton, IconButton, dim_label, drop_down, selectable_label, show_whole_rows
from app.widgets.mark import mark_icon
from core import protocol as p
from core.advice.assessment import BASE, named, verdict
from core.base.language import tr
from core.base.numbers import count
from core.runs.run import Run
from core.runs.votes import votes_file

ROWS_HIGH = 8  # visible table rows; more scroll
_FIRST_ANSWER = 2  # column of the first answer


class Answers(QWidget):
    """Shows a result; the selected row is shown in full, with the reason why each answer is right or wrong."""

    def __init__(self) -> None:
        super().__init__()
        self._result: p.AssessResult | None = None
        self.verdict = selectable_label()
        set_size(self.verdict, SECTION, bold=True)
        self.check, self.unended, self.left_out = (dim_label(wraps=True) for _ in range(3))
        self.general = _General()
        self.show_general = FoldButton(tr("Answers to other &questions"), self.general)
        self.shown = drop_down(tr("Which questions are listed"), texts.SHOWN)
        self.table = QTableWidget(0, 0)
        self.whole = selectable_label()
        self.whole.setTextFormat(Qt.TextFormat.PlainText)
        self._prepare_table()
        card = Card(tr("Result"))
        card.put(self.verdict, self.unended, self.check, self.left_out, layouts.left(self.show_general), self.general)
        layouts.column(card, layouts.left(self.shown), self.table, self.whole, inside=self, gap=2 * GRID)
        self.shown.currentIndexChanged.connect(lambda _row: self._list())
        self.table.itemSelectionChanged.connect(self._show_whole)

    @property
    def result(self) -> p.AssessResult | None:
        """Return the shown result; None before the first one."""
        return self._result

    def show_result(self, result: p.AssessResult) -> None:
        """Replace the shown result."""
        self._result = result
        self.verdict.setText(verdict(result))
        self.check.setText(result.check_words)
        self.shown.setVisible(not self._is_choice)
        told = ((self.unended, texts.unended(result.models)), (self.left_out, texts.left_out(result.left_out)))
        for label, text in told:
            label.setText(text)
            label.setVisible(bool(text))
        self.general.show_answers(result)
        self.show_general.setVisible(bool(result.general))
        self.show_general.setChecked(self.show_general.isChecked() and bool(result.general))
        self._list()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "table"):
            self._list()

    @property
    def _rows(self) -> list[p.RowJudged]:
        """Return the rows to list; open choices are left out, as the list would reveal whose answer is whose."""
        if self._result is None:
            return []
        if self._is_choice:
            return [row for row in self._result.judged if row.better]
        wanted = self.shown.currentData()
        return [row for row in self._result.judged if wanted == "all" or _is_wanted(row, wanted)]

    @property
    def _is_choice(self) -> bool:
        return self._result is not None and self._result.check.kind == "choice"

    def _list(self) -> None:
        if self._result is None:
            return
        models = [named(one.name) for one in self._result.models]
        rows = self._rows
        self.table.clearSelection()
        titles = [tr("Question"), tr("Expected"), *models, *([tr("You chose")] if self._is_choice else [])]
        self.table.setColumnCount(len(titles))
        self.table.setHorizontalHeaderLabels(titles)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setRowCount(len(rows))
        for at, row in enumerate(rows):
            for column, text in enumerate((row.question, row.expected, *(answer.text for answer in row.answers))):
                item = QTableWidgetItem(" ".join(text.split()))
                if column >= _FIRST_ANSWER:
                    answer = row.answers[column - _FIRST_ANSWER]
                    why = answer.why or texts.chosen(answer)
                    if not self._is_choice:
                        item.setIcon(mark_icon("good" if answer.right else "bad"))
                    item.setToolTip(why)
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{answer.text}. {why}")
                self.table.setItem(at, column, item)
            if self._is_choice:
                self.table.setItem(at, len(titles) - 1, QTableWidgetItem(texts.better(self._result, row.better)))
        self.whole.setText("")

    def _show_whole(self) -> None:
        chosen = self.table.selectionModel().selectedRows()
        rows = self._rows
        if self._result is None or not chosen or chosen[0].row() >= len(rows):
            return
        row = rows[chosen[0].row()]
        place = tr("Row {line} of {file}", line=row.line, file=row.file)
        said = [f"{place}\n{row.question}", f"{tr('Expected')}:\n{row.expected}"]
        said += [
            f"{named(model.name)} ({answer.why or texts.chosen(answer)})\n{answer.text}"
            for model, answer in zip(self._result.models, row.answers, strict=True)
        ]
        self.whole.setText("\n\n".join(said))

    def _prepare_table(self) -> None:
        self.table.setAccessibleName(tr("Questions and answers"))
        show_whole_rows(self.table)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setWordWrap(False)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.setMinimumHeight(ROWS_HIGH * self.table.verticalHeader().defaultSectionSize())


class _General(QWidget):
    """General questions, each with the answer of the assessed model and the base's beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = layouts.grid(3 * GRID, GRID, 0, 1, inside=self)
        self.labels: list[QLabel] = []

    def show_answers(self, result: p.AssessResult) -> None:
        """Replace the shown answers with those of a result."""
        layouts.clear(self._grid)
        self.labels = []
        for column, name in enumerate((result.models[0].name, BASE)):
            self._grid.addWidget(dim_label(named(name)), 0, column)
        for line, one in enumerate(result.general):
            question = QLabel(one.question, wordWrap=True)
            set_size(question, BODY, bold=True)
            self._grid.addWidget(question, 2 * line + 1, 0, 1, 2)
            for column, text in enumerate((one.tuned, one.base)):
                answer = selectable_label()
                answer.setTextFormat(Qt.TextFormat.PlainText)
                answer.setText(" ".join(text.split()))
                self._grid.addWidget(answer, 2 * line + 2, column, Qt.AlignmentFlag.AlignTop)
                self.labels.append(answer)


def _is_wanted(row: p.RowJudged, wanted: str) -> bool:
    right = [answer.right for answer in row.answers]
    return not right[0] if wanted == "wrong" else any(right) and not all(right)


class Learning(Card):
    """Offers further training on the results; hidden while they teach nothing.

    Signals:
        wanted: the folder of a run, and a file to continue its training on.
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
        """Offer training on a run's result."""
        self._run, self._pairs = run, result.pairs_file
        self.pairs.setVisible(result.pairs > 0)
        self.show_choices(result)

    def show_choices(self, result: p.AssessResult) -> None:
        """Offer training on the choices made so far in the shown result."""
        chosen = sum(row.better in ("tuned", "base") and not row.settled for row in result.judged)
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
        """Enable the buttons, or disable them while a worker is busy."""
        for button in (self.pairs, self.choices):
            button.setEnabled(allowed)

    def _learn_pairs(self) -> None:
        if self._run is not None:
            self.wanted.emit(self._run.folder, self._pairs)

    def _learn_choices(self) -> None:
        if self._run is not None:
            self.wanted.emit(self._run.folder, str(votes_file(self._run)))
