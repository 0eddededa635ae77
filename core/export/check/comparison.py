"""Another program's answers beside our own, and what it is asked: both always at the likeliest token.

It is asked questions of the run, held-out ones if there are any, in two ways: with the very text that the model read in
training, and with the messages, which it then renders itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar

from core.base.callbacks import ReportProgress
from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import ChatTemplate
from core.data.example import Example
from core.data.formats.turns import Message
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from core.export.check.greedy import TIE, Written, write_greedily
from core.gguf.header import ModelFile, header_of
from core.protocol import ToolCall

T = TypeVar("T")
GREETINGS = ("Good evening! Who are you?", "What do you like best?")  # where nothing of the run can be asked
BEGINNING = "Once upon a time"
QUESTIONS = 3
LONGEST_PROMPT, LONGEST_ANSWER = 1024, 256  # tokens
_TRIED = 32  # examples
_MARK = "\ue000{}\ue001"  # private-use characters stand in for a message's text
_MARKED = re.compile("\ue000\\d\ue001")
_ROLES = {"s": "system", "u": "user", "a": "assistant"}
_SHAPES = ("uauau", "suauau", "uau", "suau", "u", "su")  # of conversations up to the answer that is wanted


class Question(NamedTuple):
    """A question to ask. tokens: what the model reads, BOS too. text: the same, without a BOS that llama.cpp puts in
    front of any text.

    messages: what the template made the text of; none for running text, which can only be continued.
    """

    tokens: list[int]
    text: str
    messages: list[Message]


def questions(
    rows: Iterable[Example],
    model: ModelFile,
    renderer: TemplateRenderer,
    *,
    conversations: bool,
    system: str = "",
    most: int = QUESTIONS,
) -> list[Question]:
    """Return the questions to ask: the beginnings of a run's conversations up to the first trained answer, or of its
    texts.

    model: with the template that was trained. Only such are taken whose text and messages are exactly what the model
    read; without any, a greeting (after the system prompt, if there is one) or the beginning of a tale.
    """
    longest = min(LONGEST_PROMPT, _context_of(model) // 2)
    with Tokenizer(model) as tokenizer:
        asking = _Asking(tokenizer, renderer if conversations and tokenizer.chat_template else None)
        beginnings = (beginning(example, conversations) for example in rows)
        found = sorted({prompt for prompt in beginnings if 1 < len(prompt) <= longest}, key=lambda one: (len(one), one))
        made = (asking.again(list(prompt)) for prompt in _spread(found, _TRIED))
        asked = [question for question in made if question is not None]
        return _spread(asked, most) or asking.afresh(system)[:most]


def room_for_answers(model: ModelFile, asked: Sequence[Question], limit: int) -> int:
    """Return the tokens that each answer may have: `limit`, or what the model's context leaves."""
    longest = max((len(question.tokens) for question in asked), default=0)
    return max(min(limit, _context_of(model) - longest), 1)


def _context_of(model: ModelFile) -> int:
    """Tokens that the model was made for."""
    header = header_of(model)
    return int(header.values.get(f"{header.architecture}.context_length", 2 * LONGEST_PROMPT))


def beginning(example: Example, conversation: bool) -> tuple[int, ...]:
    """Return the tokens up to the first answer, or the first half of a text."""
    end = int(example.supervised.argmax()) if conversation else len(example) // 2
    return tuple(example.tokens[:end].tolist())


def _spread(sorted_: Sequence[T], most: int) -> list[T]:
    """The first, the last and some between them."""
    last = min(most, len(sorted_)) - 1
    return [sorted_[round(i * (len(sorted_) - 1) / max(last, 1))] for i in range(last + 1)]


