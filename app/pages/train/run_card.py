"""The run itself: its name and notes, and what it is asked while it learns; and which computer trains it."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import Card, caption_of, captioned, dim_label, drop_down, text_field
from app.workers.computers import Computers, on_computer
from core import protocol as p
from core.base.language import tr

ROWS_ASKED = 2  # held-out questions that are samples, where nothing else is asked
_LINES = 3  # of the larger fields


class RunCard(Card):
    """Everything here may stay empty."""

    def __init__(self) -> None:
        super().__init__(tr("This run"))
        self.title = text_field(tr("Name of the run"), tr("Named after the data if you leave this empty"))
        self.notes = _lines(tr("Notes on the run"), tr("What you want to find out"))
        self.prompts = _lines(tr("Questions to ask while it learns"), tr("One a line, such as: Who are you?"))
        self.put(layouts.row(caption_of(tr("Na&me"), self.title), (self.title, 1), gap=2 * GRID))
        for label, field in ((tr("Notes"), self.notes), (tr("Ask it while it learns"), self.prompts)):
            self.put(caption_of(label, field), field)
        about = tr("You can read how its answers change. If you ask nothing, it is asked two questions of your data.")
        self.put(dim_label(about, wraps=True))

    def sample_prompts(self) -> list[str]:
        """Return the prompts without empty lines."""
        return [line.strip() for line in self.prompts.toPlainText().splitlines() if line.strip()]

    def fill(self, title: str, notes: str, prompts: list[str]) -> None:
        self.title.setText(title)
        self.notes.setPlainText(notes)
        self.prompts.setPlainText("\n".join(prompts))

    def state(self) -> dict[str, Any]:
        return {
            "title": self.title.text(),
            "notes": self.notes.toPlainText(),
            "prompts": self.sample_prompts(),
        }


def _lines(name: str, placeholder: str) -> QPlainTextEdit:
    field = QPlainTextEdit(placeholderText=placeholder, tabChangesFocus=True)
    field.setAccessibleName(name)
    field.setFixedHeight(_LINES * field.fontMetrics().lineSpacing() + 2 * GRID)
    return field


class Where(QWidget):
    """The choice of the computer that trains. Hidden while no other has been added."""

    def __init__(self, computers: Computers) -> None:
        super().__init__()
        self._computers = computers
        self._offered: list[str] | None = None
        self.choice = drop_down(tr("Where it trains"))
        self.about = dim_label(tr("Time and memory below are for this computer."), wraps=True)
        layouts.column(captioned(tr("Where it &trains"), self.choice), self.about, inside=self, gap=GRID // 2)
        self.choice.currentIndexChanged.connect(lambda _index: self.about.setVisible(self.value is not None))
        computers.changed.connect(self.refresh)
        self.refresh()

    @property
    def value(self) -> p.OnMachine | None:
        """The value as a job takes it; None: this computer."""
        return on_computer(self.choice.currentData())

    def choose(self, name: object) -> None:
        """Choose the computer of that name, or this one if none is called so."""
        self.choice.setCurrentIndex(max(0, self.choice.findData(name)))

    def refresh(self) -> None:
        """Offer those that have been added by now."""
        known, chosen = [one.name for one in self._computers.known], self.choice.currentData()
        if known != self._offered:
            self._offered = known
            self.choice.clear()
            self.choice.addItem(tr("This computer"), "")
            for name in known:
                self.choice.addItem(name, name)
            self.choose(chosen)
        if not known or self.parent() is not None:  # without one it would be a window of its own
            self.setHidden(not known)
