"""How it learns: a goal, and the knobs that follow from it until a person turns them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QLabel, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, SMALL, set_size
from app.pages.train.knob import Knob, SettingsForm, shown
from app.pages.train.texts import GOALS_SHOWN, NOT_TOGETHER, SEE_SETTINGS, GoalShown, settings_in_words
from app.widgets.controls import Card, FoldButton, IconButton, dim_label
from app.widgets.device_choice import DeviceChoice
from app.widgets.pick_card import PickCard, Tiles
from app.workers.devices import Devices
from core.advice import devices as words
from core.advice.goals import CUSTOM, GOALS, Goal, Machine, alpha_for, settings_for
from core.advice.training_settings import SETTINGS, at
from core.base import settings
from core.base.devices import AUTO
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import count
from core.protocol import DataFacts, LocalModel
from core.protocol.config import from_values

FIRST_GOAL = "style"
_NAMED = 4  # settings that a sentence has room for
_FINE = tr("Everything is set to suit your goal, model and data.")
_AS_THEY_STAND = tr("With the numbers you chose.")


class Recipe(QWidget):
    """`several` is the page's to connect, and `show_details` folds what the page adds to it.

    Signals:
        changed: a value is another now, by hand or by a goal.
    """

    changed = Signal()

    def __init__(self, devices: Devices) -> None:
        super().__init__()
        self.goals = GoalCard()
        self.settings, self.advanced = (
            SettingsForm(at("main")),
            SettingsForm(at("advanced"), device=DeviceKnob(devices)),
        )
        self.show_advanced = FoldButton(tr("Ad&vanced"), self.advanced)
        self.several = IconButton(tr("Try sever&al values…"), "mdi6.tune-variant")
        self._numbers = QWidget()
        self.show_details = FoldButton(tr("Deta&ils"), self._numbers, self.several)
        self._facts: tuple[Machine, LocalModel | None, DataFacts | None] = (Machine(), None, None)
        self._by_hand: set[str] = set()
        self._hidden: dict[str, Any] = {}  # settings that no knob shows
        self._copied: dict[str, Any] = {}  # of an earlier run, until it is known which of them are the goal's
        self._is_chosen = False  # the goal, by a person, for this data
        self._held: dict[str, Any] = {}  # chosen elsewhere in the window: no goal changes them
        self._why_held = ""
        self.reset = IconButton(tr("&Back to the goal"), "mdi6.restore")
        self._how = dim_label(wraps=True)
        self._arrange()
        self.goals.chosen.connect(self._on_goal)
        self.reset.clicked.connect(lambda: self._on_goal(self.goals.origin))
        self.changed.connect(self._say_how)
        for form in self._forms:
            form.changed.connect(self._on_hand)
        self.use_goal(FIRST_GOAL)

    @property
    def _forms(self) -> tuple[SettingsForm, SettingsForm]:
        return (self.settings, self.advanced)

    def values(self) -> dict[str, Any]:
        """Return every setting that was chosen here, as text; of switches, what they mean."""
        return {**self._hidden, **self.settings.values(), **self.advanced.values(), "goal": self.goal or "none"}

    @property
    def goal(self) -> str:
        """The goal of the values, or the one that they came from; "" for none."""
        return self.goals.goal if self.goals.goal in GOALS else self.goals.origin

    def forget_data(self) -> None:
        """Suit other data: what was chosen for the last is not for this, and the goal is found anew.

        Not from one of choices: data that has none cannot be read for it.
        """
        self._is_chosen = False
        is_kept = self.goal in GOALS and not GOALS[self.goal].learns_choices
        self.use_goal(self.goal if is_kept else FIRST_GOAL)

    def suggest(self, name: str) -> None:
        """Suggest a goal that suits the data, unless the user has chosen one for it. What a hand has turned stays."""
        if not self._is_chosen and name != self.goal:
            self.goals.show_goal(*((CUSTOM, name) if self._by_hand else (name,)))
            self._follow()

    def use_goal(self, name: str) -> None:
        """Set every knob from a goal; CUSTOM leaves them as they are."""
        self._by_hand.clear()
        self._copied = {}
        if name in GOALS:
            self._hidden = {}
        self.goals.show_goal(name)
        self._follow()

    def use_facts(self, machine: Machine, model: LocalModel | None, data: DataFacts | None) -> None:
        """Use what is known now; the knobs that no hand has turned follow."""
        self._facts = (machine, model, data)
        self._follow()

    def hold(self, values: Mapping[str, Any], why: str) -> None:
        """Hold settings that were chosen elsewhere in the window, whatever the goal; a hand may turn them."""
        self._held, self._why_held = dict(values), why
        self._by_hand -= values.keys()
        self._follow()

    def use_values(self, values: Mapping[str, Any], hidden: Mapping[str, Any] | None = None) -> None:
        """Use a user's own values. hidden: of settings that no knob shows. Of a goal, they stay its own as far as it
        would choose them.
        """
        self._by_hand.clear()
        self._held, self._hidden, self._is_chosen = {}, dict(hidden or {}), True
        goal = str(values.get("goal", CUSTOM))
        self._copied = dict(values) if goal in GOALS else {}
        self.goals.show_goal(goal if goal in GOALS else CUSTOM)
        for form in self._forms:
            form.fill(values, {})
        self.changed.emit()

    def change(self, settings: Mapping[str, Any]) -> None:
        """Turn some knobs, as a hand would."""
        for form in self._forms:
            for key in form.knobs.keys() & settings.keys():
                form.set_value(key, settings[key])
                self._on_hand(key)
        if "batch_tokens" in settings:
            self._hidden["batch_tokens"] = settings["batch_tokens"]

    def is_valid(self) -> bool:
        checked = [form.is_valid() for form in self._forms]
        return all(checked)

    @property
    def complaint(self) -> str:
        """The complaint about the first setting that is no value; "" if all are."""
        return next(filter(None, (form.complaint for form in self._forms)), "")

    def focus_first_error(self) -> None:
        """Have the cursor in the first setting that is no value, unfolded."""
        self.show_details.setChecked(True)
        if not self.settings.is_valid():
            self.settings.focus_first_error()
        elif not self.advanced.is_valid():
            self.show_advanced.setChecked(True)
            self.advanced.focus_first_error()

    def state(self) -> dict[str, Any]:
        return {
            "goal": self.goals.goal,
            "origin": self.goals.origin,
            "by_hand": sorted(self._by_hand),
            "is_chosen": self._is_chosen,
            "held": self._held,
            "why_held": self._why_held,
            "values": {**self.settings.values(), **self.advanced.values()},
            "details": self.show_details.isChecked(),
            "advanced": self.show_advanced.isChecked(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Restore what `state` gave; what is old or wrong is passed over."""
        goal, origin, by_hand, values = (state.get(key) for key in ("goal", "origin", "by_hand", "values"))
        held, why = state.get("held"), state.get("why_held")
        if isinstance(values, dict) and isinstance(goal, str):
            self.use_values({key: value for key, value in values.items() if isinstance(value, str | bool)})
            self._is_chosen = state.get("is_chosen") is not False
        if isinstance(held, dict) and isinstance(why, str):
            self._held, self._why_held = {key: value for key, value in held.items() if isinstance(value, float)}, why
        if isinstance(goal, str) and goal in GOALS:
            self.use_goal(goal)
        elif isinstance(origin, str) and origin in GOALS and isinstance(by_hand, list):
            self._by_hand = {key for key in by_hand if isinstance(key, str)}
            self.goals.show_goal(CUSTOM, origin)
            self._follow()
        self.show_details.setChecked(state.get("details") is True)
        self.show_advanced.setChecked(state.get("advanced") is True)

    def _on_hand(self, key: str) -> None:
        self._by_hand.add(key)
        if key in self._copied:
            self._copied[key] = None  # which no goal chooses
        for form in self._forms:
            if key in form.knobs:
                form.knobs[key].give_reason("")
        if self.goals.goal != CUSTOM:
            self.goals.show_goal(CUSTOM, self.goals.goal)
        if key == "objective":  # another one wants another learning rate
            self._follow()
            return
        self._follow_rank()
        self.changed.emit()

    def _on_goal(self, name: str) -> None:
        self._is_chosen = True
        self.use_goal(name)

    def _keep_copied(self, values: Mapping[str, Any]) -> None:
        """Count those of an earlier run's values that the goal would not choose now as changed by hand."""
        knobs = {key for form in self._forms for key in form.knobs}
        copied, self._copied = self._copied, {}
        self._by_hand = {key for key in knobs & values.keys() if shown(values[key]) != shown(copied.get(key))}
        if self._by_hand:
            self.goals.show_goal(CUSTOM, self.goal)

    def _follow(self) -> None:
        """Fill what no hand has turned from the goal."""
        goal = self.goal
        if self._copied and self._facts[2] is None:
            return  # too early to tell what the goal makes of the data
        if goal:
            chosen = str(self.advanced.values()["objective"]) if "objective" in self._by_hand else ""
            values, reasons = settings_for(goal, *self._facts, chosen)
            if self._copied:
                self._keep_copied(values)
            held = {} if self._needs_all(goal) else self._held
            values, reasons = values | held, reasons | dict.fromkeys(held, self._why_held)
            values = {key: value for key, value in values.items() if key not in self._by_hand}
            reasons = {key: reason for key, reason in reasons.items() if key not in self._by_hand}
            for form in self._forms:
                form.fill(values, reasons)
            self._follow_rank()
        self.changed.emit()

    def _needs_all(self, goal: str) -> bool:
        """Whether what the Data page keeps back would be missed."""
        return GOALS[goal].by_heart

    def _follow_rank(self) -> None:
        """Set alpha by the rank, unless somebody chose it."""
        if "alpha" in self._by_hand or not self._by_hand & {"rank", "rslora"}:
            return
        try:
            chosen = from_values({"rank": self.settings.knobs["rank"].value, "rslora": self._rslora})
        except LuthierError:
            return
        knob = self.advanced.knobs["alpha"]
        alpha = alpha_for(chosen.rank, chosen.rslora)
        if knob.value != shown(alpha):
            knob.fill(alpha)

    @property
    def _rslora(self) -> str | bool:
        return self.advanced.knobs["rslora"].value

    def _say_how(self) -> None:
        """Say of the numbers, folded or not, that they are fine or what a hand has made of them."""
        values = {**self.settings.values(), **self.advanced.values()}
        turned = {key: value for key, value in values.items() if key in self._by_hand}
        said = self.complaint or (_FINE if self.goal else _AS_THEY_STAND)
        if turned and not self.complaint:
            said = _chosen_in_words(turned)
        self._how.setText(said)
        self.reset.setVisible(bool(self.goals.origin))

    def _arrange(self) -> None:
        buttons = Flow(GRID, self.show_details, self.several, self.reset)
        layouts.column(self.settings, layouts.left(self.show_advanced), self.advanced, inside=self._numbers, gap=GRID)
        layouts.column(
            self.goals, Card(tr("How it learns"), self._how, buttons, self._numbers), inside=self, gap=2 * GRID
        )


