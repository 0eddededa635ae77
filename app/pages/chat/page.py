"""The Chat page: ask the tuned and the base model the same question, and read both answers as they stream."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QSignalBlocker, Qt, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.look import layouts
from app.look.flow import Columns
from app.look.theme import GRID
from app.pages.chat import texts
from app.pages.chat.asking import Asking
from app.pages.chat.conversation import Conversation
from app.pages.chat.edit_box import EditBox
from app.pages.chat.options_panel import OptionsPanel
from app.pages.chat.source_card import SourceCard
from app.pages.chat.sources import Source, source_of_model, source_of_run
from app.pages.chat.talk import Exchange, Shelf
from app.widgets.controls import CopyButton, IconButton, on_ctrl_enter, page_title, scrolled
from app.workers.advice import Place
from core import protocol as p
from core.base.errors import LuthierError
from core.base.language import tr
from core.runs.run import Run

_LOST = ("runs.no-checkpoint", "runs.not-a-run", "export.no-adapter")  # deleted after it was chosen
REMEMBERED, MOST_TEXT = 200, 1_000_000  # limits of the saved conversation: exchanges, characters
MOST_ON_SHELF = 50_000  # characters of each saved conversation with another source


class ChatPage(QWidget):
    """Signals:
    export_requested, assess_requested: a run's folder and its checkpoint.
    data_wanted: a file of saved exchanges, to train on. learn_wanted: a run's folder, and a file to train it on with.
    answered: a question has its answers.
    """

    busy, warning = False, None  # closing loses nothing: the conversation is remembered
    export_requested = Signal(Path, str)
    assess_requested = Signal(Path, str)
    data_wanted = Signal(str)
    learn_wanted = Signal(Path, str)
    answered = Signal()

    def __init__(self, newly_trained: Callable[[], str] = lambda: "") -> None:
        """newly_trained: returns a new run's folder once, to switch the chat to it; else ""."""
        super().__init__()
        self._newly_trained = newly_trained
        self._key: tuple[str, str] | None = None  # of the current source
        self._has_news = False  # from a training, received while answering
        self._trained = ""  # the run that `meet` leads to
        self._early = ""  # a question sent before the checkpoint was known
        self._shelf = Shelf()
        self.source = SourceCard()
        self.copy = CopyButton(tr("Cop&y all"), lambda: self.conversation.talk.text(texts.voice_name))
        self.options = OptionsPanel(self.source.checkpoint, self.copy)
        self.conversation = Conversation()
        self.asking = Asking(self, self.source, self.options, self.conversation)
        self.speaker = self.asking.speaker
        self.message = self.conversation.message
        self.again = IconButton(tr("Load it &again"), "mdi6.refresh")
        self.meet = IconButton(tr("&Talk to it"), "mdi6.chat-outline")
        for button in (self.again, self.meet):
            self.message.add_action(button)
        self.prompt = EditBox(tr("Your question"), tr("Ask something"))
        self.prompt.setToolTip(tr("Enter sends, Shift+Enter begins a new line"))
        self.send = IconButton(tr("Se&nd"), "mdi6.send", primary=True, may_say=[tr("S&top")])
        self.clear = IconButton(tr("C&lear"), "mdi6.broom", may_say=[tr("Bring bac&k")])
        self.show_panel = IconButton(tr("O&ptions"), "mdi6.tune-variant", checkable=True)
        self._sides = Sides(self.conversation, self.source, self.options, self.show_panel)
        self._arrange()
        self._connect()
        self._update()

    def show_run(self, folder: Path, checkpoint: str = "") -> None:
        """Talk to a run. checkpoint: "" for the best by evaluation, else the newest; "best"; or a step."""
        try:
            source = source_of_run(Run(folder))
        except LuthierError as error:
            self.message.say_error(tr("This run cannot be opened"), error)
            return
        self._choose(source, checkpoint)

    def show_model(self, model: p.LocalModel) -> None:
        """Talk to a model that Luthier did not train."""
        self._choose(source_of_model(model))

    def ask(self, text: str, longest: int = 0) -> None:
        """Send a question as if it had been typed; if the run's files are still being read, it waits for them.

        longest: token limit of these answers, if it should be lower than the one in the options.
        """
        if not text.strip() or self.conversation.answering is not None:
            return
        self.asking.longest = longest
        if not self.source.is_settled or self.source.replace_lost(is_loaded=self.speaker.ready is not None):
            self._early = text
            return
        if self.source.chosen is None:
            self.message.say("info", tr("There is nothing to talk to yet"), texts.NOTHING, place=Place.MODEL)
            return
        self._sides.show_conversation()
        self.conversation.ask(text.strip())

    def look_for_news(self) -> None:
        """Offer newly saved checkpoints, and switch to the newly trained run unless the user chose another."""
        self._has_news = self.is_at_work
        if self._has_news:
            return
        if trained := self._newly_trained():
            before = self.source.chosen
            if before is None or before.run in ("", trained) or not self.conversation.talk.exchanges:
                self.show_run(Path(trained))
            else:
                self._trained = trained
                title = tr("{title} can answer now", title=Run(Path(trained)).title)
                self.message.say("info", title, "", action=self.meet)
        self.source.reload()

    def shown(self) -> None:
        self._update()
        self._sides.fit()
        self.look_for_news()
        if self.source.is_settled and not self.source.replace_lost():
            self._load_ahead()
        self.prompt.setFocus()

    def train_beside(self, training: bool, paused: bool) -> None:
        """Note whether a training runs at the same time or is paused: chatting is allowed, but slower."""
        if (training, paused) != (self.speaker.training, self.asking.paused):
            self.speaker.training, self.asking.paused = training, paused
            if self.isVisible():
                self._update()

    def shut_down(self) -> None:
        """Unload the model; the conversation stays."""
        self.speaker.drop()
        self.options.measuring.drop()
        self.source.give_up()
        self.conversation.kept.give_up()

    @property
    def is_at_work(self) -> bool:
        """Whether a question is being answered."""
        return self.conversation.answering is not None

    def hand_on(self, page: ChatPage) -> None:
        """Pass the conversation and pending questions on to another page, which loads the model again."""
        page.conversation.go_on_from(self.conversation)
        page._shelf = self._shelf
        early, self._early = self._early, ""
        page.ask(early, self.asking.longest)
        page._update()
        self.shut_down()

    def state(self) -> dict[str, Any]:
        return {
            "source": self.source.state(),
            "options": self.options.state(),
            "panel": self._sides.wanted,
            "kept": self.conversation.kept.files,
            "typed": self.prompt.toPlainText(),
            "talk": msgspec.to_builtins(self.conversation.talk.newest(REMEMBERED, MOST_TEXT)),
            "shelf": self._shelf.state(REMEMBERED, MOST_ON_SHELF),
        }

    def restore(self, state: dict[str, Any]) -> None:
        steps: list[Callable[[], object]] = [
            lambda: self.options.restore(state["options"]),
            lambda: self.source.restore(state["source"]),
            lambda: self._sides.want(state["panel"] is True),
            lambda: self.conversation.kept.files.update(msgspec.convert(state["kept"], dict[str, str])),
            lambda: self.prompt.setPlainText(str(state["typed"])),
            lambda: self.conversation.show_exchanges(msgspec.convert(state["talk"], list[Exchange])),
            lambda: self._shelf.restore(state["shelf"]),
        ]
        for step in steps:
            try:
                step()
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError):  # of an older version, or damaged
                continue
        self._key = self.source.chosen.key if self.source.chosen is not None else None
        self._update()

    def _send(self) -> None:
        if self.conversation.answering is not None:
            self.conversation.tell(texts.STILL_ANSWERS)
            return
        if text := self.prompt.toPlainText().strip():
            self.prompt.clear()
            self.ask(text)

    def _send_or_stop(self) -> None:
        if self.conversation.answering is not None:
            self.speaker.stop()
            self.prompt.setFocus()  # the button is about to be disabled
        else:
            self._send()

    def _on_end(self, is_whole: bool) -> None:
        self.speaker.answered()
        if self.conversation.hint.text() == texts.STILL_ANSWERS:
            self.conversation.tell("")
        self._update()
        if self._has_news:
            self.look_for_news()
        if is_whole:
            self.answered.emit()

    def _on_lost(self, failure: p.Failed) -> None:
        self.conversation.refuse(failure.message)
        if failure.code in _LOST and self.source.replace_lost():
            return
        title = texts.LOST if failure.code == "worker.lost" else texts.NOT_LOADED_TITLE
        self.message.say_failure(title, failure, self.again)

    def _load_again(self) -> None:
        self.message.hide()
        self._load_ahead(wanted=True)

    def _load_ahead(self, wanted: bool = False) -> None:
        """Load the model early, for a fast first word. During a training, wait for a question or a request."""
        source, may = self.source.chosen, wanted or (self.isVisible() and not self.speaker.training)
        if source is not None and self.conversation.answering is None and may:
            self.asking.load(source)

    def _on_source(self) -> None:
        """Handle a new choice of source: unload the model, show the conversation with that source."""
        self.conversation.refuse(texts.OTHER_CHOSEN)
        if self.source.chosen is not None:
            self._note_source(self._key, self.source.chosen.key)
        self.message.hide()
        self.conversation.tell("")
        self.conversation.suggestions.offer([])
        self.conversation.votes.count(self.source.chosen.run if self.source.chosen else "", self.source.step)
        if self.source.chosen is not None and not self.source.chosen.run:
            self.options.strength.show_adapter(has=False, adjustable=False)
        self.options.talk_to(self.source.chosen.run if self.source.chosen else "", self.source.chosen_checkpoint)
        self.speaker.drop()
        self._load_ahead()
        self._update()
        early, self._early = self._early, ""
        self.ask(early, self.asking.longest)

    def _on_unlisted(self, error: LuthierError) -> None:
        """Report that no source can answer; the question can be sent again."""
        early, self._early = self._early, ""
        if early and not self.prompt.toPlainText():
            self.prompt.setPlainText(early)
        self.message.say_error(texts.LOST, error)

    def _choose(self, source: Source, checkpoint: str = "") -> None:
        if self.source.chosen is not None:
            self._note_source(self.source.chosen.key, source.key)
        self.source.choose(source, checkpoint)

    def _note_source(self, before: tuple[str, str] | None, now: tuple[str, str]) -> None:
        """Reset the options and show the new source's own conversation if the source changed."""
        if before is not None and before != now:
            conversation = self.conversation
            conversation.refuse(texts.OTHER_CHOSEN)
            conversation.switch_to(self._shelf.swap(before, conversation.talk.exchanges, now))
            self.options.begin_anew()
        self.conversation.kept.talk_to(now[0])
        self._key = now
        self.options.think.talk_to(now)

    def _update(self) -> None:
        """Update the buttons and the status line."""
        conversation = self.conversation
        answering, is_empty = conversation.answering is not None, not conversation.talk.exchanges
        source = self.source.chosen
        self.send.set_look(tr("S&top") if answering else tr("Se&nd"), "mdi6.stop" if answering else "mdi6.send")
        self.send.setEnabled(answering or (source is not None and bool(self.prompt.toPlainText().strip())))
        self.copy.setEnabled(not is_empty and not answering)
        back = conversation.can_bring_back
        self.clear.set_look(tr("Bring bac&k") if back else tr("C&lear"), "mdi6.undo" if back else "mdi6.broom")
        self.clear.setEnabled(back or (not is_empty and not answering))
        for field in (self.source.source, self.source.checkpoint, self.source.voices):
            field.setEnabled(not answering and field.count() > 0)
        conversation.suggestions.setVisible(bool(conversation.suggestions.buttons) and is_empty)
        ready = self.speaker.ready
        self.prompt.invite(tr("Ask something") if ready is None or ready.chat else tr("Begin a text"))
        self.source.status.setText(self.asking.status)

    def _on_moved(self, before: str, now: str) -> None:
        """Follow a moved run: the conversation and its votes still belong to it."""
        self._key = (now, "")
        self._shelf.follow(before, now)
        self.conversation.kept.follow(before, now)
        for exchange in self.conversation.talk.exchanges:
            if exchange.run == before:
                exchange.run = now

    def _clear(self) -> None:
        """Clear the conversation, or restore it."""
        self.conversation.clear_or_bring_back()
        self._update()
        self.prompt.setFocus()

    def _connect(self) -> None:
        self.asking.changed.connect(self._update)
        self.asking.asked.connect(self.prompt.setFocus)  # the button that was pressed may be gone
        self.speaker.lost.connect(self._on_lost)
        self.speaker.let_go.connect(self.conversation.tell)
        self.source.changed.connect(self._on_source)
        self.source.replaced.connect(self.conversation.tell)
        self.source.moved.connect(self._on_moved)
        self.source.unlisted.connect(self._on_unlisted)
        self.source.voices_changed.connect(self._update)
        self.source.export_wanted.connect(lambda: self._take_on(self.export_requested))
        self.source.assess_wanted.connect(lambda: self._take_on(self.assess_requested))
        self.options.context_changed.connect(self._on_source)
        self.options.strength.measure_wanted.connect(
            lambda: self.options.measure(
                lambda failure: self.message.say_failure(tr("The strengths could not be measured"), failure)
            )
        )
        self.prompt.entered.connect(self._send)
        self.prompt.left.connect(self.speaker.stop)
        self.prompt.textChanged.connect(self._update)
        self.send.clicked.connect(self._send_or_stop)
        self.again.clicked.connect(self._load_again)
        self.meet.clicked.connect(lambda: self.show_run(Path(self._trained)))
        self.conversation.wanted.connect(self.asking.answer)
        self.conversation.ended.connect(self._on_end)
        self.conversation.failed.connect(self.message.say_error)
        self.conversation.suggestions.chosen.connect(self.ask)
        self.conversation.kept.train_wanted.connect(self.data_wanted)
        self.conversation.votes.counted.connect(self.source.show_votes)
        self.source.votes_wanted.connect(self.learn_wanted)
        self.clear.clicked.connect(self._clear)
        on_ctrl_enter(self, self._send)

    def _take_on(self, to: SignalInstance) -> None:
        """Continue with the current run on another page."""
        source = self.source.chosen
        if source is not None and source.run:
            to.emit(Path(source.run), self.source.chosen_checkpoint)

    def _arrange(self) -> None:
        self.send.setMinimumWidth(12 * GRID)
        buttons = (self.source.assess, self.clear, self.show_panel)
        head = layouts.row(page_title(tr("Chat")), GRID, (self.source.source, 1), ..., *buttons, gap=GRID)
        layouts.page(self, head, (self._sides, 1), layouts.row((self.prompt, 1), self.send, gap=GRID))


