"""The run itself: what it is called, notes, and what it is asked while it learns."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import Card, caption_of, dim_label, text_field
from core.advice.texts.language import tr

ROWS_ASKED = 2  # held-out questions that are samples, where nothing else is asked
_LINES = 3  # of the larger fields


class RunCard(Card):
    """Everything here may stay empty. Its name is always seen, the rest with the advanced settings."""

    def __init__(self) -> None:
        super().__init__(tr("This run"))
        self.title = text_field(tr("Name of the run"), tr("Named by model and data where you leave this empty"))
        self.notes = _lines(tr("Notes on the run"), tr("What you want to find out"))
        self.prompts = _lines(tr("Questions to ask while it learns"), tr("One a line, such as: Who are you?"))
        self._more = QWidget()
        more = layouts.column(self._more, gap=GRID)
        for label, field in ((tr("Notes"), self.notes), (tr("Ask it while it learns"), self.prompts)):
            more.addWidget(caption_of(label, field))
            more.addWidget(field)
        about = tr(
            "Each question is answered at every evaluation, so that you can read how it changes. Without any, two "
            "of the held-out rows are asked."
        )
        more.addWidget(dim_label(about, wraps=True))
        line = layouts.row(gap=2 * GRID)
        line.addWidget(caption_of(tr("Na&me"), self.title))
        line.addWidget(self.title, 1)
        self.body.addLayout(line)
        self.body.addWidget(self._more)
        self.show_all(False)

    def show_all(self, on: bool) -> None:
        self._more.setVisible(on)

    def sample_prompts(self) -> list[str]:
        """Return the prompts without empty lines."""
        return [line.strip() for line in self.prompts.toPlainText().splitlines() if line.strip()]

    def fill(self, title: str, notes: str, prompts: list[str]) -> None:
        self.title.setText(title)
        self.notes.setPlainText(notes)
        self.prompts.setPlainText("\n".join(prompts))

    def state(self) -> dict[str, Any]:
        return {"title": self.title.text(), "notes": self.notes.toPlainText(), "prompts": self.sample_prompts()}


def _lines(name: str, placeholder: str) -> QPlainTextEdit:
    field = QPlainTextEdit(placeholderText=placeholder, tabChangesFocus=True)
    field.setAccessibleName(name)
    field.setFixedHeight(_LINES * field.fontMetrics().lineSpacing() + 2 * GRID)
    return field
