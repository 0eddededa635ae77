"""Export to Ollama: whether it is running, and the model's name."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.export.result import ProgramButtons
from app.pages.export.texts import wrong_name
from app.widgets.controls import captioned, error_label, show_error, text_field
from app.widgets.mark import MarkLabel
from app.workers.advice import what_to_do
from core import protocol as p
from core.base.language import tr

HOW_TO_START = tr("Open it and look again, or export the folder now and add it later.")
NOT_INSTALLED = tr(
    "Ollama, a free program to talk to models, is not installed. You can export the folder now and add it later."
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
        self.program = ProgramButtons("Ollama", DOWNLOAD)
        self.program.look_wanted.connect(self.look_wanted)
        self.name = text_field(tr("Name in Ollama"), "my-model")
        self._error = error_label()
        top = Qt.AlignmentFlag.AlignTop
        status = layouts.row(layouts.top(self._mark), (self.status, 1, top), layouts.top(self.program), gap=GRID)
        layouts.column(status, captioned(tr("&Name in Ollama"), self.name), self._error, inside=self, gap=GRID)
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
        self.program.setVisible(found is not None and not found.version)
        self.program.show_for(found is None or found.installed)
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
