"""Upload to the hub: the kind of export, the repository name, and a preview of the files."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.export.texts import UPLOADS, wrong_repo
from app.widgets.controls import captioned, dim_label, error_label, show_error, text_field
from app.widgets.letters import CheckBox
from app.widgets.token_row import TokenRow
from core import protocol as p
from core.base.language import tr
from core.base.numbers import size


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
    """Asks for an access token; shown while none is stored.

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
