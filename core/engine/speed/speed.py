"""How fast this machine trains a model of a given shape: a few of its layers are computed, and the others counted.

Each layer, the head and the update of a training step are measured apart, of a model of a few layers.
"""

from __future__ import annotations

import contextlib
import gc
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import psutil

from core.base.cores import busy_between, look
from core.base.systems.processes import is_behind
from core.engine.ggml.backend import Backend
from core.engine.ggml.devices import DeviceBackend
from core.engine.ggml.lib import Ggml
from core.engine.lora.adapter import LoraAdapter, trainable_numbers
from core.engine.model.copies import hold_copies
from core.engine.model.frozen import FrozenModel, layer_number
from core.engine.model.on_device import ModelOnDevice
from core.engine.model.weight_layouts import Layout
from core.engine.model.weights import LoadedModel, load_model
from core.engine.speed.sketch import header_of_shape, write_layers
from core.engine.train.engine import Engine
from core.engine.train.optimizer import AdamW
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.pace import product_seconds
from core.engine.train.plan.search import best_plan
from core.engine.train.rows import PackedRow
from core.protocol import BenchShape
from core.protocol.config import TrainConfig

MOST_LAYERS = 4  # that are computed
MOST_VOCABULARY = 32768  # rows of the head that are computed; those of a larger one take as long each

MOST_PASSES, FEWEST_SECONDS = 40, 2.0  # passes are repeated until they took so long together
MOST_SECONDS = 12.0  # that all may take; the first also reads the file, so a second is worth it where there is time
LEARNING_RATE = 1e-5
BUSY = 0.2  # of the machine's processors, beyond which other programs lengthen what is measured
KeepGoing = Callable[[], None]  # called after each layer; what it raises ends the measurement


class LayersAlike(NamedTuple):
    """Which layers are measured for all. numbers: of the layers that stand for all, in the whole model. like: for each
    of the whole, which of these.
    """

    numbers: list[int]
    like: list[int]


class ShapeSpeedometer:
    """Plans the whole model, as a training would, and measures some of it.

    file: where its layers are written; it is gone afterwards, on Windows with its folder. tokens: of the row that is
    measured, fewer than the settings' where that would take too long.
    """

    def __init__(
        self, ggml: Ggml, backend: Backend, shape: BenchShape, config: TrainConfig, file: Path, keep_going: KeepGoing
    ) -> None:
        self.tokens = config.row_tokens
        self._shape, self._config, self._file, self._keep_going = shape, config, file, keep_going
        self._whole = LoadedModel(ggml, backend, load_model(ggml, header_of_shape(ggml, shape), mapped=False))
        self.plan = best_plan(self._whole, config, config.row_tokens)
        self._alike = layers_alike(self._whole.model, self.plan)
        self._sketch: LoadedModel | None = None
        self._here: StepSeconds | None = None

    @property
    def share(self) -> float:
        """The share of the whole model that is computed, about."""
        return len(self._alike.numbers) / len(self._alike.like)

    def seconds_of_products(self) -> float:
        """Return the processor seconds of the products in a row."""
        return self.tokens * product_seconds(self._whole, self._config, self.plan, trained_share=1.0)

    def seconds_here(self) -> float:
        """Return the processor's seconds for a row of the whole model. Raises OSError, MemoryError, LuthierError
        `ggml.*`.
        """
        if self._here is None:
            sketch = self._loaded()
            self._here = self._timed(sketch, _plan_of_sketch(self._whole.model, self.plan, sketch.model, self._alike))
        return self._of_whole(self._here, self._here, first_there=0, has_head=True)

    @property
    def busy(self) -> bool:
        """Whether others had much of the processor while it was measured."""
        return self._here is not None and self._here.others >= BUSY

    def seconds_there(self, device: DeviceBackend) -> float | None:
        """Return the seconds of a row if the device computes as many layers as it has room for. None if it has none.

        Raises as seconds_here, and LuthierError `device.*`.
        """
        self.seconds_here()
        plan = best_plan(replace(self._whole, device=device), self._config, self.tokens).device
        sketch = replace(self._loaded(), device=device)
        of_sketch = best_plan(sketch, self._config, self.tokens)
        if plan is None or of_sketch.device is None or of_sketch.device.first_layer > 0:
            return None
        there, here = self._timed(sketch, of_sketch), self._here
        assert here is not None
        return self._of_whole(here, there, plan.first_layer, plan.has_head)

    def _of_whole(self, here: StepSeconds, there: StepSeconds, first_there: int, has_head: bool) -> float:
        """here: what the processor took, for the layers before first_there. there: for all others."""
        numbers = enumerate(self._alike.like)
        layers = sum((here if number < first_there else there).layers[like] for number, like in numbers)
        head = (there if has_head else here).head * self._shape.vocab / self._vocab
        sketch = self._loaded().model
        grown = trainable_numbers(self._whole.model, self._config) / trainable_numbers(sketch, self._config)
        return layers + head + there.rest + grown * there.update / self._config.grad_accumulation

    @property
    def _vocab(self) -> int:
        return min(self._shape.vocab, MOST_VOCABULARY)

    def _loaded(self) -> LoadedModel:
        """The layers that stand for all, as a model."""
        if self._sketch is None:
            ggml = self._whole.ggml
            write_layers(ggml, self._shape, self._alike.numbers, self._vocab, self._file, self._keep_going)
            self._sketch = replace(self._whole, model=load_model(ggml, self._file))
            with contextlib.suppress(OSError):  # Windows keeps a file that is mapped; elsewhere nothing can stay behind
                self._file.unlink()
        return self._sketch

    def _timed(self, sketch: LoadedModel, plan: Plan) -> StepSeconds:
        row = random_row(sketch.model.shape.n_vocab, self.tokens)
        try:
            return timed_layers(sketch, self._config, plan, row, self._keep_going)
        finally:
            gc.collect()  # what the graphs hold in cycles would else be missing for the next


