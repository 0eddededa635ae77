"""How long each layer, the head and the update of a training step take, of a model of a few layers."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from core.engine.lora.adapter import LoraAdapter
from core.engine.model.copies import hold_copies
from core.engine.model.loaded import LoadedModel
from core.engine.model.on_device import ModelOnDevice
from core.engine.train.engine import Engine
from core.engine.train.optimizer import AdamW
from core.engine.train.plan.draft import Plan
from core.engine.train.rows import PackedRow
from core.shared.config import TrainConfig

MOST_PASSES, FEWEST_SECONDS = 12, 1.5  # passes are repeated until they took so long together
MOST_SECONDS = 10.0  # that all may take; one that is slower is done once
LEARNING_RATE = 1e-5
KeepGoing = Callable[[], None]  # called after each layer; what it raises ends the measurement


class StepSeconds(NamedTuple):
    """On the clock, of one row. layers: forward and backward. head: norm, head and loss. rest: loading the row.

    update: of all adapters, once a step. work: processor seconds of it all, a thread's share.
    """

    layers: list[float]
    head: float
    rest: float
    update: float
    work: float

    @property
    def row(self) -> float:
        """Of all layers that were computed."""
        return sum(self.layers) + self.head + self.rest


class _Laps:
    """Clock and processor time between its calls."""

    def __init__(self, threads: int, keep_going: KeepGoing) -> None:
        self._threads, self._keep_going = threads, keep_going
        self.taken: list[tuple[float, float]] = []
        self._last = self._now()

    def __call__(self) -> None:
        now = self._now()
        self.taken.append((now[0] - self._last[0], now[1] - self._last[1]))
        self._keep_going()
        self._last = self._now()

    def _now(self) -> tuple[float, float]:
        return time.perf_counter(), time.process_time() / self._threads


def timed_layers(loaded: LoadedModel, config: TrainConfig, plan: Plan, row: PackedRow, keep_going: KeepGoing) -> StepSeconds:
    """Of a step with that plan: of each part the fastest of some passes, as other programs take turns too.

    Raises LuthierError `ggml.*`, `device.*`, MemoryError.
    """
    model = loaded.model
    copies = hold_copies(
        loaded.backend, model.linears, plan.layouts, lambda _done, _total: keep_going(), model.file.release
    )
    adapter = LoraAdapter(loaded.backend, model, config)
    adapter.initialize(config.seed)
    engine = Engine(
        loaded,
        adapter,
        len(row.tokens),
        config=config,
        saved_layers=plan.memory.kept_layers,
        there=_placed(loaded, plan, keep_going),
        saved_there=plan.device.saved_layers if plan.device else 0,
    )
    optimizer = AdamW(loaded.backend, engine.scratch, adapter, config)
    passes, began = list[list[tuple[float, float]]](), time.monotonic()
    while len(passes) < MOST_PASSES:
        laps = _Laps(loaded.backend.threads, keep_going)
        _step(engine, optimizer, row, laps)
        passes.append(laps.taken)
        taken, last = time.monotonic() - began, sum(lap[0] for lap in laps.taken)
        if taken + last > MOST_SECONDS or (len(passes) > 1 and taken > FEWEST_SECONDS):
            break
    del copies  # they live until here
    return _fastest(np.array(passes), len(model.layers))


def _step(engine: Engine, optimizer: AdamW, row: PackedRow, lap: _Laps) -> None:
    """As train_step does one, of one row."""
    optimizer.zero_gradients()
    engine.load(row)
    lap()
    engine.forward(lap)
    engine.loss(weight=engine.loss_scale)
    lap()
    engine.backward(lap)
    optimizer.clip(scale=1 / (engine.loss_scale * row.n_supervised))
    optimizer.update(LEARNING_RATE)
    lap()


def _fastest(passes: np.ndarray[tuple[int, int, int], np.dtype[np.float64]], n_layer: int) -> StepSeconds:
    """passes: [passes, laps, clock and work]; laps in the order of _step, backward from the last layer."""
    best = passes.min(axis=0)
    clock = best[:, 0]
    forward, backward = clock[1 : n_layer + 1], clock[n_layer + 2 : -1][::-1]
    return StepSeconds(
        layers=[float(seconds) for seconds in forward + backward],
        head=float(clock[n_layer + 1]),
        rest=float(clock[0]),
        update=float(clock[-1]),
        work=float(best[:, 1].sum()),
    )


def _placed(loaded: LoadedModel, plan: Plan, keep_going: KeepGoing) -> ModelOnDevice | None:
    if plan.device is None or loaded.device is None:
        return None
    return ModelOnDevice(
        loaded.device,
        loaded.model,
        plan.device.first_layer,
        plan.device.transposed,
        has_head=plan.device.has_head,
        progress=lambda _done, _total: keep_going(),
    )
