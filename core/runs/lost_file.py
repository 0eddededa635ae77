"""Which file of a run is not as it was: what to say of a process that the system ended because of one (SIGBUS).

Weights and tokens are mapped into memory. Where such a file is cut short or its disk is gone, reading it ends a process
without a word, so the process that started it looks for the reason.
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
    """A mapped file that was lost. message: what happened, with the file where that is known. hint: what to do."""

    message: str
    hint: str


class _KnownModel(msgspec.Struct):
    """What model.json says of the file among other things."""

    path: str
    size: int  # bytes


def file_lost(run: Run | None) -> FileLost:
    """Say which file was lost. run: that the process worked on."""
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
    """Return what is wrong with the model's file; "" if nothing is, None if it is not known."""
    try:
        known = from_json(read_plain(run.model_file), type=_KnownModel)
    except (OSError, ValueError):  # it had not come so far
        return _of_header(run)
    try:
        size = Path(known.path).stat().st_size
    except OSError:
        return f"{known.path} is not there any more."
    if size < known.size:
        return f"{known.path} had {count(known.size)} bytes, and now {count(size)}."
    return ""


def _of_header(run: Run) -> str | None:
    """Return what is wrong with a model whose size was not kept yet, by its own header."""
    try:
        model = Path(run.info().model)
        if model.suffix == ".gguf":
            read_header(model)
    except LuthierError as error:
        return error.message
    return None
