"""The numbers of the self-test, on the device and on the CPU: losses, and the gradient of each of the adapter's
factors.

Also the loss over a large vocabulary: it gathers rows from tables so long that some drivers read the wrong ones.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.devices import DeviceBackend
from core.engine.ggml.tensor import read, write
from core.engine.kernels import library
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.copies import hold_copies
from core.engine.model.on_device import ModelOnDevice, transposed_kind
from core.engine.model.weight_layouts import Layout
from core.engine.model.weights import LoadedModel, load_model
from core.engine.ops.autograd import Tape
from core.engine.ops.cross_entropy import cross_entropy
from core.engine.train.engine import LOSS_SCALE, Engine
from core.engine.trial import model
from core.engine.trial.model import SEED
from core.protocol.config import TrainConfig

LOSS, GRADIENT = "the loss", "a gradient"  # parts of the message about wrong numbers

Numbers = dict[str, NDArray[np.float32]]  # by LOSS or GRADIENT, a colon, and its name

_CONFIG = TrainConfig(rank=model.RANK, alpha=2.0 * model.RANK)


def by_the_cpu(path: Path) -> Numbers:
    """Compute with every weight held in F32, forward and backward, so that only the file's own weights are rounded."""
    loaded = _loaded(path)
    linears = loaded.model.linears
    copies = hold_copies(loaded.backend, linears, [Layout(abi.F32, abi.F32)] * len(linears), lambda done, total: None)
    numbers = _compute(loaded)
    del copies  # they must live until now
    return numbers


def by_device(device: DeviceBackend, path: Path, begin: Callable[[str], None] = lambda stage: None) -> Numbers:
    """Compute on the device like a training. begin: called before each stage.

    Raises LuthierError `device.unsupported`, `device.memory`, `ggml.compute`.
    """
    loaded = _loaded(path)
    transposed = [transposed_kind(device, linear) for linear in loaded.model.linears]
    return _compute(loaded, ModelOnDevice(device, loaded.model, 0, transposed), begin)


def _loaded(path: Path) -> LoadedModel:
    """Load a model for one thread: its products are small, and other programs may wait for a processor."""
    ggml = library.load()
    return LoadedModel(ggml, Backend(ggml, threads=1), load_model(ggml, path))


def _compute(
    loaded: LoadedModel, there: ModelOnDevice | None = None, begin: Callable[[str], None] = lambda stage: None
) -> Numbers:
    ggml, numbers, rows = loaded.ggml, Numbers(), model.rows()
    adapter = LoraAdapter(loaded.backend, loaded.model, _CONFIG)
    for branch in adapter.branches():
        write(ggml, branch.a, model.factor(branch.a.shape[1::-1], branch.name, "a"))
        write(ggml, branch.b, model.factor(branch.b.shape[1::-1], branch.name, "b"))
    adapter.refresh()
    engine = Engine(loaded, adapter, max(len(row.tokens) for row in rows), there=there)
    for number, row in enumerate(rows):
        adapter.zero_gradients()
        begin(f"row {number}: forward")
        engine.load(row)
        engine.forward(lambda: begin("the next layer"))
        loss = engine.loss(weight=LOSS_SCALE) / row.n_supervised
        begin(f"row {number}: backward")
        engine.backward(lambda: begin("the layer below"))
        adapter.gather_gradients()
        numbers[f"{LOSS}: row {number}"] = np.array([loss], np.float32)
        for branch in adapter.branches():
            for factor, gradient in (("a", branch.a_gradient), ("b", branch.b_gradient)):
                numbers[f"{GRADIENT}: row {number}, {branch.name}, {factor}"] = read(ggml, gradient).reshape(-1)
    return numbers


VOCABULARY, TOKENS = 151_669, 17  # as large as Qwen's, and neither is a multiple of anything


def wide_loss_by_numpy() -> Numbers:
    """Compute loss = logsumexp(l) - l[label], dl = softmax(l) - onehot(label), in F64."""
    logits, labels = _case()
    tokens = np.arange(TOKENS)
    exponents = np.exp(logits.astype(np.float64))
    sums = exponents.sum(axis=1)
    gradient = exponents / sums[:, None]
    gradient[tokens, labels] -= 1
    return _named(np.log(sums) - logits[tokens, labels], gradient)


def wide_loss_by_device(backend: Backend) -> Numbers:
    """Compute the loss and its gradient on a device. Raises LuthierError `device.unsupported`, `device.memory`,
    `ggml.compute`.
    """
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
    """Return logits [TOKENS, VOCABULARY], and the label of each token, including the vocabulary's last."""
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
