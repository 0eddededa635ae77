"""Quantize: a GGUF file with smaller weights, with an importance matrix and measured when asked."""

from __future__ import annotations

import math
import time
from pathlib import Path

from core.convert.quantize import QuantizeReport, require_possible
from core.export.verify import evaluate_with_llama_cpp
from core.jobs.context import JobContext
from core.jobs.convert import run_quantization
from core.jobs.dispatch import Outcome
from core.jobs.importance import importance, sample
from core.shared import protocol as p
from core.shared.files import require_replaceable
from core.shared.gguf.made import made_by
from core.shared.gguf.split import read_parts
from core.shared.monitor import peak_rss


def quantize_model(job: p.QuantizeJob, context: JobContext) -> Outcome:
    """Raises LuthierError `quantize.*`, `files.would-overwrite`, `imatrix.*`, `data.*` or `model.*`."""
    started = time.monotonic()
    source, output = Path(job.source).expanduser(), Path(job.output).expanduser()
    require_possible(job.dtype, job.imatrix is not None)  # told before the data is read
    require_replaceable(output, force=job.force, is_ours=made_by("quantize"))
    source = read_parts(source)[0].path
    with importance(job.imatrix, source, output, job.sample_tokens, context) as imatrix:
        report = run_quantization(source, output, job.dtype, context, imatrix, "quantize")
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


def _measured(job: p.QuantizeJob, report: QuantizeReport, source: Path, context: JobContext) -> dict[str, float]:
    """Perplexity of the model before and after, in llama.cpp, over the same tokens."""
    assert job.measure is not None
    examples = sample(source, Path(job.measure).expanduser(), job.sample_tokens, context)
    labelled = [(example.tokens, example.supervised) for example in examples]
    found: dict[str, float] = {}
    for name, title, model in (("before", "the original", source), ("after", report.dtype, report.path)):
        context.phase("measure", f"Measuring perplexity: {title}")
        loss, found["measured_tokens"] = evaluate_with_llama_cpp(
            model, None, labelled, lambda done, total: context.progress(done, total, "rows")
        )
        found[f"perplexity_{name}"] = math.exp(min(loss, 700.0))
    return found
