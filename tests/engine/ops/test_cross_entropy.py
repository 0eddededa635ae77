"""Loss and gradient of the softmax cross-entropy against numpy in double precision."""

import numpy as np
import pytest

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.tensor import read, write
from core.engine.ops.autograd import Tape
from core.engine.ops.cross_entropy import cross_entropy
from tests.support.devices import OnDevice


def run(backend: Backend, logits: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    n, n_vocab = logits.shape
    storage = Storage(backend, 8)
    x, label, loss = storage.new(n_vocab, n), storage.new(n, kind=abi.I32), storage.new(n)
    gradient = storage.new(n_vocab, n)
    tape = Tape(backend, 64)
    tape.store(cross_entropy(tape, tape.emit("cont", x), label, loss), gradient)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    write(backend.ggml, x, logits)
    write(backend.ggml, label, labels)
    backend.compute(tape)
    return read(backend.ggml, loss).reshape(-1), read(backend.ggml, gradient).reshape(n, n_vocab)


def expected(logits: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    shifted = logits.astype(np.float64) - logits.max(axis=1, keepdims=True)
    log_sum = np.log(np.exp(shifted).sum(axis=1))
    rows = np.arange(len(labels))
    gradient = np.exp(shifted - log_sum[:, None])
    gradient[rows, labels] -= 1
    return log_sum - shifted[rows, labels], gradient


@pytest.mark.parametrize("spread", [1.0, 10.0, 300.0])
def test_that_loss_and_gradient_equal_double_precision(backend: Backend, spread: float) -> None:
    rng = np.random.default_rng(3)
    logits = (rng.normal(size=(37, 1000)) * spread).astype(np.float32)
    labels = rng.integers(0, 1000, 37).astype(np.int32)
    loss, gradient = run(backend, logits, labels)
    expected_loss, expected_gradient = expected(logits, labels)
    np.testing.assert_allclose(loss, expected_loss, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(gradient, expected_gradient, atol=1e-5)


def test_that_a_label_the_model_thinks_impossible_has_a_finite_loss(backend: Backend) -> None:
    logits = np.zeros((1, 16), np.float32)
    logits[0, 3] = 1000.0
    loss, _ = run(backend, logits, np.array([5], np.int32))
    np.testing.assert_allclose(loss, [1000.0])


def test_that_a_logit_that_is_not_a_number_gives_a_loss_that_is_not_finite(backend: Backend) -> None:
    logits = np.zeros((1, 16), np.float32)
    logits[0, 3] = np.nan
    loss, _ = run(backend, logits, np.array([5], np.int32))
    assert not np.isfinite(loss).any()


def test_that_a_device_finds_the_same_loss_and_gradient(device: OnDevice) -> None:
    rng = np.random.default_rng(3)
    logits = (rng.normal(size=(16, 1000)) * 10).astype(np.float32)
    labels = rng.integers(0, 1000, 16).astype(np.int32)
    for got, right in zip(run(device.backend, logits, labels), expected(logits, labels), strict=True):
        np.testing.assert_allclose(got, right, rtol=1e-4, atol=1e-4)
