"""What sort of thing a GGUF file holds, many are no language models, and whether it is one of our own.

Which GGUF files are our own: the mark that tells them from other people's before one is replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.base.errors import Do, LuthierError
from core.gguf.header import Header, read_header

SPLIT_COUNT = "split.count"  # the key that says how many files the model is in
_BESIDE = Do.by("Choose its model, and give it beside that.", "--adapter")
_CHOOSE = "Choose the language model itself."

# general.type, or an architecture that is none of a language model -> what it is
_KINDS = {
    "adapter": ("an adapter, which works only on the model it was made for", _BESIDE),
    "mmproj": ("the part of a model that reads pictures or sound", _CHOOSE),
    "clip": ("the part of a model that reads pictures or sound", _CHOOSE),
    "imatrix": ("an importance matrix for quantizing", _CHOOSE),
}  # fmt: skip
_EMBEDDING = ("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "modern-bert", "neo-bert", "t5encoder")

MADE = "luthier.made"  # key: the command that wrote a model (convert, quantize, export)
SOURCE_CLASS = "luthier.source_class"  # key: Hugging Face's class of the checkpoint that a model was converted from
# How a key begins that goes on with a tensor below its layer, without `.weight`: the numbers of config.json that its
# weights were multiplied by when they were converted. With ROWS behind, how many rows each is of, if not of all.
FOLDED, ROWS = "luthier.folded.", ".rows"
RUN = "luthier.run"  # key: the name of the run that an export is of


def reads_pictures(header: Header) -> bool:
    """Return whether the file is the part of a model that reads pictures or sound; older ones lack general.type."""
    return header.text("general.type") == "mmproj" or header.architecture == "clip"


def is_split(header: Header) -> bool:
    """Return whether the file is one of several that a model was split into, by its own word."""
    count = header.values.get(SPLIT_COUNT, 1)
    return isinstance(count, int) and count > 1


def require_model(header: Header) -> None:
    """Require a model of some kind. Raises LuthierError `model.not-a-language-model` for a file that is no model at
    all, by its own word.
    """
    for name in (header.text("general.type") or "", header.architecture):
        if name in _KINDS:
            what, hint = _KINDS[name]
            raise LuthierError("model.not-a-language-model", f"{header.path} is {what}.", hint)


def require_language_model(header: Header) -> None:
    """Require a whole language model. Raises LuthierError `model.not-a-language-model` or `model.split`."""
    require_model(header)
    if (found := _other_kind(header)) is not None:
        what, hint = found
        raise LuthierError("model.not-a-language-model", f"{header.path} is {what}.", hint)
    if is_split(header):
        count = header.values[SPLIT_COUNT]
        raise LuthierError(
            "model.split",
            f"{header.path} is only one of {count} files that a model was split into.",
            "Give the parts as a model; they are joined on the way.",
        )


def _other_kind(header: Header) -> tuple[str, str] | None:
    pooled = header.values.get(f"{header.architecture}.pooling_type", 0)  # 0: not
    if header.architecture in _EMBEDDING or pooled:
        return "a model that turns texts into vectors and writes none", _CHOOSE
    if not header.tensors and "tokenizer.ggml.model" in header.values:
        return "only a vocabulary, without any weights", _CHOOSE
    return None


def made_by(command: str, run: str = "") -> Callable[[Path], bool]:
    """Return a test whether a file is a model that this command wrote; of this run, where one is named."""
    return lambda path: _text(path, MADE) == command and (not run or _text(path, RUN) == run)


def is_adapter_of_ours(path: Path) -> bool:
    """Return whether a file is an adapter that Luthier trained."""
    return _text(path, "general.type") == "adapter" and _text(path, RUN) is not None


def run_of(path: Path) -> str | None:
    """Return the run that a file says it is of; None where it says none, or cannot be read."""
    return _text(path, RUN)


def _text(path: Path, key: str) -> str | None:
    try:
        return read_header(path).text(key)
    except LuthierError:
        return None
