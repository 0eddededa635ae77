"""Windows over running text as people read them: tokens end anywhere, what is shown begins and ends with words."""

from __future__ import annotations

import re

from core.data.tokenizer import Tokenizer
from core.data.tokens.example_view import ExampleView

_LONGEST_END = 64  # bytes of a word; scripts without blanks are cut between characters
_END_OF_WORD = re.compile(rb"\S*")
_END_OF_CHARACTER = re.compile(rb"[\x80-\xbf]*")


def window_text(windows: ExampleView, place: int, tokenizer: Tokenizer) -> str:
    """Its words: with the whole of its last one, without the end of one that began in the window before."""
    text = _bytes(windows, place, tokenizer)
    start = len(_word_end(windows, place, text, tokenizer))
    if place + 1 < len(windows):
        text += _word_end(windows, place + 1, _bytes(windows, place + 1, tokenizer), tokenizer)
    return text[start:].decode(errors="replace")


def _bytes(windows: ExampleView, place: int, tokenizer: Tokenizer) -> bytes:
    """The text of a window, without tokens that are put around texts and without the last one of the window before."""
    tokens = windows[place].tokens.tolist()
    first = 1 if windows.begins[place] or windows.overlaps(place) else 0
    return b"".join(map(tokenizer.piece, tokens[first : len(tokens) - int(windows.ends[place])]))


def _word_end(windows: ExampleView, place: int, text: bytes, tokenizer: Tokenizer) -> bytes:
    """What the text begins with of a word that the window before began."""
    if not windows.overlaps(place) or tokenizer.piece(int(windows[place].tokens[0]))[-1:].isspace():
        return b""
    word = _END_OF_WORD.match(text)
    assert word is not None  # it matches nothing, too
    if len(word[0]) <= _LONGEST_END and len(word[0]) < len(text):
        return word[0]
    character = _END_OF_CHARACTER.match(text)
    return character[0] if character else b""
