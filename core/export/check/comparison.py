"""Compares another program's answers with ours, both greedy.

It is asked questions of the run, held-out ones if any, in two ways: with the exact text that the model read in
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
GREETINGS = ("Good evening! Who are you?", "What do you like best?")  # if no question of the run can be asked
BEGINNING = "Once upon a time"
QUESTIONS = 3
LONGEST_PROMPT, LONGEST_ANSWER = 1024, 256  # tokens
_TRIED = 32  # examples
_MARK = "\ue000{}\ue001"  # private-use characters as placeholders for a message's text
_MARKED = re.compile("\ue000\\d\ue001")
_ROLES = {"s": "system", "u": "user", "a": "assistant"}
_SHAPES = ("uauau", "suauau", "uau", "suau", "u", "su")  # of conversations up to the answer


class Question(NamedTuple):
    """A question to ask. tokens: the model's input, with BOS. text: the same, without a BOS that llama.cpp adds to any
    text.

    messages: the conversation that the template rendered; none for running text, which can only be continued.
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

    model: with the trained template. Only questions whose text and messages both give exactly the model's training
    input are taken; without any, a greeting (after the system prompt, if any) or the beginning of a tale.
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
    """Return the most tokens of each answer: `limit`, or what the model's context leaves."""
    longest = max((len(question.tokens) for question in asked), default=0)
    return max(min(limit, _context_of(model) - longest), 1)


def _context_of(model: ModelFile) -> int:
    """Return the number of tokens that the model was trained for."""
    header = header_of(model)
    return int(header.values.get(f"{header.architecture}.context_length", 2 * LONGEST_PROMPT))


def beginning(example: Example, conversation: bool) -> tuple[int, ...]:
    """Return the tokens up to the first answer, or the first half of a text."""
    end = int(example.supervised.argmax()) if conversation else len(example) // 2
    return tuple(example.tokens[:end].tolist())


def _spread(sorted_: Sequence[T], most: int) -> list[T]:
    """Return the first, the last and evenly spaced items between them."""
    last = min(most, len(sorted_)) - 1
    return [sorted_[round(i * (len(sorted_) - 1) / max(last, 1))] for i in range(last + 1)]


class _Asking:
    """Makes questions for one model. renderer: of its chat template, None if it has learnt running text."""

    def __init__(self, tokenizer: Tokenizer, renderer: TemplateRenderer | None) -> None:
        self._tokenizer = tokenizer
        self._bos = [tokenizer.bos] if tokenizer.add_bos and tokenizer.bos is not None else []
        bos, eos = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
        self._leading = bos if self._bos else ""
        self._template: ChatTemplate | None = None
        if renderer is not None:
            self._template = ChatTemplate(tokenizer.chat_template or "", renderer, bos, eos, model=tokenizer.model)

    def again(self, tokens: list[int]) -> Question | None:
        """Make a question from tokens of the run; None if text or messages do not give the same tokens."""
        body = tokens[len(self._bos) :] if self._bos and tokens[:1] == self._bos else tokens
        text = b"".join(map(self._tokenizer.piece, body)).decode("utf-8", "replace")
        for spelt in dict.fromkeys((text, text.removeprefix(" "))):  # SentencePiece adds a space before the text
            if self._tokenizer.encode(spelt, special=True) == body:
                messages = self._messages(spelt)
                return Question([*self._bos, *body], spelt, messages or []) if messages or not self._template else None
        return None

    def afresh(self, system: str) -> list[Question]:
        """Return questions for a run without usable rows."""
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
        """Return the prompt, without a BOS that llama.cpp adds itself; None if the template refuses."""
        if self._template is None:
            return None
        try:
            return self._template.render(messages, prompt=True).removeprefix(self._leading)
        except BadRowError:
            return None

    def _messages(self, text: str) -> list[Message] | None:
        """Return the conversation that the template renders to this text."""
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
    """An answer in the form of chat programs: the model's thought, its text, its tool calls."""

    thinking: str = ""
    content: str = ""
    calls: Sequence[ToolCall] = ()


