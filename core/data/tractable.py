"""Texts that llama.cpp's tokenizers cannot read: it crashes at words without an end, or takes hours.

It splits words for some vocabularies by C++'s std::regex, which calls itself for each character: beyond some 16,000 of
them without a break the process has no stack left (8 MB; half of the limits below would still be safe on a quarter of
that). SentencePiece's tokenizer copies all tokens so far for each character that the vocabulary lacks.
"""

from __future__ import annotations

import re
from collections.abc import Container

from core.data.problems import BadRowError

LONGEST_WORD = 8000  # characters that no blank, comma or end of a sentence breaks; of blanks and of commas, too
MOST_COPIED = 16 << 30  # bytes, roughly; some seconds
_TOKEN_BYTES = 4
_WINDOW = LONGEST_WORD // 2  # characters
_STRETCH = re.compile(r"[^\s.,;:!?…。，、]+|\s+|[.,;:!?…。，、]+")


def require_breaks(text: str) -> None:
    """Require that no word, nor stretch of blanks or commas, is too long for any tokenizer. Raises BadRowError."""
    if not any(_fills(text, at) for at in range(0, len(text) - _WINDOW + 1, _WINDOW)):
        return
    for stretch in _STRETCH.finditer(text):
        if stretch.end() - stretch.start() > LONGEST_WORD:
            raise BadRowError(
                "a word that is too long",
                f"over {LONGEST_WORD:,} characters without a break, at character {stretch.start() + 1}; cut it or "
                "leave the row out",
            )


def _fills(text: str, at: int) -> bool:
    """Return whether one stretch fills this window: each that is too long fills one, and hardly any other text does."""
    stretch = _STRETCH.match(text, at, at + _WINDOW)
    return stretch is not None and stretch.end() == at + _WINDOW


def require_known_letters(text: str, letters: Container[str]) -> None:
    """Check that a text does not lack too many letters. letters: characters that are tokens of the SentencePiece
    vocabulary. Raises BadRowError.
    """
    if len(text) <= LONGEST_WORD:
        return
    unknown = sum(text.count(letter) for letter in set(text) if letter not in letters)
    if unknown * len(text.encode()) * _TOKEN_BYTES // 2 > MOST_COPIED:
        raise BadRowError(
            "too long for a vocabulary that lacks its letters",
            f"{unknown:,} of its characters are no tokens of this model; cut the text, or choose a model for its "
            "language",
        )
