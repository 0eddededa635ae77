"""How a data file is read: its encoding and format, and which column holds what; all of it can be corrected."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLabel, QWidget

from app.look.theme import CONTROL_HEIGHT, GRID
from app.widgets.controls import drop_down
from core.shared import protocol as p
from core.shared.encodings import ENCODINGS, title_of

_NONE = "(none)"
_BY_ITSELF = "As it looks"
_ROWLESS = ("text", "documents")


class MappingForm(QWidget):
    """Signals:
    changed: the person chose something else.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._understood = p.Understood()
        self._is_given = False  # whether format and columns are the person's choice
        self.format = self._combo("How the file is read")
        self.encoding = self._combo("Encoding of the text")
        self.encoding.addItem(_BY_ITSELF, "auto")
        for name, title in ENCODINGS.items():
            self.encoding.addItem(title, name)
        self.train_on = self._combo("Which answers are learnt")
        for text, value in (
            ("Every answer", "assistant"),
            ("The last answer of each conversation", "last"),
            ("Everything, questions too", "all"),
        ):
            self.train_on.addItem(text, value)
        self.once = QCheckBox("Learn e&qual rows once")
        self._columns: dict[str, QComboBox] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(2 * GRID)
        self._form.addRow("R&ead as", self.format)
        self._form.addRow("Encodin&g", self.encoding)
        self._form.addRow("&Learn", self.train_on)
        self._form.addRow("", self.once)
        for combo in (self.format, self.encoding, self.train_on):
            self._form.labelForField(combo).setMinimumHeight(CONTROL_HEIGHT)
        self.format.activated.connect(self._on_format)
        self.encoding.activated.connect(lambda: self.changed.emit())
        self.train_on.activated.connect(lambda: self.changed.emit())
        self.once.toggled.connect(lambda: self.changed.emit())

    def settings(self) -> dict[str, str]:
        """As TrainConfig has them."""
        chosen = {"train_on": self.train_on.currentData(), "duplicates": "drop" if self.once.isChecked() else "keep"}
        if self.encoding.currentIndex():
            chosen["encoding"] = self.encoding.currentData()
        if self._is_given:
            pairs = {name: combo.currentText() for name, combo in self._columns.items() if combo.currentText() != _NONE}
            chosen["format"] = self.format.currentData()
            if pairs:
                chosen["columns"] = ",".join(f"{name}:{_escaped(column)}" for name, column in pairs.items())
        return chosen

    def show_understood(self, understood: p.Understood) -> None:
        """What was recognised; the person's own choices were heeded for it."""
        if not self.encoding.currentIndex() and understood.encoding != "mixed":
            self.encoding.setItemText(0, f"{_BY_ITSELF} ({title_of(understood.encoding)})")
        self._understood = understood
        if self.format.count() != 1 + len(understood.titles):
            self.format.clear()
            self.format.addItem("Running text", "text")
            for name, title in understood.titles.items():
                self.format.addItem(title, name)
        self.format.setCurrentIndex(self.format.findData(understood.format))
        is_chat = understood.format not in _ROWLESS
        self._form.setRowVisible(self.train_on, is_chat)
        self._form.setRowVisible(self.once, understood.format != "text")
        self._show_columns(understood.mapping)

    def forget(self) -> None:
        """Another file: nothing is chosen for it yet."""
        self._is_given = False
        self.encoding.setCurrentIndex(0)
        self.encoding.setItemText(0, _BY_ITSELF)

    def _show_columns(self, mapping: dict[str, str]) -> None:
        for combo in self._columns.values():
            self._form.removeRow(combo)
        self._columns = {}
        for place, name in enumerate(self._understood.formats.get(self._understood.format, [])):
            combo = self._combo(f"Column of {name}")
            combo.addItems([_NONE, *self._understood.columns])
            combo.setCurrentText(mapping.get(name, _NONE))
            combo.activated.connect(self._on_column)
            label = QLabel(name.capitalize())
            label.setMinimumHeight(CONTROL_HEIGHT)
            self._form.insertRow(1 + place, label, combo)
            self._columns[name] = combo

    def _on_format(self) -> None:
        self._is_given = self.format.currentData() != self._understood.format or self._is_given
        for combo in self._columns.values():  # they are another format's
            combo.setCurrentText(_NONE)
        self.changed.emit()

    def _on_column(self) -> None:
        self._is_given = True
        self.changed.emit()

    def _combo(self, name: str) -> QComboBox:
        combo = drop_down(name)
        combo.setMinimumContentsLength(12)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return combo


def _escaped(column: str) -> str:
    return column.replace(",", "\\,").replace(":", "\\:")
