"""Rows that hold a shared beginning once, against rows of one sequence each: loss and every gradient, by our kernels,
by ggml alone and as devices compute them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from core.data.example import Example
from core.data.tokens.beginnings import shared_beginnings
from core.data.tokens.pack import pack_rows
from core.engine.kernels.library import Kernels
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.layers import MIXERS
from core.engine.model.on_device import ModelOnDevice
from core.engine.model.parts.attention import SelfAttention
from core.engine.model.parts.part import Nothing
from core.engine.model.weights import LoadedModel
from core.engine.ops.attention.blocked import BlockedAttention, DeviceAttention
from core.engine.ops.attention.fused import FusedAttention, attention_for
from core.engine.ops.attention.interface import Attention
from core.engine.train.engine import Engine, logits_of
from core.engine.train.rows import PackedRow
from core.families.table import ARCHITECTURES, shares_beginnings
from core.gguf.header import read_header
from tests.support.adapter_gradients import factor_gradients
from tests.support.devices import OnDevice
from tests.support.fixture_models import fixture_names
from tests.support.peft import Reference, of_fixture, relative_error

pytestmark = pytest.mark.usefixtures("exact_gelu")

# A plain one with heads that share keys; windows with capped scores, with lent keys, with sinks and experts; a mixture.
FAST = ("llama", "gemma2", "gemma4-e2b", "gpt-oss", "qwen3moe")
EXACT = {FusedAttention: 1e-6, BlockedAttention: 3e-6, DeviceAttention: 3e-6}  # as far as rows of other lengths round
ROW = 112


def models() -> list[object]:
    others = [name for name in fixture_names() if name not in FAST and name != "exaone4-wide"]  # 64 random layers
    return [*FAST, *(pytest.param(name, marks=pytest.mark.slow) for name in others)]


@pytest.fixture(scope="module", params=models())
def reference(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reference:
    found = of_fixture(request.param, tmp_path_factory.mktemp(request.param))
    if not shares_beginnings(read_header(found.model).architecture):
        pytest.skip("not by attention alone")
    return found


def examples(reference: Reference) -> list[Example]:
    """Answers to two prompts of 40 and 24 tokens, and some that begin by themselves."""
    random, made = np.random.default_rng(5), list[Example]()
    n_vocab = reference.truth["ids"].max()
    prompts = [random.integers(3, n_vocab, n) for n in (40, 24)]
    for prompt in [prompts[0]] * 7 + [prompts[1]] * 6 + [prompts[0][:0]] * 3:
        own, answer = (int(n) for n in random.integers(2, 13, 2))
        tokens = np.concatenate([prompt, random.integers(3, n_vocab, own + answer)]).astype(np.int32)
        made.append(Example(tokens, np.arange(len(tokens)) >= len(tokens) - answer))
    return made


def learnt(engine: Engine, rows: Sequence[PackedRow]) -> tuple[float, np.ndarray]:
    """The mean loss, and the gradients of all factors one behind the other."""
    adapter, n_supervised, loss = engine.adapter, sum(row.n_supervised for row in rows), 0.0
    assert adapter is not None
    for row in rows:
        engine.load(row)
        engine.forward()
        loss += engine.loss(weight=engine.loss_scale)
        engine.backward()
    adapter.gather_gradients()
    gradients = factor_gradients(engine.loaded.ggml, adapter).values()
    flat = np.concatenate([factor.ravel() for pair in gradients for factor in pair])
    return loss / n_supervised, flat.astype(np.float64) / (engine.loss_scale * n_supervised)


def assert_the_same(reference: Reference, new_engine: Callable[[], Engine], tolerance: float) -> None:
    made = examples(reference)
    together = pack_rows(made, ROW, shared_beginnings(made))
    assert together.n_shared >= 200
    alone = [row for one in made for row in pack_rows([one], len(one))]
    (loss, gradient), (true_loss, true_gradient) = (learnt(new_engine(), rows) for rows in (together, alone))
    assert loss == pytest.approx(true_loss, rel=tolerance)
    assert relative_error(gradient, true_gradient) < tolerance


def adapted(reference: Reference, loaded: LoadedModel) -> LoraAdapter:
    adapter = LoraAdapter(loaded.backend, loaded.model, reference.config)
    adapter.load_factors(reference.factors("adapter"))
    return adapter


@pytest.mark.slow
@pytest.mark.parametrize("form", [FusedAttention, BlockedAttention, DeviceAttention])
def test_that_loss_and_gradients_are_those_of_sequences_alone(
    reference: Reference, loaded: LoadedModel, monkeypatch: pytest.MonkeyPatch, form: type[Attention]
) -> None:
    if form is FusedAttention:
        if {attention_for(loaded.ggml, layer.shape.heads) for layer in loaded.model.layers} != {form}:
            pytest.skip("no kernels for heads of this width")
    else:
        monkeypatch.setattr(loaded.ggml, "kernels", Kernels(None))
        monkeypatch.setattr("core.engine.train.row_graphs.attention_for", lambda *heads, **where: form)
    assert_the_same(reference, lambda: Engine(loaded, adapted(reference, loaded), ROW), EXACT[form])


def test_that_answers_are_right_which_the_likeliest_tokens_would_write(
    reference: Reference, loaded: LoadedModel
) -> None:
    adapter, made = adapted(reference, loaded), list[Example]()
    for prompt in ([7, 9, 11, 4, 8, 5], [5, 6]):
        tokens = list(prompt)
        for _ in range(4):
            tokens.append(int(logits_of(loaded, adapter, tokens, 1).argmax()))
        wrong = [*tokens[:-2], (tokens[-2] + 1) % 50, tokens[-1]]
        for answered in (tokens, wrong, tokens[:-1]):
            made.append(Example(np.array(answered, np.int32), np.arange(len(answered)) >= len(prompt)))
    engine = Engine(loaded, adapter, ROW, trainable=False)
    for rows in (pack_rows(made, ROW), pack_rows(made, ROW, shared_beginnings(made))):
        measured = engine.evaluate(rows, lambda done, total: None)
        assert (measured.right, measured.answers, measured.tokens) == (4, 6, 22)


@pytest.mark.slow
@pytest.mark.parametrize("reference", ["gemma2", "gpt-oss"], indirect=True)
@pytest.mark.parametrize("device", ["metal"], indirect=True)
def test_that_a_device_learns_the_same_of_them(reference: Reference, loaded: LoadedModel, device: OnDevice) -> None:
    there = ModelOnDevice(device.backend, loaded.model, 0, [None] * len(loaded.model.linears))
    tolerance = device.tolerance.gradient
    assert_the_same(reference, lambda: Engine(loaded, adapted(reference, loaded), ROW, there=there), tolerance)


def test_that_only_models_that_attend_and_do_nothing_else_between_tokens_share_beginnings() -> None:
    by_attention = {name for name, part in MIXERS.items() if isinstance(part, SelfAttention | Nothing)}
    for name, row in ARCHITECTURES.items():
        mixers = {"attention" if not row.beside_attention else f"attention beside {row.mixer}", row.mixer}
        assert shares_beginnings(name) == (mixers <= by_attention), name
    assert not shares_beginnings("a new one")
