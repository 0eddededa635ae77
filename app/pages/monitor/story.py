"""What happened in a run, line by line, and the newest of it in a label."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from app.look import layouts
from app.widgets.controls import PathLabel
from app.workers.run_model import Note
from core.advice.texts.language import tr
from core.advice.texts.numbers import clock


class Story(QWidget):
    """`newest` stands wherever there is room for a line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = QPlainTextEdit(readOnly=True)
        self.lines.setAccessibleName(tr("What happened"))
        self.lines.setFrameShape(QFrame.Shape.NoFrame)
        self.newest = PathLabel(words=True)
        self._shown = 0
        layouts.column(self).addWidget(self.lines)

    def clear(self) -> None:
        """Clear it for another run."""
        self._shown = 0
        self.lines.clear()
        self.newest.show_path("")

    def show_notes(self, notes: Sequence[Note]) -> None:
        """All that there are; what is shown already stays."""
        if len(notes) < self._shown:
            self.clear()
        new = notes[self._shown :]
        if new:
            self.lines.appendPlainText("\n".join(_line(note) for note in new))
            self.newest.show_path(_line(new[-1]))
            self._shown = len(notes)


def _line(note: Note) -> str:
    return f"{clock(note.time)}  {note.text}"
