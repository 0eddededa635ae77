"""The pieces of a step: who computes which of them next, until the gradient of all has come.

Nothing of a machine counts before its sum has arrived whole and been found right; what a machine had that is lost, or
left out, is there for the others again.
"""

from __future__ import annotations

import threading
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from core.cluster.encoding import Float32
from core.cluster.shares import pieces
from core.engine.train.gradients import Work


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
        """The next rows for that machine; None where it has to hand over what it has, or all is done."""
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
        """All that a machine has taken has come, and is right."""
        with self._changed:
            self.parts.append(part)
            self._left -= sum(map(len, self._taken.pop(part.name)))
            self._changed.notify_all()

    def give_back(self, name: str) -> None:
        """What a machine has is lost, and it takes no more: the others do its rows."""
        with self._changed:
            lost = [*self._taken.pop(name, []), *self._waiting.pop(name, [])]
            self._waiting[""] = sorted([*self._waiting.get("", []), *lost], key=lambda piece: piece.start)
            self._changed.notify_all()

    def end(self) -> None:
        """Nobody wants it any more."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def wait(self, seconds: float) -> None:
        """Until something has come, no longer than that."""
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
    """First rows first: the same shares add up to the same numbers, whatever was done first."""
    return sorted(parts, key=lambda part: min(part.losses))


def _cut(share: range, is_audited: bool) -> list[range]:
    """A machine's rows as it is handed them."""
    last = max(share.start, share.stop - 1) if is_audited else share.stop
    found = pieces(range(share.start, last))
    return [*found, range(last, share.stop)] if last < share.stop else found
