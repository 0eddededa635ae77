"""The Runs page: what was trained, newest first, to look at again or go on with."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHeaderView,
    QLabel,
    QStackedLayout,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.look import layouts
from app.look.theme import CONTROL_HEIGHT, GRID
from app.widgets.controls import IconButton, page_title, scrolled, text_field
from app.widgets.message_bar import MessageBar
from core.shared import paths, runs
from core.shared.texts.numbers import moment

STATUS_WORDS = {
    "new": "Not begun",
    "running": "▶ Training",
    "done": "✓ Finished",
    "stopped": "■ Stopped, kept",
    "cancelled": "✕ Cancelled",
    "failed": "⚠ Error",
    "interrupted": "⚠ Interrupted",
}
COLUMNS = ("Run", "State", "Begun", "Model", "Data")


class RunsPage(QWidget):
    """Signals:
    open_requested: the folder of a run to show.
    """

    busy, warning = False, None
    open_requested = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.message = MessageBar()
        self.filter = text_field("Filter the runs", "Filter")
        self.filter.setFixedSize(28 * GRID, CONTROL_HEIGHT)
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setAccessibleName("Runs")
        self.open = IconButton("&Open", "mdi6.chart-line", primary=True)
        self.browse = IconButton("Open a run &folder…", "mdi6.folder-open-outline")
        self._prepare_table()
        self._arrange()
        self.filter.textChanged.connect(self._apply_filter)
        self.table.itemSelectionChanged.connect(self._update_button)
        self.table.itemActivated.connect(lambda _item: self._open_selected())
        self.open.clicked.connect(self._open_selected)
        self.browse.clicked.connect(self._browse)

    def shown(self) -> None:
        """Read the runs folder again."""
        found, unreadable = runs.list_runs()
        if unreadable:
            self.message.say("bad", "A run cannot be read", "\n".join(error.message for error in unreadable))
        else:
            self.message.hide()
        self.table.setRowCount(len(found))
        for row, run in enumerate(found):
            info = run.info()
            cells = (run.name, STATUS_WORDS[run.status()], moment(info.created), info.model, info.data)
            for column, text in enumerate(cells):
                item = QTableWidgetItem(Path(text).name if column >= 3 else text)
                item.setToolTip(text)
                item.setData(Qt.ItemDataRole.UserRole, str(run.folder))
                self.table.setItem(row, column, item)
        self._layers.setCurrentIndex(1 if found else 0)
        if found:
            self.table.selectRow(0)
        self._apply_filter(self.filter.text())
        self._update_button()

    def block(self, reason: str) -> None:
        """Runs can be looked at beside one that goes on."""

    def shut_down(self) -> None:
        """No worker is at anything here."""

    def _open_selected(self) -> None:
        if items := self.table.selectedItems():
            self.open_requested.emit(Path(items[0].data(Qt.ItemDataRole.UserRole)))

    def _browse(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, "Choose a run folder", str(paths.runs_dir()))
        if folder:
            self.open_requested.emit(Path(folder))

    def _apply_filter(self, text: str) -> None:
        wanted = text.casefold()
        for row in range(self.table.rowCount()):
            cells = (self.table.item(row, column) for column in range(len(COLUMNS)))
            self.table.setRowHidden(row, not any(cell and wanted in cell.text().casefold() for cell in cells))

    def _update_button(self) -> None:
        self.open.setEnabled(bool(self.table.selectedItems()))

    def _prepare_table(self) -> None:
        self.table.setHorizontalHeaderLabels(list(COLUMNS))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(16 * GRID)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def _arrange(self) -> None:
        empty = QLabel(
            "No runs yet.\n\nEvery training you start is kept here, with its graphs and its adapter.",
            alignment=Qt.AlignmentFlag.AlignCenter,
            wordWrap=True,
        )
        self._layers = QStackedLayout()
        self._layers.addWidget(empty)
        self._layers.addWidget(self.table)
        content = QWidget()
        inside = layouts.column(content, gap=2 * GRID)
        inside.addWidget(self.message)
        inside.addLayout(self._layers, 1)
        top = layouts.row()
        top.addWidget(page_title("Runs"))
        top.addStretch(1)
        top.addWidget(self.filter)
        bottom = layouts.row(gap=GRID)
        bottom.addStretch(1)
        bottom.addWidget(self.browse)
        bottom.addWidget(self.open)
        layout = layouts.column(self, gap=2 * GRID, margins=layouts.PAGE_MARGINS)
        layout.addLayout(top)
        layout.addWidget(scrolled(content), 1)
        layout.addLayout(bottom)
