"""The logits of a model file: by the engine's own forward pass, and by llama.cpp's."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.data.example import Example
from core.data.tokens.pack import pack_rows
from core.engine.ggml.backend import Scratch, Storage
from core.engine.ggml.tensor import read
from core.engine.llama_cpp.load import open_in_llama_cpp
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.forward import output_logits
from core.engine.model.loaded import LoadedModel
from core.engine.ops.autograd import Tape
from core.engine.train.engine import Engine


def our_logits(loaded: LoadedModel, adapter: LoraAdapter | None, tokens: np.ndarray) -> np.ndarray:
    """[n_tokens, n_vocab], through the engine's own forward pass."""
    engine = Engine(loaded, adapter, len(tokens), trainable=False)
    [row] = pack_rows([Example(tokens, np.zeros(len(tokens), np.bool_))], len(tokens))
    engine.load(row)
    engine.forward()
    model, storage = loaded.model, Storage(loaded.backend, 2)
    place = storage.new(model.shape.n_vocab, len(tokens))
    storage.allocate()
    tape = Tape(loaded.ggml, 16)
    x = engine.activations.stream[-1]
    x = tape.emit("view_3d", x, x.shape[0], len(tokens), 1, x.strides[1], x.strides[2], 0)
    tape.store(output_logits(tape, model, x), place)
    scratch = Scratch(loaded.backend)
    scratch.add(tape)
    loaded.backend.compute(tape)
    return read(loaded.ggml, place).reshape(len(tokens), -1)


def their_logits(model: Path, adapter: Path | None, tokens: np.ndarray) -> np.ndarray:
    with open_in_llama_cpp(model) as opened, opened.context(len(tokens), adapter, exact=True) as context:
        return np.array([row.copy() for row in context.read(tokens.tolist(), [True] * len(tokens))])
