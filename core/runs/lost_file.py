"""Which file of a run is not as it was: what to say of a process that the system ended because of one (SIGBUS).

Weights and tokens are mapped into memory. Where such a file is cut short or its disk is gone, reading it ends a process
without a word, so the process that started it looks for the reason.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from core.advice.texts.numbers import count
from core.base import paths
from core.base.bounded_file import from_json, read_plain
from core.base.errors import LuthierError
from core.gguf.header import read_header
from core.runs.run import Run

_READ = "A file that the process was reading became shorter or could not be read any more"
_PUT_BACK = "Put the original file back, best on this computer's own disk"
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
            return FileLost(f"{_READ}, most likely the model's.", f"{_PUT_BACK}, before you go on.")
        case "":
            where = paths.cache_dir()
            hint = f"Look whether the disk is healthy and still there, {_GO_ON} What the cache lacks is made again."
            return FileLost(f"{_READ}: not the model's, but most likely one in {where}.", hint)
        case what:
            return FileLost(f"{_READ}: {what}", f"{_PUT_BACK}, {_GO_ON}")


def words_of_the_dying() -> tuple[str, str, str]:
    """Return the words of a dying process: before the file, in its place if it is not known, and after it."""
    return f"Error: {_READ}: ", "most likely the model's", f".\n{_PUT_BACK}, then do the same again.\n"


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
