"""Export to Ollama: whether it is running, and the model's name."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.export.texts import wrong_name
from app.widgets.controls import IconButton, caption_of, error_label, show_error, text_field
from app.widgets.mark import MarkLabel
from app.workers.advice import what_to_do
from core import protocol as p
from core.base.language import tr

HOW_TO_START = tr(
    "Start its app, then look again. The files can be made all the same; once Ollama runs, one click brings them in."
)


NOT_INSTALLED = tr(
    "Ollama is not on this machine. It is a free program to talk to models. The files can be made all the "
    "same; once Ollama runs, one click brings them in."
)
DOWNLOAD = "https://ollama.com/download"


class OllamaPart(QWidget):
    """Signals:
    look_wanted: look for Ollama again.
    changed: the name was edited.
    """

    look_wanted = Signal()
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.found: p.FindOllamaResult | None = None
        self._mark, self.status = MarkLabel(), QLabel(wordWrap=True)
        for label in (self._mark, self.status):
            label.setContentsMargins(0, 6, 0, 0)  # aligned with the button's text
        self.get = IconButton(tr("Get Oll&ama"), "mdi6.open-in-new")
        self.get.setToolTip(tr("Opens {download} in your browser", download=DOWNLOAD))
        self.get.clicked.connect(lambda: QDesktopServices.openUrl(QUrl(DOWNLOAD)))
        self.again = IconButton(tr("&Look again"), "mdi6.refresh")
        self.again.clicked.connect(self.look_wanted)
        self.name = text_field(tr("Name in Ollama"), "my-model")
        self._error = error_label()
        status = layouts.row(gap=GRID)
        status.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        status.addWidget(self.status, 1, Qt.AlignmentFlag.AlignTop)
        status.addWidget(self.get, 0, Qt.AlignmentFlag.AlignTop)
        status.addWidget(self.again, 0, Qt.AlignmentFlag.AlignTop)
        column = layouts.column(inside=self, gap=GRID)
        column.addLayout(status)
        column.addLayout(layouts.row(caption_of(tr("&Name there"), self.name), (self.name, 1), gap=GRID))
        column.addWidget(self._error)
        self.name.textEdited.connect(lambda _text: self._check())
        self.show_found(None)

    @property
    def runs(self) -> bool:
        """Whether Ollama can import a model now."""
        return self.found is not None and bool(self.found.version)

    @property
    def wrong(self) -> str:
        """The problem with the name; "" if it is valid."""
        return wrong_name(self.name.text().strip())

    def suggest(self, name: str) -> None:
        """Suggest a name for a newly shown run, scrolled to its beginning."""
        self.name.setText(name)
        self.name.setCursorPosition(0)
        show_error(self._error, "")

    def show_found(self, found: p.FindOllamaResult | None) -> None:
        """Show Ollama's status; None while it is being queried."""
        self.found = found
        self.again.setEnabled(found is not None)
        self.get.setVisible(found is not None and not found.installed)
        if found is None:
            self._say("wait", tr("Looking for Ollama…"))
        elif found.version:
            self._say("good", tr("Ollama {version} is running.", version=found.version))
        elif not found.installed:
            self._say("note", NOT_INSTALLED)
        elif "not answer" in found.problem:
            self._say("note", tr("Ollama is not running. {how_to_start}", how_to_start=HOW_TO_START))
        else:
            self._say("note", f"{found.problem} {what_to_do(found)}")

    def _say(self, mark: str, text: str) -> None:
        self._mark.show_mark(mark)
        self.status.setText(text)

    def _check(self) -> None:
        show_error(self._error, self.wrong)
        self.changed.emit()
