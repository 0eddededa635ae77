"""A row as people read it: its turns as blocks below each other, or its text."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QTextBrowser

from app.pages.data.row_texts import ROLES
from core.shared.protocol import PreviewMessage, PreviewRow
from core.shared.texts.language import tr
from core.shared.texts.numbers import count

MOST_SHOWN = 20_000  # characters of a message
_ANSWER = 0.14  # of the accent, behind what the model says


class ChatView(QTextBrowser):
    """Filled by `show_row`."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("rows")
        self.setStyleSheet("QTextBrowser { padding: 4px 8px; }")  # as the tokens have it
        self.setAccessibleName(tr("The row as text"))
        self._row = PreviewRow(file="", line=0)

    def show_row(self, row: PreviewRow) -> None:
        """Replace what is shown."""
        self._row = row
        problem = f"<p><b>{escape(tr('Not used: {why}', why=row.problem))}</b></p>" if row.problem else ""
        self.setHtml(problem + "".join(map(self._block, row.messages)))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_row"):
            self.show_row(self._row)

    def _block(self, message: PreviewMessage) -> str:
        if not message.role:
            return f"<p style='white-space:pre-wrap'>{escape(_shortened(message.text))}</p>"
        palette = self.palette()
        plain = palette.color(QPalette.ColorRole.AlternateBase)
        lit = _mixed(palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Highlight), _ANSWER)
        color = (lit if message.role == "assistant" else plain).name()
        role = ROLES.get(message.role, escape(message.role))
        name = f"<span style='color:{palette.color(QPalette.ColorRole.PlaceholderText).name()}'>{role}</span><br>"
        thoughts = escape(_shortened(message.thoughts)) if message.thoughts else ""
        if thoughts:
            ground = palette.color(QPalette.ColorRole.PlaceholderText).name()
            thoughts = f"<i style='white-space:pre-wrap;color:{ground}'>{thoughts}</i><br><br>"
        return (
            f"<table width='100%' cellpadding='8' cellspacing='0' style='margin-bottom:8px'><tr><td bgcolor='{color}'>"
            f"{name}{thoughts}<span style='white-space:pre-wrap'>{escape(_shortened(message.text))}</span>"
            "</td></tr></table>"
        )


def _shortened(text: str) -> str:
    """What a person may read of it: laying out millions of characters would take seconds."""
    more = len(text) - MOST_SHOWN
    return text if more <= 0 else tr("{text}…\n\n({more} more characters)", text=text[:MOST_SHOWN], more=count(more))


def _mixed(ground: QColor, color: QColor, share: float) -> QColor:
    pairs = zip(ground.getRgb()[:3], color.getRgb()[:3], strict=True)  # type: ignore[index]  # they are four numbers
    return QColor(*(round(a + share * (b - a)) for a, b in pairs))
