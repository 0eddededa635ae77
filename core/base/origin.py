"""What the hub said of a model when it was downloaded, kept beside its file as `<file>.hub.json`.

Most GGUF files name no licence, and the model card that does stays on the hub. What is made of such a file keeps it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from core.base.files import told_of, written_whole
from core.base.plain_json import from_json

SUFFIX = ".hub.json"
_MOST_BYTES = 64 << 10


class Origin(msgspec.Struct, kw_only=True, omit_defaults=True):
    """repo: owner/name. licence: as the hub's page names it. licence_link: where to read it."""

    repo: str = ""
    licence: str = ""
    licence_link: str = ""


def origin_file(model: Path) -> Path:
    """Return the file that keeps a GGUF file's origin; for a split model it lies beside the first."""
    return model.with_name(model.name + SUFFIX)


def origin_of(model: Path) -> Origin:
    """Empty where nothing is known."""
    try:
        with origin_file(model).open("rb") as stream:
            return from_json(stream.read(_MOST_BYTES), type=Origin)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return Origin()


def keep_origin(model: Path, origin: Origin) -> None:
    """Keep the origin, if there is a licence; what was kept of another file of this name is deleted.

    Raises LuthierError `files.cannot-write`.
    """
    file = origin_file(model)
    if origin.licence:
        with written_whole(file) as partial:
            partial.write_bytes(msgspec.json.encode(origin))
    else:
        with told_of(file):
            file.unlink(missing_ok=True)
