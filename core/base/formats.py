"""Versioned JSON files that outlive a version of Luthier: each carries its format's version and a checksum.

    {"format": 2, "luthier": "0.1.0", "checksum": "8d3f01c2", …}

A file without `format` has version 1. Older files are migrated as they are read; newer ones are refused, and so never
overwritten. The checksum covers the JSON's content, not its layout; an empty one (`"checksum": ""`) marks a file as
edited by hand. These three keys mean the same in all versions.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from core import __version__
from core.base.bounded_file import from_json, read_plain
from core.base.errors import LuthierError
from core.base.files import written_whole

T = TypeVar("T")
Values = dict[str, Any]
Migration = Callable[[Values], Values]

_FORMAT, _WRITER, _CHECKSUM = "format", "luthier", "checksum"
_BY_HAND = ""  # instead of a checksum


class DamagedError(ValueError):
    """A file that differs from what was written. Its message continues "it cannot be read:"."""


@dataclass(frozen=True)
class Format(Generic[T]):
    """The format of one kind of file.

    version: the one that this Luthier writes. migrations: functions from a version's values to the next version's, if
    they differ. has_checksum: false if people write the file by hand, or another file has the checksums.
    """

    type: type[T]
    version: int = 2  # the first version with checksums
    migrations: Mapping[int, Migration] = field(default_factory=dict)
    has_checksum: bool = True


def read(file: Path, form: Format[T]) -> T:
    """Read a value from a file. Raises OSError, ValueError if it is damaged, and LuthierError `formats.newer`."""
    return decoded(read_plain(file), form, file)


def decoded(content: bytes, form: Format[T], file: Path) -> T:
    """Decode a file's content. Raises as `read` does."""
    values = from_json(content, type=Values)
    version = values.get(_FORMAT, 1)
    if not isinstance(version, int) or version < 1:
        raise DamagedError(f"its {_FORMAT} is {version!r}")
    if form.has_checksum:
        _require_as_written(values, version)
    if version > form.version:
        raise newer(str(file), str(values.get(_WRITER, "")))
    if version == form.version:  # fast path: lists read many files
        return from_json(content, type=form.type)
    for at in range(version, form.version):
        values = form.migrations.get(at, dict)(values)
    return msgspec.json.decode(msgspec.json.encode(values), type=form.type)


def encoded(value: T, form: Format[T], indent: int = -1, kept: Values | None = None) -> bytes:
    """Encode a value as a file's content. indent: -1 for one line. kept: values of another version of Luthier to keep
    in it.
    """
    values = {_FORMAT: form.version, _WRITER: __version__} | msgspec.json.decode(msgspec.json.encode(value))
    values |= kept or {}
    if form.has_checksum:
        values[_CHECKSUM] = _checksum(values)
    return msgspec.json.format(msgspec.json.encode(values), indent=indent)


def write(file: Path, value: T, form: Format[T], indent: int = -1) -> None:
    """Write a value. Unknown values in an existing file of the same format version are kept.

    Raises LuthierError `formats.newer` if the existing file has a newer version, `files.cannot-write`.
    """
    kept: Values = {}
    with contextlib.suppress(OSError, ValueError):
        decoded(there := read_plain(file), form, file)
        kept = _unknown(from_json(there, type=Values), form)
    with written_whole(file) as partial:
        partial.write_bytes(encoded(value, form, indent, kept))


def newer(what: str, writer: str) -> LuthierError:
    """Return `formats.newer`. writer: the version of Luthier that wrote it."""
    by = f"Luthier {writer}" if writer else "a newer Luthier"
    return LuthierError(
        "formats.newer",
        f"{what} was written by {by}, in a form that this one ({__version__}) does not know.",
        "Update Luthier to open it. It is left as it is.",
    )


def _unknown(values: Values, form: Format[Any]) -> Values:
    """Return the values of a file that this version does not know. Values that only an older format version had are
    dropped.
    """
    if values.get(_FORMAT, 1) != form.version:
        return {}
    known = {_FORMAT, _WRITER, _CHECKSUM, *(one.encode_name for one in msgspec.structs.fields(form.type))}
    return {key: value for key, value in values.items() if key not in known}


def _require_as_written(values: Values, version: int) -> None:
    """Check the checksum; version 1 has none. Raises DamagedError."""
    written = values.get(_CHECKSUM)
    if written is None and version == 1:
        return
    if written not in (_BY_HAND, _checksum(values)):
        raise DamagedError("it is damaged, its checksum is another than when it was written")


def _checksum(values: Values) -> str:
    """Return the CRC-32 of all values except the checksum, as one line of JSON in the file's order."""
    rest = {key: value for key, value in values.items() if key != _CHECKSUM}
    return f"{zlib.crc32(msgspec.json.encode(rest)):08x}"
