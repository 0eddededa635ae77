"""Detects data that would make a model collapse: every row can be read, but teaches the same thing, or garbage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from core.base.errors import Do, Hint, LuthierError
from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import DataNotice, Dataset
from core.data.tokens.example_view import evenly_spaced
from core.protocol.config import TrainConfig

MIN_ROWS = 20  # with fewer, sameness may be intended: a fact or two learnt by heart
LOOKED_AT = 2000  # rows, spread over the whole file
GARBLED_SHARE = 0.5  # of the rows
GARBLED = tuple(
    text.encode() for text in ("\ufffd", "Ã¤", "Ã¶", "Ã¼", "Ã©", "â€™", "â€œ")
)  # replacement characters; misread UTF-8
COPIED_SHARE = 0.9  # share of the rows from which a model learns little but to repeat the question
# Refused unless the settings say `collapsed=train`:
REFUSED = ("data.same-answer", "data.one-word", "data.copied-answer", "data.garbled")
_ANYWAY = Hint("Where that is what you want:", Do.set("collapsed", "train", "collapsed=train."))


def collapse_notices(dataset: Dataset, tokenizer: Tokenizer) -> Iterator[DataNotice]:
    """Yield notices about conversations whose answers are all alike: the number of rows, the first ones, and a
    remedy.
    """
    rows = len(dataset.train)
    if rows < MIN_ROWS:
        return
    places = evenly_spaced(rows, LOOKED_AT)
    answers = [np.asarray(row.tokens)[row.supervised] for row in (dataset.train[place] for place in places)]
    text = _text(answers[0], tokenizer).decode(errors="replace").strip()
    shown = text if len(text) <= 60 else text[:60] + "…"
    first = ", ".join(str(line) for line in dataset.units["line"][:3])
    prompts = len(np.unique(dataset.units["key"]))
    if prompts > 1 and len({answer.tobytes() for answer in answers}) == 1:
        message = f"All {rows:,} rows (lines {first}, …) have the same answer: “{shown}”."
        hint = "The model would say this whatever it is asked. Check that the column of answers is the right one."
        yield DataNotice("data.same-answer", message, Hint(hint, _ANYWAY))
    elif prompts > 1 and _is_one_word(answers):
        message = f"The answers of all {rows:,} rows (lines {first}, …) are one word over and over: “{shown}”."
        yield DataNotice("data.one-word", message, Hint("Check that the column of answers is the right one.", _ANYWAY))
    copied = dataset.seen["copied"] / dataset.usable_conversations
    if prompts > 1 and copied >= COPIED_SHARE:
        message = f"{copied:.0%} of the answers only repeat what was asked."
        hint = "The model would do the same. Check that the column of answers is the right one."
        yield DataNotice("data.copied-answer", message, Hint(hint, _ANYWAY))
    garbled = [place for place, answer in zip(places, answers, strict=True) if _is_garbled(_text(answer, tokenizer))]
    if len(garbled) > GARBLED_SHARE * len(answers):
        lines = ", ".join(str(dataset.units["line"][place]) for place in garbled[:3])
        share = f"{len(garbled) / len(answers):.0%} of the answers (lines {lines}, …)"
        message = f"{share} have letters that were misread: “{shown}”."
        hint = Hint("Choose the file's encoding, or save it again.", Do.set("encoding"), _ANYWAY)
        yield DataNotice("data.garbled", message, hint)


def require_sound(notices: Sequence[DataNotice], config: TrainConfig) -> None:
    """Require data that would not make the model collapse. Raises LuthierError `data.same-answer`, `data.one-word`,
    `data.copied-answer`, `data.garbled`.
    """
    for code, message, hint in notices:
        if code in REFUSED and config.collapsed == "refuse":
            raise LuthierError(code, message, hint)


def _is_one_word(answers: Sequence[np.ndarray]) -> bool:
    """Return whether all answers only repeat one token, before the one that ends the turn."""
    return len(np.unique(np.concatenate(answers))) <= 2 and max(map(len, answers)) > 2


def _text(tokens: np.ndarray, tokenizer: Tokenizer) -> bytes:
    return b"".join(tokenizer.piece(int(token)) for token in tokens)


def _is_garbled(text: bytes) -> bool:
    return any(mark in text for mark in GARBLED)
