"""Sends questions to the chat worker, routes its events to the conversation, and manages the worker."""

from __future__ import annotations

import random
import time
import uuid
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from app.pages.chat import texts
from app.pages.chat.conversation import Conversation
from app.pages.chat.options_panel import OptionsPanel
from app.pages.chat.source_card import SourceCard
from app.pages.chat.sources import Source
from app.pages.chat.talk import Exchange, Said
from app.pages.chat.texts import LET_GO_TRAINING, LET_GO_UNUSED
from app.workers.advice import in_the_windows_words
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base.language import tr


class Asking(QObject):
    """Connects the source card, the options and the conversation with the worker that answers.

    Signals:
    asked: a question was put to all voices. changed: the loaded model, or which buttons are enabled.
    """

    asked = Signal()
    changed = Signal()

    def __init__(self, parent: QObject, source: SourceCard, options: OptionsPanel, conversation: Conversation) -> None:
        super().__init__(parent)
        self._source, self._options, self._conversation = source, options, conversation
        self.longest = 0  # token limit of the next answer; 0: the limit in the options
        self.paused = False  # whether the concurrent training is paused
        self.speaker = Speaker(self)
        self.speaker.received.connect(self._on_event)
        self.speaker.changed.connect(self.changed)

    def answer(self, exchange: Exchange, only: p.Voice | Literal[""]) -> None:
        """Request all answers to an exchange's question, or continue the answer of the voice `only`."""
        source, conversation = self._source.chosen, self._conversation
        if source is None:
            return
        conversation.message.hide()
        is_same = (source.run, self._source.step) == (exchange.run, exchange.step)
        if only and not is_same and not conversation.begun.counts:
            only = ""  # another model answers now: redo both, to keep them comparable
        heard, begun = only or self._source.heard, conversation.begun
        voices: list[p.Voice] = ["tuned", "base"] if heard == "both" else [heard]
        self.load(source)
        if not only:
            order = voices[::-1]  # before training at the left, as on the Monitor
            exchange.hidden = exchange.was_hidden = heard == "both" and self._source.blind.isChecked()
            if exchange.hidden and random.random() < 0.5:
                order.reverse()
            exchange.answers = {name: Said(system=self.system) for name in order}
            exchange.run, exchange.step = source.run, self._source.step
        elif not begun.has_words:
            exchange.answers[only].system = self.system
        prompts = [conversation.talk.answered(exchange, voice) for voice in voices]
        conversation.begin(exchange, voices)
        sampling, self.longest = self._options.limited(self.longest), 0
        exchange.sampling = sampling
        self.speaker.ask(
            p.Ask(
                id=uuid.uuid4().hex,
                messages=prompts[0],
                base_messages=prompts[-1] if prompts[-1] != prompts[0] else [],
                voice=heard,
                strength=self._options.strength.strength,
                sampling=sampling,
                begun=begun.text,
                begun_thinking=begun.thinking,
                think=self._options.think.asked,
            )
        )
        conversation.refresh(self._waiting)
        self.changed.emit()
        if not only:
            self.asked.emit()

    def load(self, source: Source) -> None:
        """Load the source's model."""
        options = self._options
        self.speaker.load(source.job(self._source.chosen_checkpoint, options.context.value(), options.raw))

    @property
    def system(self) -> str:
        """The system prompt; empty for a model that only continues texts."""
        ready = self.speaker.ready
        return "" if ready is not None and not ready.chat else self._options.system.toPlainText().strip()

    @property
    def status(self) -> str:
        """Which model is loaded, and whether a training slows it down."""
        if self._source.chosen is None:
            return texts.NOTHING
        worker = self.speaker.worker
        if worker is None:
            loaded = texts.NOT_LOADED
        elif worker.ready is None:
            loaded = f"{worker.phase.title}…" if worker.phase else texts.LOADING
        else:
            loaded = tr("Ready.") if worker.ready.chat else texts.GOES_ON
        return f"{loaded} {texts.SHARES}" if self.speaker.training and not self.paused else loaded

    @property
    def _waiting(self) -> str:
        """The status shown until the first word arrives."""
        worker = self.speaker.worker
        if worker is None or worker.ready is None:
            return texts.LOADING
        progress = worker.progress
        if progress is not None and progress.unit == "tokens" and progress.done < progress.total:
            return tr("Reading {done} of {total} tokens…", done=round(progress.done), total=round(progress.total))
        return tr("Beginning…")

    def _on_event(self, event: p.Event) -> None:
        options, conversation = self._options, self._conversation
        match event:
            case p.Ready():
                options.show_ready(event)
                if conversation.hint.text() in (texts.LET_GO_UNUSED, texts.LET_GO_TRAINING):
                    conversation.tell("")  # the model is loaded again
                self.changed.emit()
            case p.Suggestions(questions=questions, system=system):
                options.show_system(system)
                conversation.suggestions.offer(questions)
                self.changed.emit()
            case p.Notice():
                conversation.tell(in_the_windows_words(event).text)
            case p.Text() if event.id == self.speaker.asked:
                conversation.add(event, self._waiting)
            case p.Answered() if event.id == self.speaker.asked:
                conversation.finish(event.voice, event.reply, self._waiting)
            case p.Refused() if event.id == self.speaker.asked:
                conversation.refuse(in_the_windows_words(event).text)
            case p.Progress() | p.Phase():
                conversation.refresh(self._waiting)


