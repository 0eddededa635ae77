"""Another program's answers beside our own: to the same questions, both always at the likeliest token."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from core.base.callbacks import ReportProgress
from core.export.check.greedy import TIE, Written, write_greedily
from core.export.check.questions import LONGEST_ANSWER, Question
from core.gguf.header import ModelFile
from core.protocol import ToolCall


class Parts(NamedTuple):
    """An answer as chat programs give it: what the model thought first, what it says, the tools that it calls."""

    thinking: str = ""
    content: str = ""
    calls: Sequence[ToolCall] = ()


class Answer(NamedTuple):
    """text: without what ended it. ended: by itself. parts: of one that was asked for as a chat; None otherwise.

    Of ours alone: pieces, the bytes of each token; shown and marked, as of Written, with what ended the answer;
    margins, by how many nats each token was likelier than the next likely.
    """

    text: str
    ended: bool
    parts: Parts | None = None
    pieces: Sequence[bytes] = ()
    shown: Sequence[bytes] = ()
    marked: Sequence[bytes] = ()
    margins: Sequence[float] = ()


@dataclass(frozen=True)
class Comparison:
    """at: the first of our tokens (counted from 0) that differs, None where the answers are the same.

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
    return Answer(text, written.ended, None, pieces, written.shown, written.marked, written.margins)


def compare(ours: Answer, theirs: Answer, stops: Sequence[str] = ()) -> Comparison:
    """Whether two answers are the same, as whole texts or part by part; else where they part, by the place in the text.

    How a text came does not count: llama.cpp's server sends a character of several tokens with the last of them, and
    what may become one of the `stops` with the token that shows that it does not.
    """
    held_back = () if ours.ended or theirs.ended else stops  # one that ended was sent whole
    told_apart = theirs.parts is not None and (theirs.parts.thinking or theirs.parts.calls)
    if not told_apart and _alike(ours.text, theirs.text, ours.pieces, held_back):
        return Comparison(True)
    if ours.parts is not None and theirs.parts is not None:
        return _by_parts(ours, ours.parts, theirs.parts, held_back)
    return _parting(ours, ours.text, theirs.text)


def _by_parts(ours: Answer, mine: Parts, theirs: Parts, held_back: Sequence[str]) -> Comparison:
    for own, other in ((mine.thinking, theirs.thinking), (mine.content, theirs.content)):
        if not _alike(own, other, ours.pieces, held_back):
            return _parting(ours, own, other)
    if len(mine.calls) != len(theirs.calls) or not all(map(_same_call, mine.calls, theirs.calls)):
        own, other = ("\n".join(call.text for call in calls) for calls in (mine.calls, theirs.calls))
        return _parting(ours, own, other)
    return Comparison(True)


def _same_call(ours: ToolCall, theirs: ToolCall) -> bool:
    """A call that is not JSON is known by the name and the values that stand in it."""
    if ours.name:
        return (ours.name, ours.arguments) == (theirs.name, theirs.arguments)
    return bool(theirs.name) and all(str(said) in ours.text for said in (theirs.name, *_values(theirs.arguments)))


def _values(arguments: Any) -> Iterator[Any]:
    """Texts and numbers, however deep; true, false and null are written in many ways."""
    if isinstance(arguments, dict | list):
        for value in arguments.values() if isinstance(arguments, dict) else arguments:
            yield from _values(value)
    elif isinstance(arguments, str) or (isinstance(arguments, int | float) and not isinstance(arguments, bool)):
        yield arguments


def _alike(ours: str, theirs: str, pieces: Sequence[bytes], held_back: Sequence[str]) -> bool:
    """But for blanks around them, and for bytes that are no character: a program leaves them out, or writes U+FFFD.

    held_back: what begins as one of these, with all of the token that it begins in, may be missing at the end of an
    answer that was broken off. pieces: the tokens of the whole answer.
    """
    mine, other = (text.replace("\ufffd", "").strip() for text in (ours, theirs))
    if mine == other or not mine.startswith(other):
        return mine == other
    missing, whole = mine[len(other) :].strip().encode(), b"".join(pieces)
    ends = [0, *accumulate(map(len, pieces))]
    begun = (stop.encode()[:length] for stop in held_back for length in range(1, len(stop.encode())))
    tails = (whole[ends[bisect_right(ends, len(whole) - len(text)) - 1] :] for text in begun if whole.endswith(text))
    return any(tail.strip().endswith(missing) for tail in tails)


def _parting(answer: Answer, ours: str, theirs: str) -> Comparison:
    """The first token of our answer at which two texts part. ours: the answer, or a part of it."""
    whole, part = b"".join(answer.pieces), ours.replace("\ufffd", "").strip().encode()
    other = theirs.replace("\ufffd", "").strip().encode()
    begin = max(whole.find(part), 0)
    alike = next((i for i, (a, b) in enumerate(zip(part, other, strict=False)) if a != b), min(len(part), len(other)))
    ends = list(accumulate(map(len, answer.pieces)))
    at = bisect_right(ends, begin + alike)
    first = _character(other, max((ends[at - 1] if at else 0) - begin, 0))
    last = max(ends[at] - begin if at < len(ends) else alike, alike + 1)
    margin = answer.margins[at] if at < len(answer.margins) else None
    return Comparison(False, at, _between(part, first, last), _between(other, first, last), margin)


def _between(text: bytes, first: int, last: int) -> str:
    """Return the text between two places, in whole characters."""
    while last < len(text) and text[last] & 0xC0 == 0x80:
        last += 1
    return text[first:last].decode("utf-8", "ignore")


def _character(text: bytes, place: int) -> int:
    """Return the place of the character that the byte in this place belongs to."""
    while 0 < place < len(text) and text[place] & 0xC0 == 0x80:
        place -= 1
    return place


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
