"""The loss over a large vocabulary: rows are gathered from tables so long that some drivers read the wrong ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.tensor import read, write
from core.engine.ops.autograd import Tape
from core.engine.ops.cross_entropy import cross_entropy
from core.engine.trial.gradients import GRADIENT, LOSS, Numbers
from core.engine.trial.model import SEED

VOCABULARY, TOKENS = 151_669, 17  # as large as Qwen's, and neither a multiple of anything


def by_numpy() -> Numbers:
    """loss = logsumexp(l) - l[label], dl = softmax(l) - onehot(label), in F64."""
    logits, labels = _case()
    tokens = np.arange(TOKENS)
    exponents = np.exp(logits.astype(np.float64))
    sums = exponents.sum(axis=1)
    gradient = exponents / sums[:, None]
    gradient[tokens, labels] -= 1
    return _named(np.log(sums) - logits[tokens, labels], gradient)


def by_device(backend: Backend) -> Numbers:
    """Raises LuthierError `device.unsupported`, `device.memory`, `ggml.compute`."""
    storage, tape, scratch = Storage(backend, 4), Tape(backend, 64), Scratch(backend)
    logits, gradient = (storage.new(VOCABULARY, TOKENS) for _ in range(2))
    labels, losses = storage.new(TOKENS, kind=abi.I32), storage.new(TOKENS)
    storage.allocate()
    tape.store(cross_entropy(tape, logits, labels, losses), gradient)
    scratch.add(tape)
    for place, values in zip((logits, labels), _case(), strict=True):
        write(backend.ggml, place, values)
    backend.compute(tape)
    return _named(read(backend.ggml, losses), read(backend.ggml, gradient))


def _case() -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Logits [TOKENS, VOCABULARY], and the label of each token: among them the vocabulary's last."""
    rng = np.random.default_rng(SEED)
    labels = rng.integers(0, VOCABULARY, TOKENS).astype(np.int32)
    labels[-1] = VOCABULARY - 1
    return 3 * rng.standard_normal((TOKENS, VOCABULARY), np.float32), labels


def _named(losses: NDArray[np.floating], gradient: NDArray[np.floating]) -> Numbers:
    of = "large vocabulary"
    return {
        f"{LOSS}: {of}": losses.reshape(-1).astype(np.float32),
        f"{GRADIENT}: {of}": gradient.reshape(-1).astype(np.float32),
    }
