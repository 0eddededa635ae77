"""Show rows of a data file as the model reads them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from core import protocol as p
from core.convert.resolve import resolve_model
from core.data.tokenizer import Tokenizer
from core.data.tokens.preview import preview_rows
from core.data.tokens.source import open_source
from core.jobs.context import JobContext, Outcome
from core.jobs.data.prepare import understood


def preview_data(job: p.PreviewJob, context: JobContext) -> Outcome[p.PreviewResult]:
    """How the file was read; `rows`: of PreviewRow; `more`: whether others follow.

    Raises LuthierError `data.*`, `model.*`.
    """
    model, data = resolve_model(job.model, context), Path(job.data)
    context.phase("tokenize", f"{'Searching' if job.search else 'Reading'} {data.name}")

    def report(done: int, total: int) -> None:
        context.progress(done, total, "bytes")

    with Tokenizer(model) as tokenizer:
        source = open_source(data, model.path, job.config, report)
        rows = preview_rows(source, tokenizer, context.renderer, job)
    return "done", p.PreviewResult(
        **msgspec.structs.asdict(understood(source.recipe.found)),
        rows=rows[: job.limit],
        more=len(rows) > job.limit,
    )
