"""How long each layer, the head and the update of a training step take, of a model of a few layers."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import psutil

from core.base.cores import busy_between, is_low, look
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.copies import hold_copies
from core.engine.model.on_device import ModelOnDevice
from core.engine.model.weights import LoadedModel
from core.engine.train.engine import Engine
from core.engine.train.optimizer import AdamW
from core.engine.train.plan.draft import Plan
from core.engine.train.rows import PackedRow
from core.protocol.config import TrainConfig

MOST_PASSES, FEWEST_SECONDS = 40, 2.0  # passes are repeated until they took so long together
MOST_SECONDS = 12.0  # that all may take; the first also reads the file, so a second is worth it where there is time
LEARNING_RATE = 1e-5
BUSY = 0.2  # of the machine's processors, beyond which other programs lengthen what is measured
KeepGoing = Callable[[], None]  # called after each layer; what it raises ends the measurement


class StepSeconds(NamedTuple):
    """The seconds of one row. layers: forward and backward. head: norm, head and loss. rest: loading the row.

    update: of all adapters, once a step. others: the share of this machine's processors that other programs had.
    """

    layers: list[float]
    head: float
    rest: float
    update: float
    others: float


class _Laps:
    """Between its calls: seconds on the clock, and a thread's share of the processor time."""

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


def timed_layers(
    loaded: LoadedModel, config: TrainConfig, plan: Plan, row: PackedRow, keep_going: KeepGoing
) -> StepSeconds:
    """Time the parts of a step with that plan: each the fastest of some passes, because other programs take turns, too.

    On the clock; where others had much of the processors, by the processor time: as it would be without them.
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
    passes, began, before = list[list[tuple[float, float]]](), time.monotonic(), look(is_low())
    while len(passes) < MOST_PASSES:
        laps = _Laps(loaded.backend.threads, keep_going)
        _step(engine, optimizer, row, laps)
        passes.append(laps.taken)
        taken, last = time.monotonic() - began, sum(lap[0] for lap in laps.taken)
        if taken + last > MOST_SECONDS or (len(passes) > 1 and taken > FEWEST_SECONDS):
            break
    del copies  # they live until here
    taken_by_others = 0.0 if plan.device else busy_between(before, look(is_low())) / (psutil.cpu_count() or 1)
    best = np.array(passes).min(axis=0)  # [laps, 2]
    seconds = best[:, 0] if taken_by_others < BUSY else best.min(axis=1)
    return _by_part(seconds.tolist(), len(model.layers), taken_by_others)


def _step(engine: Engine, optimizer: AdamW, row: PackedRow, lap: _Laps) -> None:
    """Do a step of one row, as train_step does."""
    optimizer.adapter.zero_gradients()
    engine.load(row)
    lap()
    engine.forward(lap)
    engine.loss(weight=engine.loss_scale)
    lap()
    engine.backward(lap)
    optimizer.adapter.gather_gradients()
    optimizer.clip(scale=1 / (engine.loss_scale * row.n_supervised))
    optimizer.update(LEARNING_RATE)
    lap()


def _by_part(laps: list[float], n_layer: int, others: float) -> StepSeconds:
    """laps: in the order of _step, backward from the last layer."""
    rest, *forward = laps[: n_layer + 1]
    head, *backward = laps[n_layer + 1 : -1]
    layers = [there + back for there, back in zip(forward, reversed(backward), strict=True)]
    return StepSeconds(layers, head, rest, laps[-1], others)


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
