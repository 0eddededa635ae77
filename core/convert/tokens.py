"""Represents a vocabulary in GGUF's form, and reads SentencePiece vocabularies (Llama 2's kind) from
tokenizer.model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import gguf
from sentencepiece import SentencePieceProcessor

from core.base.bounded_file import pointer_refusal
from core.base.errors import LuthierError
from core.families.values import read_json

# Some models forgot to mark their control tokens as special; their form reveals them.
_CONTROL_LOOK = re.compile(r"<\|.*\|>|<｜.*｜>", re.DOTALL)


@dataclass(frozen=True)
class Token:
    """An entry of the vocabulary. Only SentencePiece uses score."""

    text: str
    kind: gguf.TokenType
    score: float = 0.0


@dataclass(frozen=True)
class Tokens:
    """A complete vocabulary, one item per row of the embedding table."""

    model: str  # tokenizer.ggml.model: gpt2 (byte-level BPE), gemma4 (BPE with ▁ for spaces) or llama (SentencePiece)
    pre: str  # tokenizer.ggml.pre
    items: list[Token]
    adds_bos: bool
    adds_eos: bool
    merges: list[str] = field(default_factory=list)
    special_ids: dict[str, int] = field(default_factory=dict)
    bos: int | None = None  # the token that is really added in front, whatever the settings call it
    honours_flags: bool = False  # whether add_bos_token and add_eos_token in tokenizer_config.json decide
    space_prefix: bool = False
    strips_after: bool = False  # whether whitespace after special tokens belongs to them, as in Phi-3
    notices: list[str] = field(default_factory=list)

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {token.text: number for number, token in enumerate(self.items)}

    def find(self, text: str) -> int | None:
        """Return a token's id by its text."""
        return self._ids.get(text)


def added_kind(text: str, special: bool) -> gguf.TokenType:
    """Return llama.cpp's kind of an added token: it parses control tokens only in templates, others in any text."""
    looks_special = special or _CONTROL_LOOK.fullmatch(text) is not None
    return gguf.TokenType.CONTROL if looks_special else gguf.TokenType.USER_DEFINED


def lay_out(found: dict[int, Token], size: int, file: Path) -> tuple[list[Token], list[str]]:
    """Return one token for each of the model's `size` embedding rows, with placeholder names for unused ones; and a
    notice of tokens beyond, which are left out.

    Raises LuthierError `convert.duplicate-token`, since llama.cpp crashes on one.
    """
    items = [found.get(number, Token(f"[PAD{number}]", gguf.TokenType.UNUSED, -10000.0)) for number in range(size)]
    first: dict[str, int] = {}
    for number, token in enumerate(items):
        if token.text in first:
            raise LuthierError(
                "convert.duplicate-token",
                f"{file}: tokens {first[token.text]} and {number} are both {token.text!r}.",
                "The tokenizer is damaged or was edited: download it again.",
            )
        first[token.text] = number
    beyond = [found[number].text for number in sorted(found) if number >= size]
    notice = f"{len(beyond)} tokens have no row in the model and were left out: {', '.join(beyond[:5])}."
    return items, [notice] if beyond else []


_ADDED_SCORE = -1000.0  # below every learnt piece: added tokens are found whole, never by merging
_REPLACEABLE = (gguf.TokenType.NORMAL, gguf.TokenType.UNUSED, gguf.TokenType.USER_DEFINED)


def load(file: Path) -> SentencePieceProcessor:
    """Load tokenizer.model with the SentencePiece library. Raises LuthierError `convert.bad-tokenizer`."""
    try:
        return SentencePieceProcessor(model_file=str(file))
    except (RuntimeError, OSError) as error:
        raise pointer_refusal(file) or LuthierError(
            "convert.bad-tokenizer",
            f"{file} is not a SentencePiece model: {error}.",
            "Download the model's tokenizer files again.",
        ) from error


def read_tokens(file: Path, size: int, settings: Mapping[str, Any]) -> Tokens:
    """Return the vocabulary of a tokenizer.model, with the additions of added_tokens.json and tokenizer_config.json.

    Raises LuthierError `convert.bad-tokenizer` or `convert.duplicate-token`.
    """
    library = load(file)
    found = {number: _piece(library, number) for number in range(library.get_piece_size())}
    for number, text, special in _added(file.parent, settings):
        kind, known = added_kind(text, special), found.get(number)
        if known is None or known.kind in _REPLACEABLE:
            # llama.cpp looks for user-defined tokens in the text as typed.
            typed = text.replace("▁", " ") if kind == gguf.TokenType.USER_DEFINED else text
            found[number] = Token(typed, kind, known.score if known else _ADDED_SCORE)
    items, notices = lay_out(found, size, file)
    special_ids = {"bos": library.bos_id(), "eos": library.eos_id(), "unk": library.unk_id(), "pad": library.pad_id()}
    return Tokens(
        model="llama",
        pre="default",
        items=items,
        adds_bos=library.bos_id() >= 0,  # Llama's tokenizers add BOS by default
        adds_eos=False,
        special_ids={role: number for role, number in special_ids.items() if number >= 0},
        honours_flags=True,
        space_prefix=library.encode("a", out_type=str)[0].startswith("▁"),
        strips_after=any(spec.get("rstrip") for spec in (settings.get("added_tokens_decoder") or {}).values()),
        notices=notices,
    )


def _piece(library: SentencePieceProcessor, number: int) -> Token:
    if library.is_unknown(number):
        kind = gguf.TokenType.UNKNOWN
    elif library.is_control(number):
        kind = gguf.TokenType.CONTROL
    elif library.is_unused(number):
        kind = gguf.TokenType.UNUSED
    elif library.is_byte(number):
        kind = gguf.TokenType.BYTE
    else:
        kind = gguf.TokenType.NORMAL
    return Token(library.id_to_piece(number), kind, library.get_score(number))


def _added(folder: Path, settings: Mapping[str, Any]) -> Iterator[tuple[int, str, bool]]:
    """Yield (id, text, special) of tokens added after the SentencePiece model was trained."""
    file = folder / "added_tokens.json"
    if file.is_file():
        for text, number in read_json(file).items():
            yield int(number), text, False
    for number, spec in (settings.get("added_tokens_decoder") or {}).items():
        yield int(number), spec["content"], bool(spec.get("special"))
