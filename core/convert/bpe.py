"""BPE vocabularies from tokenizer.json: byte-level ones (GPT-2's kind), and those that spell spaces as ▁ and letters
that they do not know as bytes (Gemma 4's).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gguf
import tokenizers

from core.base.errors import LuthierError
from core.convert import pretokenizer
from core.convert.tokens import Token, Tokens, added_kind, lay_out

_SPACES_TO_BARS = ({"type": "Replace", "pattern": {"String": " "}, "content": "▁"},)
_BYTE = re.compile(r"<0x[0-9A-F]{2}>")
# Tokens of Gemma 4 that programs look for in its answers: llama.cpp's converter (conversion/gemma.py) has them shown.
_READ_BY_PROGRAMS = frozenset(
    ("<|channel>", "<channel|>", "<|tool_call>", "<tool_call|>", "<|tool_response>", "<tool_response|>", '<|"|>')
)


def is_byte_level(tokenizer: Mapping[str, Any]) -> bool:
    """Whether words are spelt in byte letters (Ġ for a space) rather than in SentencePiece's ▁."""
    return _kind(tokenizer.get("model")) == "BPE" and "ByteLevel" in _step_types(tokenizer.get("pre_tokenizer"))


def is_spaced(tokenizer: Mapping[str, Any]) -> bool:
    """Whether spaces become ▁, whole lines are merged without being split into words, and unknown letters are spelt in
    tokens of one byte: what llama.cpp calls gemma4.
    """
    model, spaces = tokenizer.get("model") or {}, tokenizer.get("normalizer")
    steps = _step_types(tokenizer.get("pre_tokenizer")) - {""}
    bytewise = _kind(model) == "BPE" and model.get("byte_fallback") is True and not model.get("ignore_merges")
    return bytewise and spaces in _SPACES_TO_BARS and steps <= {"Split"} and _splits_at_spaces_only(tokenizer)


def read_tokens(file: Path, tokenizer: Mapping[str, Any], size: int, settings: Mapping[str, Any]) -> Tokens:
    """The vocabulary in `tokenizer`, the content of `file`, for a model with `size` embedding rows.

    Raises LuthierError `convert.bad-tokenizer`, `convert.unknown-pretokenizer` or `convert.duplicate-token`.
    """
    spaced = is_spaced(tokenizer)
    try:
        found = {number: Token(text, _kind_of(text, spaced)) for text, number in tokenizer["model"]["vocab"].items()}
        for added in tokenizer.get("added_tokens") or []:
            found[added["id"]] = Token(added["content"], _added_kind(added))
        merges = [merge if isinstance(merge, str) else " ".join(merge) for merge in tokenizer["model"]["merges"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise _bad(file, f"{type(error).__name__}: {error}") from error
    # Before the library reads the file: it runs each expression in it, and one may take for ever.
    pre = "gemma4" if spaced else pretokenizer.choose(dict(tokenizer), file)
    rewriting = [] if spaced else _normalizer_notices(tokenizer, file)
    items, notices = lay_out(found, size, file)
    before, after = _wrapping(file)
    if len(before) > 1:
        notices.append(
            f"The tokenizer puts {len(before)} tokens before every text, and llama.cpp can put one: it puts none. Chat "
            "templates write them."
        )
        before = []
    return Tokens(
        model="gemma4" if spaced else "gpt2",
        pre=pre,
        items=items,
        merges=merges,
        adds_bos=bool(before),
        adds_eos=bool(after),
        bos=before[0] if before else None,
        # The classes of older Llama tokenizers rebuild the post-processor from tokenizer_config.json.
        honours_flags="LlamaTokenizer" in str(settings.get("tokenizer_class")),
        notices=notices + rewriting,
    )


def _kind_of(text: str, spaced: bool) -> gguf.TokenType:
    return gguf.TokenType.BYTE if spaced and _BYTE.fullmatch(text) else gguf.TokenType.NORMAL


def _added_kind(added: Mapping[str, Any]) -> gguf.TokenType:
    text = added["content"]
    return gguf.TokenType.USER_DEFINED if text in _READ_BY_PROGRAMS else added_kind(text, added["special"])


def _splits_at_spaces_only(tokenizer: Mapping[str, Any]) -> bool:
    """No text has any once they are ▁."""
    step = tokenizer.get("pre_tokenizer")
    return step is None or step.get("pattern") == {"String": " "}


def _wrapping(file: Path) -> tuple[list[int], list[int]]:
    """The token ids that the tokenizer itself puts before and after a text."""
    library = load(file)
    plain, wrapped = library.encode("a", add_special_tokens=False).ids, library.encode("a").ids
    for start in range(len(wrapped) - len(plain) + 1):
        if wrapped[start : start + len(plain)] == plain:
            return wrapped[:start], wrapped[start + len(plain) :]
    raise _bad(file, "its post-processor changes the text's own tokens")


def load(file: Path) -> tokenizers.Tokenizer:
    """The Hugging Face library's reading of tokenizer.json. Raises LuthierError `convert.bad-tokenizer`.

    How a trainer cut its rows and filled them up is often saved with it: that says nothing of how text is read.
    """
    try:
        library = tokenizers.Tokenizer.from_file(str(file))
    except Exception as error:  # the library raises bare Exception for every kind of bad file
        raise _bad(file, str(error)) from error
    library.no_truncation()
    library.no_padding()
    return library


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