def _chosen_in_words(turned: dict[str, Any]) -> str:
    """Say which settings a hand has turned, or that their values, each of which is one, do not go together."""
    try:
        config = from_values(turned)
    except LuthierError:
        return f"{NOT_TOGETHER}."
    if len(turned) > _NAMED:
        return tr("You chose {n} of the numbers yourself.", n=count(len(turned)))
    return tr("You chose: {settings}.", settings=settings_in_words({key: getattr(config, key) for key in turned}))


class DeviceKnob(Knob):
    """The knob for what computes: a list of the cards that are here, each with what came of its test.

    The cards are looked for when it is first seen.
    """

    def __init__(self, devices: Devices) -> None:
        self._devices = devices
        super().__init__(SETTINGS["device"])
        devices.changed.connect(self._say)

    @property
    def value(self) -> str:
        return self._choice.value

    def fill(self, value: object) -> None:
        self._choice.choose(str(value))
        self.check()
        self._say()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self._devices.look()
        self._say()  # the program's own may be another since

    def _make_field(self) -> QComboBox:
        self._choice = DeviceChoice(self._devices)
        self._choice.chosen.connect(self._on_text)
        return self._choice

    def _usual_sentence(self) -> str:
        if self._choice.value == AUTO and self._devices.reports and (usual := self._of_the_program()):
            return tr("As set in Settings: {usual}.", usual=usual)
        if self._devices.reports is not None and not self._choice.is_a_choice:
            return f"{words.NO_CARD} {SEE_SETTINGS}"
        return self._choice.sentence() or self.setting.help

    def _of_the_program(self) -> str:
        """Return the device that the Settings page names; "" if it is left to Luthier."""
        try:
            device = settings.load().device
        except LuthierError:  # that page tells of it
            return ""
        if device in ("", AUTO):
            return ""
        known = {report.name: words.card_of(report) for report in self._devices.reports or []}
        return known.get(device) or words.title(device)


