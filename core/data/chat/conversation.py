"""Encodes a conversation as tokens and mask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Literal

import numpy as np

from core.data.chat.left_out import CallArguments, LeftOut
from core.data.chat.mask import render_answers, until_end_of_turn
from core.data.chat.template import ChatTemplate, Span, Tools
from core.data.chat.thinking import Mode, ThinkingTemplate, ThinkingTemplates
from core.data.example import Bool, Example, Int32
from core.data.formats.thoughts import THOUGHTS
from core.data.formats.turns import Message, is_learnt, repeats_question
from core.data.problems import BadRowError
from core.data.tokenizer import Special, Tokenizer

TrainOn = Literal["assistant", "last", "all"]
Thoughts = Literal["auto", "with", "without", "empty"]

TOO_LONG = "longer than the context"
THOUGHTS_TOO_LONG = "with its thoughts longer than the context"
LEADING = {"system", "developer"}  # roles that stay when old turns are cut off


@dataclass(frozen=True)
class Rendering:
    """A conversation rendered by the template, and its supervised parts. Spans are characters of `text`."""

    messages: Sequence[Message]  # up to the last answer
    template: ChatTemplate  # the one used, with thinking on or off
    text: str
    specials: list[Special]  # written by the template
    supervised: list[Span]
    turns: Sequence[int] = ()  # the message of each span, if only answers are trained
    is_rewritten: bool = False  # an earlier answer reads differently from when it was the last
    is_unending: bool = False  # no end-of-turn token follows an answer
    passed: Sequence[int] = ()  # answers rendered without their thoughts, which are only read


@dataclass
class ConversationEncoder:
    """Renders, masks and tokenizes conversations the way llama.cpp's chat does."""

    tokenizer: Tokenizer
    template: ChatTemplate
    train_on: TrainOn
    context: int
    # Counts of conversations: "truncated", "unending", "rewritten", "passed", left out; of last answers: "copied" from
    # the question, and "thoughts", "thoughts as text", "no thoughts", or "plain" (for a template without thoughts).
    seen: Counter[str] = field(default_factory=Counter)
    thoughts: Thoughts = "auto"  # "empty": learn without thoughts, and learn the empty ones that the template writes
    left_out: LeftOut = field(init=False)
    call_arguments: CallArguments = field(init=False)
    templates: ThinkingTemplates = field(init=False)

    def __post_init__(self) -> None:
        self.templates = ThinkingTemplates(self.template)
        self.left_out = LeftOut(self.templates.usual)
        self.call_arguments = CallArguments(self.templates.usual)

    def encode(self, messages: Sequence[Message], tools: Tools = None) -> Example:
        """Encode the conversation in at most `context` tokens; cut off the oldest turns if it is longer.

        Raises BadRowError if the template refuses it, or if its last exchange is too long.
        """
        return self.fit(messages, tools)[1]

    def fit(self, messages: Sequence[Message], tools: Tools = None) -> tuple[Rendering, Example]:
        """Return the newest turns that fit the context, rendered, and their tokens. Raises as `encode`."""
        self._require_words(messages, tools)
        self._require_thoughts(messages)
        messages = self.call_arguments.suited(messages)
        written, example = self._whole(messages, tools)
        if is_cut := len(example) > self.context:
            written, example = self._newest(messages, tools)
        if not example.supervised.any():
            raise BadRowError("nothing in it to train on")
        self.seen["truncated"] += is_cut
        self.seen["copied"] += repeats_question(written.messages)
        self.seen["rewritten"] += written.is_rewritten
        self.seen["unending"] += written.is_unending
        self.seen["passed"] += bool(written.passed)
        mode = self.mode_of(written)
        self.seen[{"on": "thoughts", "off": "no thoughts", "": "plain"}[mode]] += 1
        self.seen["thoughts as text"] += mode == "on" and not self.templates.thinking.is_known
        self.seen.update(self.left_out.of(written.messages, tools))
        return written, example

    def prompt(self, messages: Sequence[Message], tools: Tools = None, mode: Mode | None = None) -> tuple[str, Int32]:
        """Return the conversation opened for an answer, as text and as tokens, at any length.

        mode: whether the model should think first; None: the template's default. Raises BadRowError.
        """
        template = self.templates.of(mode) if mode else self.templates.usual
        text = template.render(messages, prompt=True, tools=tools)
        specials = self._template_specials(template, messages, text, tools, prompt=True)
        return text, self.tokenize(Rendering(messages, template, text, specials, supervised=[]))[0]

    def _whole(self, messages: Sequence[Message], tools: Tools) -> tuple[Rendering, Example]:
        """Encode the whole conversation. Raises BadRowError."""
        written = self.render(messages, tools)
        tokens, starts = self.tokenize(written)
        supervised = np.zeros(len(tokens), dtype=np.bool_)
        for span in written.supervised:
            supervised |= begins_in(written.text, span, starts)
        supervised[:1] = False
        return written, Example(tokens, supervised)

    def render(self, messages: Sequence[Message], tools: Tools = None) -> Rendering:
        """Render the conversation with the thoughts to be learnt. Raises BadRowError."""
        learnt = [i for i, message in enumerate(messages) if is_learnt(message)]
        if self.train_on != "all":
            messages = messages[: learnt[-1] + 1]  # nothing after the last answer is learnt
        template, messages = self._thinking(messages, learnt[-1])
        if self.train_on == "all":
            return self._render_all(template, messages, tools)
        turns = learnt if self.train_on == "assistant" else learnt[-1:]
        text, answers = render_answers(template, messages, turns, tools)
        turns = [i for i in turns if i in answers]
        specials = self._template_specials(template, messages, text, tools)
        ends = [until_end_of_turn(answers[i].span, specials, self.tokenizer) for i in turns]
        return Rendering(
            messages, template, text, specials,
            supervised=[span for span, _ in ends],
            turns=turns,
            is_rewritten=not all(answer.is_exact for answer in answers.values()),
            is_unending=not all(ended for _, ended in ends),
            passed=[i for i in learnt if i not in turns] if self.train_on == "assistant" else (),
        )  # fmt: skip

    def _thinking(self, messages: Sequence[Message], last: int) -> tuple[ThinkingTemplate, list[Message]]:
        """Return the template whose prompt matches the last answer, and the messages with the thoughts to be learnt.

        An answer without thoughts follows a prompt that asks for none, so that the empty thoughts before it are read
        and not learnt.
        """
        is_known, wanted = self.templates.thinking.is_known, self.thoughts
        if is_known and wanted == "empty":
            return self.templates.on, [_thinking_nothing(message) for message in messages]
        if wanted in ("without", "empty") or (is_known and not messages[last].get(THOUGHTS)):
            return self.templates.off, list(map(without_thoughts, messages))
        return self.templates.on, list(messages)

    def mode_of(self, written: Rendering) -> Literal["", "on", "off"]:
        """Return whether the last answer is learnt with thoughts; "" if neither data nor template has any."""
        if self._has_thoughts(written.messages):
            return "on"
        return "off" if self.templates.thinking.is_known else ""

    def _has_thoughts(self, messages: Sequence[Message]) -> bool:
        """Return whether the last answer has thoughts."""
        return bool(next((m.get(THOUGHTS) for m in reversed(messages) if is_learnt(m)), ""))

    def _render_all(self, template: ChatTemplate, messages: Sequence[Message], tools: Tools) -> Rendering:
        """Render everything as supervised, except answers that the data excludes from training."""
        silent = [i for i, m in enumerate(messages) if m["role"] == "assistant" and not is_learnt(m)]
        text, answers = render_answers(template, messages, silent, tools)
        specials = self._template_specials(template, messages, text, tools)
        spans = (until_end_of_turn(a.span, specials, self.tokenizer)[0] for a in answers.values())
        bounds = [0, *chain.from_iterable(spans)]
        supervised = list(zip(bounds[::2], [*bounds[1::2], len(text)], strict=True))
        return Rendering(messages, template, text, specials, supervised)

    def _require_words(self, messages: Sequence[Message], tools: Tools) -> None:
        """Refuse an answer without text if the template cannot write its tool calls: it would be learnt as empty.
        Raises BadRowError.
        """
        learnt = [i for i, message in enumerate(messages) if is_learnt(message)]
        for i in learnt[-1:] if self.train_on == "last" else learnt:
            if not messages[i]["content"].strip() and self.left_out.has_no_place("tool_calls", tools):
                raise BadRowError(
                    "the model's template has no place for tool calls",
                    f"message {i + 1} would be learnt as saying nothing; choose a model whose template has one",
                )

    def _require_thoughts(self, messages: Sequence[Message]) -> None:
        """Refuse answers without thoughts, if every answer is to be learnt with thoughts. Raises BadRowError."""
        if self.thoughts == "with" and not self._has_thoughts(messages):
            raise BadRowError("an answer without thoughts", "thoughts=auto learns it as it is")

    def tokenize(self, written: Rendering) -> tuple[Int32, Int32]:
        """Return the tokens, and the byte of the text at which each begins; -1 for a BOS that the template leaves to
        us.

        A prompt ends before its answer: a token that would span both becomes two, as in chat.
        """
        tokens, starts = self.tokenizer.encode_rendered(written.text, written.specials)
        if cuts := self._inside_tokens(written, tokens, starts):
            tokens, starts = self._tokenize_apart(written, cuts)
        bos = self.tokenizer.bos
        if self.tokenizer.add_bos and bos is not None and tokens[:1] != bos:
            tokens, starts = np.insert(tokens, 0, np.int32(bos)), np.insert(starts, 0, np.int32(-1))
        return tokens, starts

    def _inside_tokens(self, written: Rendering, tokens: Int32, starts: Int32) -> list[int]:
        """Return the characters at which an answer begins inside a token."""
        cuts = []
        for begin, _ in written.supervised:
            place = _byte(written.text, begin)
            token = int(np.searchsorted(starts, place)) - 1  # the last token that begins before it
            begins_there = token + 1 < len(starts) and starts[token + 1] == place
            if (
                token >= 0
                and not begins_there
                and starts[token] + len(self.tokenizer.piece(int(tokens[token]))) > place
            ):
                cuts.append(begin)
        return cuts

    def _tokenize_apart(self, written: Rendering, cuts: list[int]) -> tuple[Int32, Int32]:
        """Return tokens and their starts, with no token across a cut."""
        parts = []
        for begin, end in pairwise([0, *cuts, len(written.text)]):
            specials = [
                Special(s.start - begin, s.end - begin, s.token) for s in written.specials if begin <= s.start < end
            ]
            tokens, starts = self.tokenizer.encode_rendered(written.text[begin:end], specials, goes_on=begin > 0)
            parts.append((tokens, starts + np.int32(_byte(written.text, begin))))
        return np.concatenate([tokens for tokens, _ in parts]), np.concatenate([starts for _, starts in parts])

    def _newest(self, messages: Sequence[Message], tools: Tools) -> tuple[Rendering, Example]:
        """Return as many of the newest turns as fit, after the system turn; every cut is before a user turn."""
        lead = next((i for i, m in enumerate(messages) if m["role"] not in LEADING), 0)
        last_answer = max(i for i, message in enumerate(messages) if is_learnt(message))
        cuts = [i for i, m in enumerate(messages[:last_answer]) if i > lead and m["role"] == "user"]
        fitting, low, high = None, 0, len(cuts)
        while low < high:  # the larger the cut, the shorter the text
            middle = (low + high) // 2
            written, example = self._whole([*messages[:lead], *messages[cuts[middle] :]], tools)
            if len(example) <= self.context:
                fitting, high = (written, example), middle
            else:
                low = middle + 1
        if fitting is None:
            raise self._too_long([*messages[:lead], *messages[cuts[-1] if cuts else lead : last_answer + 1]], tools)
        return fitting

    def _too_long(self, exchange: list[Message], tools: Tools) -> BadRowError:
        """Return the error for an exchange that is too long; it names the thoughts if the rest would fit."""
        if self._has_thoughts(exchange):
            whole = len(self._whole(exchange, tools)[1])
            answer = len(self._whole(list(map(without_thoughts, exchange)), tools)[1])
            if answer <= self.context:
                detail = f"its answer would be cut off: {whole} tokens with its thoughts, {answer} without them"
                return BadRowError(THOUGHTS_TOO_LONG, detail)
        length = len(self._whole(exchange, tools)[1])
        return BadRowError(TOO_LONG, f"even its last exchange has {length} tokens, over {self.context}")

    def _hold_specials(self, value: object) -> bool:
        """Return whether a text in a JSON value contains a special token's name, including keys."""
        if isinstance(value, str):
            return bool(self.tokenizer.find_specials(value))
        if isinstance(value, dict):
            return any(map(self._hold_specials, (*value, *value.values())))
        return isinstance(value, list) and any(map(self._hold_specials, value))

    def _template_specials(
        self, template: ChatTemplate, messages: Sequence[Message], rendered: str, tools: Tools, prompt: bool = False
    ) -> list[Special]:
        """Return the special tokens that the template wrote. The same characters in a message's text stay
        characters.
        """
        specials = self.tokenizer.find_specials(rendered)
        others = [{key: value for key, value in message.items() if key != "content"} for message in messages]
        in_others = self._hold_specials([*others, tools])
        if not in_others and not self._hold_specials([message["content"] for message in messages]):
            return specials
        texts = None if in_others else template.text_spans(messages, rendered, tools, prompt)
        if texts is None:
            raise BadRowError("holds special tokens that cannot be told from the template's own")
        written, position = [], 0
        for start, end in [*(span for _, span in texts), (len(rendered), len(rendered))]:
            for special in self.tokenizer.find_specials(rendered[position:start]):
                written.append(Special(position + special.start, position + special.end, special.token))
            position = end
        return written


def without_thoughts(message: Message) -> Message:
    """Return a message without its thoughts."""
    return {key: value for key, value in message.items() if key != THOUGHTS}


def _thinking_nothing(message: Message) -> Message:
    return message | {THOUGHTS: ""} if message["role"] == "assistant" else message


def begins_in(text: str, span: Span, starts: Int32) -> Bool:
    """Return which tokens begin in a span of characters: a token belongs to the text in which it begins.

    starts: [n] bytes. Return [n].
    """
    return (starts >= _byte(text, span[0])) & (starts < _byte(text, span[1]))


def _byte(text: str, character: int) -> int:
    """Return a character's byte offset in the text's UTF-8."""
    return character if text.isascii() else len(text[:character].encode())
