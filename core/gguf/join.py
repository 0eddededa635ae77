"""Joins a model's parts into one file: the first part's keys, some changed, then the tensors of all, some rewritten.

Also a model in several files, as llama.cpp splits it: x-00001-of-00003.gguf and so on. The first has all metadata of
the model. Each has some of its tensors, its own number, and the number of tensors in all parts.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.gguf.header import MAGIC, VERSIONS, Header, ModelFile, header_of, read_header
from core.gguf.kind import SPLIT_COUNT, is_split
from core.gguf.part_names import all_parts, part
from core.gguf.types import STRING, TENSOR_TYPES, U32, TensorInfo

_BLOCK = 8 << 20  # bytes copied at a time

NUMBER, TENSORS = "split.no", "split.tensors.count"  # numbers begin at 0
KEYS = (NUMBER, SPLIT_COUNT, TENSORS)
_MOST_ALIGNMENT = 1 << 16  # bytes; 32 is usual
_AGAIN = "Download all parts again, from the same place and into the same folder."


def by_layer(header: Header) -> Header:
    """Return a header with its tensors in the order of llama.cpp's quantizer: by layer, those without a layer first,
    then by name.
    """

    def place(name: str) -> tuple[int, str]:
        layer = re.match(r"blk\.(\d+)\.", name)
        return int(layer[1]) if layer else -1, name

    return replace(header, tensors={name: header.tensors[name] for name in sorted(header.tensors, key=place)})


class Rewritten(NamedTuple):
    """A tensor that is not copied: its new type (enum ggml_type), and its bytes in pieces, made on demand."""

    kind: int
    pieces: Callable[[], Iterable[bytes]]


_NOTHING: Mapping[str, Rewritten] = MappingProxyType({})


class _Plan(NamedTuple):
    """keys, infos: the joined file's sections before the tensors' data. header: the header of the result."""

    keys: bytes
    infos: bytes
    header: Header


def joined_header(parts: Sequence[Header]) -> Header:
    """Return the header that the joined file will have. Its path is the first part's, which has the keys; a single
    part's header is returned unchanged.
    """
    return parts[0] if len(parts) == 1 else _plan(parts).header


def join(
    parts: Sequence[Header],
    output: Path,
    progress: ReportProgress,
    changes: Mapping[str, str | int] = MappingProxyType({}),
    rewritten: Mapping[str, Rewritten] = _NOTHING,
) -> None:
    """Write `output`. progress(done, total) counts bytes. Not atomic: on failure the caller deletes the file.

    changes: keys to add or replace: texts and 32-bit numbers.
    rewritten: tensors by name that differ from the parts'.
    Raises LuthierError `model.changed` if the parts have changed since their headers were read.
    """
    keys, infos, header = _plan(parts, changes, rewritten)
    with output.open("wb") as file:
        file.write(struct.pack("<4sIQQ", MAGIC, VERSIONS[-1], len(header.tensors), len(header.spans)))
        file.write(keys + infos)
        for begins, block in _blocks(parts, rewritten):
            if begins:
                file.write(bytes(-file.tell() % header.alignment))
            file.write(block)
            progress(file.tell(), header.size)
        file.write(bytes(-file.tell() % header.alignment))
    written = read_header(output)
    if (written.size, written.values, written.tensors) != (header.size, header.values, header.tensors):
        raise _changed(parts[0])


def _plan(
    parts: Sequence[Header],
    changes: Mapping[str, str | int] = MappingProxyType({}),
    rewritten: Mapping[str, Rewritten] = _NOTHING,
) -> _Plan:
    first, alignment = parts[0], parts[0].alignment
    gone = {*KEYS, *changes}
    kept = {key: span for key, span in first.spans.items() if key not in gone}
    keys = _read(first, kept) + b"".join(_encoded(key, value) for key, value in changes.items())
    infos, tensors, offset = [], {}, 0
    for tensor in (tensor for source in parts for tensor in source.tensors.values()):
        if tensor.name in rewritten:
            tensor = _of_type(tensor, rewritten[tensor.name].kind)
        name, shape = tensor.name.encode(), tensor.shape[: tensor.n_axes]
        infos.append(struct.pack("<Q", len(name)) + name)
        infos.append(struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, tensor.kind, offset))
        tensors[tensor.name] = tensor._replace(start=offset)
        offset += tensor.size + -tensor.size % alignment
    section = b"".join(infos)
    start = 24 + len(keys) + len(section)  # 24: magic, version, two counts
    start += -start % alignment
    header = Header(
        first.path,
        start + offset,
        {key: value for key, value in first.values.items() if key not in gone} | dict(changes),
        {key: kind for key, kind in first.kinds.items() if key not in gone}
        | {key: _kind(value) for key, value in changes.items()},
        first.arrays,
        {name: tensor._replace(start=start + tensor.start) for name, tensor in tensors.items()},
        kept | dict.fromkeys(changes, (0, 0)),
    )
    return _Plan(keys, section, header)


def _of_type(tensor: TensorInfo, kind: int) -> TensorInfo:
    row = TENSOR_TYPES[kind]
    return tensor._replace(kind=kind, size=tensor.elements // row.block * row.size)


def _read(first: Header, spans: Mapping[str, tuple[int, int]]) -> bytes:
    """Read the raw bytes of keys and values from the file."""
    with first.path.open("rb") as file:
        found = []
        for begin, end in spans.values():
            file.seek(begin)
            found.append(file.read(end - begin))
    return b"".join(found)


def _encoded(key: str, value: str | int) -> bytes:
    raw = struct.pack("<I", value) if isinstance(value, int) else _text(value)
    return _text(key) + struct.pack("<I", _kind(value)) + raw


def _text(text: str) -> bytes:
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw


def _kind(value: str | int) -> int:
    return U32 if isinstance(value, int) else STRING


def _blocks(parts: Sequence[Header], rewritten: Mapping[str, Rewritten]) -> Iterator[tuple[bool, bytes]]:
    """Yield the tensors' bytes in order, and whether a tensor begins with them."""
    for source in parts:
        with source.path.open("rb") as file:
            for tensor in source.tensors.values():
                if tensor.name in rewritten:
                    for number, piece in enumerate(rewritten[tensor.name].pieces()):
                        yield number == 0, piece
                    continue
                file.seek(tensor.start)
                for begin in range(0, tensor.size, _BLOCK):
                    wanted = min(_BLOCK, tensor.size - begin)
                    block = file.read(wanted)
                    if len(block) < wanted:
                        raise _changed(source)
                    yield begin == 0, block


