"""A model in several files, as llama.cpp splits it: x-00001-of-00003.gguf and so on.

The first holds all that is known of the model. Each holds some of its tensors, and says which part it is and how many
tensors all parts hold together.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.base.errors import LuthierError
from core.gguf.header import Header, ModelFile, header_of, read_header
from core.gguf.kind import SPLIT_COUNT, is_split
from core.gguf.part_names import all_parts, part

NUMBER, TENSORS = "split.no", "split.tensors.count"  # the number begins at 0
KEYS = (NUMBER, SPLIT_COUNT, TENSORS)
_MOST_ALIGNMENT = 1 << 16  # bytes; usual are 32
_AGAIN = "Download all parts again, from the same place and into the same folder."


def read_parts(any_part: ModelFile) -> list[Header]:
    """The model's files in order, checked against each other; one for a model that is whole.

    Raises LuthierError `model.split-name`, `model.missing-part`, `model.wrong-part`, and what header_of raises.
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
    """A first part without tensors may claim any, which the tensors of all would be padded to when they are joined."""
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
