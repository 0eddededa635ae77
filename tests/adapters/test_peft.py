"""PEFT's folders, in and out: for every architecture the logits PEFT computes, and its tensors to the bit; but to
the last digit where numbers of config.json are multiplied into the weights of the GGUF file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.adapters.open import open_adapter
from core.adapters.peft_folder import CONFIG, read_peft_config
from core.adapters.peft_write import is_ours, write_peft_folder
from core.gguf.header import Header
from tests.support.peft_folders import NAMES, logits_with, tensors_in, truth_of
from tests.support.places import FIXTURES

Base = Callable[[str], Header]


@pytest.mark.parametrize("name", NAMES)
def test_that_an_imported_adapter_gives_pefts_logits(name: str, base: Base, tmp_path: Path) -> None:
    truth = truth_of(name)
    adapter = open_adapter(FIXTURES / name / "peft", base(name))
    found = logits_with(base(name), adapter, truth["tokens"], tmp_path)[truth["positions"]]
    moved = np.abs(truth["logits"] - truth["base"]).max()
    assert np.abs(found - truth["logits"]).max() < 1e-3 * moved


@pytest.mark.parametrize("name", NAMES)
def test_that_what_was_imported_is_written_back_to_the_bit(name: str, base: Base, peft: Path) -> None:
    theirs = FIXTURES / name / "peft"
    write_peft_folder(peft, open_adapter(theirs, base(name)), base(name), base=f"somebody/{name}", run="fox")
    ours, expected = tensors_in(peft), tensors_in(theirs)
    assert ours.keys() == expected.keys()
    before, after = read_peft_config(theirs), read_peft_config(peft)
    assert after.base == f"somebody/{name}" and after.dora == before.dora and is_ours(peft) and not is_ours(theirs)
    for tensor in expected:
        scale = 1.0
        if tensor.endswith("lora_B.weight"):
            module, rank = tensor.split(".", 2)[2].removesuffix(".lora_B.weight"), ours[tensor].shape[-1]
            scale = before.scale(module, rank) / after.scale(
                module, rank
            )  # one alpha for all, where there were several
        wanted, there_and_back = expected[tensor] * np.float32(scale), 2e-7 if name.startswith("falcon-h1") else 0.0
        np.testing.assert_allclose(ours[tensor], wanted, rtol=there_and_back, atol=0, err_msg=tensor)
    if name not in ("qwen2", "qwen3"):  # an alpha per module, or rsLoRA's
        assert after.alpha == before.alpha
    said, asked = (json.loads((folder / CONFIG).read_text()) for folder in (peft, theirs))
    assert said["task_type"] == "CAUSAL_LM" and said["layers_to_transform"] == asked["layers_to_transform"]
    assert name != "gemma2" or "q_proj" in said["target_modules"]  # briefly, in the layers that are named
