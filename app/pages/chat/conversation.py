"""The conversation on screen: its exchanges, the answers in progress, and the actions on them."""

from __future__ import annotations

import copy
import time
import uuid
from collections.abc import Sequence

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import CONTROL_HEIGHT, GRID
from app.pages.chat import texts
from app.pages.chat.exchange_view import ExchangeView
from app.pages.chat.keep_strip import KeepStrip
from app.pages.chat.talk import Exchange, Said, Talk
from app.pages.chat.talk_view import TalkView
from app.pages.chat.votes import Votes
from app.widgets.controls import IconButton, dim_label
from app.widgets.message_bar import MessageBar
from core import protocol as p
from core.base.language import tr


class Conversation(QWidget):
    """Signals:
    wanted: an Exchange to be answered by all its voices, or continued by the named one.
    ended: an exchange is no longer being answered; whether its answers are complete.
    failed: the action that failed, and the LuthierError.
    """

    wanted = Signal(object, str)
    ended = Signal(bool)
    failed = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.talk = Talk()
        self.answering: Exchange | None = None
        self.begun = Said()  # the answer as it was before it was continued
        self._open: set[p.Voice] = set()  # voices whose answers are not complete yet
        self._thinks_since: dict[p.Voice, float] = {}  # time.monotonic minus the earlier thinking time
        self._cleared: list[Exchange] = []  # by the last Clear, until a new question
        self.view = TalkView(texts.EMPTY, self._make_view)
        self.message = MessageBar()
        self.hint = dim_label(wraps=True)
        self.hint.hide()
        self.suggestions, self.kept, self.undo = Suggestions(), KeepStrip(), UndoStrip()
        self.undo.wanted.connect(self._undo)
        self.kept.failed.connect(lambda error: self.failed.emit(tr("The example could not be kept"), error))
        self.votes = Votes(self)
        self.votes.failed.connect(lambda error: self.failed.emit(tr("The vote could not be written down"), error))
        self._strips = layouts.panel(layouts.column(self.hint, self.suggestions, self.undo, self.kept, gap=GRID))
        layouts.column((self.view, 1), self.message, self._strips, inside=self, gap=GRID)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Reserve a line below if space allows, so that nothing moves when a message appears."""
        super().resizeEvent(event)
        self._strips.setMinimumHeight(CONTROL_HEIGHT if self.window().height() >= layouts.LOW else 0)

    def ask(self, question: str) -> None:
        """Ask a question at the end of the conversation."""
        exchange = Exchange(id=uuid.uuid4().hex, question=question)
        self._cleared = []
        self.talk.exchanges.append(exchange)
        self.view.add(self._make_view(exchange))
        self.begun = Said()
        self.wanted.emit(exchange, "")

    def begin(self, exchange: Exchange, voices: Sequence[p.Voice]) -> None:
        """Start the answers of these voices to the exchange's question."""
        self.answering, self._open, self._thinks_since = exchange, set(voices), {}
        self.undo.back.setEnabled(False)  # a new answer is in progress

    def show_exchanges(self, exchanges: list[Exchange]) -> None:
        """Replace the shown exchanges with these."""
        self.undo.forget()
        self.talk.exchanges = exchanges
        self.view.show_exchanges(exchanges)

    def go_on_from(self, other: Conversation) -> None:
        """Take over another widget's conversation, including what its last Clear removed."""
        self.show_exchanges(other.talk.exchanges)
        self._cleared = other._cleared

    def switch_to(self, exchanges: list[Exchange]) -> None:
        """Show the conversation with another source."""
        self._cleared = []
        self.show_exchanges(exchanges)

    @property
    def can_bring_back(self) -> bool:
        """Whether the last action was to clear the conversation."""
        return bool(self._cleared) and not self.talk.exchanges

    def clear_or_bring_back(self) -> None:
        """Clear the conversation, or restore it: a stray click loses nothing."""
        before, self._cleared = self._cleared, self.talk.exchanges
        self.show_exchanges(before if not self._cleared else [])

    def tell(self, text: str) -> None:
        """Show a line beneath the conversation; "" for none."""
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    def add(self, piece: p.Text, waiting: str) -> None:
        """Add a piece to the answer."""
        if self.answering is None:
            return
        said = self.answering.answers[piece.voice]
        match piece.kind:
            case "answer":
                said.text += piece.text
            case "thinking":
                said.thinking += piece.text
                self._thinks_since.setdefault(piece.voice, time.monotonic() - said.thinking_s)
            case "call":
                text = (said.calls.pop().text if said.calls else "") + piece.text
                said.calls.append(p.ToolCall(text=text))
        self._time_thoughts(piece, said)
        self.refresh(waiting)

    def _time_thoughts(self, piece: p.Text, said: Said) -> None:
        """Time the thoughts, which end with the first word that follows them."""
        begun = self._thinks_since.get(piece.voice)
        if begun is None:
            return
        said.thinking_s = time.monotonic() - begun
        if piece.kind != "thinking":
            del self._thinks_since[piece.voice]

    def finish(self, voice: p.Voice, reply: p.Reply, waiting: str) -> None:
        """Complete a voice's answer."""
        if self.answering is None:
            return
        self.answering.answers[voice] = msgspec.structs.replace(
            self.answering.answers[voice],
            text=self.begun.text + reply.text,
            thinking=self.begun.thinking + reply.thinking,
            calls=self.begun.calls + reply.calls,
            tokens=self.begun.tokens + reply.tokens,
            tok_s=reply.tok_s,
            first_token_s=reply.first_token_s,
            stopped=reply.stopped,
            edited=self.begun.edited,
            first=self.begun.first,
        )
        self._open.discard(voice)
        if self._open:
            self.refresh(waiting)
        else:
            self._end(is_whole=True)

    def refuse(self, problem: str) -> None:
        """End the answers in progress with a problem."""
        if self.answering is not None:
            for voice in self._open:
                self.answering.answers[voice].problem = problem
            self._end(is_whole=False)

    def refresh(self, waiting: str) -> None:
        """Redraw the newest answers. waiting: the status shown until a voice's first word."""
        if self.answering is not None and self.view.views:
            self.view.views[-1].refresh(dict.fromkeys(self._open, waiting), is_last=True)

    def _end(self, *, is_whole: bool) -> None:
        self.answering, self._open = None, set()
        self.undo.back.setEnabled(True)
        for view in self.view.views[-2:]:  # the previous one loses the buttons that only the last one has
            self._refresh(view)
        self.ended.emit(is_whole)

    def _refresh(self, view: ExchangeView) -> None:
        view.refresh({}, is_last=self.talk.exchanges[-1] is view.exchange)

    def _make_view(self, exchange: Exchange) -> ExchangeView:
        view = ExchangeView(exchange)
        view.asked.connect(lambda text: self._ask_instead(view, text))
        view.again.connect(lambda voice: self._answer_again(view, voice))
        view.answered.connect(lambda voice, text: self._edit_answer(view, voice, text))
        view.more.connect(lambda voice: self._go_on(exchange, voice))
        view.kept.connect(lambda voice: self._keep(exchange, voice))
        view.voted.connect(lambda choice: self._vote(view, choice))
        self._refresh(view)
        return view

    def _ask_instead(self, view: ExchangeView, question: str) -> None:
        """Replace the question, or ask it again; later exchanges are removed."""
        if self.answering is None:
            self.undo.keep(self.talk.exchanges, texts.REPLACED_QUESTION)
            self.talk.cut_from(view.exchange)
            self.view.drop_from(view)
            self.ask(question)

    def _answer_again(self, view: ExchangeView, voice: p.Voice) -> None:
        """Regenerate this answer and withdraw the vote on the pair; later exchanges are removed."""
        exchange = view.exchange
        if self.answering is not None:
            return
        self.undo.keep(self.talk.exchanges, texts.REPLACED_ANSWER)
        self.talk.cut_after(exchange)
        self.view.drop_after(view)
        if exchange.better:
            self._vote(view, "")
        self.begun = Said()
        exchange.answers[voice] = Said()
        self.wanted.emit(exchange, voice)

    def _undo(self, before: list[Exchange]) -> None:
        """Restore exchanges: their votes count again, those on what replaced them no longer do."""
        counted = {exchange.id: exchange.better for exchange in self.talk.exchanges}
        self.show_exchanges(before)
        for exchange in before:
            if exchange.better != counted.get(exchange.id, ""):
                self._put_vote(exchange)

    def _edit_answer(self, view: ExchangeView, voice: p.Voice, text: str) -> None:
        """Replace an answer with the user's own, which is stored with the run as the preferred one."""
        exchange = view.exchange
        said = exchange.answers[voice]
        self.talk.keep_read(exchange)
        if not said.edited:
            said.first = said.text
        said.text, said.edited, said.problem = text, True, ""
        self._refresh(view)
        self.votes.put_edit(exchange, voice, self.talk.answered(exchange, voice))

    def _go_on(self, exchange: Exchange, voice: p.Voice) -> None:
        """Continue the last answer."""
        if self.answering is None:
            said = exchange.answers[voice]
            said.stopped = ""
            self.begun = msgspec.structs.replace(said)
            self.wanted.emit(exchange, voice)

    def _vote(self, view: ExchangeView, choice: str) -> None:
        """Store a vote with the run; pressing the same button again withdraws it."""
        view.exchange.better, view.exchange.hidden = choice, False
        self._refresh(view)
        self._put_vote(view.exchange)

    def _put_vote(self, exchange: Exchange) -> None:
        """Store the vote with the whole conversation, which preference training needs."""
        self.votes.put(exchange, self.talk.compared(exchange))

    def _keep(self, exchange: Exchange, voice: p.Voice) -> None:
        """Save the exchange as an example."""
        self.kept.keep(self.talk.example(exchange, voice))


