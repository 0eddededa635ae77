"""Questions to try: those that the run was not trained on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.widgets.controls import IconButton, dim_label
from core.shared.texts.language import tr

_LONGEST = 60  # characters on a button


class Suggestions(QWidget):
    """Signals: chosen, with the whole question."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[IconButton] = []
        self._flow = Flow(GRID // 2)
        column = layouts.column(self, gap=GRID // 2)
        column.addWidget(dim_label(tr("To try. It was not trained on these, so it cannot know what they alone tell:")))
        column.addLayout(self._flow)
        self.hide()

    def offer(self, questions: Sequence[str]) -> None:
        """These instead."""
        for button in self.buttons:
            self._flow.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        for question in questions:
            short = question if len(question) <= _LONGEST else f"{question[: _LONGEST - 1]}…"
            button = IconButton(short.replace("&", "&&").replace("\n", " "), "mdi6.comment-question-outline")
            button.setProperty("quiet", True)
            button.setToolTip(question)
            button.clicked.connect(lambda _checked=False, question=question: self.chosen.emit(question))
            self.buttons.append(button)
            self._flow.addWidget(button)
