"""The base model's file, for a machine that lacks it: in parts, from the training."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from distributed.protocol import to_serialize

from core.cluster.dask_server import MachineWorker
from core.cluster.questions import COPY, Base
from core.shared import paths
from core.shared.callbacks import ReportProgress
from core.shared.errors import LuthierError
from core.shared.files import nearest_existing, written_whole
from core.shared.texts.numbers import brief_size

ReadPart = Callable[[int], bytes]  # from that byte on. Raises OSError

_PART = 4 << 20  # bytes
_RESERVE = 256 << 20  # bytes of the disk that are left alone


def read_part(path: Path, start: int) -> bytes:
    """Of a file from that byte on, as much as is sent at a time. Raises OSError."""
    with path.open("rb") as file:
        file.seek(start)
        return file.read(_PART)


def answering(path: Path, report: ReportProgress = lambda done, total: None) -> Callable[..., Any]:
    """For those who ask. report: how much was asked for, in bytes."""

    async def part(start: int) -> dict[str, Any]:
        content = await asyncio.to_thread(read_part, path, int(start))
        report(int(start) + len(content), path.stat().st_size)
        return {"part": to_serialize(np.frombuffer(content, np.uint8))}

    return part


def asking(worker: MachineWorker, training: str) -> ReadPart:
    """For a thread, which waits for the answer."""

    def read(start: int) -> bytes:
        return np.asarray(worker.asked_of(training, COPY, start=start)["part"], np.uint8).tobytes()

    return read


def fetch(base: Base, read: ReadPart, folder: Path, report: ReportProgress) -> Path:
    """Write the file into the folder, under a name that no other has there; whoever wants it checks its checksums.

    Raises LuthierError `cluster.no-room`, `cluster.lost`, `files.cannot-write`.
    """
    _require_room(base.size, folder)
    path = folder / f"{paths.plain(base.name.removesuffix('.gguf'))}.gguf"
    if path.exists():
        path = path.with_stem(f"{path.stem}-{base.header:08x}")
    with written_whole(path) as partial, partial.open("wb") as file:
        while file.tell() < base.size:
            try:
                part = read(file.tell())
            except OSError as error:
                raise _lost(base) from error
            if not part:
                raise _lost(base)
            file.write(part)
            report(min(file.tell(), base.size), base.size)
    return path


def _require_room(needed: int, folder: Path) -> None:
    free = shutil.disk_usage(nearest_existing(folder)).free
    if needed + _RESERVE > free:
        raise LuthierError(
            "cluster.no-room",
            f"the base model is {brief_size(needed)} large, and of the disk of {folder} {brief_size(free)} are free.",
            f"Make room there; {brief_size(_RESERVE)} are left alone.",
        )


def _lost(base: Base) -> LuthierError:
    return LuthierError("cluster.lost", f"{base.name} did not come to its end.", "Start or resume the training again.")
