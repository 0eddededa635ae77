"""What the job must know of a kind of export."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from core.jobs.context import JobContext
from core.jobs.export.trained import Trained
from core.shared import protocol as p
from core.shared.runs import Run


class ExportKind(NamedTuple):
    """free_output: the file or folder to write, of what the user named; it raises `files.would-overwrite`.

    write: writes it, whole or not at all, and has it checked.
    """

    free_output: Callable[[p.ExportJob, Run, Path], Path]
    write: Callable[[Trained, Path, p.ExportJob, JobContext], p.ExportResult]
