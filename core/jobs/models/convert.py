"""Convert: a Hugging Face folder to a GGUF file of any type. Quantize: a GGUF file to a smaller type.

A quantization's importance matrix is given as a file, or made from data.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import UNSET

from core import protocol as p
from core.base.files import require_replaceable
from core.base.systems.machine import peak_rss
from core.convert.convert import DTYPES, ConvertReport, convert
from core.convert.fp8 import open_weights
from core.convert.hf_config import read_config
from core.convert.imatrix import measure, read_imatrix
from core.convert.quantize import QuantizeReport, quantize, require_possible
from core.convert.safetensors import exact_type
from core.data.example import Example
from core.data.tokens.example_view import lengths_of
from core.export.check.loss import evaluate_with_llama_cpp
from core.gguf.downloads import Origin, keep_origin, origin_of
from core.gguf.header import ModelFile, is_gguf
from core.gguf.join import read_parts
from core.gguf.kind import made_by
from core.gguf.model_files import model_folder
from core.hub.model_card import licence_beside
from core.jobs.context import JobContext, Outcome
from core.jobs.data.prepare import prepare_data
from core.protocol.config import TrainConfig


def convert_model(job: p.ConvertJob, context: JobContext) -> Outcome[p.ConvertResult]:
    """Convert a model: f32, f16, bf16 and q8_0 directly, other types through a temporary unquantized file.

    Raises LuthierError `convert.*`, `quantize.*`, `files.would-overwrite`, and what importance_matrix raises.
    """
    started = time.monotonic()
    source, output = model_folder(Path(job.source).expanduser()), Path(job.output).expanduser()
    dtype = job.dtype.lower()
    require_replaceable(output, force=job.force, is_ours=made_by("convert"))
    context.claim(output)
    if dtype in DTYPES:
        report = run_conversion(source, output, dtype, context)
        size, fallbacks = report.bytes, report.fallbacks
    else:
        report, quantized = _through_full_precision(job, source, output, context)
        size, fallbacks = quantized.bytes, quantized.fallbacks
    keep_licence(source, output)
    return "done", p.ConvertResult(
        path=str(output),
        dtype=dtype,
        bytes=size,
        source_bytes=report.source_bytes,
        tensors=report.tensors,
        fallbacks=fallbacks,
        peak_rss_bytes=peak_rss(),
        seconds=time.monotonic() - started,
    )


def keep_licence(source: Path, output: Path) -> None:
    """Store a model's known licence beside the output, to which it also applies: headers do not contain it."""
    licence, link = licence_beside(source)
    keep_origin(output, Origin(repo=origin_of(source).repo, licence=licence, licence_link=link))


def run_conversion(source: Path, output: Path, dtype: str, context: JobContext) -> ConvertReport:
    """Run convert() with phases, progress and notices."""
    context.phase("convert", f"Converting {source.resolve().name} to GGUF")
    report = convert(source, output, dtype, lambda done, total: context.progress(done, total, "bytes"))
    for notice in report.notices:
        context.notice("convert.notice", notice)
    return report


def run_quantization(
    source: ModelFile, output: Path, dtype: str, context: JobContext, imatrix: Path | None = None, made: str = ""
) -> QuantizeReport:
    """Run quantize() with phases, progress, notices and llama.cpp's log."""
    context.phase("quantize", f"Quantizing to {dtype.upper()}")
    report = quantize(
        source,
        output,
        dtype,
        lambda done, total: context.progress(done, total, "bytes"),
        lambda level, line: context.emit(p.Log(level=level, source="llama.cpp", text=line)),
        imatrix=imatrix,
        made=made,
    )
    for notice in report.notices:
        context.notice("quantize.fallback", notice)
    return report


def _through_full_precision(
    job: p.ConvertJob, source: Path, output: Path, context: JobContext
) -> tuple[ConvertReport, QuantizeReport]:
    require_possible(job.dtype, job.imatrix is not None)
    exact = exact_type(open_weights(source, read_config(source).fp8).values())
    full = output.with_name(f"{output.name}.{exact}.part.gguf")
    try:
        report = run_conversion(source, full, exact, context)
        with importance_matrix(job.imatrix, full, output, job.sample_tokens, context) as imatrix:
            return report, run_quantization(full, output, job.dtype, context, imatrix)
    finally:
        full.unlink(missing_ok=True)


def quantize_model(job: p.QuantizeJob, context: JobContext) -> Outcome[p.QuantizeResult]:
    """Quantize a model. Raises LuthierError `quantize.*`, `files.would-overwrite`, `imatrix.*`, `data.*` or
    `model.*`.
    """
    started = time.monotonic()
    output = Path(job.output).expanduser()
    require_possible(job.dtype, job.imatrix is not None)  # refused before the data is read
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
    """Return the number of tokens, and the model's perplexity on them in llama.cpp before and after."""
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


@contextmanager
def importance_matrix(
    wanted: str | None, model: ModelFile, output: Path, sample_tokens: int, context: JobContext
) -> Iterator[Path | None]:
    """Yield the matrix's file; one made for this is deleted at the end.

    wanted: a matrix (GGUF), or data from which `model` makes one, with at most `sample_tokens` tokens; None: no matrix.
    output: the quantization's output, beside which the matrix is made.
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
    """Yield a matrix of these examples, beside the quantization's output; deleted at the end."""
    made = output.with_name(output.name + ".imatrix.gguf.part")
    context.phase("imatrix", "Measuring which weights matter")
    try:
        tokens = [example.tokens for example in examples]
        measure(model, tokens, made, lambda done, total: context.progress(done, total, "tokens"))
        yield made
    finally:
        made.unlink(missing_ok=True)


def sample(model: ModelFile, data: Path, limit: int, context: JobContext) -> list[Example]:
    """Return whole examples, about `limit` tokens in total, spread over the data."""
    return thinned(prepare_data(model, str(data), None, TrainConfig(eval_share=0.0), context).dataset.train, limit)


def thinned(examples: Sequence[Example], limit: int) -> list[Example]:
    """Return some of the examples, about `limit` tokens in total, spread over all of them."""
    every = max(1, math.ceil(int(lengths_of(examples).sum()) / limit))
    return [examples[i] for i in range(0, len(examples), every)]
