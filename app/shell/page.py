"""What the window knows of a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from app.widgets.question import Question


class Page(Protocol):
    """A QWidget with this besides. A page needs no base class; mypy checks those in app/shell/pages.py.

    busy: whether workers are at something that has to end before the window can close.
    warning: asked before the window closes over what goes on here; None where closing loses nothing.
    """

    @property
    def busy(self) -> bool: ...

    @property
    def warning(self) -> Question | None: ...

    def shown(self) -> None:
        """Take note that the page has come to the front."""

    def shut_down(self) -> None:
        """End what goes on: the window closes. Called again each time that the user asks for it meanwhile."""


@runtime_checkable
class Begins(Protocol):
    """A page on which trainings begin."""

    def block(self, reason: str) -> None:
        """Begin none, for this reason; with an empty one they may again. Told as the page is shown, and while it is."""


@runtime_checkable
class Remembers(Protocol):
    """A page that has something to find again at the next start: a form, columns, what is chosen."""

    def state(self) -> dict[str, Any]:
        """Return what to remember, in values that JSON has. Asked for often: it has to be quick."""

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what this or another version gave; what is old or wrong is passed over."""


@runtime_checkable
class HandsOn(Protocol):
    """A page with more than it remembers when another takes its place, which speaks another language.

    is_at_work: whether something of its own goes on that has to end before another takes its place.
    """

    @property
    def is_at_work(self) -> bool: ...

    def hand_on(self, page: Any) -> None:
        """Give the page of its kind that takes its place what is in memory only, and end what goes on here."""


@dataclass(frozen=True)
class Entry:
    """The window's facts about a page that may not be made yet: pages are made when they are first wanted.

    title, icon: on its button in the side bar; the title in the language of the moment, the icon by qtawesome's name.
    on_road: whether it is a step of the road from a model to an export.
    needs: pages that it asks for something as soon as it is there.
    under: for one without a button, which button is marked while it is in front.
    leads: asked when its button is pressed; True where something else was shown instead.
    """

    key: str
    title: Callable[[], str]
    icon: str
    build: Callable[[], Page]
    on_road: bool = False
    needs: tuple[str, ...] = ()
    under: str = ""
    leads: Callable[[], bool] = lambda: False
