"""Errors in the window's words: core's hints name actions, and here each is done by a control on a page."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Protocol

from core.advice.devices import title as device_title
from core.advice.training_settings import SETTINGS
from core.base.errors import Action, Hint, Hinted, hint_of
from core.base.language import chosen, tr

_TITLES = {
    "models": tr("Model"), "data": tr("Data"), "train": tr("Train"), "monitor": tr("Monitor"), "chat": tr("Chat"),
    "export": tr("Export"), "runs": tr("Runs"), "settings": tr("Settings"),
}  # fmt: skip


class Place(Enum):
    """A page of the window, by its folder in app/pages, which is its key in the shell, too."""

    MODEL = "models"
    DATA = "data"
    TRAIN = "train"
    MONITOR = "monitor"
    CHAT = "chat"
    EXPORT = "export"
    RUNS = "runs"
    SETTINGS = "settings"

    @property
    def title(self) -> str:
        """The title in the side bar."""
        return _TITLES[self.value]


class Said(NamedTuple):
    """An error as the window says it."""

    text: str  # what happened and, in a line of its own, what to do next
    place: Place | None  # the page that helps


class Told(Hinted, Protocol):
    """What tells of something that happened."""

    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...


def in_the_windows_words(error: Told) -> Said:
    """Return what happened, what to do next, and the page where that is done."""
    places = (_control(action) for action in error.actions)
    place = next((place for place, _ in filter(None, places)), _PAGES.get(error.code.partition(".")[0]))
    return Said(f"{error.message}\n{what_to_do(error)}".strip(), place)


def what_to_do(about: Hinted) -> str:
    """Return the hint by the controls of the window; "" of what it has none for."""
    return " ".join(filter(None, map(_in_words, Hint(hint_of(about)).actions)))


def _in_words(action: Action) -> str:
    if action.do == "say":
        return chosen().lookup(action.what, None, -1) or action.what
    if (control := _control(action)) is None:
        return ""
    place, labels = control
    path = " › ".join([place.title, *(label.replace("&", "").rstrip("…") for label in labels)])
    if action.do == "open":
        return tr("Go to “{control}”.", control=path)
    if not action.to:
        return tr("Change “{control}”.", control=path)
    return tr("Set “{control}” to {value}.", control=path, value=device_title(action.to))


def _control(action: Action) -> tuple[Place, tuple[str, ...]] | None:
    """Return the page, and the labels on the way to what an action is done with."""
    if action.do == "open":
        return _COMMANDS.get(action.what) or _COMMANDS.get(action.what.split(" ")[0])
    if action.what in _ON_DATA:
        return Place.DATA, (_ON_DATA[action.what],)
    setting = SETTINGS.get(action.what) if action.do == "set" else None
    if setting is None or not setting.place:
        return None
    return Place.TRAIN, (tr("Deta&ils"), *([tr("Ad&vanced")] if setting.place == "advanced" else []), setting.label)


_PAGES = {  # by what a code is about
    "data": Place.DATA, "model": Place.MODEL, "settings": Place.SETTINGS, "computers": Place.SETTINGS,
    "hub": Place.SETTINGS, "device": Place.SETTINGS, "config": Place.TRAIN, "train": Place.TRAIN, "lora": Place.TRAIN,
    "memory": Place.TRAIN, "resume": Place.TRAIN, "sweep": Place.TRAIN, "runs": Place.RUNS, "export": Place.EXPORT,
    "push": Place.EXPORT,
}  # fmt: skip
_ON_DATA = {  # the settings of a training that are chosen on the Data page
    "columns": tr("Columns"), "duplicates": tr("Learn e&qual rows once"), "encoding": tr("Encodin&g"),
    "format": tr("R&ead as"), "sheet": tr("&Sheet"), "thoughts": tr("With &thoughts"), "train_on": tr("&Learn"),
}  # fmt: skip
_COMMANDS: dict[str, tuple[Place, tuple[str, ...]]] = {  # and all that begin with one of these words
    "computers": (Place.SETTINGS, (tr("&More"), tr("Other computers"))),
    "data": (Place.DATA, ()),
    "doctor": (Place.SETTINGS, (tr("About graphics cards"),)),
    "doctor --report": (Place.SETTINGS, (tr("&Save a report…"),)),
    "elsewhere": (Place.EXPORT, ()),
    "models": (Place.MODEL, ()),
    "models login": (Place.SETTINGS, (tr("&More"), tr("Access tok&en"))),
    "settings": (Place.SETTINGS, (tr("&More"), tr("Network"))),
    "settings folders": (Place.SETTINGS, (tr("Folders"),)),
    "settings offline": (Place.SETTINGS, (tr("&More"), tr("Stay o&ffline"))),
}
