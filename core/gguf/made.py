"""Which GGUF files are our own: the mark that tells them from other people's before one is replaced."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.base.errors import LuthierError
from core.gguf.header import read_header

MADE = "luthier.made"  # key: the command that wrote a model (convert, quantize, export)
SOURCE_CLASS = "luthier.source_class"  # key: Hugging Face's class of the checkpoint that a model was converted from
# How a key begins that goes on with a tensor below its layer, without `.weight`: the numbers of config.json that its
# weights were multiplied by when they were converted. With ROWS behind, how many rows each is of, if not of all.
FOLDED, ROWS = "luthier.folded.", ".rows"
RUN = "luthier.run"  # key: the name of the run that an export is of


def made_by(command: str, run: str = "") -> Callable[[Path], bool]:
    """Asks whether a file is a model that this command wrote; of this run, where one is named."""
    return lambda path: _text(path, MADE) == command and (not run or _text(path, RUN) == run)


def is_adapter_of_ours(path: Path) -> bool:
    """Whether a file is an adapter that Luthier trained."""
    return _text(path, "general.type") == "adapter" and _text(path, RUN) is not None


def run_of(path: Path) -> str | None:
    """The run that a file says it is of; None where it says none, or cannot be read."""
    return _text(path, RUN)


def _text(path: Path, key: str) -> str | None:
    try:
        return read_header(path).text(key)
    except LuthierError:
        return None
