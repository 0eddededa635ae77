"""Where a training does not fit this machine, what else can be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.base.command_lines import export_elsewhere, quoted
from core.base.errors import LuthierError
from core.jobs.context import JobContext
from core.runs.run import Run

TOO_SMALL = "memory.too-small"


@contextmanager
def offering_elsewhere(run: Run) -> Iterator[None]:
    """A refusal for want of memory names the command that takes the run to a bigger machine."""
    try:
        yield
    except LuthierError as error:
        if error.code != TOO_SMALL or run.info().config.choices:  # which no folder for another machine learns from
            raise
        hint = (
            f"{error.hint} Or train it on a bigger machine; this writes a folder for it: {export_elsewhere(run.folder)}"
        )
        raise LuthierError(error.code, error.message, hint) from error


def tell_of_elsewhere(model: str, context: JobContext) -> None:
    """Notice `memory.elsewhere`."""
    context.notice(
        "memory.elsewhere",
        "This does not fit the memory of this machine, but it can be trained on a bigger one.",
        f"A folder for it, with the data: luthier elsewhere --model {quoted(model)} --data DATA -o FOLDER",
    )
