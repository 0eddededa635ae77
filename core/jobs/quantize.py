"""Quantize: a GGUF file with smaller weights, with an importance matrix and measured when asked."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core import protocol as p
from core.config import TrainConfig
from core.convert.imatrix import measure, read_imatrix
from core.convert.quantize import QuantizeReport, require_possible
from core.data.sequence import Sequence
from core.data.stored import lengths_of
from core.export.verify import evaluate_with_llama_cpp
from core.gguf.header import is_gguf
from core.jobs.context import JobContext
from core.jobs.convert import run_quantization
from core.jobs.dispatch import Outcome
from core.jobs.prepare import load_data
from core.monitor import peak_rss


def quantize_model(job: p.QuantizeJob, context: JobContext) -> Outcome:
    """Raises LuthierError `quantize.*`, `imatrix.*`, `data.*` or `model.*`."""
    started = time.monotonic()
    source, output = Path(job.source).expanduser(), Path(job.output).expanduser()
    require_possible(job.dtype, job.imatrix is not None)  # told before the data is read
    with _importance(job, source, output, context) as imatrix:
        report = run_quantization(source, output, job.dtype, context, imatrix)
    return "done", {
        "path": str(output),
        "dtype": report.dtype,
        "bytes": report.bytes,
        "source_bytes": report.source_bytes,
        "tensors": report.tensors,
        "fallbacks": report.fallbacks,
        **(_measured(job, report, source, context) if job.measure else {}),
        "peak_rss_bytes": peak_rss() + report.peak_rss_bytes,
        "seconds": time.monotonic() - started,
    }


@contextmanager
def _importance(job: p.QuantizeJob, source: Path, output: Path, context: JobContext) -> Iterator[Path | None]:
    """The file with the importance matrix; one made here is deleted in the end."""
    if job.imatrix is None:
        yield None
        return
    given = Path(job.imatrix).expanduser()
    if given.is_file() and is_gguf(given):
        read_imatrix(given)
        yield given
        return
    made = output.with_name(output.name + ".imatrix.gguf.part")
    sequences = _sample(source, given, job.sample_tokens, context)
    context.phase("imatrix", "Measuring which weights matter")
    try:
        tokens = [sequence.tokens for sequence in sequences]
        measure(source, tokens, made, lambda done, total: context.progress(done, total, "tokens"))
        yield made
    finally:
        made.unlink(missing_ok=True)


def _sample(model: Path, data: Path, limit: int, context: JobContext) -> list[Sequence]:
    """Whole sequences, of about `limit` tokens together, taken from all over the data."""
    sequences = load_data(model, str(data), None, TrainConfig(eval_share=0.0), context).train
    every = max(1, math.ceil(int(lengths_of(sequences).sum()) / limit))
    return [sequences[i] for i in range(0, len(sequences), every)]


def _measured(job: p.QuantizeJob, report: QuantizeReport, source: Path, context: JobContext) -> dict[str, float]:
    """Perplexity of the model before and after, in llama.cpp, over the same tokens."""
    assert job.measure is not None
    sequences = _sample(source, Path(job.measure).expanduser(), job.sample_tokens, context)
    labelled = [(sequence.tokens, sequence.trained) for sequence in sequences]
    found: dict[str, float] = {}
    for name, title, model in (("before", "the original", source), ("after", report.dtype, report.path)):
        context.phase("measure", f"Measuring perplexity: {title}")
        loss, found["measured_tokens"] = evaluate_with_llama_cpp(
            model, None, labelled, lambda done, total: context.progress(done, total, "rows")
        )
        found[f"perplexity_{name}"] = math.exp(min(loss, 700.0))
    return found
