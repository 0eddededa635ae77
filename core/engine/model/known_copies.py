"""Which file holds the copies of a model's weights, remembered, so that a start has to read neither to know.

Both files are known by their place, size, inode and times of change. A model that was converted anew has others, and so
has a file of copies that was written to: then the weights are hashed and the copies checked again. What a disk loses by
itself is not found that way, in the copies no more than in the model.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from core.engine.ggml.tensor import Tensor
from core.engine.model.gguf_file import GgufFile
from core.shared import paths
from core.shared.errors import LuthierError
from core.shared.files import written_whole
from core.shared.plain_json import from_json

Stamp = tuple[int, int, int, int]  # size, time of change (ns), inode, its own time of change (ns)


class _Known(msgspec.Struct, frozen=True):
    """As both files were when the copies were last used. name: of the copies' file."""

    model: Stamp
    name: str
    copies: Stamp


class KnownCopies:
    """Of one model as it is mapped, and one description of copies, which says all that their making depends on."""

    def __init__(self, model: GgufFile, weights: Sequence[Tensor], description: str) -> None:
        """weights: those that are copied."""
        places = [(model.offset(weight), weight.kind, weight.shape) for weight in weights]
        digest = blake2b(repr((str(model.path.absolute()), places, description)).encode(), digest_size=16)
        self._memory = paths.cache_dir() / "known-copies" / f"{digest.hexdigest()}.json"
        self._model = model
        self._stamp = _stamp(model.status())

    def find(self, folder: Path) -> str | None:
        """The name of their file, whole and undamaged when it was last used and unchanged since."""
        try:
            known = from_json(self._memory.read_bytes(), type=_Known)
            is_unchanged = known.model == self._stamp and known.copies == _stamp((folder / known.name).stat())
        except (OSError, ValueError):
            return None
        return known.name if is_unchanged else None

    def remember(self, copies: Path) -> None:
        """Of a file that holds what it should, and will not be touched by this start again."""
        with contextlib.suppress(OSError, LuthierError):  # it can be found out again
            if _stamp(self._model.status()) == self._stamp:
                known = _Known(self._stamp, copies.name, _stamp(copies.stat()))
                with written_whole(self._memory) as partial:
                    partial.write_bytes(msgspec.json.encode(known))


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns
