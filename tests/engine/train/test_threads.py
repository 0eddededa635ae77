"""How many threads compute may change at any time: a training learns the same to the bit."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from core.data.tokens.pack import pack_rows
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import read
from core.engine.kernels.library import Kernels
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.ops.attention.blocked import BlockedAttention
from core.engine.ops.autograd import Tape
from core.engine.train.engine import Engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.training import Training
from tests.support.fixture_models import fixture_models
from tests.support.peft import Reference, of_fixture, train
from tests.support.short_training import CONFIG, sequences

MOST = 3


@pytest.fixture(scope="module", params=fixture_models())
def reference(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return of_fixture(request.param, tmp_path_factory.mktemp(request.param))


def by_turns(monkeypatch: pytest.MonkeyPatch, loaded: LoadedModel, numbers: Sequence[int]) -> None:
    """From graph to graph other numbers of threads, again and again."""
    turns = cycle(numbers)
    monkeypatch.setattr(loaded.backend._suited, "now", lambda: next(turns))


@pytest.mark.slow
@pytest.mark.parametrize("by", ["our kernels", "ggml alone"])
def test_that_a_step_is_the_same_to_the_bit_however_many_threads_compute_each_graph(
    reference: Reference, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    learnt = []
    for numbers in ([1], [2], [MOST], [2, MOST, 1]):
        loaded = load_for_engine(reference.model, threads=MOST)
        if by == "ggml alone":
            monkeypatch.setattr(loaded.ggml, "kernels", Kernels(None))
            monkeypatch.setattr("core.engine.train.row_graphs.attention_for", lambda *heads, **where: BlockedAttention)
        by_turns(monkeypatch, loaded, numbers)
        adapter = LoraAdapter(loaded.backend, loaded.model, reference.config)
        adapter.load_factors(reference.factors("adapter"))
        row_tokens = max(len(row.tokens) for row in reference.rows)
        losses, norms = train(reference, Engine(loaded, adapter, row_tokens), [1e-3, 1e-3])
        learnt.append((losses, norms, read(loaded.ggml, adapter.values)))
    for losses, norms, values in learnt[1:]:
        assert (losses, norms) == learnt[0][:2]
        np.testing.assert_array_equal(values, learnt[0][2])


@pytest.mark.slow
def test_that_a_training_of_quantized_weights_is_the_same_to_the_bit(
    demo_gguf_q8: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, learnt = pack_rows(sequences(12), 64), []
    for numbers in ([1], [2], [MOST], [2, MOST, 1]):
        loaded = load_for_engine(demo_gguf_q8, threads=MOST)
        plan = plan_memory(loaded, CONFIG, 64)
        by_turns(monkeypatch, loaded, numbers)
        training = Training(loaded, CONFIG, rows, rows[:2], plan, lambda done, total: None)
        losses = [training.step().result.loss for _ in range(3)]
        learnt.append((losses, read(loaded.ggml, training.adapter.values)))
    for losses, values in learnt[1:]:
        assert losses == learnt[0][0]
        np.testing.assert_array_equal(values, learnt[0][1])


def test_that_a_graph_is_computed_by_as_many_as_suit_then(ggml: Ggml, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, counted = Backend(ggml, MOST), list[int]()

    @ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p)
    def count(_node: int, thread: int, threads: int, _data: int) -> None:
        if thread == 0:
            counted.append(threads)

    storage, tape = Storage(asked), Tape(asked)
    given = storage.new(4)
    storage.allocate()
    tape.compute(tape.custom(abi.F32, 4, 1, (given,), ctypes.cast(count, ctypes.c_void_p)))
    scratch = Scratch(asked)
    scratch.add(tape)
    turns = iter([MOST, 1, 1, 2])
    monkeypatch.setattr(asked._suited, "now", lambda: next(turns))
    for _ in range(4):
        asked.compute(tape)
    assert counted == [MOST, 1, 1, 2]
