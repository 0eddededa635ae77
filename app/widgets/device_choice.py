"""A choice of what computes: by itself, the processor, or a graphics card by its name."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox

from app.look.theme import CONTROL_HEIGHT
from app.workers.devices import Devices
from core.advice import devices as words
from core.base.devices import AUTO, CPU
from core.base.language import tr

LETTERS = 14  # for which there is room at least; a longer name is cut, and whole in the list


class DeviceChoice(QComboBox):
    """A card that does not compute right is in the list, greyed, with the reason. Without any card there is nothing to
    choose: then it says what computes.

    Signals:
        chosen: by a person, a name as the settings take it.
    """

    chosen = Signal(str)

    def __init__(self, devices: Devices) -> None:
        super().__init__()
        self._devices = devices
        self._value = AUTO
        self.setAccessibleName(tr("Compute on"))
        self.setMinimumHeight(CONTROL_HEIGHT)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(LETTERS)
        self.activated.connect(self._on_choice)
        devices.changed.connect(self._fill)
        self._fill()

    @property
    def value(self) -> str:
        return self._value

    def choose(self, value: str) -> None:
        """Show this device, which the user has not chosen just now."""
        self._value = value
        self._fill()

    @property
    def is_a_choice(self) -> bool:
        """Whether there is any card, or one is asked for that is not there."""
        return bool(self._devices.reports) or self._value not in (AUTO, CPU)

    def sentence(self) -> str:
        """Return a sentence about the state of the chosen device."""
        if self._devices.is_looking:
            return words.LOOKING
        reports = self._devices.reports or []
        chosen = next((one for one in reports if one.name == self._value), None)
        if chosen is not None:
            return words.found(chosen)
        if self._devices.reports is not None and not self.is_a_choice:
            return words.NO_CARD
        if self._value in (AUTO, CPU):
            return words.AUTOMATICALLY if self._value == AUTO else words.BY_PROCESSOR
        return words.NOT_HERE if self._devices.reports is not None else ""

    def _fill(self) -> None:
        self.blockSignals(True)
        self.clear()
        reports = self._devices.reports
        self.setEnabled(self.is_a_choice or reports is None)
        if reports is not None and not self.is_a_choice:
            self.addItem(words.title(CPU), self._value)
        else:
            for name in (AUTO, CPU):
                self.addItem(words.title(name), name)
            self._add_cards()
        self.setCurrentIndex(max(0, self.findData(self._value)))
        self.blockSignals(False)
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 3 * CONTROL_HEIGHT // 2)
        self._describe()

    def _add_cards(self) -> None:
        model = self.model()
        assert isinstance(model, QStandardItemModel)  # a combo box's own
        reports = self._devices.reports or []
        for report, name in zip(reports, words.names(reports), strict=True):
            trouble = "" if report.verdict == "works" else f": {words.VERDICTS[report.verdict]}"
            self.addItem(f"{name}{trouble}", report.name)
            last = self.count() - 1
            self.setItemData(last, words.found(report), Qt.ItemDataRole.ToolTipRole)
            model.item(last).setEnabled(report.usable)
        if self.findData(self._value) < 0:
            self.addItem(tr("{title}: not found here", title=words.title(self._value)), self._value)

    def _describe(self) -> None:
        self.setToolTip(self.sentence())
        self.setAccessibleDescription(self.sentence())

    def _on_choice(self) -> None:
        self._value = str(self.currentData())
        self._describe()
        self.chosen.emit(self._value)
