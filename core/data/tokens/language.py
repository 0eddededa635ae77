"""The languages of the texts that a model learns to write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.example_view import evenly_spaced

SAMPLED_ROWS = 300  # rows, from all over the file
MIN_CHARACTERS = 30  # characters; less says little
UNKNOWN = ""


def languages(examples: Sequence[Example], tokenizer: Tokenizer) -> dict[str, float]:
    """ISO 639 codes and their shares of the rows looked at, the most frequent first; UNKNOWN for what is too short."""
    from py3langid import classify  # loads its model, which only this needs

    places = evenly_spaced(len(examples), SAMPLED_ROWS)
    counts = Counter[str]()
    for place in places:
        example = examples[place]
        written = example.tokens[example.supervised].tolist()
        text = b"".join(map(tokenizer.piece, written)).decode(errors="replace")
        counts[classify(text)[0] if len(text) >= MIN_CHARACTERS else UNKNOWN] += 1
    return {code: count / len(places) for code, count in counts.most_common()}
