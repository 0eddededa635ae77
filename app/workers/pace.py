"""Finds in a run's steps and readings what makes it slow, or brings it near the end of the memory. No Qt here."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from app.workers.run_model import RunModel, taken_by_others
from core.base.language import tr
from core.base.numbers import share, significant, size

EACH = 5  # steps whose median is the pace at one of them: rows differ in length, and so do steps
FEWEST = 20  # steps, to know what is usual
MOST = 2000  # steps that are looked at: a pace that stays is the usual one in the end
SLOW, SLOW_S = 0.75, 15.0  # of the usual pace, and seconds for which it has to last
LONGER = 2  # times as long as any slow part before: some data have long rows again and again
BUSY = 0.15  # of all cores, taken by other programs
MORE = 0.1  # of all cores: as much more than before explains something
FULL = 0.05  # of the computer's memory, left
OVER = 1.03  # of the plan: how exact plans are (docs/figures.md)
_UNEXPLAINED = tr("Nothing that Luthier can measure explains it.")


class Slowdown(NamedTuple):
    """since: the step from which on the training is slower than usual. text: how much, and why, in sentences."""

    since: int
    text: str


def slowdown(model: RunModel) -> Slowdown | None:
    """Return since when the steps take longer than usual, and why as far as the readings tell; None if they do not."""
    steps, speeds, times = (model.steps[name][-MOST:] for name in ("step", "tok_s", "time"))
    if len(speeds) < FEWEST:
        return None
    usual, paces = float(np.median(speeds)), np.median(sliding_window_view(speeds, EACH), axis=1)
    as_usual = np.flatnonzero(paces >= SLOW * usual)
    last, longest = int(as_usual[-1]), int(np.diff(as_usual, prepend=-1).max()) - 1
    since = last + 1 + EACH // 2  # the first of the slow steps that are most of a pace's
    if len(paces) - 1 - last <= LONGER * longest or times[-1] - times[min(since, len(times) - 1)] < SLOW_S:
        return None
    text = tr(
        "Slower than before: {now} tokens/s instead of {usual}.", now=significant(float(paces[-1])),
        usual=significant(usual),
    )  # fmt: skip
    return Slowdown(int(steps[since]), f"{text} {_why(model)}")


def memory_warning(model: RunModel) -> str:
    """Return a sentence if the computer's memory is nearly full, or training takes more than was planned; else ""."""
    if not model.readings:
        return ""
    now, plan = model.readings[-1], model.plan
    if now.available < FULL * now.total:
        return tr("The computer has {left} of memory left. Close other programs.", left=size(now.available))
    if plan is not None and now.rss > OVER * plan.total:
        return tr(
            "Training takes more than the {plan} that were planned. The computer has {left} left.",
            plan=size(plan.total), left=size(now.available),
        )  # fmt: skip
    return ""


def _why(model: RunModel) -> str:
    if not model.readings:
        return _UNEXPLAINED
    now, taken = model.readings[-1], float(np.mean([taken_by_others(one) for one in model.readings]))
    if now.available < FULL * now.total:
        return tr("The memory is nearly full, and the system moves some of it to the disk.")
    if taken >= BUSY and taken - float(np.nanmedian(model.memory["others"])) >= MORE:
        return tr("Other programs take {taken} of the processor.", taken=share(taken))
    if now.hot and now.celsius is not None:
        return tr("The processor is at {celsius} °C, and slows down to cool.", celsius=significant(now.celsius))
    if now.on_battery:
        return tr("The computer runs on its battery, and saves power.")
    return _UNEXPLAINED
