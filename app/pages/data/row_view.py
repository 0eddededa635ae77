"""One row: as text, token by token, or to be edited; and whether it is used."""

from __future__ import annotations

from difflib import SequenceMatcher
from html import escape

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QTextBrowser,
    QWidget,
)

from app.look import layouts
from app.look.theme import FITS, GRID, INFORMS, NO, ink
from app.pages.data.row_texts import ROLES, source_in_words
from app.pages.data.token_view import TokenView
from app.widgets.controls import IconButton, dim_label
from app.widgets.letters import CheckBox
from core.base.language import tr
from core.base.numbers import count
from core.protocol import PreviewMessage, PreviewRow, RowChange

_TEXT, _TOKENS, _EDIT = range(3)  # the views
_POINT = tr("Point at a token (a word, or a piece of one) to see whether it is learnt, and why.")
MOST_EDITED = 200_000  # characters of a row; fields for more would hold up the window
_EDITING = tr("What you change here is saved to a new file; yours stays as it is.")


class RowView(QWidget):
    """Signals:
    left_out: a PreviewRow is left out. undone: its changes are undone.
    """

    left_out = Signal(object)
    undone = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.tokens, self.chat, self.editor = TokenView(), ChatView(), RowEditor()
        self.as_tokens = CheckBox(tr("Show rows as to&kens"))  # the page puts it where it suits
        self.edit = IconButton(tr("Edit"), "mdi6.pencil-outline", checkable=True, may_say=[tr("Done")])
        self.leave_out = IconButton(tr("Leave out"), "mdi6.minus-circle-outline")
        self.undo = IconButton(tr("Take back"), "mdi6.undo")
        self.pointed, self._legend = QLabel(wordWrap=True), QLabel()
        self.source = dim_label(wraps=True)
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

    def show_row(self, row: PreviewRow | None, change: RowChange | None) -> None:
        """Replace the row that is shown. change: what was changed in it."""
        self._row = row
        shown = row or PreviewRow(file="", line=0)
        is_short = sum(len(message.text) for message in shown.messages) <= MOST_EDITED
        self._show_legend()
        self.tokens.show_row(shown)
        self.chat.show_row(shown)
        self.source.setText(source_in_words(shown.source) if shown.source else "")
        self.source.setVisible(shown.source is not None)
        self.editor.show_row(shown if is_short else PreviewRow(file="", line=0))
        can_change = any(message.turn >= 0 for message in shown.messages) and bool(shown.key) and is_short
        is_out = change is not None and change.leave_out
        self.edit.setEnabled(can_change and not is_out)
        self.leave_out.setEnabled(bool(shown.key) and not is_out)
        self.undo.setVisible(change is not None)
        self.edit.setChecked(self.edit.isChecked() and self.edit.isEnabled())
        self._choose_view()

    def _choose_view(self) -> None:
        """Show the row to be edited, as tokens if it has any, or as text."""
        has_tokens = self._row is not None and not self._row.problem
        view = _TOKENS if self.as_tokens.isChecked() and has_tokens else _TEXT
        if self.edit.isChecked():
            view = _EDIT
        icon = "mdi6.check" if view == _EDIT else "mdi6.pencil-outline"
        self.edit.set_look(tr("Done") if view == _EDIT else tr("Edit"), icon)
        self._shown.setCurrentIndex(view)

    def _on_pointed(self, text: str) -> None:
        if self.view == _TOKENS:
            self.pointed.setText(text or _POINT)

    def _on_view(self, view: int) -> None:
        self.editor.finish()
        self._show_legend()
        self.pointed.setText(("", _POINT, _EDITING)[view])
        self.pointed.setVisible(view != _TEXT)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_shown"):
            self._show_legend()

    def _show_legend(self) -> None:
        """Show the legend in the colour that tokens have on this ground."""
        shades = [_shade(FITS, tr("learnt"))]
        if self._row is not None and any(trained and why == "thought" for _, trained, why in self._row.stretches):
            shades.append(f"<i>{_shade(INFORMS, tr('thoughts'))}</i>")
        self._legend.setText(" &nbsp; ".join([*shades, tr("grey: only read")]) if self.view == _TOKENS else "")

    def _arrange(self) -> None:
        for widget in (self.chat, self.tokens, self.editor):
            self._shown.addWidget(widget)
        for button in (self.as_tokens, self.edit):
            button.toggled.connect(self._choose_view)
        self.undo.hide()
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        self._legend.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # buttons before text
        self.pointed.hide()
        self.pointed.setProperty("dim", True)
        self.pointed.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.pointed.setFixedHeight(2 * self.pointed.fontMetrics().lineSpacing())
        self.source.setTextFormat(Qt.TextFormat.PlainText)
        self.source.hide()
        foot = layouts.row((self._legend, 1), self.undo, self.edit, self.leave_out, gap=GRID)
        layouts.column((self._shown, 1), self.source, self.pointed, foot, inside=self, gap=GRID)


