"""Whether a run's answers were learnt with thoughts: kept with it, so that it is asked as it was taught."""

from __future__ import annotations

import msgspec

from core.shared.files import written_whole
from core.shared.protocol import Think
from core.shared.runs import Run


class LearntThoughts(msgspec.Struct, frozen=True, kw_only=True):
    """answers, without: conversations whose last answer has thoughts, and that have none.

    think: how a question is to be put: "auto" as the model's template has it.
    """

    answers: int = 0
    without: int = 0
    think: Think = "auto"


def read_thoughts(run: Run) -> LearntThoughts:
    """Of a run of an older version, or one that learnt elsewhere, nothing is known."""
    try:
        return msgspec.json.decode(run.thoughts_file.read_bytes(), type=LearntThoughts)
    except (OSError, msgspec.DecodeError):
        return LearntThoughts()


def write_thoughts(run: Run, learnt: LearntThoughts) -> None:
    """Raises LuthierError `files.cannot-write`."""
    with written_whole(run.thoughts_file) as partial:
        partial.write_bytes(msgspec.json.encode(learnt))
