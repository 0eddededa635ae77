"""The result of an export, and the programs that open it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QProcess, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, SECTION, set_size
from app.pages.export.made import Told
from app.pages.export.texts import Fact
from app.widgets.command_lines import CommandLines
from app.widgets.controls import CopyButton, FoldButton, IconButton, dim_label, section_title, selectable_label
from app.widgets.mark import MarkLabel
from core.base.language import tr
from core.base.own_process import desktop_program


class ResultView(QFrame):
    """Shows what an export made, and before that the steps of one that is being made. Hidden until `say`.

    Signals:
        not_opened: the folder or program that the desktop could not open.
    """

    not_opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self.hide()
        self._told: Told | None = None
        self._folder = self._opens = ""
        self._title, self._next = section_title(""), dim_label(wraps=True)
        self._title.setWordWrap(True)
        self.lines = CommandLines()
        set_size(self.lines, SECTION)
        self.copy = CopyButton(tr("Cop&y"), lambda: self.lines.text)
        self.program = IconButton("", "mdi6.open-in-new")
        self.open = IconButton(tr("Open the &folder"), "mdi6.folder-open-outline")
        self.program.clicked.connect(lambda: self._open(self._opens))
        self.open.clicked.connect(lambda: self._open(self._folder))
        self.facts, self.details = _Facts(), _Facts()
        self.buttons = Flow(GRID, self.program, self.open)
        typed = layouts.row((self.lines, 1), layouts.top(self.copy), gap=GRID)
        self._instead, self.instead = dim_label(tr("Or type in a terminal:")), CommandLines()
        self._copy_instead = CopyButton(tr("Copy the &lines"), lambda: self.instead.text)
        typed_instead = layouts.row((self.instead, 1), layouts.top(self._copy_instead), gap=GRID)
        folded = layouts.panel(layouts.column(self.details, self._instead, typed_instead, gap=GRID))
        self.more = FoldButton(tr("&Details"), folded)
        parts = (self._title, typed, self._next, self.buttons, self.facts, layouts.left(self.more), folded)
        layouts.column(*parts, inside=self, gap=GRID, margins=(12, 12, 12, 12))

    def say(self, told: Told) -> None:
        """Show a result, or the steps of an export."""
        if told == self._told:
            return
        self._told = told
        self._folder = told.place if Path(told.place).is_dir() else str(Path(told.place).parent)
        self._opens = desktop_program(told.program) or told.page
        self._title.setText(told.title)
        self.lines.show_lines(told.lines)
        self.copy.setVisible(bool(told.lines))
        self._next.setText("\n".join(told.after))
        self._next.setVisible(bool(told.after))
        self.program.setText(tr("Open {program}", program=told.program) if told.program else tr("Open the page"))
        self.program.setVisible(bool(self._opens))
        self.open.setVisible(bool(told.place))
        self.open.setToolTip(told.place)
        self.facts.show_facts(told.facts)
        self.details.show_facts(told.details)
        self.instead.show_lines(told.instead)
        for widget in (self._instead, self._copy_instead):
            widget.setVisible(bool(told.instead))
        self.more.setVisible(bool(told.details or told.instead))
        self.more.setChecked(self.more.isChecked() and not self.more.isHidden())
        self.setAccessibleName(" ".join([told.title, *(fact.text for fact in told.facts)]))

    def _open(self, what: str) -> None:
        if not open_it(what):
            self.not_opened.emit(what)


class _Facts(QWidget):
    """Shows facts, one a line."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Fact] = []
        self._grid = layouts.grid(GRID, GRID // 2, 1, inside=self)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Replace the shown facts."""
        self.shown = list(facts)
        layouts.clear(self._grid)
        for row, fact in enumerate(facts):
            mark, words = MarkLabel(fact.mark), selectable_label()
            words.setText(fact.text)
            self._grid.addWidget(mark, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(words, row, 1)
        self.setVisible(bool(facts))


class ProgramButtons(QWidget):
    """Opens a program, or its download page if it is not installed, and looks for it again.

    Signals:
        look_wanted: look again. not_opened: the program or page that the desktop could not open.
    """

    look_wanted = Signal()
    not_opened = Signal(str)

    def __init__(self, name: str, download: str) -> None:
        super().__init__()
        self._name, self._download = name, download
        self.get = IconButton("", "mdi6.open-in-new")
        self.again = IconButton(tr("&Look again"), "mdi6.refresh")
        layouts.row(self.get, self.again, inside=self, gap=GRID)
        self.get.clicked.connect(self._open)
        self.again.clicked.connect(self.look_wanted)

    def _open(self) -> None:
        what = desktop_program(self._name) or self._download
        if not open_it(what):
            self.not_opened.emit(what)

    def show_for(self, is_installed: bool) -> None:
        """Offer to open the program, or to get it. is_installed: perhaps without a window to open."""
        opens = desktop_program(self._name)
        self.get.setText(
            tr("&Open {program}", program=self._name) if opens else tr("&Get {program}", program=self._name)
        )
        self.get.setToolTip(opens or tr("Opens {download} in your browser", download=self._download))
        self.get.setVisible(bool(opens) or not is_installed)


def open_it(what: str) -> bool:
    """Start a program, or have the desktop open a folder, an application or a page; return whether that worked."""
    if Path(what).is_file():
        return bool(QProcess.startDetached(what, [])[0])
    return QDesktopServices.openUrl(QUrl.fromUserInput(what))
