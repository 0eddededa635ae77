"""How fast each machine does its part of a step: what shares are made by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from statistics import fmean

from core.cluster.shares import THERE_AND_BACK, Pace
from core.engine.train.gradients import Work

NEWEST = 0.3  # of the estimate, what the step just done says
SECOND_CHANCE = 1.05  # a machine that was given nothing is thought to send so much faster, until it is asked again


class Speeds:
    """The pace of each machine, by name."""

    def __init__(self) -> None:
        self._known: dict[str, Pace] = {}

    def take(self, work: Mapping[str, Work]) -> None:
        """Of a step."""
        for name in self._known.keys() - work.keys():
            self._known[name] = replace(self._known[name], sending=self._known[name].sending / SECOND_CHANCE)
        for name, one in work.items():
            if one.tokens and one.seconds > 0:
                now = Pace(one.tokens / one.seconds, THERE_AND_BACK * one.fetching)
                self._known[name] = _newer(self._known.get(name, now), now)

    def of(self, names: Mapping[str, str]) -> dict[str, Pace]:
        """By address. Who has done nothing yet counts as the others do on average."""
        known = [self._known[name] for name in names.values() if name in self._known]
        return {address: self._known.get(name) or _mean(known) for address, name in names.items()}


def _newer(before: Pace, now: Pace) -> Pace:
    """A first time to fetch is believed no longer than until a shorter one: those values came whole."""
    sending = before.sending * (1 - NEWEST) + now.sending * NEWEST
    return Pace(before.tok_s * (1 - NEWEST) + now.tok_s * NEWEST, min(sending, now.sending))


def _mean(paces: Iterable[Pace]) -> Pace:
    found = list(paces)
    return Pace(fmean(one.tok_s for one in found), fmean(one.sending for one in found)) if found else Pace(1.0)
