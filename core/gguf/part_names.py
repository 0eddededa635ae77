"""Names of GGUF files: which belong to one split model, and which hold the part that reads pictures, as llama.cpp names
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath, PurePosixPath
from typing import NamedTuple, TypeVar

_P = TypeVar("_P", bound=PurePath)
_ENCODER = re.compile(r"(?<![a-z])mmproj(?![a-z])", re.IGNORECASE)
_FINENESS = ("f16", "bf16", "f32", "q8_0")  # of files for pictures, the one that most programs take first
_FORMAL = re.compile(r"mmproj|ggml|gguf|model", re.IGNORECASE)  # words that say of no model which it is
_TYPE = re.compile(r"(?<![a-z0-9])(?:(?:ud-)?i?q\d\w*|bf16|f16|f32|fp16)(?![a-z0-9])", re.IGNORECASE)
_PART = re.compile(r"(.*)-(\d{5})-of-(\d{5})\.(?i:gguf)")


class Part(NamedTuple):
    """x-00002-of-00003.gguf is number 2 of 3 of x."""

    of: str
    number: int
    total: int


def part(path: PurePath) -> Part | None:
    """Return which part a file is, by its name; None for a whole one."""
    match = _PART.fullmatch(path.name)
    found = Part(match[1], int(match[2]), int(match[3])) if match else None
    return found if found and 1 <= found.number <= found.total else None


def all_parts(path: _P) -> list[_P]:
    """Return the files of the split model that one is a part of by its name, in order; a whole file alone."""
    piece = part(path)
    return [path] if piece is None else [_numbered(path, piece, number) for number in range(1, piece.total + 1)]


def first_part(path: _P) -> _P:
    """Return the first file of a split model, which says what the model is."""
    piece = part(path)
    return path if piece is None else _numbered(path, piece, 1)


def models_among(names: Iterable[str]) -> list[str]:
    """Return file names without those of further parts: of a split model the first part there is stands for all."""
    found: dict[str, str] = {}
    for name in sorted(names):
        found.setdefault(str(first_part(PurePosixPath(name))), name)
    return list(found.values())


def is_encoder(name: str) -> bool:
    """Return whether a file is called as those are that read pictures or sound for a model."""
    return _ENCODER.search(PurePosixPath(name).name) is not None


def language_models(names: Iterable[str]) -> list[str]:
    """Return what models_among does, without files that only read pictures for another model."""
    found = models_among(names)
    return [name for name in found if not is_encoder(name)] or found


def encoders_of(model: str, encoders: Iterable[str], models: Iterable[str]) -> list[str]:
    """Return which of these files beside a model read pictures for it, by their names.

    Those that are called as the model is, or else those that name no model, where no other model is beside it. models:
    those there are, in any type; the model itself may be among them.
    """
    own, found = _which(model), list(encoders)
    named = [name for name in found if own and (said := _which(name)) and (said in own or own in said)]
    is_alone = {_which(name) for name in models} <= {own}
    return named or [name for name in found if is_alone and not _which(name)]


def _which(name: str) -> str:
    """Which model a file is of, by its name: without what says how fine it is, or that it is a model."""
    bare = _TYPE.sub("", _FORMAL.sub("", PurePosixPath(name).name))
    return re.sub(r"-\d{5}-of-\d{5}|[^a-z0-9]", "", bare.lower())


def finest_encoder(names: Iterable[str]) -> str:
    """Return which of several encoder files to use: the finest, or the first if no name says how fine it is."""

    def place(name: str) -> tuple[int, str]:
        said = re.split(r"[^a-z0-9_]+", name.lower().replace("q8_0", " q8_0 "))
        return next((at for at, kind in enumerate(_FINENESS) if kind in said), len(_FINENESS)), name

    return min(names, key=place)


def _numbered(path: _P, piece: Part, number: int) -> _P:
    return path.with_name(f"{piece.of}-{number:05}-of-{piece.total:05}{path.suffix}")
