"""Measures how long a training row takes on the processor and on a device, by computing it."""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence

from core.base.callbacks import ReportProgress
from core.engine.model.weights import LoadedModel
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import PackedRow
from core.engine.train.training import Training
from core.protocol.config import TrainConfig

LONG = 10.0  # seconds; a first time above this is not repeated for precision


def seconds_of_row(
    loaded: LoadedModel, config: TrainConfig, rows: Sequence[PackedRow], report: ReportProgress
) -> float:
    """Return the seconds of forward, loss and backward of the longest row, with the plan that training would use.

    A short first time is repeated: the first includes reading files and compiling a device's programs. Frees its memory
    before returning: graphs hold memory in reference cycles, which the training's plan would miss.
    Raises LuthierError `memory.too-small`, `device.*`, MemoryError.
    """
    try:
        return _measured(loaded, config, rows, report)
    finally:
        gc.collect()


def _measured(loaded: LoadedModel, config: TrainConfig, rows: Sequence[PackedRow], report: ReportProgress) -> float:
    row = max(rows, key=lambda row: len(row.tokens))
    plan = plan_memory(loaded, config, len(row.tokens))
    if loaded.device is not None and plan.device is None:
        raise loaded.device.no_room("one layer of the model")  # else this would measure the processor instead
    training = Training(loaded, config, [row], [], plan, report)
    seconds = _once(training, row)
    return seconds if seconds > LONG else _once(training, row)


def _once(training: Training, row: PackedRow) -> float:
    engine, began = training.engine, time.perf_counter()
    engine.load(row)
    engine.forward()
    engine.loss(weight=1.0)
    engine.backward()
    training.adapter.gather_gradients()
    return time.perf_counter() - began
