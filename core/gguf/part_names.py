"""Names of GGUF files: parts of a split model, and vision encoders, by llama.cpp's naming."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath, PurePosixPath
from typing import NamedTuple, TypeVar

_P = TypeVar("_P", bound=PurePath)
_ENCODER = re.compile(r"(?<![a-z])mmproj(?![a-z])", re.IGNORECASE)
_FINENESS = ("f16", "bf16", "f32", "q8_0")  # types of encoder files, the first that most programs choose
_FORMAL = re.compile(r"mmproj|ggml|gguf|model", re.IGNORECASE)  # parts of a name that identify no model
_TYPE = re.compile(r"(?<![a-z0-9])(?:(?:ud-)?i?q\d\w*|bf16|f16|f32|fp16)(?![a-z0-9])", re.IGNORECASE)
_PART = re.compile(r"(.*)-(\d{5})-of-(\d{5})\.(?i:gguf)")


class Part(NamedTuple):
    """x-00002-of-00003.gguf is number 2 of 3 of x."""

    of: str
    number: int
    total: int


def part(path: PurePath) -> Part | None:
    """Return a file's part number by its name; None if it is not a part."""
    match = _PART.fullmatch(path.name)
    found = Part(match[1], int(match[2]), int(match[3])) if match else None
    return found if found and 1 <= found.number <= found.total else None


def all_parts(path: _P) -> list[_P]:
    """Return all files of a split model, in order, from the name of one part; a single file alone."""
    piece = part(path)
    return [path] if piece is None else [_numbered(path, piece, number) for number in range(1, piece.total + 1)]


def first_part(path: _P) -> _P:
    """Return a split model's first file, which has the model's metadata."""
    piece = part(path)
    return path if piece is None else _numbered(path, piece, 1)


def models_among(names: Iterable[str]) -> list[str]:
    """Return file names without further parts: a split model's first existing part stands for all."""
    found: dict[str, str] = {}
    for name in sorted(names):
        found.setdefault(str(first_part(PurePosixPath(name))), name)
    return list(found.values())


def is_encoder(name: str) -> bool:
    """Return whether a file's name is that of a vision or audio encoder."""
    return _ENCODER.search(PurePosixPath(name).name) is not None


def language_models(names: Iterable[str]) -> list[str]:
    """Return models_among's result, without encoders."""
    found = models_among(names)
    return [name for name in found if not is_encoder(name)] or found


def encoders_of(model: str, encoders: Iterable[str], models: Iterable[str]) -> list[str]:
    """Return which of these files beside a model are its encoders, by their names.

    These are the files with the model's name, or else the files that name no model, if no other model is beside it.
    models: the existing ones, of any type; they may include the model itself.
    """
    own, found = _which(model), list(encoders)
    named = [name for name in found if own and (said := _which(name)) and (said in own or own in said)]
    is_alone = {_which(name) for name in models} <= {own}
    return named or [name for name in found if is_alone and not _which(name)]


def _which(name: str) -> str:
    """Return a file's model by its name: without the type and words that mark it as a model."""
    bare = _TYPE.sub("", _FORMAL.sub("", PurePosixPath(name).name))
    return re.sub(r"-\d{5}-of-\d{5}|[^a-z0-9]", "", bare.lower())


def finest_encoder(names: Iterable[str]) -> str:
    """Return the best of several encoder files: the finest type, or the first if no name gives a type."""

    def place(name: str) -> tuple[int, str]:
        said = re.split(r"[^a-z0-9_]+", name.lower().replace("q8_0", " q8_0 "))
        return next((at for at, kind in enumerate(_FINENESS) if kind in said), len(_FINENESS)), name

    return min(names, key=place)


def _numbered(path: _P, piece: Part, number: int) -> _P:
    return path.with_name(f"{piece.of}-{number:05}-of-{piece.total:05}{path.suffix}")
