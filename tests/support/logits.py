"""The logits of a model file: by the engine's own forward pass, and by llama.cpp's."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.engine.llama_cpp.model import open_in_llama_cpp
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.weights import LoadedModel
from core.engine.train.engine import logits_of


def our_logits(loaded: LoadedModel, adapter: LoraAdapter | None, tokens: np.ndarray) -> np.ndarray:
    """[n_tokens, n_vocab], through the engine's own forward pass."""
    return logits_of(loaded, adapter, tokens.tolist(), len(tokens))


def their_logits(model: Path, adapter: Path | None, tokens: np.ndarray) -> np.ndarray:
    with open_in_llama_cpp(model) as opened, opened.context(len(tokens), adapter, exact=True) as context:
        return np.array([row.copy() for row in context.read(tokens.tolist(), [True] * len(tokens))])
