"""What a run was asked to do, as a list to read."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.monitor.settings_texts import asked_for
from app.widgets.controls import Card, IconButton, dim_label, selectable_label
from core.shared.runs import Run, RunInfo
from core.shared.texts.language import tr


class SettingsView(QWidget):
    """Two columns, a name and a value in each row."""

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None
        self._card = Card(tr("What it was asked to do"))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(3 * GRID)
        self._grid.setVerticalSpacing(GRID // 2)
        self._grid.setColumnStretch(1, 1)
        self.open = IconButton(tr("Open the &folder"), "mdi6.folder-open-outline")
        self.open.clicked.connect(self._open)
        self._card.header.addWidget(self.open)
        self._card.body.addLayout(self._grid)
        column = layouts.column(self)
        column.addWidget(self._card)
        column.addStretch(1)

    def show_run(self, run: Run, info: RunInfo) -> None:
        """Of this run."""
        self._run = run
        while (item := self._grid.takeAt(0)) is not None:
            if widget := item.widget():
                widget.deleteLater()
        for row, (name, value, whole) in enumerate(asked_for(info)):
            shown = selectable_label()
            shown.setText(value)
            shown.setToolTip(whole)
            shown.setAccessibleName(f"{name}: {value}")
            label: QLabel = dim_label(name)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(shown, row, 1)

    def _open(self) -> None:
        if self._run is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._run.folder)))
