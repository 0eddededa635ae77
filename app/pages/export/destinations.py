"""What two kinds of export ask for: Ollama a name, the hub a repository and a token."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.export.result import ProgramButtons
from app.pages.export.texts import UPLOADS, wrong_name, wrong_repo
from app.widgets.controls import captioned, dim_label, error_label, show_error, text_field
from app.widgets.letters import CheckBox
from app.widgets.mark import MarkLabel
from app.widgets.token_row import TokenRow
from app.workers.advice import what_to_do
from core import protocol as p
from core.base.language import tr
from core.base.numbers import size

HOW_TO_START = tr("Open it and look again, or export the folder now and add it later.")
NOT_INSTALLED = tr("Ollama, a free program to talk to models, is not installed.")
LATER = tr("You can export the folder now and add it later.")
NOTHING_NEW = tr("Looked again, and nothing has changed.")
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
        self._is_again = False  # the user asked to look again
        self._is_exported = False  # the folder is ready, and only has to be added
        self._mark, self.status = MarkLabel(), QLabel(wordWrap=True)
        for label in (self._mark, self.status):
            label.setContentsMargins(0, 6, 0, 0)  # aligned with the button's text
        self.program = ProgramButtons("Ollama", DOWNLOAD)
        self.program.hide()
        self.program.look_wanted.connect(self._look_again)
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
        """Show Ollama's status; None while it is being queried: then the buttons stay, and the focus with them."""
        self.found = found
        if found is None:
            self._say("wait", tr("Looking for Ollama…"))
            return
        self.program.setVisible(not found.version)
        self.program.show_for(found.installed)
        if found.version:
            self._say("good", tr("Ollama {version} is running.", version=found.version))
        else:
            self._say("note", f"{NOTHING_NEW} {self._problem(found)}" if self._is_again else self._problem(found))
        self._is_again = False

    def show_exported(self, is_exported: bool) -> None:
        """Say what to do next: whether the folder is still to be exported."""
        if is_exported != self._is_exported:
            self._is_exported = is_exported
            if self.found is not None:
                self.show_found(self.found)

    def _problem(self, found: p.FindOllamaResult) -> str:
        if not found.installed:
            return NOT_INSTALLED if self._is_exported else f"{NOT_INSTALLED} {LATER}"
        if "not answer" not in found.problem:
            return f"{found.problem} {what_to_do(found)}"
        if self._is_exported:
            return tr("Ollama is not running. Open it and look again.")
        return tr("Ollama is not running. {how_to_start}", how_to_start=HOW_TO_START)

    def _look_again(self) -> None:
        self._is_again = True
        self.look_wanted.emit()

    def _say(self, mark: str, text: str) -> None:
        self._mark.show_mark(mark)
        self.status.setText(text)

    def _check(self) -> None:
        show_error(self._error, self.wrong)
        self.changed.emit()


class HubPart(QWidget):
    """Signals:
    changed: something was edited or chosen.
    files_wanted: the export whose files for upload should be listed.
    """

    changed = Signal()
    files_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.listed: p.PushableResult | None = None
        self._export = ""  # path of the export to upload
        self.token = TokenCard()
        self.repo = text_field(tr("Name on the hub"), "your-name/my-model")
        self.private = CheckBox(tr("Only I can see &it"))
        self.private.setChecked(True)
        self._error = error_label()
        self.files = dim_label(UPLOADS, wraps=True)
        name = captioned(tr("&Name on the hub"), self.repo)
        layouts.column(self.token, name, self._error, self.private, self.files, inside=self, gap=GRID)
        self.private.toggled.connect(lambda _on: self.changed.emit())
        self.repo.textEdited.connect(lambda _text: self._check())

    @property
    def wrong(self) -> str:
        """The reason why it cannot be uploaded; "" if it can."""
        if not self.token.has_token:
            return tr("Save an access token first.")
        return wrong_repo(self.repo.text().strip())

    def show_export(self, path: str) -> None:
        """Show the export to upload, "" if none was made, and request its files."""
        if path != self._export:
            self._export = path
            self.show_files(None)
            if path:
                self.files_wanted.emit(path)

    def show_files(self, listed: p.PushableResult | None) -> None:
        """Show the files to upload; None if they are not known yet."""
        self.listed = listed
        if listed is None:
            self.files.setText(UPLOADS)
            return
        lines = [tr("These files would be uploaded, and nothing else:")]
        lines += [f"    {file.name} · {size(file.bytes)}" for file in listed.files]
        if listed.left_out:
            lines.append(
                tr(
                    "Not uploaded: {left_out}{more}",
                    left_out=", ".join(listed.left_out[:5]),
                    more=" …" if len(listed.left_out) > 5 else "",
                )
            )
        if not listed.licence:
            lines.append(tr("The base model's licence is not known. Look it up before you share this."))
        elif listed.restriction:
            lines.append(
                tr(
                    "The base model's licence, {licence}, {restriction}.",
                    licence=listed.licence,
                    restriction=listed.restriction,
                )
            )
        self.files.setText("\n".join(lines))

    def _check(self) -> None:
        show_error(self._error, wrong_repo(self.repo.text().strip()))
        self.changed.emit()


class TokenCard(QFrame):
    """The card that asks for an access token; shown while none is stored.

    Signals:
        kept: the token was stored in the keyring.
    """

    kept = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self.has_token = False
        self.row = TokenRow()
        text = QLabel(
            tr("To upload, get an access token that can write, and save it here. It stays in your system's keyring."),
            wordWrap=True,
        )
        layouts.column(text, self.row, inside=self, gap=GRID, margins=(12, GRID, 12, GRID))
        self.row.kept.connect(self._on_kept)

    def show_for(self, endpoint: str, has_token: bool) -> None:
        """Show the card unless a token exists."""
        self.row.endpoint, self.has_token = endpoint, has_token
        self.setVisible(not has_token)

    def _on_kept(self) -> None:
        self.show_for(self.row.endpoint, True)
        self.kept.emit()
