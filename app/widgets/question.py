"""A question before something is lost: do it, or go back."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtWidgets import QMessageBox, QWidget

from core.advice.texts.language import tr


class Question(NamedTuple):
    """What is the case, what the action would do, and the action's name."""

    text: str
    explanation: str
    action: str

    def ask(self, parent: QWidget) -> bool:
        """Wait for the answer: whether to do it."""
        box = QMessageBox(parent)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Luthier")
        box.setText(self.text)
        box.setInformativeText(self.explanation)
        action = box.addButton(self.action, QMessageBox.ButtonRole.AcceptRole)
        back = box.addButton(tr("&Go back"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(back)
        box.exec()
        return box.clickedButton() is action
