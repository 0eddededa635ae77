"""The training settings as a form: each with a sentence in plain words, checked by core.shared.config."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from app.look.theme import GRID
from app.pages.train.texts import Setting
from app.widgets.controls import dim_label, drop_down, error_label, show_error
from core.shared.config import TrainConfig, from_values
from core.shared.errors import LuthierError
from core.shared.texts.numbers import small

_SWITCH = {True: "on", False: "off"}


class SettingsForm(QWidget):
    """Rows of settings. A field is checked when it is left, and what was wrong is taken back as it is corrected.

    Signals:
        changed: a field's text is another now.
    """

    changed = Signal()

    def __init__(self, settings: tuple[Setting, ...]) -> None:
        super().__init__()
        self._settings = settings
        self._fields: dict[str, QComboBox] = {}
        self.errors: dict[str, QLabel] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, 12 * GRID)
        for setting in settings:
            self._add(grid, setting)

    def values(self) -> dict[str, Any]:
        """What stands in the fields, as text; of switches, what it means."""
        return {key: self._value(key) for key in self._fields}

    def set_value(self, key: str, value: object) -> None:
        """Fill in one field."""
        self._fields[key].setCurrentText(_shown(value))

    def is_valid(self) -> bool:
        """Check every field by itself, so that each error stands where it belongs."""
        checked = [self._check(setting) for setting in self._settings]
        return all(checked)

    def focus_first_error(self) -> None:
        for key, label in self.errors.items():
            if label.text():
                self._fields[key].setFocus()
                return

    def _check(self, setting: Setting) -> bool:
        try:
            from_values({setting.key: self._value(setting.key)})
        except LuthierError:
            show_error(self.errors[setting.key], setting.accepts)
            return False
        show_error(self.errors[setting.key], "")
        return True

    def _value(self, key: str) -> str | bool:
        text = self._fields[key].currentText().strip()
        return {word: value for value, word in _SWITCH.items()}.get(text.lower(), text)

    def _add(self, grid: QGridLayout, setting: Setting) -> None:
        field = drop_down(setting.label.replace("&", ""))
        field.setEditable(True)
        field.setAccessibleDescription(setting.help)
        field.addItems(list(setting.choices))
        field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        field.setCurrentText(_shown(msgspec.to_builtins(TrainConfig())[setting.key]))
        field.setMinimumWidth(16 * GRID)
        edit = field.lineEdit()
        assert edit is not None  # because it is editable
        edit.setTextMargins(GRID // 2, 0, GRID // 2, 0)
        label = QLabel(setting.label)
        label.setBuddy(field)
        error = error_label()
        self._fields[setting.key], self.errors[setting.key] = field, error
        row = grid.rowCount()
        grid.addWidget(label, row, 0)
        grid.addWidget(field, row, 1)
        grid.addWidget(dim_label(setting.help, wraps=True), row + 1, 0, 1, 2)
        grid.addWidget(error, row + 2, 0, 1, 2)
        grid.setRowMinimumHeight(row + 3, GRID // 2)
        edit.editingFinished.connect(lambda: self._check(setting))
        field.currentTextChanged.connect(lambda _text: self._on_text(setting))

    def _on_text(self, setting: Setting) -> None:
        if self.errors[setting.key].text():
            self._check(setting)
        self.changed.emit()


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return _SWITCH[value]
    if isinstance(value, float):
        return small(value) if 0 < value < 0.01 else f"{value:g}"
    return str(value)
