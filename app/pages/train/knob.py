"""One setting: name, field, and a sentence that says why it has this value or what is wrong; all of them as a form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from app.look import layouts
from app.look.flow import Columns
from app.look.theme import GRID
from app.widgets.controls import caption_of, dim_label, drop_down
from app.widgets.help_mark import HelpMark
from core.advice.training_settings import Setting
from core.base.errors import LuthierError
from core.base.numbers import small
from core.protocol.config import TrainConfig, from_values

_SWITCH = {True: "on", False: "off"}
FIELD_WIDTH, LABEL_WIDTH = 14 * GRID, 14 * GRID
SENTENCE_LINES = 2  # for which there is always room, so that nothing jumps


class Knob(QWidget):
    """Signals:
    edited: a person has changed what stands in the field.
    """

    edited = Signal()

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting
        self.error = ""
        self._reason = ""
        self._filling = False
        self.field = self._make_field()
        label = caption_of(setting.label, self.field)
        label.setMinimumWidth(LABEL_WIDTH)
        self.sentence = dim_label(wraps=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.sentence.setMinimumHeight(SENTENCE_LINES * self.sentence.fontMetrics().lineSpacing())
        field = (self.field, ...) if self.field.isEditable() else ((self.field, 1),)
        line = layouts.row(label, HelpMark(setting.title, setting.help, self.field), GRID, *field, gap=0)
        layouts.column(line, self.sentence, inside=self, gap=GRID // 2)
        self.give_reason("")

    @property
    def value(self) -> str | bool:
        """The field's text; a switch's meaning."""
        text = self.field.currentText().strip()
        return {word: value for value, word in _SWITCH.items()}.get(text.lower(), text)

    @property
    def is_value(self) -> bool:
        """Whether what stands in the field can be trained with."""
        return _is_value(self.setting.key, self.value)

    def fill(self, value: object) -> None:
        """Fill the field without telling `edited`: it is not the user's doing."""
        self._filling = True
        self.field.setCurrentText(shown(value))
        self._filling = False
        self.check()

    def give_reason(self, reason: str) -> None:
        """Say why the knob has this value; without a reason, what it is."""
        self._reason = reason
        self._say()

    def check(self) -> bool:
        """Return whether the field has a value; says what is wrong when it has none."""
        error = "" if self.is_value else self.setting.complaint
        if error != self.error:
            self.error = error
            self._say()
        return not error

    def _make_field(self) -> QComboBox:
        """Make a field to type into, with a few values to choose from."""
        field = drop_down(self.setting.title)
        field.setEditable(True)
        field.addItems(list(self.setting.choices))
        field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        field.setFixedWidth(FIELD_WIDTH)
        edit = field.lineEdit()
        assert edit is not None  # because it is editable
        edit.setTextMargins(GRID // 2, 0, GRID // 2, 0)
        edit.editingFinished.connect(self.check)
        field.currentTextChanged.connect(self._on_text)
        return field

    def _on_text(self) -> None:
        if self.error:
            self.check()
        if not self._filling:
            self.edited.emit()

    def _usual_sentence(self) -> str:
        return self.setting.help

    def _say(self) -> None:
        said = f"⚠ {self.error}" if self.error else self._reason or self._usual_sentence()
        self.sentence.setText(said)
        if self.sentence.property("error") != bool(self.error):
            self.sentence.setProperty("error", bool(self.error))
            self.sentence.setProperty("dim", not self.error)
            self.sentence.style().polish(self.sentence)
        about = self.setting.help if self._reason else ""
        self.sentence.setToolTip(about)
        self.field.setToolTip(about or said)
        self.field.setAccessibleDescription(f"{said} {about}".strip())


@lru_cache(1000)  # what stands in a field is looked at far more often than it changes
def _is_value(key: str, value: str | bool) -> bool:
    try:
        from_values({key: value})
    except LuthierError:
        return False
    return True


def shown(value: Any) -> str:
    """Return a value as it is typed."""
    if isinstance(value, bool):
        return _SWITCH[value]
    if isinstance(value, float):
        return small(value) if 0 < value < 0.01 else f"{value:g}"
    return str(value)


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
        layout = layouts.column(inside=self, gap=GRID)
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
        """Return the fields' texts; of switches their meanings."""
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
        """The complaint about the first field that is no value, left already or not; "" for none."""
        return next((knob.setting.complaint for knob in self.knobs.values() if not knob.is_value), "")

    def focus_first_error(self) -> None:
        for knob in self.knobs.values():
            if knob.error:
                knob.field.setFocus()
                return
