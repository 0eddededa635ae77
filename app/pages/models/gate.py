"""What a gated model asks for: its licence accepted in a browser, and an access token."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit

from app.look import layouts
from app.look.theme import CONTROL_HEIGHT, GRID
from app.widgets.controls import IconButton, dim_label, error_label
from app.widgets.token_keeper import TokenKeeper
from core.shared import protocol as p


class Gate(QFrame):
    """Hidden for open models. The token goes to a worker, which puts it into the system's keyring."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self.hide()
        self._model: p.HubModel | None = None
        self._text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self.accept = IconButton("Open its &page", "mdi6.open-in-new")
        self.make = IconButton("Get a toke&n", "mdi6.key-outline")
        self.token = QLineEdit(placeholderText="Access token, hf_…", echoMode=QLineEdit.EchoMode.Password)
        self.token.setAccessibleName("Access token")
        self.token.setAccessibleDescription("It is kept in the system's keyring, and in no file.")
        self.token.setMinimumHeight(CONTROL_HEIGHT)
        self.save = IconButton("&Keep token", "mdi6.content-save-outline")
        self.answer, self.error = dim_label(wraps=True), error_label()
        self.answer.hide()
        links = layouts.row(gap=GRID)
        links.addWidget(self.accept)
        links.addWidget(self.make)
        links.addStretch(1)
        entry = layouts.row(gap=GRID)
        entry.addWidget(self.token, 1)
        entry.addWidget(self.save)
        layout = layouts.column(self, gap=GRID, margins=(12, GRID, 12, GRID))
        layout.addWidget(self._text)
        layout.addLayout(links)
        layout.addLayout(entry)
        layout.addWidget(self.answer)
        layout.addWidget(self.error)
        self.accept.clicked.connect(lambda: self._browse(""))
        self.make.clicked.connect(lambda: self._browse("settings/tokens"))
        self.keeper = TokenKeeper(self.token, self.save, self.error)
        self.keeper.asked.connect(self.answer.hide)
        self.keeper.kept.connect(self._on_kept)

    def show_for(self, model: p.HubModel) -> None:
        """Show or hide it, as the model is."""
        self._model = model
        self._text.setText(
            "<b>This model is gated.</b> Its owner wants its licence accepted: open its page, log in and accept. Then "
            "get an access token there (reading is enough) and keep it here; one token is good for all gated models."
        )
        self.setVisible(model.gated)

    def _on_kept(self) -> None:
        self.answer.setText("✓ The token is in the system's keyring. Download the model now.")
        self.answer.show()

    def _browse(self, path: str) -> None:
        if self._model is not None:
            page = self._model.page
            address = page.removesuffix(self._model.id) + path if path else page
            QDesktopServices.openUrl(QUrl(address))
