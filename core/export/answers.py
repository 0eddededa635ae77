"""Another program's answers beside our own: to the same questions, both always at the likeliest token.

The questions are those of the run's evaluation. A program is asked in two ways: with the very text that the model read
in training, and with the messages, which it then renders itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from pathlib import Path
from typing import NamedTuple

from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import ChatTemplate
from core.data.example import Example
from core.data.formats.turns import Message
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from core.engine.llama_cpp.load import open_in_llama_cpp
from core.export.verify import greedy
from core.shared.callbacks import ReportProgress
from core.shared.gguf.header import ModelFile

GREETINGS = ("Good evening! Who are you?", "What do you like best?")  # where nothing that was held out can be asked
BEGINNING = "Once upon a time"
QUESTIONS = 3
LONGEST_PROMPT, LONGEST_ANSWER = 1024, 256  # tokens
_MARK = "\ue000{}\ue001"  # private-use characters stand in for a message's text
_MARKED = re.compile("\ue000\\d\ue001")
_ROLES = {"s": "system", "u": "user", "a": "assistant"}
_SHAPES = ("uauau", "suauau", "uau", "suau", "u", "su")  # of conversations up to the answer that is wanted


class Question(NamedTuple):
    """tokens: what the model reads, BOS too. text: the same, without a BOS that llama.cpp puts in front of any text.

    messages: what the template made the text of; none for running text, which can only be continued.
    """

    tokens: list[int]
    text: str
    messages: list[Message]


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
    the next, in nats: next to nothing means that rounding decided.
    """

    same: bool
    at: int | None = None
    ours: str = ""
    theirs: str = ""
    margin: float | None = None


def questions(
    held_out: Iterable[Example],
    model: ModelFile,
    renderer: TemplateRenderer,
    *,
    conversations: bool,
    system: str = "",
    most: int = QUESTIONS,
) -> list[Question]:
    """What to ask: the beginnings of held-out conversations up to the first trained answer, or of held-out texts.

    model: with the template that was trained. Only such are taken whose text and messages are exactly what the model
    read; without any, a greeting (after the system prompt, if there is one) or the beginning of a tale.
    """
    with Tokenizer(model) as tokenizer:
        asking = _Asking(tokenizer, renderer if conversations and tokenizer.chat_template else None)
        found = list(dict.fromkeys(prompt for example in held_out if (prompt := _prompt(example, conversations))))
        made = (asking.again(list(prompt)) for prompt in sorted(found, key=len))
        asked = [question for question in made if question is not None]
        return _spread(asked, most) or asking.afresh(system)[:most]


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

    progress counts tokens, and may raise to stop. Raises LuthierError `model.*`.
    """
    answers = []
    longest = max((len(question.tokens) for question in asked), default=0)
    with open_in_llama_cpp(model) as opened, opened.context(longest + limit, adapter) as context:
        limit = max(min(limit, opened.context_length - longest), 1)
        for number, question in enumerate(asked):
            context.clear()
            pieces, margins, ended = list[bytes](), list[float](), False
            for token, margin in greedy(context, question.tokens, limit):
                progress(number * limit + len(pieces), len(asked) * limit)
                ended = opened.vocabulary.ends_generation(token)
                if ended:
                    break
                pieces.append(opened.vocabulary.piece(token, special=False))
                margins.append(margin)
                written = b"".join(pieces).decode("utf-8", "replace")
                if any(stop in written for stop in stops):
                    pieces, ended = _cut(pieces, stops), True
                    break
            shown = [piece.decode("utf-8", "ignore") for piece in pieces]
            answers.append(Answer(b"".join(pieces).decode("utf-8", "replace"), ended, shown, margins[: len(shown)]))
    return answers


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
    whole = b"".join(pieces)
    end = min(whole.find(stop.encode()) for stop in stops if stop.encode() in whole)
    kept = list[bytes]()
    for piece in pieces:
        if end > 0:
            kept.append(piece[:end])
        end -= len(piece)
    return kept


def _prompt(example: Example, conversation: bool) -> tuple[int, ...]:
    """Up to the first answer, or the first half of a text; nothing where that is no beginning, or too long."""
    end = int(example.supervised.argmax()) if conversation else len(example) // 2
    return tuple(map(int, example.tokens[:end])) if 1 < end <= LONGEST_PROMPT else ()


def _spread(asked: Sequence[Question], most: int) -> list[Question]:
    """The shortest, the longest and some between them."""
    last = min(most, len(asked)) - 1
    return [asked[round(i * (len(asked) - 1) / max(last, 1))] for i in range(last + 1)]


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
        """Of tokens that the run was evaluated with; None where text or messages do not give just these again."""
        body = tokens[len(self._bos) :] if self._bos and tokens[:1] == self._bos else tokens
        text = b"".join(map(self._tokenizer.piece, body)).decode("utf-8", "replace")
        for spelt in dict.fromkeys((text, text.removeprefix(" "))):  # SentencePiece puts a blank in front
            if self._tokenizer.encode(spelt, special=True) == body:
                messages = self._messages(spelt)
                return Question([*self._bos, *body], spelt, messages or []) if messages or not self._template else None
        return None

    def afresh(self, system: str) -> list[Question]:
        """Where nothing was held out."""
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
