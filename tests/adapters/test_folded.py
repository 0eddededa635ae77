"""Falcon-H1's GGUF files hold numbers of config.json in their weights: adapters are scaled by them, or refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from core.adapters.layout import places
from core.adapters.open import WEIGHTS, open_adapter, read_mlx_folder
from core.adapters.peft_folder import CONFIG
from core.adapters.peft_write import write_peft_folder
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import read_adapter
from core.export.merge import merge
from core.gguf.header import Header, read_header
from core.gguf.kind import FOLDED
from core.gguf.kind import ROWS as ROWS_KEY
from core.gguf.types import Array
from tests.support.export_runs import exported, trained_run
from tests.support.peft_folders import tensors_in
from tests.support.places import FIXTURES

Base = Callable[[str], Header]
NAME = "falcon-h1"
# The numbers of the fixture's config.json: key * attention_in, ssm_in * ssm_multipliers.
KEY, PROJECTED = 0.6 * 1.3, [1.25 * part for part in (0.7, 0.5, 0.8, 1.5, 0.6)]
ROWS = [48, 48, 32, 32, 6]  # of the gate, x, b, c, and a step for each head


def without_numbers(model: Header) -> Header:
    """As a file of another converter, which does not say them."""
    return replace(model, arrays={key: value for key, value in model.arrays.items() if not key.startswith(FOLDED)})


def test_that_a_linear_knows_the_numbers_in_its_weights(base: Base) -> None:
    known = places(base(NAME))
    assert known["blk.1.ffn_up.weight"].folded == ()
    assert known["blk.1.attn_k.weight"].folded == ((32, pytest.approx(KEY)),)
    projected = known["blk.0.ssm_in.weight"].folded
    assert projected is not None
    assert [rows for rows, _ in projected] == ROWS
    assert [factor for _, factor in projected] == pytest.approx(PROJECTED)


INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize(
    ("numbers", "rows"),
    [
        ((), None),
        ((0.0,), None),
        ((NAN,), None),
        ((INF,), None),
        ((2.0, 3.0), None),
        ((2.0, 3.0), (32,)),
        ((2.0, 3.0), (16, 17)),
        ((2.0, 3.0), (2**62, 2**62)),
        ((2.0, 3.0), (-1, 33)),
        ((2.0, 3.0), (15.5, 16.5)),
        ((2.0, 3.0), (INF, 32)),
        ((2.0,), (NAN,)),
    ],
)
def test_that_numbers_that_cannot_be_a_tensors_are_as_none(
    base: Base, numbers: tuple[float, ...], rows: tuple[float, ...] | None
) -> None:
    model, key = base(NAME), FOLDED + "attn_k"
    arrays = {**model.arrays, key: Array(6, len(numbers), 0, 0, numbers)}
    arrays |= {} if rows is None else {key + ROWS_KEY: Array(6, len(rows), 0, 0, rows)}
    known = places(replace(model, arrays=arrays))
    assert known["blk.0.attn_k.weight"].folded is None
    assert known["blk.0.attn_q.weight"].folded == places(model)["blk.0.attn_q.weight"].folded


def test_that_an_imported_factor_is_multiplied_row_by_row(base: Base) -> None:
    folder = FIXTURES / NAME / "peft"
    scaled = open_adapter(folder, base(NAME))
    theirs, module = tensors_in(folder), "base_model.model.model.layers.0.mamba.in_proj"
    (a, b), factors = scaled.tensors["blk.0.ssm_in.weight"], np.repeat(np.array(PROJECTED, np.float32), ROWS)
    np.testing.assert_allclose(b, theirs[f"{module}.lora_B.weight"] * factors[:, None], rtol=1e-6)
    np.testing.assert_array_equal(a, theirs[f"{module}.lora_A.weight"])


def test_that_a_file_that_does_not_say_them_is_refused_for_peft_in_and_out(base: Base, peft: Path) -> None:
    adapter = open_adapter(FIXTURES / NAME / "peft", base(NAME))
    for refused in (
        lambda: open_adapter(FIXTURES / NAME / "peft", without_numbers(base(NAME))),
        lambda: write_peft_folder(peft, adapter, without_numbers(base(NAME)), base=None),
    ):
        with pytest.raises(LuthierError, match="by which numbers") as caught:
            refused()
        assert caught.value.code == "adapter.unknown-numbers"
    assert not peft.exists()


def test_that_linears_without_such_numbers_need_none(base: Base, peft: Path) -> None:
    adapter = open_adapter(FIXTURES / NAME / "peft", base(NAME))
    up = {name: factors for name, factors in adapter.tensors.items() if "ffn_up" in name}
    write_peft_folder(peft, replace(adapter, tensors=up), without_numbers(base(NAME)), base=None)
    assert open_adapter(peft, without_numbers(base(NAME))).tensors.keys() == up.keys()


def test_that_what_peft_cannot_adapt_stays_in_gguf(base: Base, peft: Path) -> None:
    adapter = open_adapter(FIXTURES / NAME / "peft", base(NAME))
    out = {"blk.0.ssm_out.weight": (np.ones((2, 48), np.float32), np.ones((32, 2), np.float32))}
    attention = {name: factors for name, factors in adapter.tensors.items() if "attn_" in name}
    for tensors, hint in ((out, "both keep it whole."), (attention | out, "For PEFT, train with targets=q,k,v,o.")):
        with pytest.raises(LuthierError, match=r"ssm_out.*which PEFT refuses.*Mamba-2") as caught:
            write_peft_folder(peft, replace(adapter, tensors=tensors), base(NAME), base=None)
        assert caught.value.code == "adapter.unknown-tensor"
        assert caught.value.hint.endswith(hint)


def test_that_mlx_lms_adapters_are_refused(base: Base, tmp_path: Path) -> None:
    (tmp_path / CONFIG).write_text('{"fine_tune_type": "lora", "lora_parameters": {"scale": 2.0}}')
    module = "model.layers.0.self_attn.k_proj"
    factors = {"lora_a": np.ones((32, 2), np.float32), "lora_b": np.ones((2, 32), np.float32)}
    save_file({f"{module}.{part}": values for part, values in factors.items()}, tmp_path / WEIGHTS)
    with pytest.raises(LuthierError, match="mlx-lm's versions") as caught:
        read_mlx_folder(tmp_path, base(NAME))
    assert caught.value.code == "adapter.unsupported"


@pytest.mark.parametrize("dtype", [None, "q8_0"])
def test_that_a_merged_file_still_says_them(base: Base, dtype: str | None, tmp_path: Path) -> None:
    """Other types than the base's own are llama.cpp's quantizer's work."""
    adapter, merged = open_adapter(FIXTURES / NAME / "peft", base(NAME)), tmp_path / "merged.gguf"
    merge(base(NAME).path, adapter, merged, dtype, {}, lambda done, total: None, lambda level, line: None)
    assert places(read_header(merged)) == places(base(NAME))


@pytest.mark.slow
def test_that_a_run_leaves_for_peft_and_comes_back(base: Base, data: Path, tmp_path: Path) -> None:
    """With dropout, whose masks are as wide as what each of the two mixers gives."""
    settings = {"targets": "q,k,v,o,gate,up,down,ssm_in", "dropout": 0.2}
    run = trained_run(base(NAME).path, data, tmp_path / "run", max_steps=2, **settings)
    result, _ = exported(run, tmp_path / "out", "peft")
    assert result.loss_llama_cpp == pytest.approx(result.loss_training, rel=5e-3)
    learnt, found = read_adapter(run.adapter), open_adapter(tmp_path / "out", base(NAME))
    for name, (a, b) in learnt.tensors.items():
        np.testing.assert_array_equal(found.tensors[name][0], a)
        np.testing.assert_allclose(found.tensors[name][1], b, rtol=2e-7, atol=0)
