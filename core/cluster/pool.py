"""The pieces of a step: who computes which of them next, until the gradient of all has come.

Nothing of a machine counts before its sum has arrived whole and been found right; what a machine had that is lost, or
left out, is there for the others again.

Also here: who computes which rows of a step, and in which order what comes of them is added up.

Each machine gets consecutive rows, as many as it computes in the time that the others need for theirs; so what it sums
up by itself is one gradient to send. A share is cut into pieces, so that a machine that is done early takes some of
another's. The order of the sums is that of the rows, in a tree that follows from the shares alone: it does not matter
who computed what, nor what was done first.
"""

from __future__ import annotations

import threading
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from core.cluster.encoding import Float32
from core.engine.train.step import Work

PIECES = 4  # of a machine's share, at most
THERE_AND_BACK = 2  # the gradient is as large as the adapter's values, and takes the same way
WORTH_CHANGING = 1.03  # a step is planned anew when it would take so much longer by the old shares


@dataclass(frozen=True)
class Part:
    """What one machine has added up. gradient: [n], of the sum of the losses. losses: of each row, by its number."""

    name: str
    gradient: Float32
    losses: dict[int, float]
    work: Work


class Pool:
    """Hands out rows to threads, one of each machine. kept: machines whose pieces nobody takes over as long as they are
    there.
    """

    def __init__(self, shares: Mapping[str, range], kept: Container[str], audited: str = "") -> None:
        """shares: rows by machine. audited: whose last row is a piece of its own."""
        self._kept = kept
        self._waiting: dict[str, list[range]] = {
            name: _cut(share, name == audited) for name, share in shares.items() if share
        }
        self._left = sum(len(share) for share in shares.values())
        self._changed = threading.Condition()
        self._is_over = False
        self._taken: dict[str, list[range]] = {}  # by machines that have not handed over what comes of it
        self.parts: list[Part] = []

    def take(self, name: str) -> range | None:
        """Return the next rows for that machine; None where it has to hand over what it has, or all is done."""
        with self._changed:
            while not self._is_over and self._left:
                piece = self._next(name)
                if piece is not None:
                    self._taken.setdefault(name, []).append(piece)
                    return piece
                if self._taken.get(name):
                    return None
                self._changed.wait()  # another may be lost yet
            return None

    @property
    def is_done(self) -> bool:
        """Whether all rows have come, or nobody wants them any more."""
        with self._changed:
            return self._is_over or not self._left

    @property
    def share(self) -> float:
        """The share of the rows that have arrived."""
        with self._changed:
            total = self._left + sum(len(part.losses) for part in self.parts)
            return 1 - self._left / total if total else 1.0

    def hand_over(self, part: Part) -> None:
        """Accept the gradient of all rows that a machine has taken."""
        with self._changed:
            self.parts.append(part)
            self._left -= sum(map(len, self._taken.pop(part.name)))
            self._changed.notify_all()

    def give_back(self, name: str) -> None:
        """Leave the rows of a machine that is lost, and takes no more, to the others."""
        with self._changed:
            lost = [*self._taken.pop(name, []), *self._waiting.pop(name, [])]
            self._waiting[""] = sorted([*self._waiting.get("", []), *lost], key=lambda piece: piece.start)
            self._changed.notify_all()

    def end(self) -> None:
        """End the step early: what is left of it is unwanted."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def wait(self, seconds: float) -> None:
        """Wait until something has come, at most this long."""
        with self._changed:
            if not self._is_over and self._left:
                self._changed.wait(seconds)

    def _next(self, name: str) -> range | None:
        """Its own first, then what nobody has, then the last of who has most left."""
        for whose in (name, ""):
            if self._waiting.get(whose):
                return self._waiting[whose].pop(0)
        others = [other for other, waiting in self._waiting.items() if waiting and other not in self._kept]
        if not others:
            return None
        return self._waiting[max(others, key=lambda other: len(self._waiting[other]))].pop()


def in_order(parts: Sequence[Part]) -> list[Part]:
    """Sort parts by their first rows: the same shares add up to the same numbers, whatever was done first."""
    return sorted(parts, key=lambda part: min(part.losses))


def _cut(share: range, is_audited: bool) -> list[range]:
    """A machine's rows as it is handed them."""
    last = max(share.start, share.stop - 1) if is_audited else share.stop
    found = pieces(range(share.start, last))
    return [*found, range(last, share.stop)] if last < share.stop else found


