"""What the window remembers from one start to the next, in window-state.json of Luthier's home."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import msgspec

from core.base import paths
from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.base.files import written_whole

MOST_BYTES = 64_000_000  # a file beyond that was not written by us; most of it are conversations


class Memory(msgspec.Struct, kw_only=True):
    """Empty means: nothing known."""

    geometry: str = ""  # Qt's own, in base64
    page: str = ""  # the one in front, by its key
    pages: dict[str, dict[str, Any]] = {}  # what each remembers, by its key
    model: str = ""  # what is chosen to be trained: a path, or a name of Ollama's
    data: str = ""  # and on what
    trained: str = ""  # the run's folder that came of it
    chatted: bool = False  # with that
    exported: bool = False
    run: str = ""  # the folder of the run that was watched last
    to_export: str = ""  # the folder of the run that was trained, opened, talked to or exported last
    to_talk: str = ""  # the folder of a run that ended since Chat was shown last, and left an adapter
    training: str = ""  # the folder of the run that goes on; at a start: that went on when the window was lost
    stopped: str = ""  # the folder of the run that was stopped last, to be gone on with
    let_be: str = ""  # the folder of an interrupted run that is not to be offered again
    greeted: bool = False  # whether the welcome was seen and left


def load() -> Memory:
    """Load what was remembered. Of a file that is broken, or of another version's, what can be read; no work is
    in it.
    """
    try:
        with _file().open("rb") as file:
            found = from_json(file.read(MOST_BYTES), type=dict[str, Any])
    except (OSError, ValueError):
        return Memory()
    memory = Memory()
    for field in msgspec.structs.fields(Memory):
        with contextlib.suppress(msgspec.ValidationError, KeyError):
            setattr(memory, field.name, msgspec.convert(found[field.name], field.type))
    return memory


def encoded(memory: Memory) -> bytes:
    """Return the bytes of the file, to be written by another thread."""
    return msgspec.json.format(msgspec.json.encode(memory)) + b"\n"


def save(content: bytes) -> None:
    """Save the content. On a disk that refuses it is forgotten with the session; nobody is bothered with that."""
    with contextlib.suppress(LuthierError), written_whole(_file()) as partial:
        partial.write_bytes(content)


def put_aside() -> Path | None:
    """Put what was remembered under another name; return that. None where there is nothing, or the disk refuses."""
    aside = _file().with_name(_file().name + ".aside")
    try:
        _file().replace(aside)
    except OSError:
        return None
    return aside


def _file() -> Path:
    return paths.config_dir() / "window-state.json"
