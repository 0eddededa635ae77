"""The form for how a data file is read and divided."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QSpinBox, QWidget

from app.look import layouts
from app.look.theme import CONTROL_HEIGHT, GRID
from app.pages.data.texts import FIELDS, THOUGHTS, TRAIN_ON
from app.widgets.controls import FoldButton, caption_of, drop_down
from app.widgets.letters import CheckBox
from core import protocol as p
from core.base.language import tr
from core.protocol.config import ENCODINGS, TrainConfig, title_of

_NONE = tr("(none)")
_BY_ITSELF = tr("As it looks")
_ROWLESS = ("text", "documents")
_SETTLED_MS = 500  # after the last turn of a number
_MOST_KEPT = 50  # percent
_LETTERS = 12  # width of a list in characters, regardless of its entries


class MappingForm(QWidget):
    """Says which columns are read; the settings are folded away. seldom: what stands below them. Signals:
    changed: the user changed how the file is read.
    recount: another way to divide the rows; they are read as before.
    """

    changed = Signal()
    recount = Signal()

    def __init__(self, *seldom: QWidget) -> None:
        super().__init__()
        self._understood = p.Understood()
        self._given: dict[str, str] = {}  # format and columns that the user chose
        self.format = drop_down(tr("How the file is read"), letters=_LETTERS)
        self.header = CheckBox(tr("First row is the columns' names"))
        self.sheet = drop_down(tr("Which sheet is read"), letters=_LETTERS)
        self.encoding = drop_down(tr("Encoding of the text"), {"auto": _BY_ITSELF, **ENCODINGS}, _LETTERS)
        self.train_on = drop_down(tr("Which answers are learnt"), TRAIN_ON, _LETTERS)
        self.thoughts = drop_down(tr("Whether thoughts are learnt"), THOUGHTS, _LETTERS)
        self.kept = QSpinBox(minimum=0, maximum=_MOST_KEPT, suffix=tr(" % for testing"))
        self.kept.setAccessibleName(tr("Share of the rows that is kept for testing"))
        self.kept.setValue(round(100 * TrainConfig().eval_share))
        self.kept.setMinimumHeight(CONTROL_HEIGHT)
        self.once = CheckBox(tr("Learn e&qual rows once"))
        self._header, self._sheet = "auto", ""
        self._columns: dict[str, QComboBox] = {}
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self.recount)
        self.read_as, self._fields = QLabel(wordWrap=True), QWidget()
        self.read_as.setProperty("dim", True)
        self.change = FoldButton(tr("Mo&re"), self._fields)
        self._arrange()
        for widget in seldom:
            self._form.addRow("", widget)
        self.format.activated.connect(self._on_format)
        self.header.clicked.connect(self._on_header)
        self.sheet.activated.connect(self._on_sheet)
        self.encoding.activated.connect(lambda: self.changed.emit())
        self.train_on.activated.connect(lambda: self.changed.emit())
        self.thoughts.activated.connect(lambda: self.changed.emit())
        self.kept.valueChanged.connect(lambda: self._settled.start())
        self.once.clicked.connect(self.recount)

    def settings(self) -> dict[str, str]:
        """Return the settings as TrainConfig has them."""
        chosen = {
            "train_on": self.train_on.currentData(),
            "thoughts": self.thoughts.currentData(),
            "duplicates": "drop" if self.once.isChecked() else "keep",
            "eval_share": str(self.kept.value() / 100),
            **self._given,
        }
        if self.encoding.currentIndex():
            chosen["encoding"] = self.encoding.currentData()
        if self._header != "auto":
            chosen["header"] = self._header
        if self._sheet:
            chosen["sheet"] = self._sheet
        return chosen

    def restore(self, settings: dict[str, str]) -> None:
        """Restore what `settings` returned before the window closed; invalid values are skipped."""
        self._given = {key: settings[key] for key in ("format", "columns") if key in settings}
        self._header, self._sheet = settings.get("header", "auto"), settings.get("sheet", "")
        for combo, key in ((self.encoding, "encoding"), (self.train_on, "train_on"), (self.thoughts, "thoughts")):
            combo.setCurrentIndex(max(0, combo.findData(settings.get(key))))
        self.once.setChecked(settings.get("duplicates") == "drop")
        with suppress(ValueError):  # written by another version
            self.kept.setValue(round(100 * float(settings.get("eval_share", TrainConfig().eval_share))))
        self._settled.stop()

    def show_understood(self, understood: p.Understood) -> None:
        """Show how the file was recognised, given the user's choices."""
        if not self.encoding.currentIndex() and understood.encoding != "mixed":
            self.encoding.setItemText(0, f"{_BY_ITSELF}: {title_of(understood.encoding).partition(' (')[0]}")
        if understood.guessed and not self._understood.guessed:
            self.change.setChecked(True)
        self._understood = understood
        offered = [self.format.itemData(place) for place in range(self.format.count())]
        is_chosen = bool(offered) and self._given.get("format") == "text"  # of rows, which can be read otherwise again
        if offered != ["text", *understood.titles] and not is_chosen:  # a text can be nothing else
            self.format.clear()
            self.format.addItem(tr("Running text"), "text")
            for name, title in understood.titles.items():
                self.format.addItem(tr(title), name)
        self.format.setCurrentIndex(self.format.findData(understood.format))
        is_chat = understood.format not in _ROWLESS
        self.header.setChecked(understood.has_header)
        self._form.setRowVisible(self.format, True)
        self._form.setRowVisible(self.header, understood.container == "csv")
        if [self.sheet.itemText(place) for place in range(self.sheet.count())] != understood.sheets:
            self.sheet.clear()
            self.sheet.addItems(understood.sheets)
        self.sheet.setCurrentText(understood.sheet)
        self._form.setRowVisible(self.sheet, len(understood.sheets) > 1)
        is_text = not understood.sheets and understood.container not in ("parquet", "arrow")
        self._form.setRowVisible(self.encoding, is_text)
        self._form.setRowVisible(self.train_on, is_chat)
        self._form.setRowVisible(self.thoughts, is_chat)
        self._form.setRowVisible(self.kept, True)
        self._form.setRowVisible(self.once, understood.format != "text")
        self._show_columns(understood.mapping)
        self.read_as.setText(" → ".join(understood.mapping.values()) if len(understood.mapping) > 1 else "")

    def show_encoding_only(self) -> None:
        """Show the encoding alone: nothing was recognised, and only this could be the reason."""
        for field in (self.format, self.header, self.sheet, self.train_on, self.thoughts, self.kept, self.once):
            self._form.setRowVisible(field, False)
        self._form.setRowVisible(self.encoding, True)
        self._show_columns({})
        self.read_as.clear()
        self.change.setChecked(True)
        self.show()

    def forget(self) -> None:
        """Reset for another file."""
        self.hide()
        self.change.setChecked(False)
        self._given, self._header, self._sheet, self._understood = {}, "auto", "", p.Understood()
        self.encoding.setCurrentIndex(0)
        self.encoding.setItemText(0, _BY_ITSELF)

    def _show_columns(self, mapping: dict[str, str]) -> None:
        for combo in self._columns.values():
            self._form.removeRow(combo)
        self._columns = {}
        for place, name in enumerate(self._understood.formats.get(self._understood.format, [])):
            combo = drop_down(tr("Column of {name}", name=name), letters=_LETTERS)
            combo.addItems([_NONE, *self._understood.columns])
            combo.setCurrentText(mapping.get(name, _NONE))
            combo.activated.connect(self._on_column)
            label = QLabel(FIELDS.get(name, name.capitalize()))
            label.setMinimumHeight(CONTROL_HEIGHT)
            self._form.insertRow(2 + place, label, combo)
            self._columns[name] = combo

    def _on_format(self) -> None:
        """Reset the columns: another format detects its own."""
        if self.format.currentData() != self._understood.format:
            self._given = {"format": self.format.currentData()}
            self.changed.emit()

    def _on_column(self) -> None:
        chosen = {name: combo.currentText() for name, combo in self._columns.items() if combo.currentText() != _NONE}
        self._given = {"format": self.format.currentData()}
        if chosen:
            self._given["columns"] = ",".join(f"{name}:{_escaped(column)}" for name, column in chosen.items())
        self.changed.emit()

    def _on_sheet(self) -> None:
        """Reset the columns: another sheet has its own."""
        if self.sheet.currentText() != self._understood.sheet:
            self._sheet, self._given, self._header = self.sheet.currentText(), {}, "auto"
            self.changed.emit()

    def _on_header(self) -> None:
        """Reset the columns: a header row changes their names."""
        self._header = "yes" if self.header.isChecked() else "no"
        self._given.pop("columns", None)
        self.changed.emit()

    def _arrange(self) -> None:
        layouts.column(layouts.row((self.read_as, 1), self.change, gap=GRID), self._fields, inside=self, gap=GRID)
        self._form = QFormLayout(self._fields)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(GRID)
        self._form.setVerticalSpacing(GRID)
        self._form.addRow(caption_of(tr("&Sheet"), self.sheet), self.sheet)
        self._form.addRow(caption_of(tr("R&ead as"), self.format), self.format)
        self._form.addRow("", self.header)
        self._form.addRow(caption_of(tr("Encodin&g"), self.encoding), self.encoding)
        self._form.addRow(caption_of(tr("&Learn"), self.train_on), self.train_on)
        self._form.addRow(caption_of(tr("With &thoughts"), self.thoughts), self.thoughts)
        self._form.addRow(caption_of(tr("Keep &back"), self.kept), self.kept)
        self._form.addRow("", self.once)
        for field in (self.sheet, self.format, self.encoding, self.train_on, self.thoughts, self.kept):
            self._form.labelForField(field).setMinimumHeight(CONTROL_HEIGHT)


def _escaped(column: str) -> str:
    return column.replace(",", "\\,").replace(":", "\\:")
