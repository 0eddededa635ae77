"""A training's steps by all machines of a cluster, and by this one alone as long as no other is there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np

from core.base.callbacks import Notify
from core.cluster.company import Company
from core.cluster.machine import Versions
from core.cluster.members import Place
from core.cluster.pool import THERE_AND_BACK, Pace, Part, kept, shares, step_seconds
from core.cluster.questions import Prepare
from core.cluster.step import EVERY, Finding, Planned, SharedStep, wrong
from core.engine.ggml.tensor import host_values
from core.engine.train.step import Gathered, NumberedRows, ReportShare, Work, WrongNumbersError, gather_here
from core.engine.train.training import Training

_LOOKED_S = 0.1  # between looks who is ready
_FIRST_WAIT_S = 60.0  # for machines that are there to load the base, before the first step
_PATIENCE, _PATIENCE_S = 10, 60.0  # times a whole step, and seconds, in which nothing comes of a machine's part


class Together:
    """Give its `gather` to a training. told: who did what of each step."""

    def __init__(
        self,
        place: Place,
        training: Training,
        request: Prepare,
        base: Path | None,
        notice: Notify,
        told: Callable[[dict[str, Work]], None],
    ) -> None:
        """base: the model's file, for machines that lack it; None: it is not sent.

        Raises LuthierError as core/cluster/wire.py has it.
        """
        self._training, self._request, self._told, self._own = training, request, told, place.own
        self._versions, self._speeds = Versions(request.encoding), Speeds()
        self._before: tuple[list[str], list[range]] | None = None
        self._trusted: dict[str, int] = {}  # by machine: the step at which what it sent was last found right
        self._compared: dict[str, int] = {}  # the same; without those that were only believed when they came
        self._is_first = True
        self._company = Company(place, request, base, training.adapter.n_values, notice)

    def gather(self, rows: NumberedRows, step: int, report: ReportShare) -> Gathered:
        """Gather gradients, as core.engine.train.step.Gather. Raises WrongNumbersError if earlier steps came from
        wrong ones.
        """
        if self._is_first:
            self._is_first = False
            deadline = time.monotonic() + _FIRST_WAIT_S
            while not self._company.is_complete and time.monotonic() < deadline:
                report(0.0)
                time.sleep(_LOOKED_S)
        names = [self._own, *(mate.name for mate in self._company.ready)]
        self._trusted = {name: self._trusted.get(name, step) for name in names[1:]}
        self._compared = {name: at for name, at in self._compared.items() if name in names}
        if len(names) == 1:
            self._training.verified = None
            return self._alone(rows, step, report)
        own = host_values(self._training.adapter.values).copy()
        self._versions.publish(own)
        shared = SharedStep(self._company, self._training, self._versions, self._own, rows, step)
        try:
            self._compute_at(self._versions.values)
            parts = shared.done(self._planned(rows, names, step), report)
        finally:
            self._compute_at(own)
        if shared.finding is None or self._is_right(shared.finding, step):
            return self._added(parts, rows)
        return self.gather(rows, step, report)

    def close(self) -> None:
        """Let the other machines rest."""
        self._company.close()

    def _added(self, parts: list[Part], rows: NumberedRows) -> Gathered:
        losses = {number: loss for part in parts for number, loss in part.losses.items()}
        gradients, work = host_values(self._training.adapter.gradients), dict[str, Work]()
        gradients[:] = parts[0].gradient
        for part in parts[1:]:
            gradients += part.gradient
        for part in parts:
            work[part.name] = work.get(part.name, Work(0, 0.0)) + part.work
        self._speeds.take(work)
        self._told(dict(sorted(work.items())))
        self._training.verified = min(self._trusted.values(), default=None)
        return Gathered([losses[number] for number, _ in rows], 1.0)

    def _is_right(self, finding: Finding, step: int) -> bool:
        """Leaves it out otherwise. Raises WrongNumbersError where something was learnt from it since it was right."""
        if finding.is_right:
            self._trusted[finding.machine] = self._compared[finding.machine] = step
            return True
        since = self._trusted.pop(finding.machine)
        self._company.leave_out(finding.machine, wrong("it sends other gradients than those of its rows"))
        if since < step:
            raise WrongNumbersError(since, finding.machine)
        return False

    def _planned(self, rows: NumberedRows, names: list[str], step: int) -> Planned:
        tokens = [row.n_tokens for _, row in rows]
        before = self._before[1] if self._before and self._before[0] == names else None
        paces = self._speeds.of({name: name for name in names})
        found = shares(tokens, paces, before)
        self._before = names, found
        planned = dict(zip(names, found, strict=True))
        patience = _PATIENCE_S + _PATIENCE * step_seconds(sum(tokens), list(paces.values()))
        audited = self._audited(planned, step)
        return Planned(planned, frozenset({*kept(tokens, planned, paces), audited}), audited, patience)

    def _audited(self, planned: dict[str, range], step: int) -> str:
        """Newcomers at once; else from time to time the one that was compared longest ago."""
        others = [name for name, share in planned.items() if share and name != self._own]
        if not others:
            return ""
        name = min(others, key=lambda one: self._compared.get(one, -1))
        return name if name not in self._compared or step % EVERY == 0 else ""

    def _alone(self, rows: NumberedRows, step: int, report: ReportShare) -> Gathered:
        began = time.monotonic()
        gathered = gather_here(self._training.engine, self._training.adapter, rows, step, report)
        self._told({self._own: Work(sum(row.n_tokens for _, row in rows), time.monotonic() - began)})
        return gathered

    def _compute_at(self, values: np.ndarray) -> None:
        """What is rounded on its way is the same everywhere, here too."""
        if self._request.encoding != "f32":
            host_values(self._training.adapter.values)[:] = values
            self._training.adapter.refresh()


NEWEST = 0.3  # of the estimate, what the step just done says
SECOND_CHANCE = 1.05  # a machine that was given nothing is thought to send so much faster, until it is asked again


class Speeds:
    """The pace of each machine, by name."""

    def __init__(self) -> None:
        self._known: dict[str, Pace] = {}

    def take(self, work: Mapping[str, Work]) -> None:
        """Learn each machine's pace from a step."""
        for name in self._known.keys() - work.keys():
            self._known[name] = replace(self._known[name], sending=self._known[name].sending / SECOND_CHANCE)
        for name, one in work.items():
            if one.tokens and one.seconds > 0:
                now = Pace(one.tokens / one.seconds, THERE_AND_BACK * one.fetching)
                self._known[name] = _newer(self._known.get(name, now), now)

    def of(self, names: Mapping[str, str]) -> dict[str, Pace]:
        """Return the paces by address. A machine that has done nothing yet counts as the others do on average."""
        known = [self._known[name] for name in names.values() if name in self._known]
        return {address: self._known.get(name) or _mean(known) for address, name in names.items()}


def _newer(before: Pace, now: Pace) -> Pace:
    """A first time to fetch is believed no longer than until a shorter one: those values came whole."""
    sending = before.sending * (1 - NEWEST) + now.sending * NEWEST
    return Pace(before.tok_s * (1 - NEWEST) + now.tok_s * NEWEST, min(sending, now.sending))


def _mean(paces: Iterable[Pace]) -> Pace:
    found = list(paces)
    return Pace(fmean(one.tok_s for one in found), fmean(one.sending for one in found)) if found else Pace(1.0)
