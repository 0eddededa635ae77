"""From the parts of a split model to one file: the first part's keys as they lie, then the tensors of all."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from core.errors import LuthierError
from core.gguf.header import MAGIC, VERSIONS, Header, read_header
from core.gguf.split import KEYS

_BLOCK = 8 << 20  # bytes copied at a time


class _Plan(NamedTuple):
    """infos: the tensors' section of the joined file. header: all of it, as it will be read."""

    infos: bytes
    header: Header


def joined_header(parts: Sequence[Header]) -> Header:
    """What the joined file will say of itself. Its path is the first part's, where the keys are; of a single part it is
    that part's own."""
    return parts[0] if len(parts) == 1 else _plan(parts).header


def join(parts: Sequence[Header], output: Path, progress: Callable[[int, int], None]) -> None:
    """Write `output`. progress(done, total) counts bytes. Not atomic: for the caller to throw away on failure.

    Raises LuthierError `model.changed` when the parts are not what they were when their headers were read.
    """
    infos, header = _plan(parts)
    with output.open("wb") as file:
        file.write(struct.pack("<4sIQQ", MAGIC, VERSIONS[-1], len(header.tensors), len(header.spans)))
        file.write(_keys(parts[0]) + infos)
        for begins, block in _blocks(parts):
            if begins:
                file.write(bytes(-file.tell() % header.alignment))
            file.write(block)
            progress(file.tell(), header.size)
        file.write(bytes(-file.tell() % header.alignment))
    written = read_header(output)
    if (written.size, written.values, written.tensors) != (header.size, header.values, header.tensors):
        raise _changed(parts[0])


def _plan(parts: Sequence[Header]) -> _Plan:
    first, alignment = parts[0], parts[0].alignment
    kept = {key: span for key, span in first.spans.items() if key not in KEYS}
    infos, tensors, offset = [], {}, 0
    for tensor in (tensor for part in parts for tensor in part.tensors.values()):
        name, shape = tensor.name.encode(), tensor.shape[: tensor.n_axes]
        infos.append(struct.pack("<Q", len(name)) + name)
        infos.append(struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, tensor.kind, offset))
        tensors[tensor.name] = tensor._replace(start=offset)
        offset += tensor.size + -tensor.size % alignment
    section = b"".join(infos)
    start = 24 + sum(end - begin for begin, end in kept.values()) + len(section)  # 24: magic, version, two counts
    start += -start % alignment
    header = Header(
        first.path,
        start + offset,
        {key: value for key, value in first.values.items() if key not in KEYS},
        {key: kind for key, kind in first.kinds.items() if key not in KEYS},
        first.arrays,
        {name: tensor._replace(start=start + tensor.start) for name, tensor in tensors.items()},
        kept,
    )
    return _Plan(section, header)


def _keys(first: Header) -> bytes:
    """Keys and values of the first part, without those of splitting."""
    with first.path.open("rb") as file:
        found = []
        for key, (begin, end) in first.spans.items():
            if key not in KEYS:
                file.seek(begin)
                found.append(file.read(end - begin))
    return b"".join(found)


def _blocks(parts: Sequence[Header]) -> Iterator[tuple[bool, bytes]]:
    """The tensors' bytes in order, and whether a tensor begins with them."""
    for part in parts:
        with part.path.open("rb") as file:
            for tensor in part.tensors.values():
                file.seek(tensor.start)
                for begin in range(0, tensor.size, _BLOCK):
                    wanted = min(_BLOCK, tensor.size - begin)
                    block = file.read(wanted)
                    if len(block) < wanted:
                        raise _changed(part)
                    yield begin == 0, block


def _changed(part: Header) -> LuthierError:
    return LuthierError(
        "model.changed",
        f"{part.path} or a part beside it changed while the parts were joined.",
        "Wait until whatever writes them is done, and start again.",
    )
