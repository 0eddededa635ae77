"""The Chat page: ask the tuned model and the base model the same, and read both answers as they come."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.pages.chat import texts
from app.pages.chat.edit_box import EditBox
from app.pages.chat.exchange_view import ExchangeView
from app.pages.chat.keep_strip import KeepStrip
from app.pages.chat.options_panel import OptionsPanel
from app.pages.chat.source_card import SourceCard
from app.pages.chat.sources import source_of_model, source_of_run
from app.pages.chat.speaker import Speaker
from app.pages.chat.suggestions import Suggestions
from app.pages.chat.talk import Exchange, Said, Talk
from app.pages.chat.talk_view import TalkView
from app.pages.chat.votes import Votes
from app.widgets.controls import CopyButton, IconButton, PathLabel, dim_label, on_ctrl_enter, page_title, scrolled
from app.widgets.message_bar import MessageBar
from app.workers.advice import Place, in_the_windows_words
from app.workers.thread_call import in_thread
from core.shared import protocol as p
from core.shared.errors import LuthierError
from core.shared.examples_file import keep_example
from core.shared.runs import Run
from core.shared.texts.numbers import count

PANEL_WIDTH = 38 * GRID
NARROW = 88 * GRID  # pixels, below which the panel stands in place of the conversation
REMEMBERED = 200  # exchanges that are kept for the next start


class ChatPage(QWidget):
    """Signals:
    export_requested: the folder of a run and its checkpoint, to take to other programs.
    data_wanted: a file of saved exchanges, to train on.
    answered: a question has its answers.
    """

    busy, warning = False, None  # closing loses nothing: the conversation is remembered
    export_requested = Signal(Path, str)
    data_wanted = Signal(str)
    answered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.talk = Talk()
        self.speaker = Speaker(self)
        self.answering: Exchange | None = None
        self._open: set[p.Voice] = set()  # voices of it that are not whole yet
        self._begun = Said()  # what stood there when it was to go on
        self.message = MessageBar()
        self.again = IconButton("Load it &again", "mdi6.refresh")
        self.message.add_action(self.again)
        self.source, self.options = SourceCard(), OptionsPanel()
        self.view = TalkView(texts.EMPTY, self._make_view)
        self.suggestions, self.kept = Suggestions(), KeepStrip()
        self.votes = Votes(self)
        self.prompt = EditBox("Your question", "Ask something")
        self.prompt.setToolTip("Enter sends, Shift+Enter begins a new line")
        self.send = IconButton("Se&nd", "mdi6.send", primary=True)
        self.copy = CopyButton("Cop&y all", lambda: self.talk.text(texts.VOICES))
        self.clear = IconButton("C&lear", "mdi6.broom")
        self.show_panel = IconButton("O&ptions", "mdi6.tune-variant", checkable=True, lights_up=False)
        self.show_panel.setChecked(True)
        self.named = PathLabel()
        self.hint = dim_label(wraps=True)
        self.hint.hide()
        self._arrange()
        self._connect()
        self._update()

    def show_run(self, folder: Path, checkpoint: str = "") -> None:
        """Talk to this run. checkpoint: "" for the best by evaluation, else the newest; "best"; or a step."""
        try:
            source = source_of_run(Run(folder))
        except LuthierError as error:
            self._say("This run cannot be opened", error)
            return
        self.source.choose(source, checkpoint)

    def show_model(self, model: p.LocalModel) -> None:
        """Talk to this model, which was not trained here."""
        self.source.choose(source_of_model(model))

    def ask(self, text: str) -> None:
        """Put a question, as if it had been typed and sent."""
        if not text.strip() or self.answering is not None:
            return
        exchange = Exchange(id=uuid.uuid4().hex, question=text.strip())
        self.talk.exchanges.append(exchange)
        self.view.add(self._make_view(exchange))
        self._answer(exchange)

    def shown(self) -> None:
        self.source.reload()
        self._load_ahead()
        self.prompt.setFocus()

    def block(self, reason: str) -> None:
        """A training goes on beside it: that is allowed, and slower."""
        self.speaker.training = bool(reason)
        self._update()

    def shut_down(self) -> None:
        """Nothing of it is lost."""
        self.speaker.drop()
        self.source.give_up()

    def state(self) -> dict[str, Any]:
        return {
            "source": self.source.state(),
            "options": self.options.state(),
            "panel": self.show_panel.isChecked(),
            "kept": self.kept.file,
            "typed": self.prompt.toPlainText(),
            "talk": msgspec.to_builtins(self.talk.exchanges[-REMEMBERED:]),
        }

    def restore(self, state: dict[str, Any]) -> None:
        steps: list[Callable[[], object]] = [
            lambda: self.options.restore(state["options"]),
            lambda: self.source.restore(state["source"]),
            lambda: self.show_panel.setChecked(state["panel"] is True),
            lambda: setattr(self.kept, "file", str(state["kept"])),
            lambda: self.prompt.setPlainText(str(state["typed"])),
            lambda: self._show_talk(msgspec.convert(state["talk"], list[Exchange])),
        ]
        for step in steps:
            try:
                step()
            except (KeyError, TypeError, ValueError, AttributeError):  # of an older version, or damaged
                continue

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._make_room()

    def _show_talk(self, exchanges: list[Exchange]) -> None:
        self.talk.exchanges = exchanges
        self.view.show_exchanges(exchanges)  # it asks for their views when the window is free
        self._update()

    def _make_view(self, exchange: Exchange) -> ExchangeView:
        view = ExchangeView(exchange)
        view.asked.connect(lambda text: self._ask_instead(view, text))
        view.again.connect(lambda: self._ask_instead(view, exchange.question))
        view.answered.connect(lambda voice, text: self._edit_answer(view, voice, text))
        view.more.connect(lambda voice: self._go_on(view, voice))
        view.kept.connect(lambda voice: self._keep(view, voice))
        view.voted.connect(lambda choice: self._vote(view, choice))
        view.refresh({}, is_last=self.talk.exchanges[-1] is exchange)
        return view

    def _answer(self, exchange: Exchange, voice: p.Voice | None = None) -> None:
        """Ask for all the answers to it, or for more of one."""
        source = self.source.chosen
        if source is None:
            self.again.hide()
            self.message.say("info", "There is nothing to talk to yet", texts.NOTHING, place=Place.MODEL)
            return
        self.message.hide()
        heard = voice or self.source.heard
        if voice is None:
            self._begun = Said()
            order: list[p.Voice] = ["tuned", "base"] if heard == "both" else [heard]
            exchange.answers = {name: Said() for name in order}
            exchange.hidden = exchange.was_hidden = heard == "both" and self.options.blind.isChecked()
            exchange.run, exchange.step = source.run, self.source.step
            if exchange.hidden and random.random() < 0.5:
                exchange.answers = dict(reversed(exchange.answers.items()))
        self.answering, self._open = exchange, set(exchange.answers) if voice is None else {voice}
        self.speaker.load(source.job(self.source.chosen_checkpoint, self.options.context.value()))
        self.speaker.ask(
            p.Ask(
                id=uuid.uuid4().hex,
                messages=self.talk.messages(self.options.system.toPlainText().strip(), exchange),
                voice=heard,
                strength=self.options.weight,
                sampling=self.options.sampling,
                begun=self._begun.text,
                begun_thinking=self._begun.thinking,
            )
        )
        self._refresh_last()
        self._update()

    def _ask_instead(self, view: ExchangeView, question: str) -> None:
        """Another question in its place, or the same once more; what followed is gone."""
        if self.answering is None:
            self.talk.cut_from(view.exchange)
            self.view.drop_from(view)
            self.ask(question)

    def _edit_answer(self, view: ExchangeView, voice: p.Voice, text: str) -> None:
        said = view.exchange.answers[voice]
        said.text, said.edited, said.problem = text, True, ""
        view.refresh({}, is_last=self.talk.exchanges[-1] is view.exchange)

    def _go_on(self, view: ExchangeView, voice: p.Voice) -> None:
        """Let the last answer be longer."""
        if self.answering is None:
            said = view.exchange.answers[voice]
            said.stopped = ""
            self._begun = msgspec.structs.replace(said)
            self._answer(view.exchange, voice)

    def _vote(self, view: ExchangeView, choice: str) -> None:
        """Written down beside the run, and taken back where the same is pressed again."""
        exchange = view.exchange
        exchange.better, exchange.hidden = choice, False
        view.refresh({}, is_last=self.talk.exchanges[-1] is exchange)
        self.votes.put(exchange)

    def _keep(self, view: ExchangeView, voice: p.Voice) -> None:
        """Save the exchange as an example; the first time it is asked where."""
        if not self.kept.file and not self.kept.choose():
            return
        system = self.options.system.toPlainText().strip()
        messages = self.talk.example(system, view.exchange, view.exchange.answers[voice])
        file = Path(self.kept.file)
        call = in_thread(lambda: keep_example(file, messages), self.kept.show_kept, self)
        call.failed.connect(lambda error: self._say("The example could not be kept", error))

    def _say(self, title: str, error: LuthierError) -> None:
        self.again.hide()
        self.message.say_error(title, error)

    def _send(self) -> None:
        if self.answering is not None:
            return
        if text := self.prompt.toPlainText().strip():
            self.prompt.clear()
            self.ask(text)

    def _send_or_stop(self) -> None:
        if self.answering is not None:
            self.speaker.stop()
        else:
            self._send()

    def _on_event(self, event: p.Event) -> None:
        match event:
            case p.Ready():
                self.options.show_adapter(has=bool(event.adapter), adjustable=event.adjustable)
                self.options.show_usual(event.sampling)
                self._update()
            case p.Suggestions(questions=questions, system=system):
                self.options.show_system(system)
                self.suggestions.offer(questions)
                self._update()
            case p.Notice():
                self._tell(in_the_windows_words(event).text)
            case p.Text() if self._is_current(event.id):
                self._add(event)
            case p.Answered() if self._is_current(event.id):
                self._finish(event.voice, event.reply)
            case p.Refused() if self._is_current(event.id):
                self._refuse(in_the_windows_words(event).text)
            case p.Progress() | p.Phase():
                self._refresh_last()

    def _tell(self, text: str) -> None:
        """A line above the prompt."""
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    def _is_current(self, question: str) -> bool:
        return self.answering is not None and question == self.speaker.asked

    def _add(self, piece: p.Text) -> None:
        assert self.answering is not None
        said = self.answering.answers[piece.voice]
        match piece.kind:
            case "answer":
                said.text += piece.text
            case "thinking":
                said.thinking += piece.text
            case "call":
                text = (said.calls.pop().text if said.calls else "") + piece.text
                said.calls.append(p.ToolCall(text=text))
        self._refresh_last()

    def _finish(self, voice: p.Voice, reply: p.Reply) -> None:
        assert self.answering is not None
        self.answering.answers[voice] = Said(
            text=self._begun.text + reply.text,
            thinking=self._begun.thinking + reply.thinking,
            calls=self._begun.calls + reply.calls,
            tokens=self._begun.tokens + reply.tokens,
            tok_s=reply.tok_s,
            first_token_s=reply.first_token_s,
            stopped=reply.stopped,
            edited=self._begun.edited,
        )
        self._open.discard(voice)
        if not self._open:
            self._end_answer()
            self.answered.emit()
        else:
            self._refresh_last()

    def _refuse(self, problem: str) -> None:
        """The voices that are not whole yet will not be."""
        if self.answering is not None:
            for voice in self._open:
                self.answering.answers[voice].problem = problem
        self._end_answer()

    def _end_answer(self) -> None:
        self.speaker.answered()
        exchange, self.answering, self._open = self.answering, None, set()
        if exchange is not None and self.view.views and self.view.views[-1].exchange is exchange:
            self.view.views[-1].refresh({}, is_last=True)
            for view in self.view.views[-2:-1]:
                view.refresh({}, is_last=False)
        self._update()

    def _on_lost(self, failure: p.Failed) -> None:
        was_ready = failure.code == "worker.lost"
        if self.answering is not None:
            self._refuse(failure.message)
        self.message.say_failure(texts.LOST if was_ready else texts.NOT_LOADED_TITLE, failure)
        self.again.show()

    def _load_again(self) -> None:
        self.message.hide()
        self._load_ahead(wanted=True)

    def _load_ahead(self, wanted: bool = False) -> None:
        """So that the first word comes soon. Beside a training only once a question is asked, or it is wanted."""
        source = self.source.chosen
        if source is not None and self.answering is None and (wanted or not self.speaker.training) and self.isVisible():
            self.speaker.load(source.job(self.source.chosen_checkpoint, self.options.context.value()))

    def _on_source(self) -> None:
        """Another is chosen: what is loaded is let go, and the conversation stays."""
        if self.answering is not None:
            self._refuse("Something else was chosen to talk to.")
        self.message.hide()
        self._tell("")
        self.suggestions.offer([])
        self.votes.count(self.source.chosen.run if self.source.chosen else "", self.source.step)
        if self.source.chosen is not None and not self.source.chosen.run:
            self.options.show_adapter(has=False, adjustable=False)
        self.speaker.drop()
        self._load_ahead()
        self._update()

    def _refresh_last(self) -> None:
        if self.answering is None or not self.view.views:
            return
        waiting = {voice: self._waiting() for voice in self._open}
        self.view.views[-1].refresh(waiting, is_last=True)

    def _waiting(self) -> str:
        """What goes on before there are words."""
        worker = self.speaker.worker
        if worker is None or worker.ready is None:
            return texts.LOADING
        progress = worker.progress
        if progress is not None and progress.unit == "tokens" and progress.done < progress.total:
            return f"Reading {round(progress.done)} of {round(progress.total)} tokens…"
        return "Beginning…"

    def _update(self) -> None:
        """What can be pressed, and what is loaded."""
        answering = self.answering is not None
        source = self.source.chosen
        self.send.set_look("S&top" if answering else "Se&nd", "mdi6.stop" if answering else "mdi6.send")
        self.send.setEnabled(answering or (source is not None and bool(self.prompt.toPlainText().strip())))
        for button in (self.copy, self.clear):
            button.setEnabled(bool(self.talk.exchanges) and not answering)
        for field in (self.source.source, self.source.checkpoint, self.source.voices):
            field.setEnabled(not answering and field.count() > 0)
        self.suggestions.setVisible(bool(self.suggestions.buttons) and not self.talk.exchanges)
        self.named.show_path(source.name if source else "")
        self.source.status.setText(self._status())

    def _status(self) -> str:
        if self.source.chosen is None:
            return texts.NOTHING
        worker = self.speaker.worker
        if worker is None:
            loaded = texts.NOT_LOADED
        elif worker.ready is None:
            loaded = f"{worker.phase.title}…" if worker.phase else texts.LOADING
        else:
            loaded = f"Loaded, with room for {count(worker.ready.context)} tokens."
        return f"{loaded} {texts.SHARES}" if self.speaker.training else loaded

    def _clear(self) -> None:
        self.talk.exchanges.clear()
        self.view.clear()
        self._update()
        self.prompt.setFocus()

    def _make_room(self) -> None:
        """On a narrow page the options stand in place of the conversation."""
        wanted, narrow = self.show_panel.isChecked(), self.width() < NARROW
        self._panel.setVisible(wanted)
        self._left.setVisible(not (wanted and narrow))
        self._panel.setMaximumWidth(16777215 if narrow else PANEL_WIDTH)

    def _connect(self) -> None:
        self.speaker.received.connect(self._on_event)
        self.speaker.changed.connect(self._update)
        self.speaker.lost.connect(self._on_lost)
        self.speaker.let_go.connect(self._tell)
        self.source.changed.connect(self._on_source)
        self.source.voices_changed.connect(self._update)
        self.source.export_wanted.connect(self._export)
        self.options.context_changed.connect(self._on_source)
        self.prompt.entered.connect(self._send)
        self.prompt.textChanged.connect(self._update)
        self.send.clicked.connect(self._send_or_stop)
        self.again.clicked.connect(self._load_again)
        self.suggestions.chosen.connect(self.ask)
        self.kept.train_wanted.connect(self.data_wanted)
        self.votes.counted.connect(self.source.show_votes)
        self.votes.failed.connect(lambda error: self._say("The vote could not be written down", error))
        self.clear.clicked.connect(self._clear)
        self.show_panel.toggled.connect(lambda _on: self._make_room())
        on_ctrl_enter(self, self._send)

    def _export(self) -> None:
        source = self.source.chosen
        if source is not None and source.run:
            self.export_requested.emit(Path(source.run), self.source.chosen_checkpoint)

    def _arrange(self) -> None:
        top = layouts.row(gap=GRID)
        top.addWidget(page_title("Chat"))
        top.addSpacing(GRID)
        top.addWidget(self.named, 1)
        for button in (self.copy, self.clear, self.show_panel):
            top.addWidget(button)
        side = QWidget()
        column = layouts.column(side, gap=12, margins=(0, 0, GRID, 0))
        column.addWidget(self.source)
        column.addWidget(self.options, 1)
        self._panel = scrolled(side)
        self._panel.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._panel.setMinimumWidth(PANEL_WIDTH)
        self._left = QWidget()
        left = layouts.column(self._left, gap=GRID)
        left.addWidget(self.message)
        left.addWidget(self.view, 1)
        left.addWidget(self.hint)
        left.addWidget(self.suggestions)
        left.addWidget(self.kept)
        middle = Columns(2 * GRID, narrow=NARROW)
        middle.add(self._left, 1)
        middle.add(self._panel)
        bottom = layouts.row(gap=GRID)
        bottom.addWidget(self.prompt, 1)
        bottom.addWidget(self.send)
        self.send.setMinimumWidth(12 * GRID)
        layout = layouts.column(self, gap=12, margins=layouts.PAGE_MARGINS)
        layout.addLayout(top)
        layout.addWidget(middle, 1)
        layout.addLayout(bottom)
