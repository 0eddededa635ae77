"""Evaluates a model and its adapter in llama.cpp, to check that an export is what was trained."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.data.example import Example
from core.engine.llama_cpp.context import Context
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.gguf.header import ModelFile, header_of

_PROBE = "Once upon a time there was a fox, and it could read."
_LARGEST_EXPONENT = 700.0  # of e, in double precision
_LOGITS = 64 << 20  # bytes of llama.cpp's logits at once
RELATIVE, ABSOLUTE = 0.005, 0.005  # the most difference between llama.cpp's loss and training's without a closer look
_DEVIATIONS = 4  # standard deviations: by chance alone, one run in some ten thousand exceeds them
WORTH_SAYING = 0.01  # of perplexity, relative: a smaller cost of rounding is not mentioned


def evaluate_with_llama_cpp(
    model: ModelFile,
    adapter: Path | None,
    examples: Sequence[Example],
    progress: ReportProgress = lambda done, total: None,
) -> tuple[float, int]:
    """Return the mean cross-entropy in nats over supervised tokens, each predicted from all tokens before it, and their
    number.

    Keys and values in F32, attention without shortcuts, the sum in F64: the remaining difference to training is the
    rounding of ggml's products. A first token has nothing before it and does not count. progress counts examples.
    Raises LuthierError `export.nothing-to-evaluate`, `export.not-finite`, `model.*` or `adapter.cannot-load`.
    """
    losses = token_losses(model, adapter, examples, progress)
    return float(losses.mean()), losses.size


def token_losses(
    model: ModelFile,
    adapter: Path | None,
    examples: Sequence[Example],
    progress: ReportProgress = lambda done, total: None,
) -> NDArray[np.float64]:
    """Evaluate like evaluate_with_llama_cpp, and return the loss of each supervised token, in order: F64 [tokens]."""
    longest, header, losses = max(map(len, examples), default=0), header_of(model), list[float]()
    with open_in_llama_cpp(header) as opened:
        batch = min(max(_LOGITS // (4 * len(opened.vocabulary)), 16), 512)
        with opened.context(max(longest, 1), adapter, batch=batch, exact=True) as context:
            for done, example in enumerate(examples):
                progress(done, len(examples))
                losses += _losses(context, example)
    if not losses:
        raise LuthierError("export.nothing-to-evaluate", "The evaluation data holds no trained token.")
    found = np.array(losses)
    if not np.isfinite(found).all():
        raise LuthierError(
            "export.not-finite",
            f"{adapter or header.path}: llama.cpp computes values that are not finite.",
            "The adapter is damaged, or training diverged: lower the learning rate and train again.",
        )
    return found


def probe_example(model: ModelFile) -> Example:
    """Return a few words in the model's tokens, for a check without evaluation data."""
    with open_in_llama_cpp(model, vocabulary_only=True) as opened:
        tokens = opened.vocabulary.tokenize(_PROBE, add_special=True, parse_special=False)
    return Example(np.array(tokens, np.int32), np.ones(len(tokens), np.bool_))


def agrees(loss: float, reported: float) -> bool:
    """Return whether llama.cpp's loss is close enough to training's that no closer look is needed."""
    return abs(loss - reported) <= max(RELATIVE * abs(reported), ABSOLUTE)


def allowed(loss: float, apart: NDArray[np.float64]) -> float:
    """Return how far two programs' mean losses of the same tokens may differ by rounding alone, in nats.

    Both round activations, each in its own way, so the losses of single tokens differ by some hundredths of a nat
    (apart: the differences). In the mean this shrinks with the root of their number: few tokens may differ more than
    many. A rounding error common to all losses, and the tolerance of `agrees`, come on top.
    """
    chance = _DEVIATIONS * float(apart.std()) / math.sqrt(apart.size)
    return max(RELATIVE * abs(loss), ABSOLUTE) + chance


def cross_entropy(logits: NDArray[Any], targets: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
    """Return the cross-entropy of each target, in nats. logits: [tokens, n_vocab]."""
    wide = logits.astype(np.float64)
    top = wide.max(axis=-1, keepdims=True)
    chosen = wide[np.arange(len(targets)), targets]
    return np.asarray(top[:, 0] + np.log(np.exp(wide - top).sum(axis=-1)) - chosen, np.float64)


def perplexity_cost(loss: float, exact: float) -> float:
    """Return the relative increase in perplexity from `exact` to `loss`: 0.01 is one percent."""
    return math.expm1(min(loss - exact, _LARGEST_EXPONENT))


def targets_of(example: Example) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Return an example's supervised tokens with a predecessor; and the mask of those predecessors."""
    expected = np.append(example.supervised[1:], False)
    return example.tokens[1:][example.supervised[1:]], expected


def _losses(context: Context, example: Example) -> list[float]:
    """Return the losses of an example's supervised tokens."""
    targets, expected = targets_of(example)
    if targets.size == 0:
        return []
    last = int(np.flatnonzero(expected)[-1]) + 1  # nothing after the last target need be read
    context.clear()
    rows = context.read(example.tokens[:last].tolist(), expected[:last].tolist())
    return [float(cross_entropy(row[None], target[None])[0]) for row, target in zip(rows, targets, strict=True)]
