"""What other programs are asked: the questions of the run's evaluation.

A program is asked in two ways: with the very text that the model read in training, and with the messages, which it then
renders itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import ChatTemplate
from core.data.example import Example
from core.data.formats.turns import Message
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from core.gguf.header import ModelFile, header_of

T = TypeVar("T")
GREETINGS = ("Good evening! Who are you?", "What do you like best?")  # where nothing that was held out can be asked
BEGINNING = "Once upon a time"
QUESTIONS = 3
LONGEST_PROMPT, LONGEST_ANSWER = 1024, 256  # tokens
_TRIED = 32  # held-out examples
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
    longest = min(LONGEST_PROMPT, _context_of(model) // 2)
    with Tokenizer(model) as tokenizer:
        asking = _Asking(tokenizer, renderer if conversations and tokenizer.chat_template else None)
        beginnings = (beginning(example, conversations) for example in held_out)
        found = sorted({prompt for prompt in beginnings if 1 < len(prompt) <= longest}, key=lambda one: (len(one), one))
        made = (asking.again(list(prompt)) for prompt in _spread(found, _TRIED))
        asked = [question for question in made if question is not None]
        return _spread(asked, most) or asking.afresh(system)[:most]


def room_for_answers(model: ModelFile, asked: Sequence[Question], limit: int) -> int:
    """Tokens that each answer may have: `limit`, or what the model's context leaves."""
    longest = max((len(question.tokens) for question in asked), default=0)
    return max(min(limit, _context_of(model) - longest), 1)


def _context_of(model: ModelFile) -> int:
    """Tokens that the model was made for."""
    header = header_of(model)
    return int(header.values.get(f"{header.architecture}.context_length", 2 * LONGEST_PROMPT))


def beginning(example: Example, conversation: bool) -> tuple[int, ...]:
    """Up to the first answer, or the first half of a text."""
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
        """Make a question of tokens that the run was evaluated with; None if text or messages do not give the same
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
        """Return questions for a run without held-out data."""
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
