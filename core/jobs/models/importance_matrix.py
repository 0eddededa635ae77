"""The importance matrix that a quantization is to heed: given as a file, or made from data on the way."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from core.convert.imatrix import measure, read_imatrix
from core.data.example import Example
from core.data.tokens.example_view import lengths_of
from core.gguf.header import ModelFile, is_gguf
from core.jobs.context import JobContext
from core.jobs.data.prepare import prepare_data
from core.protocol.config import TrainConfig


@contextmanager
def importance_matrix(
    wanted: str | None, model: ModelFile, output: Path, sample_tokens: int, context: JobContext
) -> Iterator[Path | None]:
    """The file with the matrix; one made here is deleted in the end.

    wanted: a matrix (GGUF), or data that `model` reads for it, at most `sample_tokens` of it; None: no matrix.
    output: the file to be quantized to, beside which the matrix is made.
    Raises LuthierError `imatrix.*`, `data.*` or `model.*`.
    """
    if wanted is None:
        yield None
        return
    given = Path(wanted).expanduser()
    if given.is_file() and is_gguf(given):
        read_imatrix(given)
        yield given
        return
    examples = sample(model, given, sample_tokens, context)
    with measured_matrix(model, examples, output, context) as made:
        yield made


@contextmanager
def measured_matrix(model: ModelFile, examples: list[Example], output: Path, context: JobContext) -> Iterator[Path]:
    """A matrix of these examples, beside the file to be quantized to; deleted in the end."""
    made = output.with_name(output.name + ".imatrix.gguf.part")
    context.phase("imatrix", "Measuring which weights matter")
    try:
        tokens = [example.tokens for example in examples]
        measure(model, tokens, made, lambda done, total: context.progress(done, total, "tokens"))
        yield made
    finally:
        made.unlink(missing_ok=True)


def sample(model: ModelFile, data: Path, limit: int, context: JobContext) -> list[Example]:
    """Whole examples, of about `limit` tokens together, taken from all over the data."""
    return thinned(prepare_data(model, str(data), None, TrainConfig(eval_share=0.0), context).dataset.train, limit)


def thinned(examples: Sequence[Example], limit: int) -> list[Example]:
    """Some of them, from everywhere, of about `limit` tokens together."""
    every = max(1, math.ceil(int(lengths_of(examples).sum()) / limit))
    return [examples[i] for i in range(0, len(examples), every)]
