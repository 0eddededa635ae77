"""The window: a side bar, and the page that is chosen in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QButtonGroup, QMainWindow, QStackedWidget, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.shell.manners import Manners
from app.shell.page import Page
from app.widgets.controls import IconButton, section_title


class MainWindow(QMainWindow):
    """Shows one of its pages; knows them only as such."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Luthier")
        self.setMinimumSize(QSize(600, 288))  # fits 1280x720 at twice the scale, panels and all
        self._closing = False
        self._pages: Sequence[Page] = ()
        self._stack = QStackedWidget()
        self._buttons = QButtonGroup(self, exclusive=True)
        Manners(self)  # before there are any pages: it teaches each widget when that is first polished

    def hold(self, pages: Sequence[Page]) -> None:
        """These are its pages, from the top of the side bar down."""
        self._pages = pages
        self._arrange()

    def show_page(self, page: Page) -> None:
        """Bring a page to the front."""
        index = self._pages.index(page)
        self._stack.setCurrentIndex(index)
        self._buttons.button(index).setChecked(True)
        page.shown()

    def block(self, reason: str) -> None:
        """No run may begin, for this reason; with an empty one it may again."""
        for page in self._pages:
            page.block(reason)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """What goes on is ended first, if that is what the user wants."""
        if not self._closing and not self._may_close():
            event.ignore()
            return
        for page in self._pages:
            page.shut_down()
        self._closing = True
        event.setAccepted(self._is_idle())

    def close_when_idle(self) -> None:
        """Something has ended: close now, if the window waited for the last of it."""
        if self._closing and self._is_idle():
            self.close()

    def _is_idle(self) -> bool:
        return not any(page.busy for page in self._pages)

    def _may_close(self) -> bool:
        """Asks one question at most: of the pages with one the lowest in the side bar, where most has been done."""
        warnings = (page.warning for page in reversed(self._pages))
        question = next(filter(None, warnings), None)
        return question is None or question.ask(self)

    def _arrange(self) -> None:
        sidebar = QWidget()
        sidebar.setObjectName("sidebar")
        sidebar.setFixedWidth(20 * GRID)
        column = layouts.column(sidebar, gap=GRID // 2, margins=(GRID, 2 * GRID, GRID, 2 * GRID))
        name = section_title("Luthier")
        name.setContentsMargins(12, 0, 0, GRID)
        column.addWidget(name)
        for index, page in enumerate(self._pages):
            button = IconButton(page.title, page.icon, checkable=True)
            button.clicked.connect(lambda _checked=False, page=page: self.show_page(page))
            self._buttons.addButton(button, index)
            column.addWidget(button)
            assert isinstance(page, QWidget)  # which a protocol cannot say
            self._stack.addWidget(page)
        column.addStretch(1)
        content = QWidget()
        row = layouts.row(content, gap=0)
        row.addWidget(sidebar)
        row.addWidget(self._stack, 1)
        self.setCentralWidget(content)
