"""One program at a time writes what a person asked for under a name: of two the last that was whole would stay."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.shared import paths
from core.shared.errors import LuthierError
from core.shared.owned_lock import OwnedLock
from core.shared.private import make_private


@contextmanager
def claimed(output: Path) -> Iterator[None]:
    """Have that file or folder for oneself. Raises LuthierError `files.busy`.

    The lock lies with Luthier's own things, so that none is left beside the user's. Where nothing may be written
    there nobody is kept away.
    """
    folder = paths.home() / "locks"
    name = hashlib.sha256(os.fsencode(os.path.realpath(output))).hexdigest()[:32]
    lock, is_ours = OwnedLock(folder / f"{name}.lock"), True
    with contextlib.suppress(OSError):
        make_private(folder)
        is_ours = lock.take()
    if not is_ours:
        raise LuthierError(
            "files.busy",
            f"{output} is being written by {lock.holder}.",
            "Wait until that is done, or choose another name.",
        )
    try:
        yield
    finally:
        lock.give_back()