LEAST_WIDTH, MOST_COLUMNS = 29 * GRID, 3  # pixels, of a card


class GoalButton(PickCard):
    """A goal: its icon and name, and an example."""

    def __init__(self, goal: Goal, shown: GoalShown) -> None:
        super().__init__(goal.title, shown.icon, QPalette.ColorRole.AlternateBase)
        said = [f"{shown.asks}: {shown.question}", f"{shown.says}: {shown.answer}"]
        self.setAccessibleName(f"{goal.title}. {' '.join(said)}")
        self.setToolTip(goal.about)
        self.title.setWordWrap(True)
        column = layouts.column(inside=self, gap=GRID // 2, margins=(12, 10, 12, 10))
        column.addLayout(layouts.row(self.mark, (self.title, 1), gap=GRID))
        lines = [dim_label(said[0], wraps=True), QLabel(said[1], wordWrap=True)]
        set_size(lines[1], SMALL)
        for line in lines:
            column.addWidget(line)
        column.addStretch(1)
        self.let_clicks_through(*lines)


class GoalCard(Card):
    """The card of goals: every knob follows from the chosen one.

    Signals:
        chosen: the goal that a person has chosen, by name.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__(tr("What should it learn?"))
        self.goal = CUSTOM
        self.origin = ""  # of a custom one: the goal that it came from
        self.choices = {name: GoalButton(goal, GOALS_SHOWN[name]) for name, goal in GOALS.items()}
        self._group = QButtonGroup(self, exclusive=True)
        tiles = Tiles(LEAST_WIDTH, MOST_COLUMNS)
        for name, button in self.choices.items():
            self._group.addButton(button)
            tiles.add(button)
            button.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
        self.put(tiles)

    def show_goal(self, name: str, origin: str = "") -> None:
        """Show a goal. name: in GOALS, or CUSTOM. origin: the goal that a custom one came from, "" for none."""
        self.goal, self.origin = name, origin
        framed = origin or name
        if framed in self.choices:
            self.choices[framed].setChecked(True)
            return
        self._group.setExclusive(False)  # else one of them stays checked
        for button in self.choices.values():
            button.setChecked(False)
        self._group.setExclusive(True)
