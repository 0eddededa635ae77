"""How fast a training will be here: as earlier runs were, as the machine was measured, or as its products say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

from core.advice import machine_speed
from core.advice.machine_speed import known_speed, products_of
from core.base.devices import AUTO
from core.base.errors import LuthierError
from core.base.settings import device_for
from core.engine.model.weights import LoadedModel
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.pace import FASTEST, SLOWEST, product_seconds, weights_passed
from core.engine.train.plan.search import best_plan
from core.jobs.models.fingerprint import model_of_run
from core.protocol.config import TrainConfig
from core.runs.run import Run, RunInfo, list_runs
from core.runs.summary import FiguresCache, RunFigures


class Pace(NamedTuple):
    """Seconds a token, between these two. runs: earlier ones, which tell it with their evaluations and pauses."""

    low: float
    high: float
    known_from: Literal["runs", "bench", "products"]
    runs: int = 0


class PaceHere:
    """The pace of one model on this machine. file: as runs name it. loaded: by the processor alone."""

    def __init__(self, file: Path, loaded: LoadedModel) -> None:
        self._file, self._loaded = file, loaded
        self.trained_share = 1.0  # of the tokens, that have a loss; of the data, once it is read
        self._earlier: dict[str, EarlierPace | None] = {}  # by what is to compute
        self._benched: dict[str, float | None] = {}  # the same: how many times what the products take

    def of(self, config: TrainConfig, plan: Plan | None = None, computed: float = 1.0) -> Pace:
        """Return the pace with these settings. plan: of the processor alone, if it is known. computed: of the data's
        tokens, those that are not another row's beginning, too; the pace is that of these.
        """
        device, seconds = device_for(config.device), self._of_products(config, plan, computed)
        if earlier := self._earlier_pace(device):
            took = earlier.factor * seconds
            return Pace(LOW * took, HIGH * took, "runs", earlier.runs)
        if (benched := self._benched_pace(device)) is not None:
            took = benched * seconds
            return Pace(machine_speed.LOW * took, machine_speed.HIGH * took, "bench")
        return Pace(FASTEST * seconds, SLOWEST * seconds, "products")

    def slowest(self, config: TrainConfig) -> float:
        """A token, without looking at earlier runs, and where all tokens have a loss."""
        benched = self._benched_pace(device_for(config.device))
        factor = SLOWEST if benched is None else machine_speed.HIGH * benched
        plan = best_plan(self._loaded, config, config.row_tokens)
        return factor * product_seconds(self._loaded, config, plan, trained_share=1.0)

    def _of_products(self, config: TrainConfig, plan: Plan | None = None, computed: float = 1.0) -> float:
        plan = plan or best_plan(self._loaded, config, config.row_tokens)
        return product_seconds(self._loaded, config, plan, self.trained_share / computed)

    def _earlier_pace(self, device: str) -> EarlierPace | None:
        """Read once: plans are asked for as fast as a knob is turned."""
        if device not in self._earlier:
            self._earlier[device] = earlier_pace(self._file, self._of_products, device)
        return self._earlier[device]

    def _benched_pace(self, device: str) -> float | None:
        """Read once, too."""
        if device not in self._benched:
            known = known_speed(device)
            self._benched[device] = products_of(known, weights_passed(self._loaded.model)) if known else None
        return self._benched[device]


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
    """Return the pace of earlier runs with this model, or with one of the same size. product_seconds: per token, with
    such settings.

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
