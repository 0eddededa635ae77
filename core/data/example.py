"""Defines an example, the tokens that the model reads from their beginning, and files of examples."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.bounded_file import open_plain
from core.base.errors import LuthierError, in_words
from core.base.files import written_whole

Int32 = NDArray[np.int32]
Bool = NDArray[np.bool_]

_DAMAGED = (  # errors of zipfile and numpy for damaged files
    OSError, ValueError, KeyError, EOFError, RuntimeError, MemoryError, OverflowError, struct.error, zlib.error,
    zipfile.BadZipFile,
)  # fmt: skip
_UNPACKED, _MOST = 256 << 20, 1 << 20  # most bytes and examples in a run's file


@dataclass(frozen=True, eq=False)
class Example:
    """Tokens, and which of them are supervised.

    tokens: [n]; supervised: [n], where supervised[i] means that tokens[i] is predicted from tokens[:i]. supervised[0]
    is always False: nothing precedes the first token.
    """

    tokens: Int32
    supervised: Bool

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def n_supervised(self) -> int:
        """Return the number of tokens that count in the loss."""
        return int(self.supervised.sum())


def read_examples(file: Path) -> list[Example]:
    """Read a run's examples. Raises LuthierError `export.bad-evaluation`."""
    try:
        with open_plain(file) as stream:
            with zipfile.ZipFile(stream) as whole:
                if sum(part.file_size for part in whole.infolist()) > _UNPACKED:  # the most that is unpacked
                    raise ValueError(f"it unpacks to more than {_UNPACKED >> 20} MB")
                if damaged := whole.testzip():  # reads all of it; numpy ignores checksums
                    raise ValueError(f"{damaged} in it is damaged")
            stream.seek(0)
            with np.load(stream, allow_pickle=False) as arrays:
                lengths, whole_tokens, trained = arrays["lengths"], arrays["tokens"], arrays["trained"]
        if len(lengths) > _MOST:
            raise ValueError(f"it has {len(lengths):,} examples, more than any that Luthier keeps")
        ends = np.cumsum(lengths)[:-1]
        tokens, supervised = np.split(whole_tokens, ends), np.split(trained, ends)
    except _DAMAGED as error:
        raise LuthierError("export.bad-evaluation", f"{file} cannot be read: {in_words(error)}.") from error
    return list(map(Example, tokens, supervised))


def write_examples(file: Path, examples: Sequence[Example]) -> None:
    """Write a run's examples. Raises LuthierError `files.cannot-write`."""
    with written_whole(file) as partial, partial.open("wb") as opened:
        np.savez_compressed(
            opened,
            tokens=np.concatenate([s.tokens for s in examples]),
            trained=np.concatenate([s.supervised for s in examples]),
            lengths=np.array([len(s.tokens) for s in examples], np.int32),
        )
