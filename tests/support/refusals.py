"""A fault as users meet it: what the worker reports and what the command line prints. Neither may be a traceback."""

from __future__ import annotations

from collections.abc import Sequence

from typer.testing import CliRunner

from core import protocol as p
from core.base.errors import LuthierError
from core.cli.commands import app
from core.jobs.context import Control
from core.worker import run_job


def worker_refuses(job: p.Job, *named: str) -> p.Failed:
    """Do the job as the worker does; it has to end with an error of ours that says each of `named`, and what to do."""
    events: list[p.Event] = []
    assert run_job(job, events.append, Control()) == 1, events[-1]
    failed = events[-1]
    assert isinstance(failed, p.Failed), failed
    assert failed.code != "internal" and not failed.details, failed.details or failed.message
    told = f"{failed.message}\n{failed.hint}"
    assert failed.hint, f"nothing to do next: {told}"
    for text in named:
        assert text in told, told
    return failed


def command_refuses(arguments: Sequence[object], *named: str) -> str:
    """Run `luthier` with these arguments; it has to exit with 1 and say each of `named`. Returns what it printed."""
    done = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=True)
    if isinstance(done.exception, LuthierError):  # main() prints those that no job raised
        told = str(done.exception)
    else:
        assert isinstance(done.exception, SystemExit), repr(done.exception)
        assert done.exit_code == 1, done.output
        told = done.output
    assert "Traceback" not in told and "an error it does not know" not in told, told
    unbroken = " ".join(told.split())
    for text in named:
        assert " ".join(text.split()) in unbroken, told
    return told