def layers_alike(model: FrozenModel, plan: Plan) -> LayersAlike:
    """Return the first layer of each kind. The lowest is a kind of its own, because backward ends there; otherwise the
    types of weights, their copies and whether activations are saved make the kinds. Beyond MOST_LAYERS kinds, the
    rarest count as the nearest.
    """
    layouts = dict(zip((id(linear) for linear in model.linears), plan.layouts, strict=True))
    first_saved = len(model.layers) - plan.memory.kept_layers
    kinds = [
        (number == 0, number >= first_saved, *((one.weight.kind, layouts[id(one)]) for one in layer.linears.values()))
        for number, layer in enumerate(model.layers)
    ]
    often = [kinds[0], *(kind for kind, _ in Counter(kinds[1:]).most_common(MOST_LAYERS - 1))]
    numbers = sorted(kinds.index(kind) for kind in often)

    def likest(number: int) -> int:
        kind = kinds[number]
        return kinds.index(kind) if kind in often else min(numbers, key=lambda other: abs(other - number))

    return LayersAlike(numbers, [numbers.index(likest(number)) for number in range(len(kinds))])


def _plan_of_sketch(whole: FrozenModel, plan: Plan, sketch: FrozenModel, alike: LayersAlike) -> Plan:
    """What the plan of the whole holds of these layers."""
    of_whole = {linear.name: layout for linear, layout in zip(whole.linears, plan.layouts, strict=True)}

    def layout(name: str, number: int | None) -> Layout:
        rest = name.split(".", 2)[-1]
        return of_whole[whole.head.name if number is None else f"blk.{alike.numbers[number]}.{rest}"]

    first_saved = len(whole.layers) - plan.memory.kept_layers
    saved = sum(number >= first_saved for number in alike.numbers)
    memory = msgspec.structs.replace(plan.memory, kept_layers=saved)
    return Plan(memory, [layout(one.name, layer_number(one)) for one in sketch.linears])


def random_row(n_vocab: int, n_tokens: int) -> PackedRow:
    """Draw a row of one sequence; all its tokens have a label."""
    ids = np.random.default_rng(0).integers(0, n_vocab, n_tokens + 1).astype(np.int32)
    positions, segments = np.arange(n_tokens, dtype=np.int32), np.zeros(n_tokens, np.int32)
    return PackedRow(ids[:-1], positions, segments, ids[1:], n_tokens, n_tokens)


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
    passes, began, before = list[list[tuple[float, float]]](), time.monotonic(), look(is_behind())
    while len(passes) < MOST_PASSES:
        laps = _Laps(loaded.backend.threads, keep_going)
        _step(engine, optimizer, row, laps)
        passes.append(laps.taken)
        taken, last = time.monotonic() - began, sum(lap[0] for lap in laps.taken)
        if taken + last > MOST_SECONDS or (len(passes) > 1 and taken > FEWEST_SECONDS):
            break
    del copies  # they live until here
    taken_by_others = 0.0 if plan.device else busy_between(before, look(is_behind())) / (psutil.cpu_count() or 1)
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
