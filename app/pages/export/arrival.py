"""Previews the export as the other program will show it, with a checklist of the job's steps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from app.look import layouts
from app.look.theme import BODY, GRID, set_size
from app.pages.export import texts
from app.pages.export.form import Form
from app.pages.export.orders import Order
from app.pages.export.work import WholeShare
from app.widgets.command_lines import CommandLines
from app.widgets.controls import dim_label, selectable_label
from app.widgets.mark import MarkLabel
from core import protocol as p
from core.advice.export_kinds import EXPORT_KINDS
from core.base.language import tr
from core.base.numbers import size

Step = tuple[str, tuple[str, ...]]  # a step's label, and the phases of the job that belong to it
_WRITTEN: Step = (tr("Written"), ("read", "export", "imatrix", "quantize"))
_CHECKED: Step = (tr("llama.cpp reads it and computes the same loss"), ("verify",))
_READ_BACK: Step = (tr("Read back and compared"), ("verify",))  # llama.cpp cannot load DoRA adapters
_ANSWERS: Step = (tr("Answers as here"), ("answers", "card"))
_BROUGHT: Step = (tr("Handed to Ollama"), ("find", "answer", "upload", "create"))
_ANSWERS_THERE: Step = (tr("Answers in Ollama as here"), ("ask",))


class Arrival(NamedTuple):
    """title: the target program. name: the model's name in it. facts: facts about the model. line: opens it."""

    title: str
    name: str
    facts: Sequence[tuple[str, str]]
    line: str = ""


def arrival_of(order: Order, form: Form, run: str) -> Arrival | None:
    """Return the preview of an export; None for other jobs. run: the run's title."""
    if not isinstance(order.job, p.ExportJob):
        return None
    way, kind, types, path = form.way, EXPORT_KINDS[form.kind], form.types, Path(order.job.output)
    n_bytes, title, name = form.size_of(way.key), way.arrives, f"{path.parent.name}/{path.name}"
    dtype = texts.type_name(types.dtype, types.base, types.finer) if kind.is_whole else ""
    weights = " · ".join(filter(None, (dtype, tr("about {size}", size=size(n_bytes)) if n_bytes else "")))
    facts = [(tr("Weights") if kind.is_whole else tr("Size"), weights), *way.facts]
    if way.key == "hub":
        name = form.hub.repo.text().strip() or form.hub.repo.placeholderText()
    elif way.key == "ollama":
        name, title = order.job.name, title if order.job.create else tr("What the folder for Ollama will hold")
    elif kind.own_place:
        name = run
    elif kind.is_file:
        name = path.name
        facts.append((tr("Folder"), str(path.parent)))
    return Arrival(title, name, facts, f"ollama run {name}" if order.job.create else "")


def steps_of(job: p.Job) -> list[Step]:
    """Return an export's steps in order."""
    if not isinstance(job, p.ExportJob) or EXPORT_KINDS[job.kind].trains_anew:
        return []
    if not EXPORT_KINDS[job.kind].is_gguf:
        return [_WRITTEN, _READ_BACK]
    return [_WRITTEN, _CHECKED, _ANSWERS, *([_BROUGHT, _ANSWERS_THERE] if job.create else [])]


class ArrivalView(QFrame):
    """Shows the preview and, while the job runs, which steps are done."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self._shown: tuple[Arrival, list[Step]] | None = None
        self._title, self._name, self.line = dim_label(), selectable_label(), CommandLines()
        set_size(self._name, BODY, bold=True)
        self._facts, self._steps = _Grid(), _Grid()
        self._rule = dim_label(tr("Checks"))
        column = layouts.column(inside=self, gap=GRID, margins=(12, 12, 12, 12))
        for widget in (self._title, self._name, self.line, self._facts, self._rule, self._steps):
            column.addWidget(widget)
        self.marks: list[MarkLabel] = []

    def show_arrival(self, arrival: Arrival, steps: list[Step]) -> None:
        """Show this preview with no step started."""
        if (arrival, steps) == self._shown:
            return
        self._shown = arrival, steps
        self._title.setText(arrival.title)
        self._name.setText(arrival.name)
        self.line.show_lines([arrival.line] if arrival.line else [])
        self._facts.fill([(dim_label(name), _wrapped(value)) for name, value in arrival.facts if value])
        self.marks = [MarkLabel("open") for _ in steps]
        self._steps.fill([(mark, _wrapped(words)) for mark, (words, _) in zip(self.marks, steps, strict=True)])
        self._rule.setVisible(bool(steps))
        self.setAccessibleName(" ".join([arrival.title, arrival.name, *(f"{a}: {b}" for a, b in arrival.facts)]))

    def tick(self, whole: WholeShare | None) -> None:
        """Update the steps' marks; None if no job is running."""
        if self._shown is not None:
            for mark, (_, phases) in zip(self.marks, self._shown[1], strict=True):
                mark.show_mark(whole.stage(phases) if whole is not None else "open")


def _wrapped(words: str) -> QLabel:
    label = selectable_label()
    label.setText(words)
    return label


class _Grid(QWidget):
    """Two columns; the second one stretches."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GRID)
        self._grid.setVerticalSpacing(GRID // 2)
        self._grid.setColumnStretch(1, 1)

    def fill(self, rows: Sequence[tuple[QWidget, QWidget]]) -> None:
        """Replace the rows."""
        while item := self._grid.takeAt(0):
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row, pair in enumerate(rows):
            for column, widget in enumerate(pair):
                self._grid.addWidget(widget, row, column, Qt.AlignmentFlag.AlignTop)
        self.setVisible(bool(rows))
