"""The Chat page's options: system prompt, sampling, and adapter strength."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QWidget

from app.look import layouts
from app.look.theme import CONTROL_HEIGHT, GRID
from app.pages.chat.edit_box import EditBox
from app.widgets.controls import Card, FoldButton, IconButton, caption_of
from app.widgets.job_strip import JobStrip
from app.widgets.letters import CheckBox
from app.widgets.strength import STEPS, StrengthChoice
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base.language import tr

USUAL = p.Sampling(temperature=0.7)  # if the base model recommends nothing
_FIELD_WIDTH = 14 * GRID
_WORDS = (
    (
        "temperature",
        tr("How ad&venturous"),
        tr("0: always the likeliest word. 1: as varied as the model learnt."),
        2.0,
    ),
    (
        "top_p",
        tr("Most likely words"),
        tr("The likeliest words that together have this chance. 1: all."),
        1.0,
    ),
    (
        "min_p",
        tr("Leave out unlikely words"),
        tr("Those below this part of the likeliest word's chance."),
        1.0,
    ),
    (
        "repeat_penalty",
        tr("Avoid repeating"),
        tr("1: off. 1.1 helps small models that repeat themselves."),
        2.0,
    ),
)


class OptionsPanel(QWidget):
    """Signals:
    context_changed: another context length was chosen, or continuing texts instead of answering; the model has to be
    reloaded for it.
    """

    context_changed = Signal()

    def __init__(self, checkpoint: QWidget, copy: QWidget) -> None:
        """checkpoint: the choice of one. copy: copies the conversation. Few need these, so they are under More."""
        super().__init__()
        self.system = EditBox(tr("Instructions for the model"), tr("For example: Be brief."), 6)
        self._usual_system = ""
        self.strength, self.measuring = StrengthChoice(), JobStrip()
        self._measured: tuple[str, str] | None = None  # run and checkpoint that the strengths were measured on
        self._usual = USUAL
        self.numbers = {name: self._number(name, words, most) for name, words, _help, most in _WORDS}
        self.top_k = _whole(tr("Among how many words"), 0, 1000, USUAL.top_k)
        self.top_k.setSpecialValueText("all")
        self.longest = _whole(tr("Longest answer"), 1, 1_000_000, USUAL.max_tokens)
        self.longest.setSuffix(tr(" tokens"))
        self.context = _whole(tr("Room for the conversation"), 0, 1_000_000, 0)
        self.context.setSpecialValueText(tr("as it needs"))
        self.context.setSuffix(tr(" tokens"))
        self.context.setSingleStep(1024)
        self.raw: bool | None = None  # continue texts; None: only if it was trained to
        self.think = ThinkBox()
        self.goes_on = CheckBox(tr("Continue my text"))
        self.goes_on.setToolTip(tr("It continues your text instead of answering, as a model that learnt a book does."))
        self.same = CheckBox(tr("The same answer every time"))
        self.reset = IconButton(tr("Back to the usual"), "mdi6.restore")
        self._arrange(checkpoint, copy)
        self.context.editingFinished.connect(self._on_context)
        self.reset.clicked.connect(self._reset)
        self.goes_on.clicked.connect(self._on_goes_on)
        self.measuring.cancelled.connect(self.measuring.stop)

    @property
    def sampling(self) -> p.Sampling:
        """The sampling settings, with a new seed for each answer unless a fixed one is chosen."""
        values = {name: field.value() for name, field in self.numbers.items()}
        seed = 0 if self.same.isChecked() else random.randrange(2**32)
        return p.Sampling(top_k=self.top_k.value(), max_tokens=self.longest.value(), seed=seed, **values)

    def limited(self, longest: int) -> p.Sampling:
        """Return the sampling for an answer of at most `longest` tokens; 0: the limit in the field."""
        sampling = self.sampling
        return msgspec.structs.replace(sampling, max_tokens=min(longest or sampling.max_tokens, sampling.max_tokens))

    def show_system(self, system: str) -> None:
        """Show the system prompt of the run's data, unless the user wrote one."""
        if self.system.toPlainText().strip() == self._usual_system:
            self.system.setPlainText(system)
        self._usual_system = system

    def show_ready(self, ready: p.Ready) -> None:
        """Adapt to the loaded model: whether it answers or continues texts, and which options apply."""
        self.strength.show_adapter(has=bool(ready.adapter), adjustable=ready.adjustable)
        self.show_usual(ready.sampling)
        self.goes_on.setChecked(not ready.chat)
        self.think.show_ready(ready)

    def talk_to(self, run: str, checkpoint: str) -> None:
        """Adapt to the current adapter; measurements of another are hidden."""
        if (run, checkpoint) != self._measured:
            self._measured = (run, checkpoint)
            self.measuring.drop()
            self._end_measuring()
            self.strength.forget()

    def measure(self, failed: Callable[[p.Failed], None]) -> None:
        """Measure the current adapter at several strengths. failed: is called with the failure."""
        if self._measured is None or not self._measured[0] or self.measuring.is_busy:
            return

        def ended(job: BackgroundJob) -> None:
            self._end_measuring()
            if job.failure is not None:
                failed(job.failure)
            elif isinstance(job.result, p.StrengthsResult):
                self.strength.show_result(job.result)

        self.strength.measure.setEnabled(False)
        self.measuring.show()
        self.measuring.run(p.StrengthsJob(run=self._measured[0], checkpoint=self._measured[1]), ended)

    def _end_measuring(self) -> None:
        self.measuring.hide()
        self.strength.measure.setEnabled(True)

    def begin_anew(self) -> None:
        """Reset for another source: the previous one's system prompt does not apply to it."""
        self.raw, self._usual_system = None, ""
        self.system.clear()

    def show_usual(self, sampling: p.Sampling | None) -> None:
        """Show the sampling that the base model recommends; the user's changes stay."""
        new = sampling or USUAL
        for name, field in self.numbers.items():
            if field.value() == round(getattr(self._usual, name), 2):
                field.setValue(getattr(new, name))
        if self.top_k.value() == self._usual.top_k:
            self.top_k.setValue(new.top_k)
        self._usual = new

    def state(self) -> dict[str, Any]:
        return {
            "system": self.system.toPlainText(),
            "usual_system": self._usual_system,
            "strength": self.strength.slider.value(),
            "numbers": {name: field.value() for name, field in self.numbers.items()},
            "top_k": self.top_k.value(),
            "usual": msgspec.to_builtins(self._usual),
            "longest": self.longest.value(),
            "context": self.context.value(),
            "same": self.same.isChecked(),
            "think": self.think.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` gave. Raises msgspec.ValidationError, TypeError or ValueError if the state is
        malformed.
        """
        self._usual = msgspec.convert(state.get("usual", {}), p.Sampling)
        self._usual_system = str(state.get("usual_system", ""))
        self.system.setPlainText(str(state.get("system", "")))
        self.strength.slider.setValue(int(state.get("strength", STEPS)))
        for name, field in self.numbers.items():
            field.setValue(float(state.get("numbers", {}).get(name, field.value())))
        self.top_k.setValue(int(state.get("top_k", USUAL.top_k)))
        self.longest.setValue(int(state.get("longest", USUAL.max_tokens)))
        with QSignalBlocker(self.context):
            self.context.setValue(int(state.get("context", 0)))
        self._context_before = self.context.value()
        self.same.setChecked(state.get("same") is True)
        self.think.restore(state.get("think", []))

    def _reset(self) -> None:
        for name, field in self.numbers.items():
            field.setValue(getattr(self._usual, name))
        self.top_k.setValue(self._usual.top_k)
        self.longest.setValue(USUAL.max_tokens)
        self.context.setValue(0)
        self.same.setChecked(False)
        self.think.forget()
        self.strength.slider.setValue(STEPS)
        self.system.setPlainText(self._usual_system)
        self._on_context()

    def _on_goes_on(self, wanted: bool) -> None:
        self.raw = wanted
        self.context_changed.emit()

    def _on_context(self) -> None:
        if self.context.value() != self._context_before:
            self._context_before = self.context.value()
            self.context_changed.emit()

    def _number(self, name: str, words: str, most: float) -> QDoubleSpinBox:
        field = QDoubleSpinBox(minimum=0.01 if name == "repeat_penalty" else 0.0, maximum=most, singleStep=0.05)
        field.setDecimals(2)
        field.setMinimumHeight(CONTROL_HEIGHT)
        field.setValue(getattr(USUAL, name))
        field.setAccessibleName(words.replace("&", ""))
        return field

    def _arrange(self, checkpoint: QWidget, copy: QWidget) -> None:
        self._context_before = 0
        told = Card(tr("Instructions (optional)"), self.system, self.think)
        adapter = Card(tr("How much of the training counts"), self.strength, self.measuring)
        adapter.header.addWidget(self.strength.words)
        self.measuring.hide()
        chosen = Card(tr("How it answers"), checkpoint)
        _put(chosen.body, tr("Lon&gest answer"), self.longest, "")
        for name, words, help_, _most in _WORDS:
            _put(chosen.body, words, self.numbers[name], help_)
        _put(chosen.body, tr("Among how many words"), self.top_k, tr("Only this many of the likeliest words."))
        _put(chosen.body, tr("Room for the conversation"), self.context, tr("Changing it loads the model again."))
        chosen.put(self.goes_on, self.same, self.reset)
        rest = layouts.panel(layouts.column(chosen, adapter, layouts.left(copy), gap=12))
        self.more = FoldButton(tr("More"), rest)
        layouts.column(told, layouts.left(self.more), rest, ..., inside=self, gap=12)


def _whole(name: str, least: int, most: int, value: int) -> QSpinBox:
    field = QSpinBox(minimum=least, maximum=most, value=value)
    field.setAccessibleName(name)
    field.setMinimumHeight(CONTROL_HEIGHT)
    return field


def _put(column: Any, words: str, field: QWidget, help_: str) -> None:
    """Add a labelled field with its explanation below."""
    label = caption_of(words, field)
    label.setWordWrap(True)
    field.setMinimumWidth(_FIELD_WIDTH)
    column.addLayout(layouts.row((label, 1), field, gap=GRID))
    if help_:
        field.setToolTip(help_)
        field.setAccessibleDescription(help_)


MOST = 100  # limit of the remembered choices of runs and models

Key = tuple[str, str]  # of a run or a model: its kind and its path


class ThinkBox(CheckBox):
    """Switches thinking on or off, by default as the model was trained.

    Shown if the loaded model's template supports both; remembers the choice for each source.
    """

    def __init__(self) -> None:
        super().__init__(tr("Th&ink first"))
        self._key: Key | None = None
        self._is_usual = False  # the default if the user chose nothing
        self._chosen: dict[Key, bool] = {}
        self.setToolTip(tr("It thinks before it answers: slower, but better at working things out."))
        self.clicked.connect(self._choose)
        self.hide()

    @property
    def asked(self) -> p.Think:
        """The value for a question; auto: as the model was trained, else its template's default."""
        chosen = self._chosen.get(self._key) if self._key else None
        return "auto" if chosen is None else "on" if chosen else "off"

    def talk_to(self, key: Key) -> None:
        """Switch to another source; its template's abilities are unknown until it is loaded."""
        if key != self._key:
            self._key = key
            self.hide()

    def show_ready(self, ready: p.Ready) -> None:
        """Adapt to the loaded model."""
        self._is_usual = ready.thinks
        self.setVisible(ready.can_switch)
        self.setChecked(ready.thinks if self.asked == "auto" else self.asked == "on")

    def forget(self) -> None:
        """Return to the default: as the run was trained."""
        if self._key:
            self._chosen.pop(self._key, None)
        self.setChecked(self._is_usual)

    def state(self) -> list[Any]:
        return [[*key, wanted] for key, wanted in list(self._chosen.items())[-MOST:]]

    def restore(self, state: list[Any]) -> None:
        """Restore what `state` gave. Raises TypeError or ValueError if the state is malformed."""
        self._chosen = {(str(kind), str(place)): wanted is True for kind, place, wanted in state}

    def _choose(self, wanted: bool) -> None:
        if self._key:
            self._chosen.pop(self._key, None)  # reinsert: newest last
            self._chosen[self._key] = wanted
