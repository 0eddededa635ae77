"""Rows of a data file token by token, as the job `preview` shows them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core import protocol as p
from core.jobs.context import JobContext
from core.jobs.data.inspect import preview_data
from core.protocol.config import TrainConfig


def write_rows(folder: Path, *rows: object) -> Path:
    """A data file: texts as they are, other rows as JSON."""
    data = folder / "rows.jsonl"
    data.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows))
    return data


def preview(
    model: Path,
    data: Path,
    start: int = 0,
    limit: int = 20,
    search: str = "",
    changes: tuple[p.RowChange, ...] = (),
    **settings: Any,
) -> list[p.PreviewRow]:
    """The rows of a data file with these settings."""
    job = p.PreviewJob(
        model=str(model), data=str(data), config=TrainConfig(**settings),
        start=start, limit=limit, search=search, changes=changes,
    )  # fmt: skip
    outcome, result = preview_data(job, JobContext(lambda event: None))
    assert outcome == "done"
    assert p.result_of(p.finished(outcome, result), p.PreviewResult) == result
    return result.rows


def reasons(row: p.PreviewRow) -> list[tuple[str, bool, str]]:
    """Of each stretch: its reason, whether it is trained, and its text."""
    place, found = 0, []
    for count, trained, reason in row.stretches:
        found.append((reason, trained, "".join(row.pieces[place : place + count])))
        place += count
    assert place == len(row.ids) == len(row.pieces)
    return found
