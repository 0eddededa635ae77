"""One step by several machines: a thread for each, which has it compute until the gradient of all rows has come.

Also here: whether what a machine sends can be right: its form at once, its numbers by a second computer now and then.

Of the gradient of each piece it shows some numbers at once, at places that it does not choose. The sum that it sends
has to go with them, and from time to time this computer computes a piece of a machine's itself and compares. A machine
that is broken, or does something else than it should, is found so. One that means harm may know by its size which
piece is compared (SECURITY.md).
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from core.base.errors import LuthierError
from core.cluster.company import Company, Mate
from core.cluster.encoding import Encoding, Float32, decoded, fitting, received, sent
from core.cluster.machine import GivenUpError, Versions, checksum, gradient_of, sampled
from core.cluster.pool import Part, Pool, in_order
from core.cluster.questions import SAMPLED, Compute, Computed
from core.engine.train.step import Gathered, NumberedRows, ReportShare, Work
from core.engine.train.training import Training

_LOOKED_S = 0.25  # between looks at a step that is being done

EVERY = 8  # steps: each machine is compared once in so many times the number of machines
# Of the length of what is compared. Two computers whose kernels round otherwise: what was measured is in
# docs/cluster.md. -3 times a gradient is 4 away from it.
ROUNDING = 0.1
_LOSS_ROUNDING = 0.02  # of a loss
_SAME = 1e-4  # two results of one computer
_BY_ENCODING: dict[Encoding, float] = {"f32": 1e-3, "f16": 0.02, "int8": 0.5, "int4": 2.0}  # with what was left out


@dataclass(frozen=True)
class Planned:
    """How a step is shared. shares: rows by machine. kept: whose rows nobody takes over. audited: whose last row is
    computed here as well, or "". patience: seconds in which something must come of a machine's part.
    """

    shares: Mapping[str, range]
    kept: frozenset[str]
    audited: str
    patience: float


@dataclass(frozen=True)
class Finding:
    """What comparing found. Where the machine is right, only that it is."""

    machine: str
    is_right: bool


class SharedStep:
    """A step that several computers compute. own: this computer's name. finding: once it is done, where something was
    compared.
    """

    def __init__(
        self, company: Company, training: Training, versions: Versions, own: str, rows: NumberedRows, step: int
    ) -> None:
        self._company, self._training, self._versions, self._own = company, training, versions, own
        self._rows, self._step = rows, step
        self.finding: Finding | None = None
        self._every = max(1, -(-training.adapter.n_values // SAMPLED))
        self._first = random.randrange(self._every)  # nobody knows before which numbers are looked at
        self._values = self._sampled(versions.values)
        self._heard = dict[str, float]()  # by machine that is at work: when something last came of it
        self._shown = dict[int, tuple[str, Float32, float]]()  # by row that was a piece: whose, sample and loss
        self._in_doubt = set[str]()  # machines whose numbers were none
        self._failure: BaseException | None = None
        self._is_wanted = True
        self._is_given_up = False

    def done(self, planned: Planned, report: ReportShare) -> list[Part]:
        """Compute the gradients of all rows, and return them in the order of the rows. report: may raise, and so give
        it up. Raises LuthierError.
        """
        pool = Pool(planned.shares, planned.kept, planned.audited)
        mates = {mate.name: mate for mate in self._company.ready if mate.name in planned.shares}
        threads = [threading.Thread(target=self._by, args=(mate, pool), daemon=True) for mate in mates.values()]
        ours = threading.Thread(target=self._here, args=(pool,), daemon=True)
        for thread in (*threads, ours):
            thread.start()
        try:
            while not pool.is_done:
                pool.wait(_LOOKED_S)
                report(pool.share)
                self._lose_patience(planned.patience)
        except BaseException:
            self._is_given_up = True
            for name in list(self._heard):
                mates[name].abort()
            raise
        finally:
            self._is_wanted = False
            pool.end()
            for thread in (*threads, ours):
                thread.join()
        if self._failure is not None:
            raise self._failure
        parts = in_order(pool.parts)
        self._judge_doubts(parts)
        self._compare(planned)
        return parts

    def _by(self, mate: Mate, pool: Pool) -> None:
        """All that this machine does of the step."""
        try:
            self._heard[mate.name] = time.monotonic()
            fetching = mate.bring_values(self._versions)
            while (part := self._part_of(mate, pool, fetching)) is not None:
                pool.hand_over(part)
                fetching = 0.0
        except (NotFiniteError, LuthierError, OSError) as error:
            pool.give_back(mate.name)
            self._go_on_without(mate, error)
        except BaseException as error:  # of ours: raised where the step is waited for
            self._fail(error, pool)
        finally:
            self._heard.pop(mate.name, None)

    def _go_on_without(self, mate: Mate, why: Exception) -> None:
        match why:
            case NotFiniteError():
                self._in_doubt.add(mate.name)
            case LuthierError():
                self._company.leave_out(mate.name, why)
            case _ if not self._is_given_up:
                self._company.lose(mate)

    def _part_of(self, mate: Mate, pool: Pool, fetching: float) -> Part | None:
        """Return as much as the machine takes until its sum is wanted; None if nothing is left. Raises OSError,
        LuthierError, NotFiniteError.
        """
        losses, samples, seconds, tokens = dict[int, float](), list[Float32](), 0.0, 0
        while True:
            self._heard.pop(mate.name, None)
            piece = pool.take(mate.name)
            self._heard[mate.name] = time.monotonic()
            if piece is None:
                break
            for rows in fitting(self._rows[piece.start : piece.stop]):
                asked = Compute(self._versions.version, self._step, sent(rows), self._first, self._every)
                found = mate.compute(asked)
                require_sound(found, len(rows), len(self._values), checksum(self._values))
                samples.append(np.frombuffer(found.sample, np.float32))
                losses |= dict(zip((number for number, _ in rows), found.losses, strict=True))
                seconds, tokens = seconds + found.seconds, tokens + sum(row.n_tokens for _, row in rows)
                self._heard[mate.name] = time.monotonic()
            if len(piece) == 1:
                self._shown[piece.start] = mate.name, samples[-1], losses[self._rows[piece.start][0]]
        if not losses:
            return None
        encoding = self._versions.encoding
        gradient = decoded(received(encoding, len(self._versions.values), mate.collect()))
        require_sum(gradient, self._sampled(gradient), samples, encoding)
        return Part(mate.name, gradient, losses, Work(tokens, seconds, fetching))

    def _here(self, pool: Pool) -> None:
        """This computer's part, and what others leave undone."""
        try:
            while (part := self._own_part(pool)) is not None:
                pool.hand_over(part)
        except GivenUpError:
            """Nobody wants it."""
        except BaseException as error:  # raised where the step is waited for
            self._fail(error, pool)

    def _fail(self, error: BaseException, pool: Pool) -> None:
        self._failure = error
        pool.end()

    def _own_part(self, pool: Pool) -> Part | None:
        losses, total, seconds, tokens = dict[int, float](), None, 0.0, 0
        while (piece := pool.take(self._own)) is not None:
            rows, began = self._rows[piece.start : piece.stop], time.monotonic()
            gradient, found = self._computed(rows)
            total = gradient if total is None else total + gradient
            losses |= dict(zip((number for number, _ in rows), found.losses, strict=True))
            seconds, tokens = seconds + time.monotonic() - began, tokens + sum(row.n_tokens for _, row in rows)
        return None if total is None else Part(self._own, total, losses, Work(tokens, seconds))

    def _computed(self, rows: NumberedRows) -> tuple[Float32, Gathered]:
        return gradient_of(self._training, rows, self._step, lambda: self._is_wanted)

    def _sampled(self, numbers: Float32) -> Float32:
        return sampled(numbers, self._first, self._every)

    def _lose_patience(self, seconds: float) -> None:
        """Give up machines that report work but send no result."""
        for name, heard in list(self._heard.items()):
            if time.monotonic() - heard > seconds:
                why = LuthierError(
                    "cluster.stuck", "it sent no result for its part of a step.", "Restart Luthier there."
                )
                self._heard.pop(name, None)
                self._company.leave_out(name, why)

    def _judge_doubts(self, parts: list[Part]) -> None:
        """Leave out machines that found no finite numbers for their rows, if others find some."""
        is_finite = all(isfinite(loss) for part in parts for loss in part.losses.values()) and all(
            np.isfinite(part.gradient).all() for part in parts
        )
        for name in self._in_doubt if is_finite else ():
            self._company.leave_out(name, wrong("the gradient that it sent is not a number"))

    def _compare(self, planned: Planned) -> None:
        """A row of another machine's with what this computer finds.

        Raises LuthierError `cluster.wrong-numbers-here`.
        """
        last = planned.shares[planned.audited].stop - 1 if planned.audited else -1
        if last not in self._shown:
            return
        name, theirs, their_loss = self._shown[last]
        self._is_wanted = True
        row = self._rows[last : last + 1]
        gradient, found = self._computed(row)
        ours = self._sampled(gradient)
        if agree(theirs, their_loss, ours, found.losses[0]):
            self.finding = Finding(name, True)
            return
        again, _ = self._computed(row)
        if not is_steady(ours, self._sampled(again)):
            raise LuthierError(
                "cluster.wrong-numbers-here",
                "This computer found two different gradients for the same row.",
                "Its memory may be faulty: have it tested before you train on it. The run goes on from its last "
                "checkpoint when it is resumed.",
            )
        self.finding = Finding(name, False)