class _Asking:
    """Questions of one model. renderer: of its chat template, None where it has learnt running text."""

    def __init__(self, tokenizer: Tokenizer, renderer: TemplateRenderer | None) -> None:
        self._tokenizer = tokenizer
        self._bos = [tokenizer.bos] if tokenizer.add_bos and tokenizer.bos is not None else []
        bos, eos = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
        self._leading = bos if self._bos else ""
        self._template: ChatTemplate | None = None
        if renderer is not None:
            self._template = ChatTemplate(tokenizer.chat_template or "", renderer, bos, eos, model=tokenizer.model)

    def again(self, tokens: list[int]) -> Question | None:
        """Make a question of tokens that the run has read; None if text or messages do not give the same
        tokens.
        """
        body = tokens[len(self._bos) :] if self._bos and tokens[:1] == self._bos else tokens
        text = b"".join(map(self._tokenizer.piece, body)).decode("utf-8", "replace")
        for spelt in dict.fromkeys((text, text.removeprefix(" "))):  # SentencePiece puts a blank in front
            if self._tokenizer.encode(spelt, special=True) == body:
                messages = self._messages(spelt)
                return Question([*self._bos, *body], spelt, messages or []) if messages or not self._template else None
        return None

    def afresh(self, system: str) -> list[Question]:
        """Return questions for a run of whose rows none can be asked."""
        if self._template is None:
            return [self._of(BEGINNING, [])]
        asked, first = [], [{"role": "system", "content": system}] if system else []
        for greeting in GREETINGS:
            messages: list[Message] = [*first, {"role": "user", "content": greeting}]
            if (text := self._rendered(messages)) is not None:
                asked.append(self._of(text, messages))
        return asked

    def _of(self, text: str, messages: list[Message]) -> Question:
        return Question([*self._bos, *self._tokenizer.encode(text, special=True)], text, messages)

    def _rendered(self, messages: Sequence[Message]) -> str | None:
        """The prompt, without a BOS that llama.cpp adds itself; None where the template refuses."""
        if self._template is None:
            return None
        try:
            return self._template.render(messages, prompt=True).removeprefix(self._leading)
        except BadRowError:
            return None

    def _messages(self, text: str) -> list[Message] | None:
        """The conversation that the template writes like this."""
        for shape in _SHAPES:
            roles = [_ROLES[letter] for letter in shape]
            marked = self._rendered([{"role": role, "content": _MARK.format(i)} for i, role in enumerate(roles)])
            if marked is None or len(around := _MARKED.split(marked)) != len(roles) + 1:
                continue
            match = re.fullmatch("(.*?)".join(map(re.escape, around)), text, re.DOTALL)
            if match is None:
                continue
            messages: list[Message] = [
                {"role": role, "content": content} for role, content in zip(roles, match.groups(), strict=True)
            ]
            if self._rendered(messages) == text:
                return messages
        return None


class Parts(NamedTuple):
    """An answer as chat programs give it: what the model thought first, what it says, the tools that it calls."""

    thinking: str = ""
    content: str = ""
    calls: Sequence[ToolCall] = ()


class Answer(NamedTuple):
    """An answer, of ours or of another program. text: without what ended it. ended: by itself. parts: of one that was
    asked for as a chat; None otherwise.

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
    """How two answers compare. at: the first of our tokens (counted from 0) that differs, None where the answers are
    the same.

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
) -> list[Answer]:
    """Return llama.cpp's answers here, in at most `limit` tokens each. stops: texts that end an answer, besides tokens.

    progress counts tokens, and may raise to stop. Raises LuthierError `model.*`.
    """
    prompts = [question.tokens for question in asked]
    return [answer_of(written, stops) for written in write_greedily(model, None, prompts, limit, stops, progress)]


def answer_of(written: Written, stops: Sequence[str] = ()) -> Answer:
    """Return what we wrote as an answer."""
    pieces = _cut(written.shown, stops)
    text = b"".join(pieces).decode("utf-8", "replace")
    return Answer(text, written.ended, None, pieces, written.shown, written.marked, written.margins)


def compare(ours: Answer, theirs: Answer, stops: Sequence[str] = ()) -> Comparison:
    """Return whether two answers are the same, as whole texts or part by part; else where they part, by the place in
    the text.

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
