"""Rotation by M-RoPE's sections, as models have it that also see: text turns as it does in llama.cpp."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.errors import LuthierError
from core.convert.convert import convert
from core.engine.model.positions import text_divisors
from core.engine.model.weights import load_for_engine
from tests.support.logits import our_logits, their_logits
from tests.support.places import FIXTURES
from tests.support.rewritten_models import as_architecture

N_TOKENS = 96
KEY = "rope.dimension_sections"
# With so low a base the slowest pair turns fast, and whether it turns decides the answers.
FAST = {"rope.freq_base": 10.0}
# llama.cpp's loader of qwen2vl passes over what the file says of it, and takes 0 (src/models/qwen2vl.cpp).
NO_EPSILON = {"attention.layer_norm_rms_epsilon": 1e-9}
CASES = [
    ("qwen3", "qwen3vl", [4, 2, 2, 0]),
    ("qwen3", "qwen3vl", [3, 3, 2, 0]),
    ("qwen2", "qwen2vl", [1, 1, 2, 0]),
    ("qwen2", "qwen2vl", [1, 1, 1, 1]),
    ("glm4", "glm4", [2, 1, 1, 0]),
]


@pytest.mark.parametrize(
    ("sections", "pairs", "interleaved", "still"),
    [
        ([24, 20, 20, 0], 64, True, [61, 62]),  # Qwen3-VL
        ([16, 24, 24, 0], 64, False, []),  # Qwen2-VL and Qwen2.5-VL
        ([11, 11, 10, 0], 32, True, []),  # Qwen3.5
        ([8, 12, 12, 0], 32, False, []),  # GLM-4.1V
        ([2, 1, 1, 2], 12, False, [4, 5, 10, 11]),
    ],
)
def test_that_pairs_of_the_fourth_position_stand_still(
    sections: list[int], pairs: int, interleaved: bool, still: list[int]
) -> None:
    divisors = text_divisors(sections, pairs, interleaved=interleaved)
    assert ([] if divisors is None else np.flatnonzero(divisors > 1).tolist()) == still


@pytest.mark.parametrize(("fixture", "architecture", "sections"), CASES)
def test_that_text_is_rotated_as_in_llama_cpp(
    fixture: str, architecture: str, sections: list[int], tmp_path: Path
) -> None:
    plain = tmp_path / "plain.gguf"
    convert(FIXTURES / fixture, plain, "f32", lambda done, total: None)
    model = as_architecture(plain, tmp_path / "model.gguf", architecture, {**FAST, **NO_EPSILON, KEY: sections})
    tokens = np.random.default_rng(2).integers(5, 320, N_TOKENS).astype(np.int32)
    theirs = their_logits(model, None, tokens)
    assert np.abs(our_logits(load_for_engine(model, threads=1), None, tokens) - theirs).max() < 2e-5 * abs(theirs).max()


def test_that_a_pair_that_stands_still_is_felt(tmp_path: Path) -> None:
    plain = tmp_path / "plain.gguf"
    convert(FIXTURES / "qwen3", plain, "f32", lambda done, total: None)
    tokens = np.random.default_rng(2).integers(5, 320, N_TOKENS).astype(np.int32)
    models = (
        as_architecture(plain, tmp_path / f"{sections[0]}.gguf", "qwen3vl", {**FAST, KEY: sections})
        for sections in ([4, 2, 2, 0], [3, 3, 2, 0])
    )
    some_still, none_still = (our_logits(load_for_engine(model, threads=1), None, tokens) for model in models)
    assert np.abs(some_still - none_still).max() > 0.01 * np.abs(none_still).max()


def test_that_odd_sections_are_refused(tmp_path: Path) -> None:
    plain = tmp_path / "plain.gguf"
    convert(FIXTURES / "qwen3", plain, "f32", lambda done, total: None)
    with pytest.raises(LuthierError, match=KEY):
        load_for_engine(as_architecture(plain, tmp_path / "model.gguf", "qwen3vl", {KEY: [4, 2, 2]}), threads=1)
