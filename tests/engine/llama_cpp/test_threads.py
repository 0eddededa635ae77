"""How many threads compute may change from token to token: llama.cpp's logits stay the same to the bit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import llama_cpp
import numpy as np
import pytest

from core.base.devices import Threads
from core.engine.llama_cpp import model as loaded_model
from core.engine.llama_cpp.model import open_in_llama_cpp

MOST, TOKENS = 3, 60


def by_turns(monkeypatch: pytest.MonkeyPatch, numbers: Sequence[int]) -> Threads:
    """From batch to batch other numbers of threads, again and again."""
    threads, turns = Threads(MOST), cycle(numbers)
    monkeypatch.setattr(threads, "now", lambda: next(turns))
    return threads


@pytest.mark.parametrize("exact", [True, False])
def test_that_logits_are_the_same_to_the_bit_however_many_threads_compute_each_batch(
    demo_gguf_q8: Path, monkeypatch: pytest.MonkeyPatch, exact: bool
) -> None:
    tokens, read = np.random.default_rng(3).integers(5, 4000, TOKENS), list[np.ndarray]()
    for numbers in ([1], [2], [MOST], [2, MOST, 1]):
        threads, computed = by_turns(monkeypatch, numbers), list[int]()
        monkeypatch.setattr(loaded_model, "threads_for", lambda size, threads=threads: threads)
        with open_in_llama_cpp(demo_gguf_q8) as opened, opened.context(TOKENS, batch=16, exact=exact) as context:
            parts = [tokens[:40], *tokens[40:].reshape(-1, 1)]  # a prompt, and what is written after it
            logits = list[np.ndarray]()
            for part in parts:
                logits += [row.copy() for row in context.read(part, [True] * len(part))]
                computed.append(llama_cpp.llama_n_threads(context.handle))
        assert set(computed) == set(numbers)
        read.append(np.array(logits))
    for other in read[1:]:
        np.testing.assert_array_equal(other, read[0])