PANEL_WIDTH = 38 * GRID
NARROW = 88 * GRID  # pixels: on a narrower page the panel replaces the conversation
_ANY_WIDTH = 16_777_215  # Qt's QWIDGETSIZE_MAX: no limit


class Sides(Columns):
    """Shows the conversation with the options beside it; on a narrow page the options replace it while open.

    toggle: the button that shows the panel.
    """

    def __init__(self, conversation: QWidget, source: QWidget, options: QWidget, toggle: QAbstractButton) -> None:
        super().__init__(2 * GRID, narrow=NARROW)
        self._is_narrow = self._wide_choice = False
        self._conversation, self._toggle = conversation, toggle
        self._inside = layouts.panel(layouts.column(source, (options, 1), gap=2 * GRID))
        self._panel = scrolled(self._inside)
        self._panel.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.add(conversation, 1)
        self.add(self._panel)
        toggle.toggled.connect(lambda _on: self.fit())

    @property
    def wanted(self) -> bool:
        """Whether the user wants the panel when both fit."""
        return self._wide_choice if self._is_narrow else self._toggle.isChecked()

    def want(self, wanted: bool) -> None:
        self._wide_choice = wanted
        if not self._is_narrow:
            self._toggle.setChecked(wanted)

    def show_conversation(self) -> None:
        """Show the conversation if the panel replaced it."""
        if self._is_narrow:
            self._toggle.setChecked(False)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Adapt to the available width and to the text size, which may have grown."""
        narrow = self.width() < NARROW
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            if narrow:
                self._wide_choice = self._toggle.isChecked()
            with QSignalBlocker(self._toggle):
                self._toggle.setChecked(self._wide_choice and not narrow)
        wanted = self._toggle.isChecked()
        self._panel.setVisible(wanted)
        self._conversation.setVisible(not (wanted and narrow))
        wide_enough = max(PANEL_WIDTH, self._inside.minimumSizeHint().width() + 2 * GRID)  # with the scroll bar
        self._panel.setMinimumWidth(min(wide_enough, self.width()))
        self._panel.setMaximumWidth(_ANY_WIDTH if narrow else wide_enough)
