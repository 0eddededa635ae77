"""Whether another computer shows the same number: asked wherever the user is in the window."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QWidget

from app.look import layouts
from app.look.theme import GRID, TITLE, set_size
from app.widgets.controls import IconButton, dim_label, section_title, selectable_label
from app.workers.computers import Computers
from core.base.language import tr
from core.protocol import CompareCode

CODE = 2 * TITLE  # pixels: somebody reads it from one screen and types it at another
MAY = tr(
    "What a computer that was let in can do: it sees the data and the model that it computes on, and it can waste this "
    "computer's time and make a training worse. It cannot run programs here, and it cannot read other files."
)
WIDTH = 60 * GRID  # pixels


class CodeAsking(QObject):
    """Asks, and passes the answer on. What the other side takes back is no longer asked."""

    def __init__(self, computers: Computers, window: QWidget) -> None:
        super().__init__(window)
        self._computers, self._window = computers, window
        self.dialog: CodeDialog | None = None
        computers.code_shown.connect(self._ask)
        computers.code_settled.connect(self._close)

    def _ask(self, shown: CompareCode) -> None:
        self._close()
        self.dialog = CodeDialog(self._window, shown)
        self.dialog.finished.connect(self._answer)
        self.dialog.open()

    def _answer(self, result: int) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            self._computers.answer(dialog.shown.code, result == QDialog.DialogCode.Accepted)
            dialog.deleteLater()

    def _close(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.close()
            dialog.deleteLater()


class CodeDialog(QDialog):
    """Escape and Enter let nobody in."""

    def __init__(self, parent: QWidget, shown: CompareCode) -> None:
        super().__init__(parent)
        self.shown = shown
        self.setWindowTitle("Luthier")
        self.setModal(True)
        title = section_title(tr("Does {machine} show the same number?", machine=shown.machine))
        title.setWordWrap(True)
        title.setTextFormat(Qt.TextFormat.PlainText)  # another computer says what it is called
        self.code = selectable_label(keys=True)
        self.code.setText(f"{shown.code[:3]}\u2009{shown.code[3:]}")
        self.code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        set_size(self.code, CODE, bold=True)
        about = dim_label(
            tr(
                "Look at the screen of that computer ({address}). If it shows another number, or none, someone "
                "else is in between: say No.",
                address=shown.address,
            ),
            wraps=True,
        )
        may = dim_label(MAY, wraps=True)
        self.yes = IconButton(tr("&Yes, the same"), "mdi6.check")
        self.no = IconButton(tr("&No"), "mdi6.close", primary=True)
        self.yes.setAutoDefault(False)  # Qt would have Enter press whichever has the focus
        self.no.setDefault(True)
        self.no.setFocus()
        self.yes.clicked.connect(self.accept)
        self.no.clicked.connect(self.reject)
        column = layouts.column(inside=self, gap=2 * GRID, margins=(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID))
        for widget in (title, self.code, about, may):
            column.addWidget(widget)
        column.addLayout(layouts.row(..., self.yes, self.no, gap=GRID))
        self.setMinimumWidth(WIDTH)
