"""A number that changes while a run goes on."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import set_size, use_tabular_figures
from app.widgets.controls import dim_label


class Readout(QWidget):
    """A number that changes, under its name; wide enough for `widest`, so nothing moves."""

    def __init__(self, name: str, widest: str) -> None:
        super().__init__()
        self._name = name
        self.value = QLabel("–")
        set_size(self.value, 14, bold=True)
        use_tabular_figures(self.value)
        self.value.setMinimumWidth(self.value.fontMetrics().horizontalAdvance(widest))
        layout = layouts.column(self, gap=0)
        layout.addWidget(dim_label(name))
        layout.addWidget(self.value)

    def show_value(self, text: str) -> None:
        self.value.setText(text)
        self.setAccessibleName(f"{self._name}: {text}")
