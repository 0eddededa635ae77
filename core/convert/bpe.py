"""Byte-level BPE vocabularies (GPT-2's kind) from tokenizer.json."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gguf
import tokenizers

from core.convert import pretokenizer
from core.convert.tokens import Token, Tokens, added_kind, lay_out
from core.shared.errors import LuthierError


def is_byte_level(tokenizer: Mapping[str, Any]) -> bool:
    """Whether words are spelt in byte letters (Ġ for a space) rather than in SentencePiece's ▁."""
    return _kind(tokenizer.get("model")) == "BPE" and "ByteLevel" in _step_types(tokenizer.get("pre_tokenizer"))


def read_tokens(file: Path, tokenizer: Mapping[str, Any], size: int, settings: Mapping[str, Any]) -> Tokens:
    """The vocabulary in `tokenizer`, the content of `file`, for a model with `size` embedding rows.

    Raises LuthierError `convert.bad-tokenizer`, `convert.unknown-pretokenizer` or `convert.duplicate-token`.
    """
    try:
        found = {number: Token(text, gguf.TokenType.NORMAL) for text, number in tokenizer["model"]["vocab"].items()}
        for added in tokenizer.get("added_tokens") or []:
            found[added["id"]] = Token(added["content"], added_kind(added["content"], added["special"]))
        merges = [merge if isinstance(merge, str) else " ".join(merge) for merge in tokenizer["model"]["merges"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise _bad(file, f"{type(error).__name__}: {error}") from error
    items, notices = lay_out(found, size, file)
    before, after = _wrapping(file)
    return Tokens(
        model="gpt2",
        pre=pretokenizer.choose(dict(tokenizer), file),
        items=items,
        merges=merges,
        adds_bos=bool(before),
        adds_eos=bool(after),
        bos=before[0] if before else None,
        # The classes of older Llama tokenizers rebuild the post-processor from tokenizer_config.json.
        honours_flags="LlamaTokenizer" in str(settings.get("tokenizer_class")),
        notices=notices + _normalizer_notices(tokenizer, file),
    )


def _wrapping(file: Path) -> tuple[list[int], list[int]]:
    """The token ids that the tokenizer itself puts before and after a text."""
    library = load(file)
    plain, wrapped = library.encode("a", add_special_tokens=False).ids, library.encode("a").ids
    for start in range(len(wrapped) - len(plain) + 1):
        if wrapped[start : start + len(plain)] == plain:
            return wrapped[:start], wrapped[start + len(plain) :]
    raise _bad(file, "its post-processor changes the text's own tokens")


def load(file: Path) -> tokenizers.Tokenizer:
    """The Hugging Face library's reading of tokenizer.json. Raises LuthierError `convert.bad-tokenizer`."""
    try:
        return tokenizers.Tokenizer.from_file(str(file))
    except Exception as error:  # the library raises bare Exception for every kind of bad file
        raise _bad(file, str(error)) from error


def _normalizer_notices(tokenizer: Mapping[str, Any], file: Path) -> list[str]:
    kind = _kind(tokenizer.get("normalizer"))
    if kind == "":
        return []
    if kind == "NFC":
        return ["The tokenizer composes accents (NFC) before reading; llama.cpp does not. Composed text is the same."]
    raise _bad(file, f"it rewrites text before reading it (normalizer {kind}), which llama.cpp cannot do")


def _kind(step: Any) -> str:
    return str(step.get("type", "")) if isinstance(step, dict) else ""


def _step_types(step: Any) -> set[str]:
    inner = step.get("pretokenizers", []) if isinstance(step, dict) else []
    return {_kind(step)}.union(*map(_step_types, inner))


def _bad(file: Path, what: str) -> LuthierError:
    return LuthierError(
        "convert.bad-tokenizer", f"{file} cannot be used: {what}.", "Download the model's tokenizer files again."
    )
