"""Quantize: a GGUF file with smaller weights, with an importance matrix and measured when asked."""

from __future__ import annotations

import math
import time
from pathlib import Path

from msgspec import UNSET

from core import protocol as p
from core.advice.monitor import peak_rss
from core.base.files import require_replaceable
from core.convert.quantize import QuantizeReport, require_possible
from core.export.check.loss import evaluate_with_llama_cpp
from core.gguf.header import ModelFile
from core.gguf.join import read_parts
from core.gguf.kind import made_by
from core.jobs.context import JobContext, Outcome
from core.jobs.models.convert import keep_licence, run_quantization
from core.jobs.models.importance_matrix import importance_matrix, sample


def quantize_model(job: p.QuantizeJob, context: JobContext) -> Outcome[p.QuantizeResult]:
    """Raises LuthierError `quantize.*`, `files.would-overwrite`, `imatrix.*`, `data.*` or `model.*`."""
    started = time.monotonic()
    output = Path(job.output).expanduser()
    require_possible(job.dtype, job.imatrix is not None)  # told before the data is read
    require_replaceable(output, force=job.force, is_ours=made_by("quantize"))
    context.claim(output)
    source = read_parts(Path(job.source).expanduser())[0]
    with importance_matrix(job.imatrix, source, output, job.sample_tokens, context) as imatrix:
        report = run_quantization(source, output, job.dtype, context, imatrix, "quantize")
    keep_licence(source.path, output)
    tokens, before, after = (
        _measured(job.measure, job.sample_tokens, source, report, context) if job.measure else (UNSET, UNSET, UNSET)
    )
    return "done", p.QuantizeResult(
        path=str(output),
        dtype=report.dtype,
        bytes=report.bytes,
        source_bytes=report.source_bytes,
        tensors=report.tensors,
        fallbacks=report.fallbacks,
        measured_tokens=tokens,
        perplexity_before=before,
        perplexity_after=after,
        peak_rss_bytes=peak_rss() + report.peak_rss_bytes,
        seconds=time.monotonic() - started,
    )


def _measured(
    data: str, sample_tokens: int, source: ModelFile, report: QuantizeReport, context: JobContext
) -> tuple[int, float, float]:
    """Tokens, and the perplexity over them in llama.cpp, of the model before and after."""
    examples = sample(source, Path(data).expanduser(), sample_tokens, context)

    def perplexity(model: ModelFile, title: str) -> tuple[float, int]:
        context.phase("measure", f"Measuring perplexity: {title}")
        loss, tokens = evaluate_with_llama_cpp(
            model, None, examples, lambda done, total: context.progress(done, total, "rows")
        )
        return math.exp(min(loss, 700.0)), tokens

    before, tokens = perplexity(source, "the original")
    after, tokens = perplexity(report.path, report.dtype)
    return tokens, before, after
