"""How long training with a model took here before: what earlier runs tell is nearer than any guess."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from core.jobs.model_fingerprint import model_of_run
from core.shared.config import TrainConfig
from core.shared.devices import AUTO
from core.shared.errors import LuthierError
from core.shared.run_summary import FiguresCache, RunFigures
from core.shared.runs import Run, RunInfo, list_runs
from core.shared.settings import device_for

MOST_RUNS = 3  # the newest
FEWEST_STEPS = 10
LOW, HIGH = 0.75, 1.5  # of what it took before: other programs take more or less today


class EarlierPace(NamedTuple):
    """runs: that tell it. factor: seconds that they took, as a multiple of what their products alone would."""

    runs: int
    factor: float


def earlier_pace(
    model: Path, product_seconds: Callable[[TrainConfig], float], device: str = AUTO
) -> EarlierPace | None:
    """Of runs with this model, or with one of the very same size. product_seconds: per token, with such settings.

    device: what is to compute; only runs that asked for the same tell how fast it is. Evaluations, checkpoints and
    loading are in it. None where no run has told yet.
    """
    cache, factors = FiguresCache(), list[float]()
    for run in list_runs().runs:
        try:
            info = run.info()
            if not _is_of(run, info, model) or device_for(info.config.device) != device:
                continue
            figures = cache.figures(run)
            if _tells(figures):
                factors.append(figures.seconds / figures.tokens / product_seconds(info.config))
        except (LuthierError, ZeroDivisionError):
            continue  # what is wrong with it is said elsewhere
        if len(factors) == MOST_RUNS:
            break
    return EarlierPace(len(factors), median(factors)) if factors else None


def _is_of(run: Run, info: RunInfo, model: Path) -> bool:
    known = model_of_run(run)
    if known is not None and model.is_file():
        return known.size == model.stat().st_size
    return Path(info.model).expanduser() == model


def _tells(figures: RunFigures) -> bool:
    """Trained elsewhere, or hardly begun, it does not."""
    return figures.tok_s is not None and figures.step >= FEWEST_STEPS and figures.tokens > 0 and figures.seconds > 0
