"""A question and its answers, from one voice or from two side by side."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from app.look import layouts
from app.look.flow import Columns
from app.look.theme import GRID
from app.pages.chat.answer_card import AnswerCard
from app.pages.chat.edit_box import EditBox
from app.pages.chat.message_view import MessageView
from app.pages.chat.talk import EQUAL, Exchange
from app.pages.chat.texts import HIDDEN_NAMES, voice_name, vote_words
from app.pages.chat.tools import CopyTool, ToolRow, tool
from app.widgets.controls import dim_label
from core import protocol as p
from core.base.language import tr

NARROW = 80 * GRID  # pixels: in a narrower view two answers are stacked
_BUBBLE_SHARE = 0.8  # of the width, at most
_BUBBLE_PADDING = 3 * GRID + 2
_VOTE_ICONS = ("mdi6.arrow-left-bold-outline", "mdi6.equal", "mdi6.arrow-right-bold-outline")


class ExchangeView(QWidget):
    """Shows one exchange. Only the last one, and one under the pointer or with the focus, shows its buttons; they are
    created then, as few of hundreds are used.

    Signals:
    asked: the question was edited. answered, again, more, kept: like those of AnswerCard, with the voice.
    voted: the better one, a voice or EQUAL; "" if the vote was withdrawn.
    """

    asked = Signal(str)
    answered = Signal(str, str)
    again = Signal(str)
    more = Signal(str)
    kept = Signal(str)
    voted = Signal(str)

    def __init__(self, exchange: Exchange) -> None:
        super().__init__()
        self.exchange = exchange
        self.cards: dict[p.Voice, AnswerCard] = {}
        self._has_tools = self._is_whole = self._is_last = False
        self._editor: EditBox | None = None
        self._bubble = _Bubble()
        self.question = MessageView()
        self.tools, self._votes = ToolRow(at_right=True), ToolRow()
        self._tie = dim_label(tr("Both answers are the same, so there is nothing to choose."), wraps=True)
        self._columns = Columns(12, narrow=NARROW)
        self._arrange()
        self.question.show_text(exchange.question)
        self.setAccessibleName(tr("You: {question}", question=exchange.question[:200]))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # while it shows no buttons, which take the focus instead
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]  # there is a window

    @property
    def votes(self) -> list[QWidget]:
        """The vote buttons: left is better, equal, right is better."""
        return list(self._votes.buttons.values())

    @property
    def is_side_by_side(self) -> bool:
        """Whether two answers are shown next to each other."""
        return len(self.cards) > 1 and self.width() >= NARROW

    def refresh(self, waiting: dict[p.Voice, str], is_last: bool) -> None:
        """Redraw the exchange. waiting: the status of each voice whose answer is not complete."""
        exchange, order = self.exchange, list(self.exchange.answers)
        self._is_whole, self._is_last = not waiting, is_last
        for voice, said in exchange.answers.items():
            if voice not in self.cards:
                self._add_card(voice)
            name = HIDDEN_NAMES[order.index(voice)] if exchange.hidden else voice_name(exchange, voice)
            goes_on = waiting.get(voice, "")
            self.cards[voice].show_said(
                name, said, waiting=goes_on, is_last=is_last, beside=len(order) > 1, hidden=exchange.hidden
            )
        both = len(order) == 2 and not waiting and all(said.counts for said in exchange.answers.values())
        is_tie = both and exchange.is_tie and not exchange.better  # a vote can still be withdrawn
        self._votes.setVisible(both and not is_tie)
        self._tie.setVisible(is_tie)
        self._update_tools()
        self._show_tools(self.underMouse() or self._has_focus)

    def _show_tools(self, wanted: bool) -> None:
        """Show the buttons if the user wants them, and always those of the last exchange."""
        wanted = bool(self.cards) and (wanted or self._is_last)
        if wanted:
            self.make_tools()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if wanted else Qt.FocusPolicy.TabFocus)
        for row in (self.tools, self._votes, *(card.tools for card in self.cards.values())):
            row.show_tools(wanted)

    @property
    def _has_focus(self) -> bool:
        """Whether something in it has the focus."""
        focused = self.window().focusWidget()  # also while another window is in front
        return focused is not None and self.isAncestorOf(focused)

    def make_tools(self) -> None:
        """Make the exchange's buttons."""
        if self._has_tools:
            return
        self._has_tools = True
        edit = tool(tr("Edit"), "mdi6.pencil-outline", self._begin_edit)
        self.tools.fill({"copy": CopyTool(lambda: self.exchange.question), "edit": edit})
        for card in self.cards.values():
            card.make_tools()
        if len(self.exchange.answers) == 2:
            votes = {str(place): tool("", icon, checkable=True) for place, icon in enumerate(_VOTE_ICONS)}
            for place, button in enumerate(votes.values()):
                button.clicked.connect(
                    lambda checked, place=place: self.voted.emit(self._choice(place) if checked else "")
                )
            self._votes.fill(votes)
        self._update_tools()

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802 - Qt's name
        super().enterEvent(event)
        self._show_tools(True)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().leaveEvent(event)
        self._show_tools(self._has_focus)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        super().focusInEvent(event)
        self._show_tools(True)
        self.tools.buttons["edit"].setFocus(event.reason())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit_bubble()

    def _on_focus(self, _before: QWidget | None, _now: QWidget | None) -> None:
        if self._has_tools:
            self._show_tools(self.underMouse() or self._has_focus)

    def _update_tools(self) -> None:
        for button in self.tools.buttons.values():
            button.setEnabled(self._is_whole)
        for place, vote in enumerate(self._votes.buttons.values()):
            choice = self._choice(place)
            vote.set_look(vote_words(choice, self.exchange.hidden, list(self.exchange.answers)), _VOTE_ICONS[place])
            with QSignalBlocker(vote):
                vote.setChecked(self.exchange.better == choice)

    def _fit_bubble(self) -> None:
        most = int(self.width() * _BUBBLE_SHARE)
        wanted = self.question.ideal_width() + _BUBBLE_PADDING if self._editor is None else most
        self._bubble.set_width(max(8 * GRID, min(most, wanted)))

    def _add_card(self, voice: p.Voice) -> None:
        card = AnswerCard()
        card.changed.connect(lambda text: self.answered.emit(voice, text))
        card.again.connect(lambda: self.again.emit(voice))
        card.more.connect(lambda: self.more.emit(voice))
        card.kept.connect(lambda: self.kept.emit(voice))
        self.cards[voice] = card
        self._columns.add(card, 1)

    def _begin_edit(self) -> None:
        if self._editor is not None:
            self._end_edit()
            return
        self._editor = EditBox(tr("The question"))
        self._editor.setPlainText(self.exchange.question)
        self._editor.entered.connect(self._end_edit)
        self._editor.left.connect(self._leave_edit)
        self._inside.addWidget(self._editor)
        self.question.hide()
        self.tools.buttons["edit"].set_look(tr("Ask this"), "mdi6.check")
        self._fit_bubble()
        self._editor.take_over()

    def _end_edit(self) -> None:
        assert self._editor is not None
        text = self._editor.toPlainText().strip()
        self._leave_edit()
        if text:
            self.asked.emit(text)

    def _leave_edit(self) -> None:
        if self._editor is not None:
            self._editor.deleteLater()
            self._editor = None
            self.question.show()
            edit = self.tools.buttons["edit"]
            edit.set_look(tr("Edit"), "mdi6.pencil-outline")
            self._fit_bubble()
            edit.setFocus()

    def _choice(self, place: int) -> str:
        """Return what a vote button means: with hidden names, the tuned answer may be on either side."""
        left, right = self.exchange.answers
        return (left, EQUAL, right)[place]

    def _arrange(self) -> None:
        self._inside = layouts.column(self.question, inside=self._bubble, margins=(12, GRID, 12, GRID))
        bubble = self._bubble, 0, Qt.AlignmentFlag.AlignRight
        layouts.column(bubble, self.tools, self._columns, self._votes, self._tie, inside=self, gap=GRID // 2)


class _Bubble(QFrame):
    """A bubble of the given width, or as wide as the space allows."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("question")
        self._width = 0

    def set_width(self, width: int) -> None:
        if width != self._width:
            self._width = width
            self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(self._width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(0, super().minimumSizeHint().height())
