"""The conversations with runs and models that are not chosen, so that each has its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from app.pages.chat.talk import Exchange, Talk

MOST = 20  # conversations remembered across restarts, the newest
Key = tuple[str, str]  # of a source


class Shelf:
    """Keeps a conversation for each source."""

    def __init__(self) -> None:
        self._talks: dict[Key, list[Exchange]] = {}

    def swap(self, before: Key, exchanges: list[Exchange], now: Key) -> list[Exchange]:
        """Keep a source's conversation, and return that of the source chosen in its place."""
        self._talks.pop(before, None)  # reinsert: newest last
        if exchanges:
            self._talks[before] = exchanges
        return self._talks.pop(now, [])

    def follow(self, before: str, now: str) -> None:
        """Follow a moved run, and those that lay beside it: they were moved together."""
        for run, model in list(self._talks):
            if run and Path(run).parent == Path(before).parent:
                talk = self._talks.pop((run, model))
                place = str(Path(now).parent / Path(run).name)
                self._talks[(place, model)] = talk
                for exchange in talk:
                    exchange.run = place

    def state(self, most: int, characters: int) -> list[Any]:
        """Return the newest conversations as JSON values. most, characters: as in `Talk.newest`, of each."""
        newest = list(self._talks.items())[-MOST:]
        return [[*key, msgspec.to_builtins(Talk(exchanges=talk).newest(most, characters))] for key, talk in newest]

    def restore(self, state: list[Any]) -> None:
        """Restore what `state` returned. Raises TypeError or ValueError if it is malformed."""
        self._talks = {(str(run), str(model)): msgspec.convert(talk, list[Exchange]) for run, model, talk in state}
