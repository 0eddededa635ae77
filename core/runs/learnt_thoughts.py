"""Records in a run whether its answers were learnt with thoughts, so that it is prompted the way it was trained."""

from __future__ import annotations

import msgspec

from core.base import formats
from core.base.errors import Do, LuthierError, in_words
from core.base.formats import Format
from core.protocol import Think
from core.runs.run import Run


class LearntThoughts(msgspec.Struct, frozen=True, kw_only=True):
    """How many conversations taught thoughts. answers, without: those whose last answer has thoughts, and those without
    any.

    think: how to prompt the model; "auto" leaves it to the template.
    """

    answers: int = 0
    without: int = 0
    think: Think = "auto"


_FORMAT = Format(LearntThoughts)


def read_thoughts(run: Run) -> LearntThoughts:
    """Return whether a run learnt with thoughts; unknown for runs of older versions and remote runs.

    Raises LuthierError `runs.damaged-thoughts`: prompted differently from its training, the model would answer worse.
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
    """Record in the run how thoughts were learnt. Raises LuthierError `formats.newer`, `files.cannot-write`."""
    formats.write(run.thoughts_file, learnt, _FORMAT)
