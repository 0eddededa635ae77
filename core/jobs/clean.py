"""Write what can be used of a data file to a new one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from core.data.formats.turns import Conversation
from core.data.problems import BadRowError
from core.data.tokens.changes import Changes
from core.data.tokens.dataset import TWICE
from core.data.tokens.notices import reading_notices
from core.data.tokens.record_encoder import key_of, read_content
from core.data.tokens.source import open_source, read_records
from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p
from core.shared.errors import LuthierError
from core.shared.files import require_replaceable, written_whole

LEFT_OUT = "left out by hand"


def clean_data(job: p.CleanJob, context: JobContext) -> Outcome[p.CleanResult]:
    """One JSON line a row: messages (and tools), or text; with the job's changes, and equal rows once unless it keeps
    them. Nothing is left of it on a failure.

    Raises LuthierError `data.*`, `data.would-overwrite`, `files.would-overwrite` and `files.cannot-write`.
    """
    data, output = Path(job.data), Path(job.output)
    if output.exists() and output.samefile(data):
        raise LuthierError("data.would-overwrite", f"{output} is the data itself.", "Choose another name.")
    require_replaceable(output, force=job.force)
    context.phase("clean", f"Writing {output.name}")
    source = open_source(data, Path(), job.config, lambda done, total: context.progress(done, total, "bytes"))
    for notice in reading_notices(source.recipe.found, source.recipe.files, job.config):
        context.notice(*notice)
    dropped, keys, changes, rows = Counter[str](), set[int](), Changes(job.changes), 0
    with written_whole(output) as partial, partial.open("wb") as file:
        for place, record in enumerate(read_records(source)):
            if changes.leaves_out(place):
                dropped[LEFT_OUT] += 1
                continue
            try:
                content = changes.applied(place, read_content(record, source.recipe.found))
            except BadRowError as error:
                dropped[error.reason] += 1
                continue
            key = key_of(content)
            if key in keys and not job.keep_equal:
                dropped[TWICE] += 1
                continue
            keys.add(key)
            rows += 1
            file.write(msgspec.json.encode(_row(content)) + b"\n")
        if not rows:
            raise LuthierError(
                "data.nothing-usable", f"Nothing in {data} can be used.", "`luthier data inspect` says why."
            )
    return "done", p.CleanResult(path=str(output), rows=rows, dropped=dict(dropped), bytes=output.stat().st_size)


def _row(content: Conversation | str) -> dict[str, Any]:
    if isinstance(content, str):
        return {"text": content}
    return {"messages": content.messages} | ({"tools": content.tools} if content.tools else {})
