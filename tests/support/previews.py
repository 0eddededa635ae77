"""Rows of a data file token by token, as the job `preview` shows them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core import protocol as p
from core.jobs.context import JobContext
from core.jobs.data.inspect import preview_data
from core.protocol.config import TrainConfig


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
