"""One step by several machines: a thread for each, which has it compute until the gradient of all rows has come."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

import numpy as np

from core.base.errors import LuthierError
from core.cluster import audit
from core.cluster.company import Company, Mate
from core.cluster.encoding import Float32, decoded, received
from core.cluster.machine import GivenUpError, checksum, gradient_of, sampled
from core.cluster.pool import Part, Pool, in_order
from core.cluster.questions import SAMPLED, Compute
from core.cluster.sent_rows import fitting, sent
from core.cluster.versions import Versions
from core.engine.train.gradients import Gathered, NumberedRows, ReportShare, Work
from core.engine.train.training import Training

_LOOKED_S = 0.25  # between looks at a step that is being done


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
    """own: this computer's name. finding: once it is done, where something was compared."""

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
        """The gradients of all rows, in their order. report: may raise, and so give it up. Raises LuthierError."""
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
        except (audit.NotFiniteError, LuthierError, OSError) as error:
            pool.give_back(mate.name)
            self._go_on_without(mate, error)
        except BaseException as error:  # of ours: raised where the step is waited for
            self._fail(error, pool)
        finally:
            self._heard.pop(mate.name, None)

    def _go_on_without(self, mate: Mate, why: Exception) -> None:
        match why:
            case audit.NotFiniteError():
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
                audit.require_sound(found, len(rows), len(self._values), checksum(self._values))
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
        audit.require_sum(gradient, self._sampled(gradient), samples, encoding)
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
                why = LuthierError("cluster.stuck", "nothing came of its part of a step.", "Start Luthier anew there.")
                self._heard.pop(name, None)
                self._company.leave_out(name, why)

    def _judge_doubts(self, parts: list[Part]) -> None:
        """Leave out machines that found no finite numbers for their rows, if others find some."""
        is_finite = all(isfinite(loss) for part in parts for loss in part.losses.values()) and all(
            np.isfinite(part.gradient).all() for part in parts
        )
        for name in self._in_doubt if is_finite else ():
            self._company.leave_out(name, audit.wrong("the gradient that it sent is not a number"))

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
        if audit.agree(theirs, their_loss, ours, found.losses[0]):
            self.finding = Finding(name, True)
            return
        again, _ = self._computed(row)
        if not audit.is_steady(ours, self._sampled(again)):
            raise LuthierError(
                "cluster.wrong-numbers-here",
                "This computer found two different gradients for the same row.",
                "Its memory may be faulty: have it tested before you train on it. The run goes on from its last "
                "checkpoint when it is resumed.",
            )
        self.finding = Finding(name, False)
