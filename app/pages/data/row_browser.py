"""The rows of a data file: a list and, beside it, one of them as a chat or token by token."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QLabel,
    QSplitter,
    QStackedWidget,
    QTextBrowser,
    QWidget,
)

from app.look import layouts
from app.look.theme import FITS, GRID
from app.pages.data.texts import ROLES, row_facts, row_title
from app.pages.data.token_view import TokenView
from app.widgets.controls import IconButton, switch
from app.widgets.two_line_list import Row, TwoLineList
from core.shared.protocol import PreviewRow

_LEGEND = (
    f"<span style='background-color:#66{FITS[1:]}'>&nbsp;learnt&nbsp;</span> &nbsp; grey: read, not learnt &nbsp; "
    "Point at a token to see why."
)


class RowBrowser(QSplitter):
    """Signals:
    more_wanted: the rows after those shown.
    """

    more_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self.list = TwoLineList("Rows of the data")
        self.more = IconButton("&Next rows", "mdi6.chevron-down")
        self.tokens, self.chat = TokenView(), QTextBrowser()
        self.chat.setObjectName("rows")
        self.chat.setAccessibleName("The row as a chat")
        self.as_tokens = IconButton("As token&s", "mdi6.code-tags", checkable=True)
        self.as_chat = IconButton("As te&xt", "mdi6.message-text-outline", checkable=True)
        self.pointed = QLabel(wordWrap=True)
        self._legend = QLabel(_LEGEND, wordWrap=True)
        self._shown = QStackedWidget()
        self._arrange()
        self.list.chosen.connect(self._show)
        self.more.clicked.connect(self.more_wanted)
        self.as_tokens.clicked.connect(lambda: self._shown.setCurrentWidget(self.tokens))
        self.as_chat.clicked.connect(lambda: self._shown.setCurrentWidget(self.chat))
        self.tokens.pointed.connect(lambda text: self.pointed.setText(text))

    @property
    def n_rows(self) -> int:
        return self.list.count()

    def show_rows(self, rows: list[PreviewRow], more: bool) -> None:
        """Replace the rows; the first becomes the current one."""
        self.list.show_rows(list(map(_listed, rows)), 0)
        self.more.setVisible(more)
        if not rows:
            self._show(None)

    def add_rows(self, rows: list[PreviewRow], more: bool) -> None:
        """Put rows behind those that are there."""
        for row in rows:
            self.list.add(_listed(row))
        self.more.setVisible(more)

    def _show(self, row: PreviewRow | None) -> None:
        shown = row or PreviewRow(file="", line=0)
        self.tokens.show_row(shown)
        self.chat.setHtml(_chat(shown))
        if shown.problem:
            self.as_chat.click()
        self.as_tokens.setEnabled(not shown.problem)

    def _arrange(self) -> None:
        left = QWidget()
        column = layouts.column(left, gap=GRID)
        column.addWidget(self.list, 1)
        column.addWidget(self.more)
        buttons, views = switch(), QButtonGroup(self, exclusive=True)
        top = layouts.row(buttons, gap=GRID)
        for button, view in ((self.as_tokens, self.tokens), (self.as_chat, self.chat)):
            views.addButton(button)
            top.addWidget(button)
            self._shown.addWidget(view)
        self.as_tokens.setChecked(True)
        top.addStretch(1)
        self.pointed.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.pointed.setMinimumHeight(2 * self.pointed.fontMetrics().lineSpacing())
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        right = QWidget()
        column = layouts.column(right, gap=GRID)
        column.addWidget(buttons)
        column.addWidget(self._shown, 1)
        column.addWidget(self._legend)
        column.addWidget(self.pointed)
        self.setHandleWidth(2 * GRID)
        self.addWidget(left)
        self.addWidget(right)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 3)
        self.setSizes([280, 420])


def _listed(row: PreviewRow) -> Row:
    return Row(row_title(row), row_facts(row), "no" if row.problem else "", row)


def _chat(row: PreviewRow) -> str:
    """The turns below each other, as HTML."""
    if not row.messages:
        return f"<p style='white-space:pre-wrap'>{escape(''.join(row.pieces))}</p>"
    problem = f"<p><b>Not used: {escape(row.problem)}</b></p>" if row.problem else ""
    return problem + "".join(
        f"<p><b>{ROLES.get(message.role, escape(message.role))}</b><br>"
        f"<span style='white-space:pre-wrap'>{escape(message.text)}</span></p>"
        for message in row.messages
    )
