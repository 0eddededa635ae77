"""What the window knows of a page."""

from __future__ import annotations

from typing import Protocol

from app.widgets.question import Question


class Page(Protocol):
    """A QWidget with this besides. A page needs no base class; mypy checks the list in app/shell/pages.py.

    title: on its button in the side bar, with & before the letter that Alt takes. icon: there, by qtawesome's name.
    busy: whether workers are at something that has to end before the window can close.
    warning: asked before the window closes over what goes on here; None where closing loses nothing.
    """

    title: str
    icon: str

    @property
    def busy(self) -> bool: ...

    @property
    def warning(self) -> Question | None: ...

    def shown(self) -> None:
        """It has come to the front."""

    def block(self, reason: str) -> None:
        """A run is going on, so no other may begin; with an empty reason one may again."""

    def shut_down(self) -> None:
        """The window closes: end what goes on. Called again each time that the person asks for it meanwhile."""
