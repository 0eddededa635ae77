"""The list of runs for Qt's view: its columns, by which it sorts, and the runs that its filter lets through.

Sorted and filtered here, not by a QSortFilterProxyModel: that asks for each cell that it compares, one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from app.pages.runs import texts
from app.pages.runs.listed_run import ListedRun
from app.widgets.loss_thumbnail import losses_in_words
from core.advice.losses import beside_the_loss
from core.base.language import tr
from core.base.numbers import NOTHING, count, day_and_time, duration, significant, size

SortKey = str | float | None  # None is last in either order


@dataclass(frozen=True)
class Column:
    """sample: a text that has to find room. rank: the higher, the sooner it gives way on a narrow window."""

    key: str
    title: str
    text: Callable[[ListedRun], str]
    sort: Callable[[ListedRun], SortKey]
    sample: str
    rank: int
    number: bool = False
    tip: Callable[[ListedRun], str] | None = None


def _file_name(path: str) -> str:
    """Return the name without the ending that nearly all models have."""
    return (Path(path).name or path).removesuffix(".gguf")


def _loss(listed: ListedRun) -> float | None:
    """Return the loss on unseen text if that was measured, else of the last step."""
    figures = listed.figures
    return figures.eval_last if figures.eval_last is not None else figures.loss


def _loss_text(listed: ListedRun) -> str:
    figures = listed.figures
    last, best = figures.eval_last, figures.eval_best
    if last is None:
        return significant(figures.loss)
    return significant(last) if best is None or best == last else f"{significant(last)} / {significant(best)}"


def _loss_tip(listed: ListedRun) -> str:
    figures = listed.figures
    lines = []
    if figures.eval_last is not None:
        before = (
            ""
            if figures.eval_first is None
            else tr(", {eval_first} before training", eval_first=significant(figures.eval_first))
        )
        lines.append(
            tr(
                "On text it had not seen: {eval_last} at last{before}",
                eval_last=significant(figures.eval_last),
                before=before,
            )
        )
        if figures.eval_best is not None:
            lines.append(
                tr(
                    "Best: {eval_best} after {eval_best_step} steps",
                    eval_best=significant(figures.eval_best),
                    eval_best_step=count(figures.eval_best_step),
                )
            )
    if figures.loss is not None:
        lines.append(tr("Of the last step: {loss}", loss=significant(figures.loss)))
    return "\n".join(lines) or tr("No loss yet")


def _right_text(listed: ListedRun) -> str:
    figures = listed.figures
    return f"{count(figures.right)} / {count(figures.answers)}" if figures.answers else NOTHING


def _right_share(listed: ListedRun) -> float | None:
    figures = listed.figures
    return figures.right / figures.answers if figures.answers else None


def _right_tip(listed: ListedRun) -> str:
    return "\n".join(f"{title}: {told}" for title, told in beside_the_loss(listed.figures).items())


def _steps_text(listed: ListedRun) -> str:
    figures = listed.figures
    return f"{count(figures.step)} / {count(figures.steps)}" if figures.steps else NOTHING


def _name_tip(listed: ListedRun) -> str:
    tags = " ".join(f"#{tag}" for tag in listed.notes.tags)
    folder = "" if listed.title == listed.folder.name else listed.folder.name
    return "\n".join(filter(None, (listed.title, folder, tags, listed.notes.notes, listed.trouble)))


def _speed_tip(listed: ListedRun) -> str:
    pace, device = tr("{tok_s} tokens a second", tok_s=significant(listed.figures.tok_s)), listed.figures.device
    return tr("{pace}\nComputed by: {device}", pace=pace, device=device) if device else pace


def _state_tip(listed: ListedRun) -> str:
    trouble = listed.figures.trouble if listed.status == "failed" else ""
    return "\n".join(filter(None, (texts.state(listed), trouble)))


COLUMNS = (
    Column("name", tr("Name"), lambda run: run.title, lambda run: run.title.casefold(), "", 0, tip=_name_tip),
    Column("curve", tr("Loss curve"), lambda _run: "", lambda run: _loss(run), "", 3),
    Column(
        "model", tr("Model"), lambda run: _file_name(run.info.model), lambda run: _file_name(run.info.model).casefold(),
        "qwen3-0.6b-q8_0", 7, tip=lambda run: run.info.model,
    ),
    Column(
        "data", tr("Data"), lambda run: _file_name(run.info.data), lambda run: _file_name(run.info.data).casefold(),
        "my-chats.jsonl", 8, tip=lambda run: run.info.data,
    ),
    Column("loss", tr("Loss: last / best"), _loss_text, _loss, "0.312 / 0.301", 1, number=True, tip=_loss_tip),
    Column(
        "right", tr("Right"), _right_text, _right_share, "120 / 140", 8, number=True, tip=_right_tip,
    ),
    Column("steps", tr("Steps"), _steps_text, lambda run: run.figures.step, "1 000 / 1 000", 5, number=True),
    Column(
        "time", tr("Time"), lambda run: duration(run.figures.seconds) if run.figures.seconds else NOTHING,
        lambda run: run.figures.seconds, "59 min 59 s", 6, number=True,
    ),
    Column(
        "speed", tr("Tokens/s"), lambda run: significant(run.figures.tok_s), lambda run: run.figures.tok_s, "12 400", 9,
        number=True, tip=_speed_tip,
    ),
    Column("state", tr("State"), texts.state, lambda run: texts.state(run), tr("■ Stopped, kept"), 2, tip=_state_tip),
    Column(
        "date", tr("Begun"), lambda run: day_and_time(run.info.created), lambda run: run.info.created,
        "2026-12-20 18:04", 4,
    ),
    Column("size", tr("On disk"), lambda run: size(run.size), lambda run: run.size, "1.24 GB", 10, number=True),
)  # fmt: skip
KEYS = tuple(column.key for column in COLUMNS)
NAME, CURVE, DATE = KEYS.index("name"), KEYS.index("curve"), KEYS.index("date")


RUN = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RunModel(QAbstractTableModel):
    """A row for each run that the filter lets through.

    Signals:
        about_to_change, changed: around anything that moves rows.
    """

    about_to_change = Signal()
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[ListedRun] = []
        self.rows: list[ListedRun] = []  # that are shown, from the top
        self._words: list[str] = []
        self._column, self._descending = DATE, True

    def show_runs(self, runs: list[ListedRun]) -> None:
        self.runs = runs
        self._arrange()

    def filter(self, text: str) -> None:
        """Show the runs in which every word stands somewhere."""
        self._words = [word.lstrip("#") for word in text.casefold().split()]
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column, self._descending = max(0, column), order == Qt.SortOrder.DescendingOrder
        self._arrange()

    def folders(self) -> list[Path]:
        return [run.folder for run in self.rows]

    def _arrange(self) -> None:
        """Arrange the rows: the same runs stay in their places, and only their content changes."""
        rows = self._sorted([run for run in self.runs if self._passes(run)])
        if [run.folder for run in rows] == self.folders():
            self.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(COLUMNS) - 1))
            return
        self.about_to_change.emit()
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()
        self.changed.emit()

    def _passes(self, run: ListedRun) -> bool:
        words = f"{run.words}\n{texts.state(run).casefold()}" if self._words else ""
        return all(word in words for word in self._words)

    def _sorted(self, runs: list[ListedRun]) -> list[ListedRun]:
        """Sort runs: those without a value come last in either order, equal ones newest first."""
        key = COLUMNS[self._column].sort
        newest = sorted(runs, key=lambda run: run.info.created, reverse=True)
        known = [run for run in newest if key(run) is not None]
        unknown = [run for run in newest if key(run) is None]
        if self._descending:  # sorting is stable, also in reverse: what is equal keeps its order
            return [*sorted(known, key=key, reverse=True), *unknown]  # type: ignore[arg-type]
        return [*sorted(known, key=key), *unknown]  # type: ignore[arg-type]

    def rowCount(self, parent: _Index = _NONE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NONE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802 - Qt's name
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if COLUMNS[section].number else _LEFT
        return None

    def data(self, index: _Index, role: int = 0) -> Any:
        run, column = self.rows[index.row()], COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(run)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if column.number else _LEFT
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole if index.column() == CURVE:
                return losses_in_words(run.figures.losses, run.figures.evaluations)
            case Qt.ItemDataRole.ToolTipRole:
                return column.tip(run) if column.tip else column.text(run)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{column.title}: {column.text(run)}"
            case _ if role == RUN:
                return run
        return None