def _shade(colour: str, word: str) -> str:
    """Return a word in HTML, shaded like the tokens on this background."""
    return f"<span style='background-color:#66{ink(colour).name()[1:]}'>&nbsp;{word}&nbsp;</span>"


MOST_COMPARED = 400  # words of two answers: comparing more would take long
MOST_SHOWN = 20_000  # characters of a message
_ANSWER = 0.14  # opacity of the accent colour behind the model's turns


class ChatView(QTextBrowser):
    """A readable row: its turns as stacked blocks, or its text. Filled by `show_row`."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("rows")
        self.setStyleSheet("QTextBrowser { padding: 4px 8px; }")  # as in the token view
        self.setAccessibleName(tr("The row as text"))
        self._row = PreviewRow(file="", line=0)

    def show_row(self, row: PreviewRow) -> None:
        """Replace the row that is shown."""
        self._row = row
        problem = f"<p><b>{escape(tr('Not used: {why}', why=row.problem))}</b></p>" if row.problem else ""
        self.setHtml(problem + "".join(map(self._block, row.messages)) + self._rejected(row))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_row"):
            self.show_row(self._row)

    def _rejected(self, row: PreviewRow) -> str:
        """Return the rejected answer as HTML; words that the chosen one lacks are highlighted."""
        if not row.rejected:
            return ""
        better = row.messages[-1].text.split(" ") if row.messages else []
        worse = _shortened(row.rejected).split(" ")
        marks = []
        for kind, _, _, start, end in SequenceMatcher(
            None, better[:MOST_COMPARED], worse[:MOST_COMPARED]
        ).get_opcodes():
            said = escape(" ".join(worse[start:end]))
            if said:
                marks.append(said if kind == "equal" else f"<b style='color:{ink(NO).name()}'>{said}</b>")
        marks.append(escape(" ".join(worse[MOST_COMPARED:])))
        return self._framed(
            tr("Rejected"), self.palette().color(QPalette.ColorRole.AlternateBase), " ".join(filter(None, marks))
        )

    def _framed(self, title: str, ground: QColor, text: str, before: str = "") -> str:
        """A turn: HTML below its title, `before` in a form of its own."""
        dim = self.palette().color(QPalette.ColorRole.PlaceholderText).name()
        return (
            "<table width='100%' cellpadding='8' cellspacing='0' style='margin-bottom:8px'><tr>"
            f"<td bgcolor='{ground.name()}'><span style='color:{dim}'>{title}</span><br>{before}"
            f"<span style='white-space:pre-wrap'>{text}</span></td></tr></table>"
        )

    def _block(self, message: PreviewMessage) -> str:
        if not message.role:
            return f"<p style='white-space:pre-wrap'>{escape(_shortened(message.text))}</p>"
        palette = self.palette()
        plain = palette.color(QPalette.ColorRole.AlternateBase)
        lit = _mixed(palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Highlight), _ANSWER)
        thoughts = escape(_shortened(message.thoughts)) if message.thoughts else ""
        if thoughts:
            ground = palette.color(QPalette.ColorRole.PlaceholderText).name()
            thoughts = f"<i style='white-space:pre-wrap;color:{ground}'>{thoughts}</i><br><br>"
        role = ROLES.get(message.role, escape(message.role))
        said = escape(_shortened(message.text))
        return self._framed(role, lit if message.role == "assistant" else plain, said, thoughts)


def _shortened(text: str) -> str:
    """Return the text cut to MOST_SHOWN: laying out millions of characters would take seconds."""
    more = len(text) - MOST_SHOWN
    return text if more <= 0 else tr("{text}…\n\n({more} more characters)", text=text[:MOST_SHOWN], more=count(more))


def _mixed(ground: QColor, color: QColor, share: float) -> QColor:
    pairs = zip(ground.getRgb()[:3], color.getRgb()[:3], strict=True)  # type: ignore[index]  # they are four numbers
    return QColor(*(round(a + share * (b - a)) for a, b in pairs))


SETTLED_MS = 600  # delay after the last key before the row is read again
_LEAST, _MOST = 3, 12  # lines of a field


class RowEditor(QScrollArea):
    """The texts of a row, to be changed: a field for each turn.

    Signals:
    edited: the row, and its new texts by turn.
    """

    edited = Signal(object, object)

    def __init__(self) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._row = PreviewRow(file="", line=0)
        self._fields: dict[int, QPlainTextEdit] = {}
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.timeout.connect(self.finish)

    def show_row(self, row: PreviewRow) -> None:
        """Show fields for a row's turns, unless the row was only read again after an edit."""
        self.finish()
        if self._fields and row.place == self._row.place and self._texts() == _said(row.messages):
            self._row = row
            return
        self._row, self._fields = row, {}
        content = QWidget()
        column = layouts.column(inside=content, gap=GRID // 2)
        is_passage = len(row.messages) == 1 and not row.messages[0].role
        for message in row.messages:
            if message.turn >= 0:
                if message.role:
                    column.addWidget(dim_label(ROLES.get(message.role, message.role)))
                column.addWidget(self._field(message, fills=is_passage))
        if not is_passage:
            column.addStretch(1)
        self.setWidget(content)

    def finish(self) -> None:
        """Emit the pending edit."""
        self._settled.stop()
        said = _said(self._row.messages)
        if changed := {turn: text for turn, text in self._texts().items() if text != said[turn]}:
            row = self._row
            for message in row.messages:  # avoids emitting the same change again
                message.text = changed.get(message.turn, message.text)
            self.edited.emit(row, changed)

    def _texts(self) -> dict[int, str]:
        """Return the texts by turn; unedited fields give the row's own text, as fields alter blanks and line ends."""
        texts = _said(self._row.messages)
        return texts | {turn: _text(field) for turn, field in self._fields.items() if field.document().isModified()}

    def _field(self, message: PreviewMessage, *, fills: bool) -> QPlainTextEdit:
        field = QPlainTextEdit(message.text)
        field.setAccessibleName(
            tr("Text of {role}", role=ROLES.get(message.role, message.role)) if message.role else tr("Text")
        )
        field.setTabChangesFocus(True)
        if not fills:
            lines = min(_MOST, max(_LEAST, len(message.text) // 50 + message.text.count("\n") + 1))
            field.setFixedHeight(lines * field.fontMetrics().lineSpacing() + 3 * GRID)
        field.textChanged.connect(self._settled.start)
        self._fields[message.turn] = field
        return field


def _text(field: QPlainTextEdit) -> str:
    """Return the text with its no-break spaces, which toPlainText makes spaces of."""
    return field.document().toRawText().replace("\u2029", "\n")


def _said(messages: list[PreviewMessage]) -> dict[int, str]:
    return {message.turn: message.text for message in messages if message.turn >= 0}