class NotFiniteError(Exception):
    """It may be the training, or the machine: another computer has to say."""


def require_sound(found: Computed, rows: int, sampled: int, values: int) -> None:
    """Check an answer to some rows. sampled: how many numbers were to be shown. values: the right checksum.

    Raises LuthierError `cluster.wrong-numbers`, NotFiniteError.
    """
    if len(found.losses) != rows:
        raise wrong(f"it sent {len(found.losses)} losses for {rows} rows")
    if len(found.sample) != 4 * sampled:
        raise wrong("it did not show the part of its gradient that it was asked for")
    if found.values != values:
        raise wrong("it computes at other values of the adapter than those that it was sent")
    if not (all(map(isfinite, found.losses)) and np.isfinite(np.frombuffer(found.sample, np.float32)).all()):
        raise NotFiniteError
    if not (isfinite(found.seconds) and found.seconds >= 0):
        raise wrong("it says that its part took no time that there is")


def require_sum(gradient: Float32, shown: Float32, samples: Sequence[Float32], encoding: Encoding) -> None:
    """Check a sum against its parts. shown: the sum at the same places as the samples.

    Raises LuthierError `cluster.wrong-numbers`, NotFiniteError.
    """
    if not np.isfinite(gradient).all():
        raise NotFiniteError
    if distance(shown, np.sum(samples, axis=0, dtype=np.float32)) > _BY_ENCODING[encoding]:
        raise wrong("the sum that it sent is not that of its parts")


def agree(theirs: Float32, their_loss: float, ours: Float32, our_loss: float) -> bool:
    """Return whether two computers found the same, as far as rounding goes."""
    is_same_loss = abs(their_loss - our_loss) <= _LOSS_ROUNDING * max(abs(our_loss), 1.0)
    return is_same_loss and distance(theirs, ours) <= ROUNDING


def is_steady(once: Float32, again: Float32) -> bool:
    """Return whether one computer finds the same twice."""
    return distance(once, again) <= _SAME


def distance(one: Float32, other: Float32) -> float:
    """Return the distance of two vectors [n], as a share of the other's length."""
    away, length = float(np.linalg.norm(one - other)), float(np.linalg.norm(other))
    if length == 0.0:
        return 0.0 if away == 0.0 else float("inf")
    return away / length


def wrong(why: str) -> LuthierError:
    return LuthierError(
        "cluster.wrong-numbers",
        f"{why}.",
        "Its memory or its graphics driver may be faulty: have its memory tested before it trains again.",
    )
