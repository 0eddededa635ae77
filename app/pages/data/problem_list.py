"""Rows that are not used: how many for which reason, and the first of each by name."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit

from core.shared.texts.language import tr
from core.shared.texts.numbers import count


class ProblemList(QPlainTextEdit):
    """A text, so that it can be searched and copied."""

    def __init__(self) -> None:
        super().__init__(readOnly=True)
        self.setObjectName("rows")
        self.setAccessibleName(tr("Rows that are not used"))
        self.setPlaceholderText(tr("Every row is used."))

    def show_problems(self, problems: list[str], dropped: dict[str, int]) -> None:
        """dropped: reason -> rows."""
        reasons = [f"{count(number)} × {why}" for why, number in dropped.items()]
        self.setPlainText("\n\n".join(filter(None, ["\n".join(reasons), "\n".join(problems)])))
