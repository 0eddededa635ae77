"""How far a model has moved from its base on general questions: the divergence, and the words for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.advice.assessment import everything_else
from core.assess.moved import moved
from core.base import paths
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.engine.lora.adapter_file import write_adapter
from core.gguf.header import read_header
from core.protocol.config import TrainConfig
from tests.support.adapters import random_adapter
from tests.support.logits import their_logits
from tests.support.rendering import renderer

FEW = 30  # two of the sixty questions


def shares(logits: np.ndarray) -> np.ndarray:
    powers = np.exp(logits.astype(np.float64))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def test_that_it_is_the_mean_divergence_at_the_tokens_of_the_answers(demo_gguf: Path, tmp_path: Path) -> None:
    header, file = read_header(demo_gguf), tmp_path / "adapter.gguf"
    write_adapter(file, "llama", random_adapter().tensors, 8.0)
    with Tokenizer(header) as tokenizer:
        examples = load_dataset(paths.GENERAL_TALK, tokenizer, renderer(), TrainConfig(eval_share=0)).train
    found = []
    for example in list(examples)[::FEW]:
        base, tuned = (shares(their_logits(demo_gguf, which, example.tokens)) for which in (None, file))
        at = np.flatnonzero(example.supervised[1:])  # what is expected after each
        found += (base[at] * np.log(base[at] / tuned[at])).sum(axis=1).tolist()
    told: list[tuple[int, int]] = []
    (apart,) = moved(header, file, renderer(), lambda done, of: told.append((done, of)), every=FEW)
    assert apart == pytest.approx(np.mean(found), rel=0.02) and apart > 0.01
    assert told == [(1, 2), (2, 2)]


def test_that_an_adapter_that_changes_nothing_has_not_moved_it(demo_gguf: Path, tmp_path: Path) -> None:
    file, made = tmp_path / "adapter.gguf", random_adapter()
    write_adapter(file, "llama", {name: (a, 0 * b) for name, (a, b) in made.tensors.items()}, 8.0)
    assert moved(read_header(demo_gguf), file, renderer(), every=FEW)[0] == pytest.approx(0, abs=1e-6)


def test_that_it_is_told_in_words() -> None:
    said = [everything_else(apart) for apart in (0.0, 0.049, 0.05, 0.149, 0.15, 0.49, 0.5, 1.02)]
    words = ["as before", "slightly changed", "changed", "much changed"]
    assert [one.partition(". ")[0] for one in said] == [f"Everything else: {one}" for one in words for _ in "ab"]
