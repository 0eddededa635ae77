"""Whether a run's answers were learnt with thoughts: kept with it, so that it is asked as it was taught."""

from __future__ import annotations

import msgspec

from core.base import formats
from core.base.errors import Do, LuthierError, in_words
from core.base.formats import Format
from core.protocol import Think
from core.runs.run import Run


class LearntThoughts(msgspec.Struct, frozen=True, kw_only=True):
    """answers, without: conversations whose last answer has thoughts, and that have none.

    think: how a question is to be put: "auto" as the model's template has it.
    """

    answers: int = 0
    without: int = 0
    think: Think = "auto"


_FORMAT = Format(LearntThoughts)


def read_thoughts(run: Run) -> LearntThoughts:
    """Return whether a run learnt with thoughts; unknown for older versions' runs, and for those that learnt elsewhere.

    Raises LuthierError `runs.damaged-thoughts`: asked in another way than it was taught, it would answer worse.
    """
    try:
        return formats.read(run.thoughts_file, _FORMAT)
    except FileNotFoundError:
        return LearntThoughts()
    except (OSError, ValueError) as error:
        raise LuthierError(
            "runs.damaged-thoughts",
            f"Whether {run.name} was taught with thoughts cannot be read: {in_words(error)}.",
            Do.by("Resume the run, even a finished one: it is written again.", f"`luthier train --resume {run.name}`"),
        ) from error


def write_thoughts(run: Run, learnt: LearntThoughts) -> None:
    """Write how thoughts were learnt into the run. Raises LuthierError `formats.newer`, `files.cannot-write`."""
    formats.write(run.thoughts_file, learnt, _FORMAT)
