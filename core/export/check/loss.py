"""What llama.cpp makes of a model and its adapter: the check that an export is what was trained."""

from __future__ import annotations

import math
import struct
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data.example import Example
from core.engine.llama_cpp.context import Context
from core.engine.llama_cpp.load import open_in_llama_cpp
from core.shared.callbacks import ReportProgress
from core.shared.errors import LuthierError
from core.shared.gguf.header import ModelFile, header_of
from core.shared.plain_words import in_words

_PROBE = "Once upon a time there was a fox, and it could read."
_LARGEST_EXPONENT = 700.0  # of e, in double precision
_DAMAGED = (  # what zipfile and numpy say of files that are
    OSError, ValueError, KeyError, EOFError, RuntimeError, MemoryError, OverflowError, struct.error, zlib.error,
    zipfile.BadZipFile,
)  # fmt: skip
_LOGITS = 64 << 20  # bytes of logits that llama.cpp may hold at once
RELATIVE, ABSOLUTE = 0.005, 0.005  # how far llama.cpp's loss may be from training's
WORTH_SAYING, USELESS = 0.01, 0.2  # of perplexity, relative: what rounding may cost without a word, and at all


def evaluate_with_llama_cpp(
    model: ModelFile,
    adapter: Path | None,
    examples: Sequence[Example],
    progress: ReportProgress = lambda done, total: None,
) -> tuple[float, int]:
    """Mean cross-entropy in nats over supervised tokens, each predicted from all tokens before it, and their number.

    Keys and values in F32, attention without shortcuts, the sum in F64: what is left of a difference to training
    is the rounding of ggml's products. A first token has nothing before it and does not count.
    progress counts examples.
    Raises LuthierError `export.nothing-to-evaluate`, `export.not-finite`, `model.*` or `lora.cannot-load`.
    """
    longest, header = max(map(len, examples), default=0), header_of(model)
    total, count = 0.0, 0
    with open_in_llama_cpp(header) as opened:
        batch = min(max(_LOGITS // (4 * len(opened.vocabulary)), 16), 512)
        with opened.context(max(longest, 1), adapter, batch=batch, exact=True) as context:
            for done, example in enumerate(examples):
                progress(done, len(examples))
                loss, targets = _summed_loss(context, example)
                total, count = total + loss, count + targets
    if count == 0:
        raise LuthierError("export.nothing-to-evaluate", "The evaluation data holds no trained token.")
    if not np.isfinite(total):
        raise LuthierError(
            "export.not-finite",
            f"{adapter or header.path}: llama.cpp computes values that are not finite.",
            "The adapter is damaged, or training diverged: lower the learning rate and train again.",
        )
    return total / count, count


def probe_example(model: ModelFile) -> Example:
    """A few words in the model's tokens, for a check without evaluation data."""
    with open_in_llama_cpp(model, vocabulary_only=True) as opened:
        tokens = opened.vocabulary.tokenize(_PROBE, add_special=True, parse_special=False)
    return Example(np.array(tokens, np.int32), np.ones(len(tokens), np.bool_))


def read_evaluation(file: Path) -> list[Example]:
    """The held-out examples that a run keeps. Raises LuthierError `export.bad-evaluation`."""
    try:
        with zipfile.ZipFile(file) as whole:
            if damaged := whole.testzip():  # reads all of it; numpy looks at no checksum
                raise ValueError(f"{damaged} in it is damaged")
        with np.load(file, allow_pickle=False) as arrays:
            ends = np.cumsum(arrays["lengths"])[:-1]
            tokens, supervised = np.split(arrays["tokens"], ends), np.split(arrays["trained"], ends)
    except _DAMAGED as error:
        raise LuthierError("export.bad-evaluation", f"{file} cannot be read: {in_words(error)}.") from error
    return list(map(Example, tokens, supervised))


def agrees(loss: float, reported: float) -> bool:
    """Whether llama.cpp's loss is the one training reported, up to rounding."""
    return abs(loss - reported) <= max(RELATIVE * abs(reported), ABSOLUTE)


def perplexity_cost(loss: float, exact: float) -> float:
    """By how much the perplexity of one loss is above that of the other, relative: 0.01 is one percent."""
    return math.expm1(min(loss - exact, _LARGEST_EXPONENT))


def _summed_loss(context: Context, example: Example) -> tuple[float, int]:
    """Over its supervised tokens, and how many these are."""
    tokens, supervised = example.tokens, example.supervised
    targets = tokens[1:][supervised[1:]]
    if targets.size == 0:
        return 0.0, 0
    last = int(np.flatnonzero(supervised)[-1])  # what follows the last target need not be read
    context.clear()
    rows = context.read(tokens[:last].tolist(), supervised[1 : last + 1].tolist())
    return sum(_cross_entropy(row, target) for row, target in zip(rows, targets, strict=True)), targets.size


def _cross_entropy(logits: NDArray[Any], target: int) -> float:
    wide = logits.astype(np.float64)
    top = wide.max()
    return float(top + np.log(np.exp(wide - top).sum()) - wide[target])