class Answer(NamedTuple):
    """An answer, of ours or of another program. text: without what ended it. ended: not cut off by the limit. parts: of
    a chat answer; None otherwise.

    Of ours alone: pieces, the bytes of each token; shown and marked, as in Written, with what ended the answer;
    margins, by how many nats each token was likelier than the second likeliest.
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
    """How two answers compare. at: the first of our tokens (counted from 0) that differs, None if the answers are the
    same.

    ours, theirs: the texts at that place; "" if an answer has ended before it. margin: how much likelier our token was
    than the second, in nats.
    """

    same: bool
    at: int | None = None
    ours: str = ""
    theirs: str = ""
    margin: float | None = None

    @property
    def is_tie(self) -> bool:
        """Return whether another machine's rounding explains the difference."""
        return self.margin is not None and self.margin <= TIE


def our_answers(
    model: ModelFile,
    asked: Sequence[Question],
    stops: Sequence[str] = (),
    limit: int = LONGEST_ANSWER,
    progress: ReportProgress = lambda done, total: None,
) -> list[Answer]:
    """Return llama.cpp's own answers, in at most `limit` tokens each. stops: texts that end an answer, besides tokens.

    progress counts tokens, and may raise to stop. Raises LuthierError `model.*`.
    """
    prompts = [question.tokens for question in asked]
    return [answer_of(written, stops) for written in write_greedily(model, None, prompts, limit, stops, progress)]


def answer_of(written: Written, stops: Sequence[str] = ()) -> Answer:
    """Convert our output to an answer."""
    pieces = _cut(written.shown, stops)
    text = b"".join(pieces).decode("utf-8", "replace")
    return Answer(text, written.ended, None, pieces, written.shown, written.marked, written.margins)


def compare(ours: Answer, theirs: Answer, stops: Sequence[str] = ()) -> Comparison:
    """Compare two answers, as whole texts or part by part; if they differ, find the place in the text.

    The way a text is split does not count: llama.cpp's server sends a character of several tokens with the last of
    them, and a possible beginning of one of the `stops` with the token that rules it out.
    """
    held_back = () if ours.ended or theirs.ended else stops  # an answer that ended was sent completely
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
    """Compare two calls; those that are not JSON by their names and values."""
    if ours.name:
        return (ours.name, ours.arguments) == (theirs.name, theirs.arguments)
    return bool(theirs.name) and all(str(said) in ours.text for said in (theirs.name, *_values(theirs.arguments)))


def _values(arguments: Any) -> Iterator[Any]:
    """Yield texts and numbers at any depth; skip true, false and null, which have many spellings."""
    if isinstance(arguments, dict | list):
        for value in arguments.values() if isinstance(arguments, dict) else arguments:
            yield from _values(value)
    elif isinstance(arguments, str) or (isinstance(arguments, int | float) and not isinstance(arguments, bool)):
        yield arguments


def _alike(ours: str, theirs: str, pieces: Sequence[bytes], held_back: Sequence[str]) -> bool:
    """Return whether two texts are equal, except for surrounding spaces, and for invalid bytes, which a program omits
    or writes as U+FFFD.

    held_back: a beginning of one of these, with the whole token that it begins in, may be missing at the end of a
    cut-off answer. pieces: the tokens of the whole answer.
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
    """Find our answer's first token at which two texts differ. ours: the answer, or a part of it."""
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
    """Return the text between two byte offsets, in whole characters."""
    while last < len(text) and text[last] & 0xC0 == 0x80:
        last += 1
    return text[first:last].decode("utf-8", "ignore")


def _character(text: bytes, place: int) -> int:
    """Return the offset of the character that the byte at this offset belongs to."""
    while 0 < place < len(text) and text[place] & 0xC0 == 0x80:
        place -= 1
    return place


def _cut(pieces: Sequence[bytes], stops: Sequence[str]) -> list[bytes]:
    """Return the pieces before the first stop text."""
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
