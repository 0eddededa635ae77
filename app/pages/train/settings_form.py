"""The training settings as a form: each with a sentence in plain words, checked by core.protocol.config."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.pages.train.knob import Knob
from core.advice.texts.training_settings import Setting
from core.protocol.config import TrainConfig


class SettingsForm(QWidget):
    """Knobs, two beside each other. A field is checked when it is left, and an error is taken back as it is corrected.

    Signals:
        changed: a person has changed this setting (its name in TrainConfig).
    """

    changed = Signal(str)

    def __init__(self, settings: tuple[Setting, ...], **others: Knob) -> None:
        """others: knobs that are made already, in place of the usual ones."""
        super().__init__()
        self.knobs = {setting.key: others.get(setting.key) or Knob(setting) for setting in settings}
        usual = msgspec.to_builtins(TrainConfig())
        layout = layouts.column(self, gap=GRID)
        for number, (key, knob) in enumerate(self.knobs.items()):
            if number % 2 == 0:
                pair = Columns(2 * GRID, narrow=60 * GRID)
                layout.addWidget(pair)
            pair.add(knob, 1)
            knob.fill(usual[key])
            knob.edited.connect(lambda key=key: self.changed.emit(key))
        if len(self.knobs) % 2:
            pair.add(QWidget(), 1)

    def values(self) -> dict[str, Any]:
        """What stands in the fields, as text; of switches, what it means."""
        return {key: knob.value for key, knob in self.knobs.items()}

    def set_value(self, key: str, value: object) -> None:
        """Fill in one field."""
        self.knobs[key].fill(value)

    def fill(self, values: Mapping[str, Any], reasons: Mapping[str, str]) -> None:
        """Fill the form's settings with their values and reasons."""
        for key, knob in self.knobs.items():
            if key in values:
                knob.fill(values[key])
            knob.give_reason(reasons.get(key, ""))

    def is_valid(self) -> bool:
        """Check every field by itself, so that each error stands where it belongs."""
        checked = [knob.check() for knob in self.knobs.values()]
        return all(checked)

    @property
    def complaint(self) -> str:
        """What is wrong with the first field that is, whether it was left already or not."""
        return next((knob.setting.complaint for knob in self.knobs.values() if not knob.is_value), "")

    def focus_first_error(self) -> None:
        for knob in self.knobs.values():
            if knob.error:
                knob.field.setFocus()
                return
