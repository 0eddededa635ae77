"""The knob for what computes: a list of the cards that are here, each with what came of its test."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox

from app.pages.train.knob import Knob
from app.pages.train.texts import COMPUTE_ON
from app.widgets.device_choice import DeviceChoice
from app.workers.devices import Devices


class DeviceKnob(Knob):
    """The cards are looked for when it is first seen."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices
        super().__init__(COMPUTE_ON)
        devices.changed.connect(self._say)

    @property
    def value(self) -> str:
        return self._choice.value

    def fill(self, value: object) -> None:
        self._choice.choose(str(value))
        self.check()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self._devices.look()

    def _make_field(self) -> QComboBox:
        self._choice = DeviceChoice(self._devices)
        self._choice.chosen.connect(self._on_text)
        return self._choice

    def _usual_sentence(self) -> str:
        return self._choice.sentence() or self.setting.help