def _changed(part: Header) -> LuthierError:
    return LuthierError(
        "model.changed",
        f"{part.path} or a part beside it changed while the parts were joined.",
        "Wait until whatever writes them is done, and start again.",
    )


def read_parts(any_part: ModelFile) -> list[Header]:
    """Read the headers of the model's files in order, checked against each other; one header if the model is not split.

    Raises LuthierError `model.split-name`, `model.missing-part`, `model.wrong-part`, and the errors of header_of.
    """
    header = header_of(any_part)
    if not is_split(header):
        return [header]
    parts = [header if file == header.path else read_header(file) for file in _files(header)]
    for number, one in enumerate(parts):
        _require_number(one, number, len(parts))
    _require_tensors(parts)
    _require_alignment(parts[0])
    return parts


def _files(header: Header) -> list[Path]:
    path, count = header.path, int(header.values[SPLIT_COUNT])
    piece = part(path)
    if piece is None or piece.total != count:
        raise LuthierError(
            "model.split-name",
            f"{path} is one of {count} files that a model was split into, and its name does not say where the others "
            "are.",
            f"Give the files the names they had, such as model-00001-of-{count:05}.gguf, all in one folder.",
        )
    files = all_parts(path)
    missing = [file.name for file in files if not file.is_file()]
    if missing:
        raise LuthierError(
            "model.missing-part",
            f"{path.name} is one of {count} files, and {len(missing)} of them are not there: {missing[0]}.",
            "Download the missing files into the same folder.",
        )
    return files


def _require_number(header: Header, number: int, count: int) -> None:
    """number: from 0."""
    said, of = header.values.get(NUMBER), header.values.get(SPLIT_COUNT)
    if (said, of) == (number, count):
        return
    what = f"part {said + 1} of {of}" if isinstance(said, int) and of is not None else "no part of a split model"
    raise LuthierError(
        "model.wrong-part",
        f"{header.path} is named as part {number + 1} of {count}, and says that it is {what}.",
        _AGAIN,
    )


def _require_alignment(first: Header) -> None:
    """Limits the alignment: a first part without tensors may claim any, and joining would pad all tensors to it."""
    if first.alignment > _MOST_ALIGNMENT:
        raise LuthierError(
            "model.unreadable",
            f"{first.path} wants tensors at multiples of {first.alignment:,} bytes, where at most {_MOST_ALIGNMENT:,} "
            "are sensible.",
            _AGAIN,
        )


def _require_tensors(parts: Sequence[Header]) -> None:
    places: dict[str, Path] = {}
    for one in parts:
        for name in one.tensors:
            if name in places:
                raise LuthierError(
                    "model.wrong-part",
                    f"The tensor {name} is in two parts, {places[name].name} and {one.path.name}.",
                    _AGAIN,
                )
            places[name] = one.path
    for one in parts:
        told = one.values.get(TENSORS, len(places))
        if told != len(places):
            raise LuthierError(
                "model.wrong-part",
                f"The {len(parts)} parts hold {len(places)} tensors together, and {one.path} says that the model has "
                f"{told}.",
                _AGAIN,
            )
