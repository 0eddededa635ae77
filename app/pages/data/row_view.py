"""One row: token by token, as text, or to be edited; and whether it is used."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedWidget, QWidget

from app.look import layouts
from app.look.theme import FITS, GRID, INFORMS, ink
from app.pages.data.chat_view import ChatView
from app.pages.data.row_editor import RowEditor
from app.pages.data.token_view import TokenView
from app.widgets.controls import IconButton
from app.widgets.view_switch import ViewSwitch
from core.shared.protocol import PreviewRow, RowChange
from core.shared.texts.language import tr

_VIEWS = (
    ("tokens", tr("As token&s"), "mdi6.code-tags"),
    ("text", tr("As te&xt"), "mdi6.message-text-outline"),
    ("edit", tr("Edit"), "mdi6.pencil-outline"),
)
_POINT = tr("Point at a token (a word, or a piece of one) to see whether it is learnt, and why.")
MOST_EDITED = 200_000  # characters of a row; fields for more would hold up the window
_EDITING = tr("What you change here is saved to a new file; yours stays as it is.")


class RowView(QWidget):
    """Signals:
    left_out: a PreviewRow is not wanted. undone: it shall be as the file has it.
    """

    left_out = Signal(object)
    undone = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.tokens, self.chat, self.editor = TokenView(), ChatView(), RowEditor()
        self._views = ViewSwitch(tr("How to see the row"), _VIEWS)
        self.as_tokens, self.as_chat, self.edit = self._views.buttons.values()
        self.leave_out = IconButton(tr("Leave out"), "mdi6.minus-circle-outline")
        self.undo = IconButton(tr("Take back"), "mdi6.undo")
        self.pointed, self._legend = QLabel(wordWrap=True), QLabel()
        self._row: PreviewRow | None = None
        self._shown = QStackedWidget()
        self._arrange()
        self._show_legend()
        self.tokens.pointed.connect(self._on_pointed)
        self._shown.currentChanged.connect(self._on_view)
        self.leave_out.clicked.connect(lambda: self.left_out.emit(self._row))
        self.undo.clicked.connect(lambda: self.undone.emit(self._row))

    @property
    def view(self) -> int:
        """Which of the three is shown."""
        return self._shown.currentIndex()

    def show_view(self, view: int) -> None:
        """Show one of the three, if the row has it."""
        button = (self.as_tokens, self.as_chat, self.edit)[view]
        if button.isEnabled():
            button.click()

    def show_row(self, row: PreviewRow | None, change: RowChange | None) -> None:
        """Replace what is shown. change: what was changed in it."""
        self._row = row
        shown = row or PreviewRow(file="", line=0)
        is_short = sum(len(message.text) for message in shown.messages) <= MOST_EDITED
        self._show_legend()
        self.tokens.show_row(shown)
        self.chat.show_row(shown)
        self.editor.show_row(shown if is_short else PreviewRow(file="", line=0))
        can_change = any(message.turn >= 0 for message in shown.messages) and bool(shown.key) and is_short
        is_out = change is not None and change.leave_out
        self.as_tokens.setEnabled(not shown.problem)
        self.edit.setEnabled(can_change and not is_out)
        self.leave_out.setEnabled(bool(shown.key) and not is_out)
        self.undo.setVisible(change is not None)
        if (shown.problem and self.as_tokens.isChecked()) or (self.edit.isChecked() and not self.edit.isEnabled()):
            self.as_chat.click()

    def _on_pointed(self, text: str) -> None:
        if self.view == 0:
            self.pointed.setText(text or _POINT)

    def _on_view(self, view: int) -> None:
        self.editor.finish()
        self._show_legend()
        self.pointed.setText((_POINT, "", _EDITING)[view])

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_shown"):
            self._show_legend()

    def _show_legend(self) -> None:
        """In the colour that tokens have on this ground."""
        shades = [_shade(FITS, tr("learnt"))]
        if self._row is not None and any(trained and why == "thought" for _, trained, why in self._row.stretches):
            shades.append(f"<i>{_shade(INFORMS, tr('thoughts'))}</i>")
        self._legend.setText(" &nbsp; ".join([*shades, tr("grey: only read")]) if self.view == 0 else "")

    def _arrange(self) -> None:
        for widget in (self.tokens, self.chat, self.editor):
            self._shown.addWidget(widget)
        self._views.chosen.connect(lambda key: self._shown.setCurrentIndex(list(self._views.buttons).index(key)))
        self.undo.hide()
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        self._legend.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # buttons before words
        self.pointed.setProperty("dim", True)
        self.pointed.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.pointed.setFixedHeight(2 * self.pointed.fontMetrics().lineSpacing())
        self.pointed.setText(_POINT)
        bottom = layouts.row(gap=GRID)
        bottom.addWidget(self._legend, 1)
        for button in (self.undo, self.leave_out):
            bottom.addWidget(button)
        column = layouts.column(self, gap=GRID)
        column.addWidget(self._views)
        column.addWidget(self._shown, 1)
        column.addWidget(self.pointed)
        column.addLayout(bottom)


def _shade(colour: str, word: str) -> str:
    """A word as tokens stand on this ground."""
    return f"<span style='background-color:#66{ink(colour).name()[1:]}'>&nbsp;{word}&nbsp;</span>"
