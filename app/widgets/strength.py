"""How much of what was learnt counts: a slider, and what is right and what else has changed at several strengths."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSlider, QTableWidget, QTableWidgetItem, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, dim_label, show_few_rows
from core import protocol as p
from core.advice.assessment import in_short, to_keep
from core.base.language import tr
from core.base.numbers import count, decimals

USUAL = tr("0: as before training. 1: as trained. Far above 1 the answers fall apart.")
DORA = tr("It was trained with DoRA, which is merged into the model: it can only be on or off.")
NO_ADAPTER = tr("There is no adapter here, so there is nothing to weigh.")
MEASURES = tr("Asks the questions that were kept for testing at several strengths, and measures what else has changed.")
STEPS = 20  # of the slider for each 1
_CAUGHT = 1  # of them beside 1 that are 1 for the mouse


class StrengthChoice(QWidget):
    """Signals:
    changed: another strength was chosen.
    measure_wanted: the user wants to know what is right, and what else has changed, at several.
    """

    changed = Signal()
    measure_wanted = Signal()

    def __init__(self, least: int = 0) -> None:
        """least: of the slider's steps."""
        super().__init__()
        self.words = QLabel()  # the page puts it where it suits
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(least, 2 * STEPS)
        self.slider.setValue(STEPS)
        self.slider.setAccessibleName(tr("Strength of the adapter"))
        self.slider.setPageStep(STEPS // 4)
        self.measure = IconButton(tr("Measure some strengths"), "mdi6.scale-balance")
        self.measure.setToolTip(MEASURES)
        self.table, self._help, self._verdict = QTableWidget(0, 3), dim_label(wraps=True), dim_label(wraps=True)
        self._measured: list[p.StrengthMeasured] = []
        columns = [tr("Strength"), tr("Your questions"), tr("Everything else")]
        show_few_rows(self.table, tr("What each strength keeps"), columns, wide=2)
        layouts.column(
            self.slider, self._help, self.table, self._verdict, layouts.left(self.measure), inside=self, gap=GRID
        )
        self.slider.sliderMoved.connect(self._catch)
        self.slider.valueChanged.connect(lambda _value: self._on_value())
        self.table.itemSelectionChanged.connect(self._take_row)
        self.measure.clicked.connect(self.measure_wanted)
        self.forget()
        self.show_adapter(has=True, adjustable=True)

    @property
    def strength(self) -> float:
        """The chosen strength, from 0 to 2; 1 where it cannot be another."""
        return self.slider.value() / STEPS if self.slider.isEnabled() else 1.0

    def show_adapter(self, *, has: bool, adjustable: bool) -> None:
        """Show whether there is an adapter, and whether its strength can be another."""
        self.slider.setEnabled(has and adjustable)
        self.measure.setVisible(has and adjustable)
        self._help.setText(USUAL if has and adjustable else DORA if has else NO_ADAPTER)
        self._on_value()

    def show_result(self, result: p.StrengthsResult) -> None:
        """Show what was measured; a row that is chosen sets the slider."""
        self._measured = result.measured
        self.table.setRowCount(len(result.measured))
        for row, one in enumerate(result.measured):
            right = tr("{right} of {answers}", right=count(one.right), answers=count(result.of)) if result.of else "–"
            for column, text in enumerate((decimals(one.strength, 2), right, in_short(one.moved))):
                self.table.setItem(row, column, QTableWidgetItem(text))
        height = self.table.rowHeight(0) * self.table.rowCount() + self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(height + 4)
        self._verdict.setText(to_keep(result))
        for widget in (self.table, self._verdict):
            widget.show()
        if result.recommended is not None:
            self.table.selectRow([one.strength for one in result.measured].index(result.recommended))

    def forget(self) -> None:
        """Forget what was measured of another run or checkpoint."""
        self._measured = []
        self.table.setRowCount(0)
        for widget in (self.table, self._verdict):
            widget.hide()

    def _take_row(self) -> None:
        if rows := self.table.selectionModel().selectedRows():
            self.slider.setValue(round(self._measured[rows[0].row()].strength * STEPS))

    def _catch(self, value: int) -> None:
        """Make the trained strength easy to hit with the mouse; the keys reach the values beside it, too."""
        if 0 < abs(value - STEPS) <= _CAUGHT:
            self.slider.setSliderPosition(STEPS)

    def _on_value(self) -> None:
        self.words.setText(decimals(self.strength, 2))
        self.changed.emit()
