"""F1: the page of the guide that is about what is in front, read from this computer; and pages that others lead to."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QTextBrowser

from app.look import layouts
from app.look.theme import GRID
from app.shell.window import MainWindow
from app.widgets.controls import IconButton
from core.base.language import tr
from core.base.paths import RESOURCES

GUIDE = RESOURCES.parent / "docs" / "guide"
FIRST = "start"
CARDS, COMPUTERS = "../gpu", "other-computers"
PAGES = {  # of the guide, by the key of the window's page
    "models": "choosing-a-model", "data": "preparing-data", "train": "settings", "monitor": "reading-the-plots",
    "export": "exporting", "runs": "several-settings", "settings": "questions", "assess": "is-it-better",
}  # fmt: skip


class Help(QDialog):
    """The guide in a window of its own, which leaves the main window usable; links lead from page to page."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.text = QTextBrowser(openExternalLinks=True)
        self.back = IconButton("", "mdi6.arrow-left")
        self.back.setEnabled(False)
        self.back.clicked.connect(self.text.backward)
        self.text.backwardAvailable.connect(self.back.setEnabled)
        self.beginning = IconButton("", "mdi6.book-open-outline")
        self.beginning.clicked.connect(lambda: self._open(FIRST))
        column = layouts.column(inside=self, gap=GRID, margins=(GRID, GRID, GRID, GRID))
        column.addLayout(layouts.row(self.back, self.beginning, ..., gap=GRID))
        column.addWidget(self.text)
        self.retell()
        self.resize(90 * GRID, 75 * GRID)
        keys = QShortcut(QKeySequence(Qt.Key.Key_F1), window)
        keys.setContext(Qt.ShortcutContext.ApplicationShortcut)
        keys.activated.connect(self.open_page)

    def retell(self) -> None:
        """Say what stands around the guide in the language that was chosen."""
        self.setWindowTitle(tr("Luthier's guide"))
        self.text.setAccessibleName(self.windowTitle())
        self.back.setText(tr("&Back"))
        self.beginning.setText(tr("B&eginning of the guide"))

    def open_page(self) -> None:
        """Show the page that is about what is in front."""
        self._open(PAGES.get(self._window.front, FIRST))

    def open_cards(self) -> None:
        """Show the page that is about graphics cards."""
        self._open(CARDS)

    def open_computers(self) -> None:
        """Show the page that is about other computers."""
        self._open(COMPUTERS)

    def _open(self, page: str) -> None:
        file = (GUIDE / f"{page}.md").resolve()
        if file.is_file():
            self.text.setSource(QUrl.fromLocalFile(str(file)))
        else:
            self.text.setPlainText(
                tr("This copy of Luthier does not include the guide. It is in docs/guide of its source.")
            )
        self.show()
        self.raise_()
        self.text.setFocus()
