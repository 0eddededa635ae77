"""The knob for what computes: a list of the cards that are here, each with what came of its test."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox

from app.pages.train.knob import Knob
from app.pages.train.texts import SEE_SETTINGS
from app.widgets.device_choice import DeviceChoice
from app.workers.devices import Devices
from core.shared import settings
from core.shared.devices import AUTO
from core.shared.errors import LuthierError
from core.shared.texts import devices as words
from core.shared.texts.language import tr
from core.shared.texts.training_settings import SETTINGS


class DeviceKnob(Knob):
    """The cards are looked for when it is first seen."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices
        super().__init__(SETTINGS["device"])
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
        self._say()  # the program's own may be another since

    def _make_field(self) -> QComboBox:
        self._choice = DeviceChoice(self._devices)
        self._choice.chosen.connect(self._on_text)
        return self._choice

    def _usual_sentence(self) -> str:
        if self._choice.value == AUTO and self._devices.reports and (usual := self._of_the_program()):
            return tr("As Settings say: {usual}.", usual=usual)
        if self._devices.reports is not None and not self._choice.is_a_choice:
            return f"{words.NO_CARD} {SEE_SETTINGS}"
        return self._choice.sentence() or self.setting.help

    def _of_the_program(self) -> str:
        """What Settings have chosen; "" where it is left to Luthier."""
        try:
            device = settings.load().device
        except LuthierError:  # that page tells of it
            return ""
        if device in ("", AUTO):
            return ""
        known = {report.name: words.card_of(report) for report in self._devices.reports or []}
        return known.get(device) or words.title(device)
