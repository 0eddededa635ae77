"""What sort of thing a GGUF file holds: many are no language models, and some hold only a part of one."""

from __future__ import annotations

from core.base.errors import LuthierError
from core.gguf.header import Header

SPLIT_COUNT = "split.count"  # the key that says how many files the model is in
_CHOOSE = "Choose the language model itself."

# general.type, or an architecture that is none of a language model -> what it is
_KINDS = {
    "adapter": ("an adapter, which works only on the model it was made for", "Give it as --adapter beside its model."),
    "mmproj": ("the part of a model that reads pictures or sound", _CHOOSE),
    "clip": ("the part of a model that reads pictures or sound", _CHOOSE),
    "imatrix": ("an importance matrix for quantizing", _CHOOSE),
}  # fmt: skip
_EMBEDDING = ("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "modern-bert", "neo-bert", "t5encoder")


def reads_pictures(header: Header) -> bool:
    """Whether the file holds the part of a model that reads pictures or sound; older ones say no general.type."""
    return header.text("general.type") == "mmproj" or header.architecture == "clip"


def is_split(header: Header) -> bool:
    """Whether the file is one of several that a model was split into, by its own word."""
    count = header.values.get(SPLIT_COUNT, 1)
    return isinstance(count, int) and count > 1


def require_model(header: Header) -> None:
    """Raises LuthierError `model.not-a-language-model` for a file that is no model at all, by its own word."""
    for name in (header.text("general.type") or "", header.architecture):
        if name in _KINDS:
            what, hint = _KINDS[name]
            raise LuthierError("model.not-a-language-model", f"{header.path} is {what}.", hint)


def require_language_model(header: Header) -> None:
    """Raises LuthierError `model.not-a-language-model` or `model.split` for a file that is no whole language model."""
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
