"""Whatever number a file says, the logits are llama.cpp's: it reads some keys for some architectures alone, and an
adapter is trained on what it is used with.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.convert.convert import convert
from core.engine.model.weights import load_for_engine
from core.gguf.header import read_header
from tests.support.fixture_models import fixture_models
from tests.support.logits import our_logits, their_logits
from tests.support.places import FIXTURES
from tests.support.rewritten_models import as_architecture

SAID = {
    "embedding_scale": 0.5,
    "residual_scale": 0.5,
    "attention.scale": 0.5,
    "logit_scale": 0.5,
    "expert_weights_scale": 0.5,
    "attn_logit_softcapping": 2.0,
    "final_logit_softcapping": 2.0,
    "rope.scaling.attn_factor": 0.5,
}
TOLERANCE = 1e-3  # relative; models with gelu, which ggml takes from a table in F16, are up to 7e-4 apart


@pytest.mark.parametrize("name", fixture_models("config.json", fast=("nemotron-h", "mellum")))
def test_that_a_number_counts_where_llama_cpp_reads_it_and_nowhere_else(name: str, tmp_path: Path) -> None:
    plain = tmp_path / "plain.gguf"
    convert(FIXTURES / name, plain, "f32", lambda done, total: None)
    architecture, tokens = read_header(plain).architecture, np.arange(5, 45, dtype=np.int32)
    for key, value in SAID.items():
        file = as_architecture(plain, tmp_path / f"{key}.gguf", architecture, {key: value})
        ours, theirs = our_logits(load_for_engine(file, threads=1), None, tokens), their_logits(file, None, tokens)
        assert np.abs(ours - theirs).max() < TOLERANCE * np.abs(theirs).max(), key
