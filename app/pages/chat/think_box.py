"""Whether a model that can do both thinks before it answers: as it was taught, until somebody chooses otherwise."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QCheckBox

from core.shared import protocol as p
from core.shared.texts.language import tr

MOST = 100  # runs and models whose choice is remembered

Key = tuple[str, str]  # of a run or a model: what sort it is, and where


class ThinkBox(QCheckBox):
    """Shown where the template of what is loaded has thinking on and off; remembers what was chosen for each."""

    def __init__(self) -> None:
        super().__init__(tr("Th&ink first"))
        self._key: Key | None = None
        self._is_usual = False  # what it does where nobody chose
        self._chosen: dict[Key, bool] = {}
        self.setToolTip(tr("It thinks before it answers: slower, and better where there is something to work out."))
        self.clicked.connect(self._choose)
        self.hide()

    @property
    def asked(self) -> p.Think:
        """What a question says; auto: as it was taught, else as the model's template has it."""
        chosen = self._chosen.get(self._key) if self._key else None
        return "auto" if chosen is None else "on" if chosen else "off"

    def talk_to(self, key: Key) -> None:
        """This one is talked to from now on; until it is loaded, nobody knows what its template can do."""
        if key != self._key:
            self._key = key
            self.hide()

    def show_ready(self, ready: p.Ready) -> None:
        """It is loaded."""
        self._is_usual = ready.thinks
        self.setVisible(ready.can_switch)
        self.setChecked(ready.thinks if self.asked == "auto" else self.asked == "on")

    def forget(self) -> None:
        """As it was taught."""
        if self._key:
            self._chosen.pop(self._key, None)
        self.setChecked(self._is_usual)

    def state(self) -> list[Any]:
        return [[*key, wanted] for key, wanted in list(self._chosen.items())[-MOST:]]

    def restore(self, state: list[Any]) -> None:
        """Raises TypeError or ValueError where something is not what it was."""
        self._chosen = {(str(kind), str(place)): wanted is True for kind, place, wanted in state}

    def _choose(self, wanted: bool) -> None:
        if self._key:
            self._chosen.pop(self._key, None)  # the newest last
            self._chosen[self._key] = wanted
