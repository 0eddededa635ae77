"""What the fault suite found, a row for each fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    """One fault. survived: of the times tried, after how many the work was whole or could be gone on with.

    lost_steps: at most, of a training that was gone on with; None where nothing is trained. left_over: files that
    stayed and belong to nobody, in all. message: what the user was told, the last time.
    """

    fault: str
    tried: int
    survived: int
    lost_steps: int | None
    left_over: int
    message: str


Suite = Callable[[Path, bool], Iterator[Row]]  # a folder to work in, and whether the short form is wanted


def lines(rows: list[Row]) -> Iterator[str]:
    """The rows as a Markdown table."""
    yield "| Fault | Tried | Survived | Steps lost, at most | Files left over | What the user is told |"
    yield "|---|---|---|---|---|---|"
    for row in rows:
        lost = "" if row.lost_steps is None else str(row.lost_steps)
        message = row.message.replace("|", "/").replace("\n", " ")
        yield f"| {row.fault} | {row.tried} | {row.survived} | {lost} | {row.left_over} | {message} |"