_LONGEST = 60  # characters on a button


class Suggestions(QWidget):
    """Suggests questions that the run was not trained on. Signals: chosen, with the whole question."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[IconButton] = []
        self._flow = Flow(GRID // 2)
        layouts.column(
            dim_label(tr("It was not trained on these, so it cannot know facts that only they contain:")),
            self._flow,
            inside=self,
            gap=GRID // 2,
        )
        self.hide()

    def offer(self, questions: Sequence[str]) -> None:
        """Replace the suggestions with these questions."""
        for button in self.buttons:
            self._flow.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        for question in questions:
            short = question if len(question) <= _LONGEST else f"{question[: _LONGEST - 1]}…"
            button = IconButton(short.replace("&", "&&").replace("\n", " "), "mdi6.comment-question-outline")
            button.setProperty("quiet", True)
            button.setToolTip(question)
            button.clicked.connect(lambda _checked=False, question=question: self.chosen.emit(question))
            self.buttons.append(button)
            self._flow.addWidget(button)


class UndoStrip(QWidget):
    """Offers to undo what a new question or a new answer has replaced.

    Hidden until something is replaced. Signals: wanted, with the exchanges as they were.
    """

    wanted = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self._before: list[Exchange] = []
        self._said = dim_label(wraps=True)
        self.back = IconButton(tr("Undo"), "mdi6.undo")
        layouts.row((self._said, 1), self.back, inside=self, gap=GRID)
        self.back.clicked.connect(self._give_back)
        self.hide()

    def keep(self, exchanges: list[Exchange], text: str) -> None:
        """Remember the exchanges before a change. text: names what is about to be removed."""
        self._before = copy.deepcopy(exchanges)
        self._said.setText(text)
        self.show()

    def forget(self) -> None:
        """Discard the remembered exchanges."""
        self._before = []
        self.hide()

    def _give_back(self) -> None:
        before = self._before
        self.forget()
        self.wanted.emit(before)