UNUSED_S = 15 * 60  # unused for this long, the model is unloaded
LOOK_MS = 5000
SCARCE = 0.1  # of the memory: during a training, less free memory than this share is too little


class Speaker(QObject):
    """Holds at most one worker, for one job; loading another job ends it.

    Signals:
        received: a protocol event. changed: the state of `worker`, or whether one exists.
        lost: the worker ended by itself, with the p.Failed. let_go: it was ended to free memory, with the reason.
    """

    received = Signal(object)
    changed = Signal()
    lost = Signal(object)
    let_go = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.worker: ChatWorker | None = None
        self.asked: str = ""  # id of the question in progress
        self.training = False  # whether a training runs at the same time
        self._used = 0.0
        self._watch = QTimer(self, interval=LOOK_MS)
        self._watch.timeout.connect(self.look)

    @property
    def ready(self) -> p.Ready | None:
        return self.worker.ready if self.worker is not None else None

    def load(self, job: p.ConverseJob) -> None:
        """Load this job's model, unless it is loaded or loading already."""
        if self.worker is not None and self.worker.job == job:
            return
        self.drop()
        self.worker = ChatWorker(job, self)
        self.worker.received.connect(self._on_event)
        self.worker.changed.connect(self.changed)
        self.worker.ended.connect(self._on_ended)
        self._used = time.monotonic()
        self._watch.start()
        self.worker.start()

    def ask(self, question: p.Ask) -> None:
        """Send a question to the worker that `load` started."""
        assert self.worker is not None
        self.asked, self._used = question.id, time.monotonic()
        self.worker.ask(question)

    def stop(self) -> None:
        """Stop the answer in progress."""
        if self.worker is not None and self.asked:
            self.worker.stop_answer(self.asked)

    def drop(self) -> None:
        """Unload the model now."""
        self._watch.stop()
        self.asked = ""
        if self.worker is not None:
            worker, self.worker = self.worker, None
            worker.drop()
            self.changed.emit()

    def answered(self) -> None:
        """Note that every question has been answered."""
        self.asked, self._used = "", time.monotonic()

    def look(self) -> None:
        """Unload the model if it is unused or memory is scarce."""
        if self.worker is None or self.asked:
            return
        memory = self.worker.memory
        if self.training and memory is not None and memory.available < SCARCE * memory.total:
            self.drop()
            self.let_go.emit(LET_GO_TRAINING)
        elif time.monotonic() - self._used > UNUSED_S:
            self.drop()
            self.let_go.emit(LET_GO_UNUSED)

    def _on_event(self, event: p.Event) -> None:
        self.received.emit(event)

    def _on_ended(self) -> None:
        worker, self.worker = self.worker, None
        self._watch.stop()
        self.asked = ""
        assert worker is not None
        worker.deleteLater()
        failure = worker.failure or p.Failed(code="worker.ended", message=tr("The process that answers has ended."))
        self.changed.emit()
        self.lost.emit(failure)


class ChatWorker(BackgroundJob):
    """The worker that loads the model and answers.

    `received` carries its events; `ready` is set once the model is loaded.
    """

    def __init__(self, job: p.ConverseJob, parent: QObject | None = None) -> None:
        super().__init__(job, parent)
        self.hello: p.Hello | None = None
        self.ready: p.Ready | None = None
        self.memory: p.Memory | None = None  # the newest reading

    def ask(self, question: p.Ask) -> None:
        """Queue a question. It is answered once the model is loaded and earlier questions are done."""
        if self._worker is not None:
            self._worker.send(question)

    def stop_answer(self, question: str) -> None:
        """Stop the answer to the question with this id."""
        if self._worker is not None:
            self._worker.send(p.CancelAnswer(id=question))

    def _take(self, event: p.Event) -> bool:
        if isinstance(event, p.Ready):
            self.ready = event
            return True
        if isinstance(event, p.Hello):
            self.hello = event
        elif isinstance(event, p.Memory):
            self.memory = event
        return super()._take(event)
