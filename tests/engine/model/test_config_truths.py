"""A converted model computes what Transformers does, whatever config.json leaves out or says with null."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.convert.convert import convert
from core.engine.model.weights import load_for_engine
from tests.fixtures.config_cases import CASES, HERE
from tests.support.logits import our_logits, their_logits

TRUTHS = np.load(HERE / "config_truths.npz")
TOLERANCE = {
    "gemma2": 1e-3,
    "gemma3": 1e-3,
    "smollm3": 1e-5,
    "olmo3": 1e-3,
    "ministral3": 1e-3,
    "qwen3yarn": 1e-3,
}  # of the largest; ggml takes gelu from a table in F16


def converted(name: str, folder: Path) -> Path:
    convert(CASES[name].write(folder / name), folder / "out.gguf", "f32", lambda done, total: None)
    return folder / "out.gguf"


@pytest.mark.parametrize("name", CASES)
def test_that_logits_are_those_of_transformers(name: str, tmp_path: Path) -> None:
    case, truth = CASES[name], TRUTHS[name]
    tokens = np.load(HERE / case.fixture / "truth.npz")["sequence_ids"]
    model = converted(name, tmp_path)
    for found in (our_logits(load_for_engine(model, threads=1), None, tokens), their_logits(model, None, tokens)):
        assert np.abs(found[TRUTHS["positions"]] - truth).max() < TOLERANCE[case.fixture] * np.abs(truth).max()
