"""Finds the file behind a SIGBUS: which of a run's mapped files was cut short or lost.

Weights and tokens are mapped into memory. If such a file is cut short or its disk is gone, reading it kills the process
without an error, so the parent process looks for the reason.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from core.base import paths
from core.base.bounded_file import from_json, read_plain
from core.base.errors import LuthierError
from core.base.logs import PUT_BACK, READ_LOST
from core.base.numbers import count
from core.gguf.header import read_header
from core.runs.run import Run

_GO_ON = "and go on with the run: its checkpoint is kept."


class FileLost(NamedTuple):
    """A lost mapped file. message: what happened, with the file if known. hint: what to do."""

    message: str
    hint: str


class _KnownModel(msgspec.Struct):
    """The fields of model.json that are needed."""

    path: str
    size: int  # bytes


def file_lost(run: Run | None) -> FileLost:
    """Return which file was lost. run: the one that the process worked on."""
    found = None if run is None else _what_is_wrong(run)
    match found:
        case None:
            return FileLost(f"{READ_LOST}, most likely the model's.", f"{PUT_BACK}, before you go on.")
        case "":
            where = paths.cache_dir()
            hint = f"Look whether the disk is healthy and still there, {_GO_ON} What the cache lacks is made again."
            return FileLost(f"{READ_LOST}: not the model's, but most likely one in {where}.", hint)
        case what:
            return FileLost(f"{READ_LOST}: {what}", f"{PUT_BACK}, {_GO_ON}")


def _what_is_wrong(run: Run) -> str | None:
    """Return what is wrong with the model's file; "" if nothing is, None if unknown."""
    try:
        known = from_json(read_plain(run.model_file), type=_KnownModel)
    except (OSError, ValueError):  # the process had not written it yet
        return _of_header(run)
    try:
        size = Path(known.path).stat().st_size
    except OSError:
        return f"{known.path} is not there any more."
    if size < known.size:
        return f"{known.path} had {count(known.size)} bytes, and now {count(size)}."
    return ""


def _of_header(run: Run) -> str | None:
    """Check a model whose size was not recorded yet by its own header; return what is wrong."""
    try:
        model = Path(run.info().model)
        if model.suffix == ".gguf":
            read_header(model)
    except LuthierError as error:
        return error.message
    return None
