"""A question and what was answered to it, by one voice or by two side by side."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.chat.answer_card import AnswerCard, quiet_button
from app.pages.chat.edit_box import EditBox
from app.pages.chat.message_view import MessageView
from app.pages.chat.talk import EQUAL, Exchange
from app.pages.chat.texts import HIDDEN_NAMES, VOICES, vote_words
from app.widgets.controls import CopyButton
from core.shared import protocol as p

NARROW = 56 * GRID  # pixels, below which two answers stand below each other
_BUBBLE_SHARE = 0.8  # of the width, at most
_BUBBLE_PADDING = 3 * GRID + 2


class ExchangeView(QWidget):
    """Signals:
    asked: the question is another now. answered, again, more, kept: as of an AnswerCard, with the voice.
    voted: which is better: a voice or EQUAL; "" where that was taken back.
    """

    asked = Signal(str)
    answered = Signal(str, str)
    again = Signal()
    more = Signal(str)
    kept = Signal(str)
    voted = Signal(str)

    def __init__(self, exchange: Exchange) -> None:
        super().__init__()
        self.exchange = exchange
        self.cards: dict[p.Voice, AnswerCard] = {}
        self._editor: EditBox | None = None
        self._bubble = QFrame()
        self._bubble.setObjectName("question")
        self.question = MessageView()
        self.edit = quiet_button("Edit", "mdi6.pencil-outline")
        self.copy = CopyButton("Copy", lambda: self.exchange.question)
        self.copy.setProperty("quiet", True)
        self.copy.setMinimumHeight(3 * GRID)
        self._columns = Columns(12, narrow=NARROW)
        self._votes = QWidget()
        self.votes = {choice: quiet_button("", icon, checkable=True) for choice, icon in self._choices()}
        self._arrange()
        self.edit.clicked.connect(self._begin_edit)
        for choice, button in self.votes.items():
            button.clicked.connect(lambda checked, choice=choice: self.voted.emit(choice if checked else ""))
        self.question.show_text(exchange.question)
        self.setAccessibleName(f"You: {exchange.question[:200]}")

    def refresh(self, waiting: dict[p.Voice, str], is_last: bool) -> None:
        """Show what is there now. waiting: what goes on, of voices that are not whole yet."""
        exchange, order = self.exchange, list(self.exchange.answers)
        for voice, said in exchange.answers.items():
            if voice not in self.cards:
                self._add_card(voice)
            name = HIDDEN_NAMES[order.index(voice)] if exchange.hidden else VOICES[voice]
            self.cards[voice].show_said(name, said, waiting=waiting.get(voice, ""), is_last=is_last)
        both = len(order) == 2 and not waiting and all(said.counts for said in exchange.answers.values())
        self._votes.setVisible(both)
        for choice, button in self.votes.items():
            if both:
                button.set_look(vote_words(choice, exchange.hidden, order), dict(self._choices())[choice])
            with QSignalBlocker(button):
                button.setChecked(exchange.better == choice)
        self.edit.setEnabled(not waiting)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit_bubble()

    def _fit_bubble(self) -> None:
        most = int(self.width() * _BUBBLE_SHARE)
        wanted = self.question.ideal_width() + _BUBBLE_PADDING if self._editor is None else most
        self._bubble.setFixedWidth(max(8 * GRID, min(most, wanted)))

    def _add_card(self, voice: p.Voice) -> None:
        card = AnswerCard()
        card.changed.connect(lambda text: self.answered.emit(voice, text))
        card.again.connect(self.again)
        card.more.connect(lambda: self.more.emit(voice))
        card.kept.connect(lambda: self.kept.emit(voice))
        self.cards[voice] = card
        self._columns.add(card, 1)

    def _begin_edit(self) -> None:
        if self._editor is not None:
            self._end_edit()
            return
        self._editor = EditBox("The question")
        self._editor.setPlainText(self.exchange.question)
        self._editor.entered.connect(self._end_edit)
        self._editor.left.connect(self._leave_edit)
        self._inside.addWidget(self._editor)
        self.question.hide()
        self.edit.set_look("Ask this", "mdi6.check")
        self._fit_bubble()
        self._editor.setFocus()

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
            self.edit.set_look("Edit", "mdi6.pencil-outline")
            self._fit_bubble()
            self.edit.setFocus()

    def _choices(self) -> list[tuple[str, str]]:
        first, second = "mdi6.arrow-left-bold-outline", "mdi6.arrow-right-bold-outline"
        order = [*self.exchange.answers, "tuned", "base"]
        return [(order[0], first), (EQUAL, "mdi6.equal"), ("base" if order[0] == "tuned" else "tuned", second)]

    def _arrange(self) -> None:
        self._inside = layouts.column(self._bubble, margins=(12, GRID, 12, GRID))
        self._inside.addWidget(self.question)
        tools = layouts.row(gap=2)
        tools.addStretch(1)
        tools.addWidget(self.copy)
        tools.addWidget(self.edit)
        flow = Flow(GRID // 2)
        self._votes.setLayout(flow)
        for button in self.votes.values():
            flow.addWidget(button)
        column = layouts.column(self, gap=GRID // 2)
        column.addWidget(self._bubble, 0, Qt.AlignmentFlag.AlignRight)
        column.addLayout(tools)
        column.addWidget(self._columns)
        column.addWidget(self._votes)
