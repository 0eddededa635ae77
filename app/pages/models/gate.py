"""What a gated model asks for: its licence accepted in a browser, and an access token."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QLabel

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton
from app.widgets.token_row import TokenRow
from core.shared import protocol as p
from core.shared.texts.language import tr


class Gate(QFrame):
    """Hidden for open models."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self.hide()
        self._model: p.HubModel | None = None
        self._text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self.accept = IconButton(tr("Open its &page"), "mdi6.open-in-new")
        self.token = TokenRow(tr("&Save token"), tr("Get a toke&n"))
        layout = layouts.column(self, gap=GRID, margins=(12, GRID, 12, GRID))
        layout.addWidget(self._text)
        layout.addWidget(self.accept, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.token)
        self.accept.clicked.connect(self._open_page)

    def show_for(self, model: p.HubModel) -> None:
        """Show or hide it, as the model is."""
        self._model = model
        self.token.endpoint = model.page.removesuffix(f"/{model.id}")
        self._text.setText(
            tr(
                "<b>This model is gated.</b> Its owner wants its licence accepted: open its page, log in and "
                "accept. Then get an access token there (reading is enough) and keep it here; one token is good "
                "for all gated models."
            )
        )
        self.setVisible(model.gated)

    def _open_page(self) -> None:
        if self._model is not None:
            QDesktopServices.openUrl(QUrl(self._model.page))
