"""Another program's answers beside our own: to the same questions, both always at the likeliest token."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from pathlib import Path
from typing import NamedTuple

from core.export.check.greedy import TIE, Written, write_greedily
from core.export.check.questions import LONGEST_ANSWER, Question
from core.shared.callbacks import ReportProgress
from core.shared.gguf.header import ModelFile


class Answer(NamedTuple):
    """text: without what ended it. pieces: the text token by token, None where a program does not say.

    ended: by itself. margins: of each token, by how many nats it was likelier than the next likely.
    """

    text: str
    ended: bool
    pieces: list[str] | None = None
    margins: Sequence[float] = ()


@dataclass(frozen=True)
class Comparison:
    """same: token by token. at: the first of our tokens (counted from 0) that differs, None where all are the same.

    ours, theirs: what stands there; "" where an answer has ended before. margin: how much likelier our token was than
    the next, in nats.
    """

    same: bool
    at: int | None = None
    ours: str = ""
    theirs: str = ""
    margin: float | None = None

    @property
    def is_tie(self) -> bool:
        """Whether another machine's rounding explains what differs."""
        return self.margin is not None and self.margin <= TIE


def our_answers(
    model: ModelFile,
    asked: Sequence[Question],
    stops: Sequence[str] = (),
    limit: int = LONGEST_ANSWER,
    progress: ReportProgress = lambda done, total: None,
    adapter: Path | None = None,
) -> list[Answer]:
    """What llama.cpp answers here, in at most `limit` tokens each. stops: texts that end an answer, besides tokens.
    adapter: put on the model.

    progress counts tokens, and may raise to stop. Raises LuthierError `model.*` or `lora.cannot-load`.
    """
    prompts = [question.tokens for question in asked]
    return [_answer(written, stops) for written in write_greedily(model, adapter, prompts, limit, stops, progress)]


def _answer(written: Written, stops: Sequence[str]) -> Answer:
    pieces = _cut(written.shown, stops)
    text = b"".join(pieces).decode("utf-8", "replace")
    return Answer(text, written.ended, [piece.decode("utf-8", "ignore") for piece in pieces], written.margins)


def compare(ours: Answer, theirs: Answer) -> Comparison:
    """Where two answers part. By tokens where both say them; else by text, but for blanks around it.

    A program may leave bytes out that are not yet a character, or write U+FFFD for them: such are passed over.
    """
    mine = ours.pieces or [ours.text]
    if theirs.pieces is not None and _readable("".join(theirs.pieces)) == _readable(theirs.text):
        pairs = zip_longest(mine, map(_readable, theirs.pieces), fillvalue="")
        at, theirs_there = next(((i, other) for i, (own, other) in enumerate(pairs) if own != other), (None, ""))
    else:
        at, theirs_there = _parting(mine, _readable(theirs.text).strip())
    if at is None:
        return Comparison(True)
    ours_there, margin = "".join(mine[at : at + 1]), ours.margins[at] if at < len(ours.margins) else None
    return Comparison(False, at, ours_there, theirs_there, margin)


def _parting(ours: Sequence[str], theirs: str) -> tuple[int | None, str]:
    """The first token that a text without blanks around it does not have, and what it has in its place."""
    whole = "".join(ours)
    mine = whole.strip()
    if mine == theirs:
        return None, ""
    alike = next((i for i, (own, other) in enumerate(zip(mine, theirs, strict=False)) if own != other), None)
    alike = min(len(mine), len(theirs)) if alike is None else alike
    place = whole.index(mine) + alike
    ends = list(accumulate(map(len, ours)))
    at = bisect_right(ends, place)
    return at, theirs[alike : alike + max(ends[at] - place, 1)] if at < len(ends) else theirs[alike:]


def _readable(text: str) -> str:
    return text.replace("\ufffd", "")


def _cut(pieces: Sequence[bytes], stops: Sequence[str]) -> list[bytes]:
    """The pieces up to the first stop text."""
    whole, kept = b"".join(pieces), list[bytes]()
    ends = [whole.index(stop.encode()) for stop in stops if stop.encode() in whole]
    if not ends:
        return list(pieces)
    left = min(ends)
    for piece in pieces:
        if left > 0:
            kept.append(piece[:left])
        left -= len(piece)
    return kept
