"""Adapters that do not fit or are not understood: named, and nothing written."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import protocol as p
from core.adapters.open import open_adapter
from core.adapters.peft_folder import WEIGHTS
from core.base.errors import Cancelled, LuthierError
from core.engine.lora.adapter_file import write_adapter
from core.gguf.header import Header
from core.jobs.adapters import import_adapter
from core.jobs.context import Control, JobContext
from tests.support.peft_folders import change_config, copy_of, save_tensors, tensors_in
from tests.support.pickles import Bomb, torch_zip
from tests.support.places import FIXTURES
from tests.support.unprivileged import room_for

Base = Callable[[str], Header]
Q = "base_model.model.model.layers.0.self_attn.q_proj"
B = f"{Q}.lora_B.weight"


def refusal(folder: Path, model: Header) -> LuthierError:
    with pytest.raises(LuthierError) as caught:
        open_adapter(folder, model)
    return caught.value


@pytest.mark.parametrize(
    ("config", "code", "named"),
    [
        ({"peft_type": "LOHA"}, "adapter.unsupported", "LOHA"),
        ({"modules_to_save": ["lm_head"]}, "adapter.unsupported", "modules_to_save"),
        ({"bias": "all"}, "adapter.unsupported", "bias"),
        ({"lora_bias": True}, "adapter.unsupported", "lora_bias"),
        ({"trainable_token_indices": [1]}, "adapter.unsupported", "trainable_token_indices"),
        ({"alora_invocation_tokens": [5]}, "adapter.unsupported", "alora_invocation_tokens"),
        ({"layer_replication": [[0, 2]]}, "adapter.unsupported", "layer_replication"),
        ({"of_next_year": 3}, "adapter.unsupported", "of_next_year"),
        ({"use_qalora": True, "qalora_group_size": 32}, "adapter.unsupported", "use_qalora"),
        ({"use_bdlora": {"nblocks": 2}}, "adapter.unsupported", "use_bdlora"),
        ({"kasa_config": {"beta": 1e-4}}, "adapter.unsupported", "kasa_config"),
        ({"monteclora_config": {"num_samples": 8}}, "adapter.unsupported", "monteclora_config"),
        ({"arrow_config": {"top_k": 3}}, "adapter.unsupported", "arrow_config"),
        ({"megatron_config": {"num_layers": 3}}, "adapter.unsupported", "megatron_config"),
        *(
            ({"init_lora_weights": start, f"{start}_config": {}}, "adapter.unsupported", start)
            for start in ("pissa", "pissa_niter_4", "olora", "corda", "loftq", "lora_ga")
        ),
        ({"r": 3}, "adapter.rank-differs", "rank 2"),
        ({"rank_pattern": {"q_proj": 4}}, "adapter.rank-differs", "q_proj"),
        ({"lora_alpha": "much"}, "model.bad-value", "lora_alpha"),
        ({"alpha_pattern": {"(a+)+$": 2}}, "model.bad-value", "alpha_pattern"),
        ({"alpha_pattern": {".*.*.*.*.*x": 2}}, "model.bad-value", "alpha_pattern"),
        ({"alpha_pattern": {"(": 2}}, "model.bad-value", "alpha_pattern"),
        ({"use_dora": True}, "adapter.dora", "down_proj"),
    ],
)
def test_that_a_config_that_cannot_be_carried_over_is_named(
    config: dict[str, Any], code: str, named: str, base: Base, peft: Path
) -> None:
    change_config(copy_of("llama", peft), **config)
    error = refusal(peft, base("llama"))
    assert error.code == code and named in error.message and str(peft) in error.message


@pytest.mark.parametrize(
    "config",
    [
        {"init_lora_weights": "eva", "eva_config": {"rho": 2.0, "tau": 0.99, "adjust_scaling_factors": True}},
        {"eva_config": {"rho": 1.0}},
        {"init_lora_weights": "orthogonal"},
        {"init_lora_weights": "gaussian"},
        {"init_lora_weights": "mica"},
        {"init_lora_weights": False},
        {"init_lora_weights": True, "corda_config": {"corda_method": "kpm"}},  # it was saved as a plain LoRA
        {"init_lora_weights": True, "lora_ga_config": {"direction": "ArB2r"}},
        {"velora_config": {"num_groups": 64}},
    ],
)
def test_that_how_it_was_begun_and_trained_changes_nothing(config: dict[str, Any], base: Base, peft: Path) -> None:
    plain = open_adapter(copy_of("llama", peft), base("llama"))
    change_config(peft, **config)
    if "velora_config" in config:
        save_tensors(peft, tensors_in(peft) | {f"{Q}.lora_velora_embed": np.ones(8, np.float32)})
    found = open_adapter(peft, base("llama"))
    assert (found.alpha, found.tensors.keys()) == (plain.alpha, plain.tensors.keys())
    for name, factors in found.tensors.items():
        for one, other in zip(factors, plain.tensors[name], strict=True):
            np.testing.assert_array_equal(one, other)


def test_that_the_prefix_of_a_model_that_was_wrapped_twice_changes_nothing(base: Base, peft: Path) -> None:
    plain = open_adapter(copy_of("llama", peft), base("llama"))
    save_tensors(peft, {"base_model.model." + name: values for name, values in tensors_in(peft).items()})
    found = open_adapter(peft, base("llama")).tensors
    assert found.keys() == plain.tensors.keys()
    for name, factors in found.items():
        for one, other in zip(factors, plain.tensors[name], strict=True):
            np.testing.assert_array_equal(one, other)


def test_that_a_trainers_folder_names_its_newest_checkpoint(base: Base, peft: Path) -> None:
    for step in (9, 10):
        (peft / f"checkpoint-{step}").mkdir(parents=True)
        copy_of("llama", peft / f"checkpoint-{step}")
    error = refusal(peft, base("llama"))
    assert error.code == "adapter.not-an-adapter" and error.hint.endswith(str(peft / "checkpoint-10"))


@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        (lambda t: t.pop(B), "adapter.missing-tensor", "lora_B of model.layers.0.self_attn.q_proj"),
        (lambda t: t.update({B: t[B][:-2]}), "adapter.other-base", "blk.0.attn_q.weight (64 to 62; 64 to 64)"),
        (lambda t: t.update({B: t[B][:, :1]}), "adapter.bad-shape", "[64, 1]"),
        (lambda t: t.update({B: t[B] * np.nan}), "adapter.not-finite", B),
        (lambda t: t.update({f"{Q}.lora_magnitude_vector": t[B][:, 0]}), "adapter.dora", "q_proj"),
        (lambda t: t.update({"base_model.model.lm_head.weight": t[B]}), "adapter.unsupported", "lm_head"),
        (lambda t: t.update({f"{Q}.bias": t[B][0]}), "adapter.unsupported", "q_proj.bias"),
        (
            lambda t: t.update({"base_model.model.model.embed_tokens.lora_embedding_A": t[B]}),
            "adapter.unsupported",
            "embed_tokens",
        ),
        (
            lambda t: t.update({name.replace("layers.2.", "layers.7."): t[name] for name in list(t)}),
            "adapter.unknown-tensor",
            "layers.7.",
        ),
        (
            lambda t: t.update({name.replace(Q, "base_model.model.lm_head"): t[name] for name in list(t) if Q in name}),
            "adapter.unknown-tensor",
            "lm_head",
        ),
        (lambda t: t.clear(), "adapter.missing-tensor", "no tensors"),
    ],
)
def test_that_tensors_that_have_no_place_are_named(
    change: Callable[[dict[str, np.ndarray]], object], code: str, named: str, base: Base, peft: Path
) -> None:
    tensors = tensors_in(copy_of("llama", peft))
    change(tensors)
    save_tensors(peft, tensors)
    error = refusal(peft, base("llama"))
    assert error.code == code and named in error.message and str(peft) in error.message


def test_that_damaged_and_hostile_files_are_named(base: Base, peft: Path) -> None:
    whole = (copy_of("llama", peft) / WEIGHTS).read_bytes()
    header = b'{"x":{"dtype":"F32","shape":[4611686018427387904,8],"data_offsets":[0,4]}}'
    damaged = {
        "convert.truncated": (whole[:5000], whole[:4], b""),
        "convert.bad-header": (
            struct.pack("<Q", 1 << 60) + whole[8:],
            struct.pack("<Q", len(header)) + header + b"1234",
            struct.pack("<Q", 8) + b"not json",
        ),
    }
    for code, contents in damaged.items():
        for content in contents:
            (peft / WEIGHTS).write_bytes(content)
            error = refusal(peft, base("llama"))
            assert error.code == code and WEIGHTS in error.message


def test_that_a_pickle_is_not_opened(base: Base, peft: Path) -> None:
    copy_of("llama", peft)
    (peft / WEIGHTS).rename(peft / "adapter_model.bin")
    assert refusal(peft, base("llama")).code == "adapter.pickle"


@pytest.mark.parametrize("name", ["adapter_model.bin", "adapter_model.pt", "adapter_model.pth", WEIGHTS, "mine.gguf"])
@pytest.mark.parametrize("packed", [True, False])
def test_that_a_pickled_adapter_runs_nothing_whatever_its_name(
    base: Base, peft: Path, tmp_path: Path, name: str, packed: bool
) -> None:
    canary = tmp_path / "was-opened"
    content = torch_zip(canary) if packed else pickle.dumps(Bomb(canary))
    copy_of("llama", peft)
    (peft / WEIGHTS).unlink()
    (peft / name).write_bytes(content)
    error = refusal(peft / name if name.endswith("gguf") else peft, base("llama"))
    assert error.code in ("adapter.pickle", "model.pickle") and name in error.message
    assert "safetensors" in error.hint and not canary.exists()
    pickle.loads(pickle.dumps(Bomb(canary)))  # that it would have
    assert canary.exists()


def test_that_what_is_no_adapter_is_named(base: Base, tmp_path: Path) -> None:
    assert refusal(tmp_path / "nothing", base("llama")).code == "adapter.missing"
    assert refusal(tmp_path, base("llama")).code == "adapter.not-an-adapter"
    assert refusal(base("llama").path, base("llama")).code == "adapter.not-an-adapter"


def test_that_an_adapter_for_another_base_says_which_tensors_differ(base: Base, tmp_path: Path) -> None:
    error = refusal(FIXTURES / "qwen2" / "peft", base("llama"))
    assert error.code == "adapter.other-base" and "blk.0.attn_k.weight (32 to 16; 64 to 32)" in error.message
    factors = {"blk.0.attn_q.weight": (np.ones((2, 64), np.float32), np.ones((64, 2), np.float32))}
    write_adapter(tmp_path / "a.gguf", "qwen2", factors, 2.0)
    assert refusal(tmp_path / "a.gguf", base("llama")).code == "adapter.other-architecture"
    write_adapter(tmp_path / "a.gguf", "llama", {"output.weight": factors["blk.0.attn_q.weight"]}, 2.0)
    error = refusal(tmp_path / "a.gguf", base("llama-tied"))  # the embedding is the output there
    assert error.code == "adapter.other-base" and "output.weight" in error.message


def importing(model: Header, output: Path, *, force: bool = False) -> p.ImportAdapterJob:
    source = FIXTURES / "llama" / "peft"
    return p.ImportAdapterJob(source=str(source), model=str(model.path), output=str(output), force=force)


def test_that_only_what_was_imported_is_replaced(base: Base, tmp_path: Path) -> None:
    output = tmp_path / "a.gguf"
    for _ in range(2):
        outcome, result = import_adapter(importing(base("llama"), output), JobContext(lambda _: None))
        assert (outcome, result.source, result.base, result.rank) == ("done", "peft", "somebody/llama", 2)
    output.write_text("of somebody else")
    with pytest.raises(LuthierError) as caught:
        import_adapter(importing(base("llama"), output), JobContext(lambda _: None))
    assert caught.value.code == "files.would-overwrite"
    import_adapter(importing(base("llama"), output, force=True), JobContext(lambda _: None))


def test_that_an_import_cancelled_halfway_or_without_room_leaves_nothing(base: Base, tmp_path: Path) -> None:
    control = Control()

    def cancel(event: p.Event) -> None:
        if isinstance(event, p.Phase) and event.name == "export":
            control.cancel.set()

    with pytest.raises(Cancelled):
        import_adapter(importing(base("llama"), tmp_path / "a.gguf"), JobContext(cancel, control))
    assert not list(tmp_path.iterdir())
    with room_for(10_000), pytest.raises(LuthierError) as caught:
        import_adapter(importing(base("llama"), tmp_path / "a.gguf"), JobContext(lambda _: None))
    assert caught.value.code == "files.cannot-write" and "the disk is full" in caught.value.message
    assert not list(tmp_path.iterdir())
