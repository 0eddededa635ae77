"""What our own kernels do number by number, against the scalar reference."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np
import pytest

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import read, write
from core.engine.kernels.interface import GatedArgs, NormArgs
from core.engine.kernels.library import load_kernels
from core.engine.ops.autograd import Tape
from tests.support import reference
from tests.support.f32_kernels import CHOICES, every_choice, random

pytestmark = pytest.mark.skipif(not CHOICES, reason="no kernels on this processor")


def node(
    backend: Backend, name: str, inputs: Sequence[np.ndarray], rows: int, data: ctypes.Structure | None = None
) -> np.ndarray:
    """What a node [width, rows] of our kernels computes from rows of numbers."""
    storage, tape = Storage(backend, 8), Tape(backend, 8)
    kinds = {np.dtype(np.float32): abi.F32, np.dtype(np.float16): abi.F16, np.dtype(np.int32): abi.I32}
    tensors = [storage.new(*x.shape[::-1], kind=kinds[x.dtype]) for x in inputs]
    width = inputs[0].shape[-1]
    place = storage.new(width, rows)
    function = getattr(backend.ggml.kernels.nodes, name)
    tape.store(tape.custom(abi.F32, width, rows, tensors, function, data), place)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    for tensor, value in zip(tensors, inputs, strict=True):
        write(backend.ggml, tensor, value)
    backend.compute(tape)
    return read(backend.ggml, place)[0, 0]


@every_choice
@pytest.mark.parametrize("held", [np.float32, np.float16])
@pytest.mark.parametrize("width", [16, 576])
def test_that_swiglu_and_norms_are_the_references(
    backend: Backend, ggml: Ggml, monkeypatch: pytest.MonkeyPatch, choice: int, held: type, width: int
) -> None:
    """gate and up may be held in F16."""
    monkeypatch.setattr(ggml, "kernels", load_kernels(choice))
    gate, up, dy = (5 * random((3, width), seed) for seed in range(3))
    gate[0, :3], (gain, eps) = (0, -100, 100), (random((width,), 4), 1e-5)
    gate, up = gate.astype(held), up.astype(held)
    wide = gate.astype(np.float32), up.astype(np.float32)
    for found, true in (
        (node(backend, "swiglu", (gate, up), 3), reference.swiglu(*wide)),
        (node(backend, "swiglu_back", (dy, gate, up), 6), np.concatenate(reference.swiglu_back(dy, *wide))),
        (node(backend, "swiglu_oai", (gate, up), 3, GatedArgs(1.702, 7.0)), reference.swiglu_oai(*wide, 1.702, 7.0)),
        (node(backend, "swiglu_oai_back", (dy, gate, up), 6, GatedArgs(1.702, 7.0)),
         np.concatenate(reference.swiglu_oai_back(dy, *wide, 1.702, 7.0))),
        (node(backend, "norm", (dy, gain), 3, NormArgs(eps)), reference.norm(dy, gain, eps)),
        (node(backend, "norm_back", (up.astype(np.float32), dy, gain), 3, NormArgs(eps)),
         reference.norm_back(wide[1], dy, gain, eps)),
    ):  # fmt: skip
        assert np.linalg.norm(found - true) <= 1e-6 * np.linalg.norm(true)


@every_choice
@pytest.mark.parametrize("held", [np.float32, np.float16])
@pytest.mark.parametrize(("width", "length", "biased"), [(16, 3, False), (48, 4, True), (16, 1, False)])
def test_that_a_causal_convolution_is_the_references(
    backend: Backend,
    ggml: Ggml,
    monkeypatch: pytest.MonkeyPatch,
    choice: int,
    held: type,
    width: int,
    length: int,
    biased: bool,
) -> None:
    """In sequences shorter than the kernel and longer, packed one after another."""
    monkeypatch.setattr(ggml, "kernels", load_kernels(choice))
    positions = np.concatenate([np.arange(n, dtype=np.int32) for n in (5, 1, 2, 3, 7)])
    x, dy = random((18, width), 1).astype(held), random((18, width), 2)
    taps, bias = random((length, width), 3), random((width,), 4) if biased else None
    inputs = (x, taps, positions) if bias is None else (x, taps, positions, bias)
    true = reference.conv(x.astype(np.float32), taps, positions, bias)
    assert np.linalg.norm(node(backend, "conv", inputs, 18) - true) <= 1e-6 * np.linalg.norm(true)
    true = reference.conv_back(dy, taps, positions)
    found = node(backend, "conv_back", (dy, taps, positions), 18)
    assert np.linalg.norm(found - true) <= 1e-6 * np.linalg.norm(true)


@every_choice
@pytest.mark.parametrize("n_vocab", [5, 64, 1003])
def test_that_cross_entropy_is_the_references(
    backend: Backend, ggml: Ggml, monkeypatch: pytest.MonkeyPatch, choice: int, n_vocab: int
) -> None:
    monkeypatch.setattr(ggml, "kernels", load_kernels(choice))
    storage, tape = Storage(backend, 4), Tape(backend, 8)
    logits, losses = storage.new(n_vocab, 4), storage.new(4)
    labels, place = storage.new(4, kind=abi.I32), storage.new(n_vocab, 4)
    gradient = tape.custom_in_place(logits, (labels, losses), ggml.kernels.nodes.cross_entropy)
    tape.store(gradient, place)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    values, chosen = 4 * random((4, n_vocab), 1), np.array([0, 1, n_vocab - 1, 3], np.int32)
    for tensor, value in ((logits, values), (labels, chosen)):
        write(ggml, tensor, value)
    backend.compute(tape)
    true_losses, true_gradient = reference.cross_entropy(values, chosen)
    np.testing.assert_allclose(read(ggml, losses).ravel(), true_losses, rtol=1e-6)
    np.testing.assert_allclose(read(ggml, place)[0, 0], true_gradient, atol=2e-7)
