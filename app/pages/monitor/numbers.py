"""How far a run is, in numbers: the time that is left and, in the details, the others; and what happened."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, SECTION, TITLE, set_size, use_tabular_figures
from app.pages.monitor.texts import time_left
from app.widgets.controls import PathLabel, dim_label
from app.workers.run_model import Note
from app.workers.run_session import RunSession
from core import protocol as p
from core.advice import devices
from core.base.language import tr
from core.base.numbers import clock, count, decimals, significant


class Numbers(QWidget):
    """A run's progress in numbers, each in its own place. `readouts` by name.

    The time that is left stands above all else (arrange.py); the others are `more`, which the details show.
    """

    def __init__(self) -> None:
        super().__init__()
        self.readouts = {
            "step": Readout(tr("Step"), "100 000 / 100 000"),
            "epoch": Readout(tr("Epoch"), "100.00"),
            "left": Readout(tr("Time left"), "59 min 59 s", TITLE),
            "seen": Readout(tr("Tokens seen"), "1 000 000 000"),
            "speed": Readout(tr("Tokens/s"), "100 000"),
        }
        self.device = PathLabel(words=True)
        self.device.hide()
        flow = Flow(2 * GRID, line_gap=GRID // 2, aligned=True)
        self.more = layouts.panel(flow)
        layouts.column(self.more, self.device, inside=self, gap=GRID // 2)
        for name, readout in self.readouts.items():
            if name != "left":
                flow.addWidget(readout)

    def show_run(self, session: RunSession) -> None:
        """Show the run's present state; before the first step there is nothing to show."""
        shown = dict.fromkeys(self.readouts, "–")
        if step := session.model.step:
            shown["step"] = f"{count(step.step)} / {count(step.steps)}"
            shown["epoch"] = decimals(step.epoch, 2)
            shown["seen"] = count(step.tokens_seen)
            shown["speed"] = significant(step.tok_s)
        shown["left"] = time_left(session)
        for name, value in shown.items():
            self.readouts[name].show_value(value)
        self.show_device(session.model.device)

    def show_device(self, device: p.DeviceChosen | None) -> None:
        """Show what computes and why, where there was a choice; else nothing is said."""
        why = devices.chosen(device) if device else ""
        self.device.setVisible(bool(why))
        self.device.show_path(why)


class Readout(QWidget):
    """A number that changes, under its name; wide enough for `widest`, so nothing moves."""

    def __init__(self, name: str, widest: str, pixels: int = SECTION) -> None:
        super().__init__()
        self._name = name
        self.value = QLabel("–")
        set_size(self.value, pixels, bold=True)
        use_tabular_figures(self.value)
        self.value.setMinimumWidth(self.value.fontMetrics().horizontalAdvance(widest))
        layouts.column(dim_label(name), self.value, inside=self, gap=0)

    def show_value(self, text: str) -> None:
        self.value.setText(text)
        self.setAccessibleName(f"{self._name}: {text}")


class Story(QWidget):
    """`newest` stands wherever there is room for a line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = QPlainTextEdit(readOnly=True)
        self.lines.setAccessibleName(tr("What happened"))
        self.lines.setFrameShape(QFrame.Shape.NoFrame)
        self.newest = PathLabel(words=True)
        self._shown = 0
        layouts.column(inside=self).addWidget(self.lines)

    def clear(self) -> None:
        """Clear the notes for another run."""
        self._shown = 0
        self.lines.clear()
        self.newest.show_path("")

    def show_notes(self, notes: Sequence[Note]) -> None:
        """Show all notes there are; what is shown already stays."""
        if len(notes) < self._shown:
            self.clear()
        new = notes[self._shown :]
        if new:
            self.lines.appendPlainText("\n".join(_line(note) for note in new))
            self.newest.show_path(_line(new[-1]))
            self._shown = len(notes)


def _line(note: Note) -> str:
    return f"{clock(note.time)}  {note.text}"
