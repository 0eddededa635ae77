"""A run's name, and the mark of its curve."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel

from app.look.theme import ink


class Heading(QLabel):
    """A run's name, and the mark of its curve."""

    def __init__(self, name: str, color: str) -> None:
        super().__init__(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self._name, self._color = name, color
        self.setToolTip(name)
        self._paint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_name"):
            self._paint()

    def _paint(self) -> None:
        escaped = self._name.replace("&", "&amp;").replace("<", "&lt;")
        self.setText(f"<span style='color:{ink(self._color).name()}'>◆</span> <b>{escaped}</b>")
