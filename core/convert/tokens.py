"""A vocabulary as GGUF stores it, before it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import gguf

from core.base.errors import LuthierError

# Some models forgot to mark their control tokens as special; their look tells.
_CONTROL_LOOK = re.compile(r"<\|.*\|>|<｜.*｜>", re.DOTALL)


@dataclass(frozen=True)
class Token:
    """One entry. score matters to SentencePiece only."""

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
    bos: int | None = None  # the token that really is put in front, whatever the settings call it
    honours_flags: bool = False  # add_bos_token and add_eos_token in tokenizer_config.json decide
    space_prefix: bool = False
    strips_after: bool = False  # blanks after special tokens are theirs, as in Phi-3
    notices: list[str] = field(default_factory=list)

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {token.text: number for number, token in enumerate(self.items)}

    def find(self, text: str) -> int | None:
        """A token's id by its text."""
        return self._ids.get(text)


def added_kind(text: str, special: bool) -> gguf.TokenType:
    """What an added token is to llama.cpp: control tokens are read in templates only, user-defined ones in any text."""
    looks_special = special or _CONTROL_LOOK.fullmatch(text) is not None
    return gguf.TokenType.CONTROL if looks_special else gguf.TokenType.USER_DEFINED


def lay_out(found: dict[int, Token], size: int, file: Path) -> tuple[list[Token], list[str]]:
    """One token for each of the model's `size` embedding rows: unused ones named, those beyond left out with a notice.

    Raises LuthierError `convert.duplicate-token`, since llama.cpp dies on one.
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
