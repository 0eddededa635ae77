"""What came of an export: the checks in words, the lines to type, and where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, set_size
from app.pages.export.texts import Fact
from app.widgets.command_lines import CommandLines
from app.widgets.controls import CopyButton, IconButton, PathLabel, dim_label, selectable_label
from app.widgets.mark import MarkLabel
from core.shared.texts.language import tr


class ResultView(QFrame):
    """Hidden until `say`.

    Signals:
        not_opened: the folder for which the desktop has no program to show it.
    """

    not_opened = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self.hide()
        self._folder = Path()
        self._title = QLabel()
        set_size(self._title, 11, bold=True)
        self._place = PathLabel()
        self.facts: list[Fact] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(GRID)
        self._grid.setVerticalSpacing(GRID // 2)
        self._grid.setColumnStretch(1, 1)
        self._next = dim_label(wraps=True)
        self.lines = CommandLines()
        self.copy = CopyButton(tr("Cop&y"), lambda: self.lines.text)
        self.open = IconButton(tr("Open the &folder"), "mdi6.folder-open-outline")
        self.open.clicked.connect(self._open)
        self.buttons = Flow(GRID)
        for button in (self.copy, self.open):
            self.buttons.addWidget(button)
        column = layouts.column(self, gap=GRID, margins=(12, 12, 12, 12))
        column.addWidget(self._title)
        column.addWidget(self._place)
        column.addLayout(self._grid)
        column.addWidget(self._next)
        column.addWidget(self.lines)
        column.addLayout(self.buttons)

    def say(
        self, title: str, place: str, facts: Sequence[Fact], lines: Sequence[str] = (), after: Sequence[str] = ()
    ) -> None:
        """place: the file or folder that was made, "" where it is not on this disk. after: what to do next."""
        self._folder = Path(place) if Path(place).is_dir() else Path(place).parent
        self._title.setText(title)
        self._place.show_path(place)
        for widget in (self._place, self.open):
            widget.setVisible(bool(place))
        self._show_facts(facts)
        self._next.setText("\n".join(after))
        self._next.setVisible(bool(after))
        self.lines.show_lines(lines)
        self.copy.setVisible(bool(lines))
        self.setAccessibleName(" ".join([title, *(fact.text for fact in facts)]))
        self.show()

    def _show_facts(self, facts: Sequence[Fact]) -> None:
        self.facts = list(facts)
        while item := self._grid.takeAt(0):
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row, fact in enumerate(facts):
            mark, words = MarkLabel(fact.mark), selectable_label()
            words.setText(fact.text)
            self._grid.addWidget(mark, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(words, row, 1)

    def _open(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder))):
            self.not_opened.emit(self._folder)
