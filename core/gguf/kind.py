"""The kind of a GGUF file's contents (many are not language models), and whether Luthier wrote the file.

Luthier's own files carry a mark, which is checked before a file is replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.base.errors import Do, LuthierError
from core.gguf.header import Header, read_header

SPLIT_COUNT = "split.count"  # key: the number of files of the model
_BESIDE = Do.by("Choose its model, and give it beside that.", "--adapter")
_CHOOSE = "Choose the language model itself."

# general.type, or an architecture that is not a language model's -> kind of file
_KINDS = {
    "adapter": ("an adapter, which works only on the model it was made for", _BESIDE),
    "mmproj": ("the part of a model that reads pictures or sound", _CHOOSE),
    "clip": ("the part of a model that reads pictures or sound", _CHOOSE),
    "imatrix": ("an importance matrix for quantizing", _CHOOSE),
}  # fmt: skip
_EMBEDDING = ("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "modern-bert", "neo-bert", "t5encoder")

MADE = "luthier.made"  # key: the command that wrote a model (convert, quantize, export)
SOURCE_CLASS = "luthier.source_class"  # key: the Hugging Face class of a converted checkpoint
# The beginning of a key; it continues with a tensor below its layer, without `.weight`. Holds the numbers of
# config.json that conversion multiplied into its weights. With ROWS appended, the number of rows for each, unless one
# has all.
FOLDED, ROWS = "luthier.folded.", ".rows"
RUN = "luthier.run"  # key: the name of an export's run


def reads_pictures(header: Header) -> bool:
    """Return whether the file is a model's vision or audio encoder; older ones lack general.type."""
    return header.text("general.type") == "mmproj" or header.architecture == "clip"


def is_split(header: Header) -> bool:
    """Return whether the file's metadata marks it as a part of a split model."""
    count = header.values.get(SPLIT_COUNT, 1)
    return isinstance(count, int) and count > 1


def require_model(header: Header) -> None:
    """Require a model of some kind. Raises LuthierError `model.not-a-language-model` for a file whose metadata denies
    it.
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
    pooled = header.values.get(f"{header.architecture}.pooling_type", 0)  # 0: no pooling
    if header.architecture in _EMBEDDING or pooled:
        return "a model that turns texts into vectors and writes none", _CHOOSE
    if not header.tensors and "tokenizer.ggml.model" in header.values:
        return "only a vocabulary, without any weights", _CHOOSE
    return None


def made_by(command: str, run: str = "") -> Callable[[Path], bool]:
    """Return a test whether a file is a model that this command wrote; with `run`, for this run."""
    return lambda path: _text(path, MADE) == command and (not run or _text(path, RUN) == run)


def is_adapter_of_ours(path: Path) -> bool:
    """Return whether a file is an adapter that Luthier trained."""
    return _text(path, "general.type") == "adapter" and _text(path, RUN) is not None


def run_of(path: Path) -> str | None:
    """Return the run named in a file; None if it names none or is unreadable."""
    return _text(path, RUN)


def _text(path: Path, key: str) -> str | None:
    try:
        return read_header(path).text(key)
    except LuthierError:
        return None