@dataclass(frozen=True)
class Pace:
    """tok_s: of a machine while it computes. sending: seconds of a step in which it fetches or sends instead."""

    tok_s: float
    sending: float = 0.0


def step_seconds(tokens: float, paces: Sequence[Pace]) -> float:
    """Return T at which all are done together: the sum of tok_s (T - sending) is all tokens. A machine that would
    still be sending then does nothing.
    """
    taking_part = sorted(paces, key=lambda one: one.sending)
    while True:
        speed = sum(one.tok_s for one in taking_part)
        found = (tokens + sum(one.tok_s * one.sending for one in taking_part)) / speed
        if taking_part[-1].sending < found or len(taking_part) == 1:
            return found
        taking_part.pop()


def shares(tokens: Sequence[int], paces: Mapping[str, Pace], before: Sequence[range] | None = None) -> list[range]:
    """Return the rows of each machine, in the order of the machines; some may be empty.

    tokens: of each row. before: the shares of the step before, kept where they serve: the same sums give the same
    numbers.
    """
    of_machines = list(paces.values())
    best = _by_pace(tokens, of_machines)
    if before is None or len(before) != len(of_machines) or before[-1].stop != len(tokens):
        return best
    is_worth_it = _slowest(tokens, before, of_machines) > WORTH_CHANGING * _slowest(tokens, best, of_machines)
    return best if is_worth_it else list(before)


def pieces(share: range) -> list[range]:
    """Split a machine's rows into the pieces that it is handed."""
    n = min(PIECES, len(share))
    cuts = [share.start + len(share) * i // n for i in range(n + 1)] if n else []
    return [range(a, b) for a, b in pairwise(cuts)]


def kept(tokens: Sequence[int], of_machines: Mapping[str, range], paces: Mapping[str, Pace]) -> set[str]:
    """Return the machines whose pieces no other takes over as long as they are there: of a piece an idle machine would
    save half at best, and all others would take longer than that to send what comes of it.
    """
    found = set()
    for name, share in of_machines.items():
        others = [pace.sending / THERE_AND_BACK for other, pace in paces.items() if other != name]
        longest = max((sum(tokens[i] for i in piece) for piece in pieces(share)), default=0)
        if others and min(others) > longest / paces[name].tok_s / 2:
            found.add(name)
    return found


def _by_pace(tokens: Sequence[int], paces: Sequence[Pace]) -> list[range]:
    """Each row belongs to the machine whose part of the work its middle lies in."""
    total, done = sum(tokens), 0.0
    end = step_seconds(total, paces)
    parts = [one.tok_s * max(0.0, end - one.sending) for one in paces]
    ends = [part / sum(parts) for part in accumulate(parts)]
    counts = [0] * len(paces)
    for n in tokens:
        middle = (done + n / 2) / total
        counts[next((i for i, end in enumerate(ends) if middle < end), len(paces) - 1)] += 1
        done += n
    stops = list(accumulate(counts))
    return [range(stop - count, stop) for stop, count in zip(stops, counts, strict=True)]


def _slowest(tokens: Sequence[int], of_machines: Sequence[range], paces: Sequence[Pace]) -> float:
    """Seconds."""
    return max(
        pace.sending + sum(tokens[i] for i in share) / pace.tok_s
        for share, pace in zip(of_machines, paces, strict=True)
        if share
    )
