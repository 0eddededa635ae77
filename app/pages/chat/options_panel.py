"""How answers are chosen: what the model is told first, how adventurous it is, how much of the adapter counts."""

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
from app.widgets.controls import Card, IconButton, caption_of, dim_label
from app.widgets.job_strip import JobStrip
from app.widgets.letters import CheckBox
from app.widgets.strength import STEPS, StrengthChoice
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base.language import tr

USUAL = p.Sampling(temperature=0.7)  # where the base says nothing of its own
_FIELD_WIDTH = 14 * GRID
_WORDS = (
    (
        "temperature",
        tr("How ad&venturous"),
        tr("0 always takes the likeliest word; 1 is as varied as the model learnt."),
        2.0,
    ),
    ("top_p", tr("Likeliest words, together"), tr("Only words that together make up this share. 1: all of them."), 1.0),
    ("min_p", tr("Unlikely words from"), tr("Leaves out what is less likely than this part of the likeliest."), 1.0),
    (
        "repeat_penalty",
        tr("Avoid repeating"),
        tr("1: off. 1.1 helps small models that repeat themselves."),
        2.0,
    ),
)


class OptionsPanel(QWidget):
    """Signals:
    context_changed: another length of the conversation is wanted, or texts in place of answers; the model has to be
    loaded again for it.
    """

    context_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.system = EditBox(tr("Instructions for the model"), tr("None"), 6)
        self._usual_system = ""
        self.strength, self.measuring = StrengthChoice(), JobStrip()
        self._measured: tuple[str, str] | None = None  # the run and the checkpoint that the strengths are of
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
        self.raw: bool | None = None  # whether it is to go on with texts; None: where it was taught to
        self.think = ThinkBox()
        self.goes_on = CheckBox(tr("Continue my text"))
        self.goes_on.setToolTip(tr("It does not answer but continues your text. Runs that learnt a book do that."))
        self.same = CheckBox(tr("The same answer every time"))
        self.blind = CheckBox(tr("&Hide the names until I choose"))
        self.reset = IconButton(tr("Back to the usual"), "mdi6.restore")
        self.more = IconButton(tr("More"), "mdi6.chevron-right", checkable=True)
        self._arrange()
        self.context.editingFinished.connect(self._on_context)
        self.reset.clicked.connect(self._reset)
        self.goes_on.clicked.connect(self._on_goes_on)
        self.more.toggled.connect(self._fold)
        self.measuring.cancelled.connect(self.measuring.stop)
        self._fold(False)

    @property
    def sampling(self) -> p.Sampling:
        """How to answer, with a seed of its own for each answer, but where the same is wanted every time."""
        values = {name: field.value() for name, field in self.numbers.items()}
        seed = 0 if self.same.isChecked() else random.randrange(2**32)
        return p.Sampling(top_k=self.top_k.value(), max_tokens=self.longest.value(), seed=seed, **values)

    def limited(self, longest: int) -> p.Sampling:
        """Return the sampling for an answer of at most so many tokens; 0: as the field says."""
        sampling = self.sampling
        return msgspec.structs.replace(sampling, max_tokens=min(longest or sampling.max_tokens, sampling.max_tokens))

    def show_system(self, system: str) -> None:
        """Show what the run's data tells the model first; what the user wrote stays."""
        if self.system.toPlainText().strip() == self._usual_system:
            self.system.setPlainText(system)
        self._usual_system = system

    def show_ready(self, ready: p.Ready) -> None:
        """Suit what is loaded: whether it answers or goes on with texts, and what can be changed of how it does."""
        self.strength.show_adapter(has=bool(ready.adapter), adjustable=ready.adjustable)
        self.show_usual(ready.sampling)
        self.goes_on.setChecked(not ready.chat)
        self.think.show_ready(ready)

    def talk_to(self, run: str, checkpoint: str) -> None:
        """Suit the adapter that is talked to: what was measured of another is not shown."""
        if (run, checkpoint) != self._measured:
            self._measured = (run, checkpoint)
            self.measuring.drop()
            self._end_measuring()
            self.strength.forget()

    def measure(self, failed: Callable[[p.Failed], None]) -> None:
        """Measure the adapter that is talked to at several strengths. failed: is told why that cannot be done."""
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
        """Begin with another conversation partner: the last one's instructions do not hold for it."""
        self.raw, self._usual_system = None, ""
        self.system.clear()

    def show_usual(self, sampling: p.Sampling | None) -> None:
        """Show how the base's makers let it write; what the user changed stays."""
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
            "blind": self.blind.isChecked(),
            "think": self.think.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` gave. Raises msgspec.ValidationError, TypeError or ValueError where something is not
        what it was.
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
        self.blind.setChecked(state.get("blind") is True)
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

    def _fold(self, is_open: bool) -> None:
        self._rest.setVisible(is_open)
        self.more.set_look(
            tr("Less") if is_open else tr("More"), "mdi6.chevron-down" if is_open else "mdi6.chevron-right"
        )

    def _number(self, name: str, words: str, most: float) -> QDoubleSpinBox:
        field = QDoubleSpinBox(minimum=0.01 if name == "repeat_penalty" else 0.0, maximum=most, singleStep=0.05)
        field.setDecimals(2)
        field.setMinimumHeight(CONTROL_HEIGHT)
        field.setValue(getattr(USUAL, name))
        field.setAccessibleName(words.replace("&", ""))
        return field

    def _arrange(self) -> None:
        self._context_before = 0
        told, chosen, adapter = (
            Card(tr("Instructions (optional)")),
            Card(tr("How it answers")),
            Card(tr("Strength of the adapter")),
        )
        told.put(self.system, dim_label(tr("For example: You are a patient teacher."), wraps=True))
        adapter.header.addWidget(self.strength.words)
        adapter.put(self.strength, self.measuring)
        self.measuring.hide()
        rest = layouts.column(gap=GRID)
        self._rest = layouts.panel(rest)
        chosen.body.addWidget(self.think)
        for place, (name, words, help_, _most) in enumerate(_WORDS):
            column = chosen.body if place == 0 else rest
            _put(column, words, self.numbers[name], help_)
        _put(chosen.body, tr("Lon&gest answer"), self.longest, "")
        _put(rest, tr("Among how many words"), self.top_k, tr("Of the likeliest."))
        _put(rest, tr("Room for the conversation"), self.context, tr("Changing it loads the model again."))
        rest.addWidget(self.same)
        rest.addWidget(self.reset)
        chosen.put(self.goes_on, self.more, self._rest)
        layouts.column(told, chosen, adapter, self.blind, ..., inside=self, gap=12)


def _whole(name: str, least: int, most: int, value: int) -> QSpinBox:
    field = QSpinBox(minimum=least, maximum=most, value=value)
    field.setAccessibleName(name)
    field.setMinimumHeight(CONTROL_HEIGHT)
    return field


def _put(column: Any, words: str, field: QWidget, help_: str) -> None:
    """A label beside its field, and what it means below."""
    label = caption_of(words, field)
    label.setWordWrap(True)
    field.setMinimumWidth(_FIELD_WIDTH)
    column.addLayout(layouts.row((label, 1), field, gap=GRID))
    if help_:
        field.setToolTip(help_)
        field.setAccessibleDescription(help_)


MOST = 100  # runs and models whose choice is remembered

Key = tuple[str, str]  # of a run or a model: what sort it is, and where


class ThinkBox(CheckBox):
    """Whether a model that can do both thinks before it answers: as it was taught, until somebody chooses otherwise.

    Shown where the template of what is loaded has thinking on and off; remembers what was chosen for each.
    """

    def __init__(self) -> None:
        super().__init__(tr("Th&ink first"))
        self._key: Key | None = None
        self._is_usual = False  # what it does where nobody chose
        self._chosen: dict[Key, bool] = {}
        self.setToolTip(tr("It thinks before it answers: slower, but better when there is something to work out."))
        self.clicked.connect(self._choose)
        self.hide()

    @property
    def asked(self) -> p.Think:
        """What a question says; auto: as it was taught, else as the model's template has it."""
        chosen = self._chosen.get(self._key) if self._key else None
        return "auto" if chosen is None else "on" if chosen else "off"

    def talk_to(self, key: Key) -> None:
        """Suit another model; until it is loaded, nobody knows what its template can do."""
        if key != self._key:
            self._key = key
            self.hide()

    def show_ready(self, ready: p.Ready) -> None:
        """Suit the model that was loaded."""
        self._is_usual = ready.thinks
        self.setVisible(ready.can_switch)
        self.setChecked(ready.thinks if self.asked == "auto" else self.asked == "on")

    def forget(self) -> None:
        """Go back to how the run was taught."""
        if self._key:
            self._chosen.pop(self._key, None)
        self.setChecked(self._is_usual)

    def state(self) -> list[Any]:
        return [[*key, wanted] for key, wanted in list(self._chosen.items())[-MOST:]]

    def restore(self, state: list[Any]) -> None:
        """Restore what `state` gave. Raises TypeError or ValueError where something is not what it was."""
        self._chosen = {(str(kind), str(place)): wanted is True for kind, place, wanted in state}

    def _choose(self, wanted: bool) -> None:
        if self._key:
            self._chosen.pop(self._key, None)  # the newest last
            self._chosen[self._key] = wanted
