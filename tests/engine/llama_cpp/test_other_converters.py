"""GGUF files as other converters write them: gates and ups of all experts in one stack, and layers that draft tokens.

Made of a fixture's file; the logits are llama.cpp's, and those of the file that it was made of.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from core import protocol as p
from core.convert.convert import convert
from core.engine.ggml.tensor import write
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import write_adapter
from core.engine.model.targets import named_linears
from core.engine.model.weights import LoadedModel, load_for_engine
from core.families.graph import DRAFT_LAYERS, FUSED_STACK
from core.jobs.context import JobContext
from core.jobs.data.prepare import tell_of_window
from core.protocol.config import TrainConfig
from tests.support.logits import our_logits, their_logits
from tests.support.places import FIXTURES
from tests.support.rewritten_models import with_tensors

Tensors = dict[str, np.ndarray]
N_TOKENS, TOLERANCE = 48, 2e-5
ALL = TrainConfig(rank=4, alpha=8.0, targets="all-linear")


def converted(name: str, folder: Path) -> Path:
    convert(FIXTURES / name, folder / f"{name}.gguf", "f32", lambda done, total: None)
    return folder / f"{name}.gguf"


def fused(tensors: Tensors) -> Tensors:
    """[n_experts, rows, columns] in numpy's order, the gates' rows before the ups'."""
    for name in [name for name in tensors if "ffn_gate_exps" in name]:
        pair = tensors.pop(name), tensors.pop(name.replace("gate", "up"))
        tensors[name.replace("ffn_gate_exps", FUSED_STACK)] = np.concatenate(pair, axis=1)
    return tensors


def with_draft_layer(tensors: Tensors) -> Tensors:
    """One more layer, the second once more, and what joins it to the model (llama.cpp's src/models/qwen35.cpp)."""
    drafting = {name.replace("blk.1.", "blk.3."): values for name, values in tensors.items() if "blk.1." in name}
    norm = tensors["output_norm.weight"]
    own = {"eh_proj": np.concatenate([np.diag(norm), np.diag(norm)], axis=1), "enorm": norm, "hnorm": norm}
    own["shared_head_norm"] = norm
    return tensors | drafting | {f"blk.3.nextn.{name}.weight": values for name, values in own.items()}


def some_tokens(loaded: LoadedModel) -> np.ndarray:
    return np.random.default_rng(2).integers(5, loaded.model.shape.n_vocab, N_TOKENS).astype(np.int32)


def drawn_adapter(loaded: LoadedModel, targets: str) -> LoraAdapter:
    adapter = LoraAdapter(loaded.backend, loaded.model, msgspec.structs.replace(ALL, targets=targets))
    write(loaded.ggml, adapter.values, np.random.default_rng(4).normal(size=adapter.n_values) * 0.05)
    return adapter


def written(loaded: LoadedModel, adapter: LoraAdapter, file: Path) -> Path:
    write_adapter(file, loaded.model.shape.architecture.name, adapter.factors(), adapter.scale * adapter.rank)
    return file


def require_same(found: np.ndarray, expected: np.ndarray) -> None:
    assert np.abs(found - expected).max() <= TOLERANCE * np.abs(expected).max()


def test_that_gates_and_ups_in_one_stack_are_what_they_are_in_two(tmp_path: Path) -> None:
    plain = converted("qwen35moe", tmp_path)
    loaded = load_for_engine(with_tensors(plain, tmp_path / "fused.gguf", fused, {}), threads=1)
    assert any(FUSED_STACK in name for name in loaded.model.file.names)
    assert not any("ffn_gate_exps" in name for name in loaded.model.file.names)
    tokens = some_tokens(loaded)
    ours = our_logits(loaded, None, tokens)
    require_same(ours, their_logits(loaded.model.file.path, None, tokens))
    require_same(ours, our_logits(load_for_engine(plain, threads=1), None, tokens))


def test_that_an_adapter_of_a_stack_in_one_is_llama_cpps(tmp_path: Path) -> None:
    plain = converted("qwen35moe", tmp_path)
    loaded = load_for_engine(with_tensors(plain, tmp_path / "fused.gguf", fused, {}), threads=1)
    adapter = drawn_adapter(loaded, ",".join(named_linears(loaded.model.shape)))
    file = written(loaded, adapter, tmp_path / "adapter.gguf")
    tokens = some_tokens(loaded)
    ours = our_logits(loaded, adapter, tokens)
    assert np.abs(ours - our_logits(loaded, None, tokens)).max() > 0.01
    require_same(ours, their_logits(loaded.model.file.path, file, tokens))


@pytest.fixture
def drafting(tmp_path: Path) -> tuple[Path, Path]:
    """A file with a layer that drafts tokens, and the same without."""
    plain = converted("qwen35", tmp_path)
    says = {"block_count": 4, DRAFT_LAYERS: 1, "attention.recurrent_layers": [True, False, True, False]}
    return with_tensors(plain, tmp_path / "drafting.gguf", with_draft_layer, says), plain


def test_that_layers_that_draft_tokens_change_no_logits(drafting: tuple[Path, Path]) -> None:
    (path, plain), loaded = drafting, load_for_engine(drafting[0], threads=1)
    shape = loaded.model.shape
    assert (shape.draft_layers, shape.n_layer) == (1, 3)
    tokens = some_tokens(loaded)
    ours = our_logits(loaded, None, tokens)
    require_same(ours, their_logits(path, None, tokens))
    np.testing.assert_array_equal(ours, our_logits(load_for_engine(plain, threads=1), None, tokens))


def test_that_layers_that_draft_tokens_get_no_adapter(drafting: tuple[Path, Path], tmp_path: Path) -> None:
    path, plain = drafting
    loaded, without = (load_for_engine(file, threads=1) for file in (path, plain))
    adapters = [drawn_adapter(one, "all-linear") for one in (loaded, without)]
    assert adapters[0].n_values == adapters[1].n_values
    file = written(loaded, adapters[0], tmp_path / "adapter.gguf")
    tokens = some_tokens(loaded)
    require_same(our_logits(loaded, adapters[0], tokens), their_logits(path, file, tokens))


def test_that_layers_that_are_not_trained_are_told(drafting: tuple[Path, Path]) -> None:
    told: list[p.Event] = []
    tell_of_window(
        load_for_engine(drafting[0], threads=1).model.shape, TrainConfig(context=32), JobContext(told.append)
    )
    (notice,) = [event for event in told if isinstance(event, p.Notice)]
    assert notice.code == "train.draft-layers" and notice.message.startswith("1 of the file's layers")
