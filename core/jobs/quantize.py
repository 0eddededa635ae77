"""Quantize: a GGUF file with smaller weights."""

from __future__ import annotations

from pathlib import Path

from core import protocol as p
from core.jobs.context import JobContext
from core.jobs.convert import run_quantization
from core.jobs.dispatch import Outcome
from core.monitor import peak_rss


def quantize_model(job: p.QuantizeJob, context: JobContext) -> Outcome:
    """Raises LuthierError `quantize.*` or `model.*`."""
    source, output = Path(job.source).expanduser(), Path(job.output).expanduser()
    report = run_quantization(source, output, job.dtype.lower(), context)
    return "done", {
        "path": str(output),
        "dtype": report.dtype,
        "bytes": report.bytes,
        "source_bytes": report.source_bytes,
        "tensors": report.tensors,
        "fallbacks": report.fallbacks,
        "peak_rss_bytes": peak_rss(),
        "seconds": report.seconds,
    }
