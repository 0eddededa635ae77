"""What the engine expects after each token of a text, to compare it with llama.cpp; training has no need of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml.backend import Scratch, Storage
from core.engine.ggml.tensor import read
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.layers import output_logits
from core.engine.model.weights import LoadedModel
from core.engine.ops.autograd import Tape
from core.engine.train.engine import Engine
from core.engine.train.rows import NO_LABEL, PackedRow


def logits_of(
    loaded: LoadedModel, adapter: LoraAdapter | None, tokens: Sequence[int], last: int
) -> NDArray[np.float32]:
    """Compute the logits of what follows each of the `last` tokens of a text, F32 [last, n_vocab]."""
    n_tokens, model = len(tokens), loaded.model
    engine = Engine(loaded, adapter, n_tokens, trainable=False)
    engine.load(_row(tokens))
    engine.forward()
    storage = Storage(loaded.backend, 2)
    place = storage.new(model.shape.n_vocab, last)
    storage.allocate()
    tape, x = Tape(loaded.backend, 16, "logits"), engine.output
    x = tape.emit("view_3d", x, x.shape[0], last, 1, x.strides[1], x.strides[2], (n_tokens - last) * x.strides[1])
    tape.store(output_logits(tape, model, x), place)
    scratch = Scratch(loaded.backend)
    scratch.add(tape)
    loaded.backend.compute(tape)
    return read(loaded.ggml, place).reshape(last, -1)


def _row(tokens: Sequence[int]) -> PackedRow:
    n_tokens = len(tokens)
    zeros, labels = np.zeros(n_tokens, np.int32), np.full(n_tokens, NO_LABEL, np.int32)
    return PackedRow(np.array(tokens, np.int32), np.arange(n_tokens, dtype=np.int32), zeros, labels, n_tokens, 0)
