"""Why each token of a conversation is trained or not, for people who look at their data."""

from __future__ import annotations

from itertools import groupby
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data.chat.conversation import ConversationEncoder, Rendering, begins_in
from core.data.chat.left_out import CONTENT_KINDS
from core.data.chat.template import Span, Tools
from core.data.example import Example, Int32
from core.data.formats.thoughts import THOUGHTS
from core.data.formats.turns import Message

Reason = Literal[
    "system", "user", "tool", "template",  # read, not learnt
    "context",  # one of these; which cannot be told, because the template changes the messages' texts
    "earlier",  # an answer that is not the last one, with train_on=last
    "thoughtless",  # an answer that stands without its thoughts, as the template cuts them out of earlier ones
    "weight 0",  # an answer that the data says not to learn
    "answer", "thought", "call", "end",  # an answer's text, its thoughts, what is written of its calls, its end
    "frame",  # what the template writes around an answer, such as empty thoughts
    "start",  # the first token: nothing comes before it that it could be predicted from
    "everything",  # with train_on=all
    "text",  # running text
]  # fmt: skip

_ROLES: dict[str, Reason] = {"developer": "system", "system": "system", "user": "user", "tool": "tool"}


class Stretch(NamedTuple):
    """Neighbouring tokens that are what they are for the same reason."""

    n: int  # tokens
    supervised: bool
    reason: Reason


class Explained(NamedTuple):
    """A conversation as it is trained. stretches: one after the other, all tokens together. left_out: in words.

    thinking: whether its last answer is learnt with thoughts, "on" or "off"; "" where there are none either way.
    """

    messages: list[Message]  # those that fit the context
    example: Example
    stretches: list[Stretch]
    left_out: list[str]
    thinking: Literal["", "on", "off"]


def explain_conversation(encoder: ConversationEncoder, messages: list[Message], tools: Tools) -> Explained:
    """Return what `encoder.encode` makes of a conversation, and why. Raises BadRowError as it does."""
    written, example = encoder.fit(messages, tools)
    _, starts = encoder.tokenize(written)
    reasons = _reasons(encoder, written, starts, tools)
    others = example.supervised & ((reasons == "template") | (reasons == "context"))
    reasons[others] = "everything" if encoder.train_on == "all" else "frame"
    reasons[:1] = "start"
    left_out = [CONTENT_KINDS[kind] for kind in encoder.left_out.of(written.messages, tools)]
    return Explained(list(written.messages), example, stretches(example, reasons), left_out, encoder.mode_of(written))


def explain_text(tokens: Int32, *, begins: bool) -> list[Stretch]:
    """Explain a passage of running text. begins: whether its first token is the text's very first. tokens: [n]."""
    supervised, reasons = np.ones(len(tokens), np.bool_), np.full(len(tokens), "text", object)
    if begins:
        supervised[:1], reasons[:1] = False, "start"
    return stretches(Example(tokens, supervised), reasons)


def stretches(example: Example, reasons: NDArray[np.object_]) -> list[Stretch]:
    """Return runs of equal reasons. reasons: [n]."""
    pairs = zip(example.supervised.tolist(), reasons.tolist(), strict=True)
    return [Stretch(sum(1 for _ in group), *pair) for pair, group in groupby(pairs)]


def _reasons(encoder: ConversationEncoder, written: Rendering, starts: Int32, tools: Tools) -> NDArray[np.object_]:
    """The reason of every token as far as the text itself says it; the rest is the template's."""
    spans = written.template.text_spans(written.messages, written.text, tools)
    reasons = np.full(len(starts), "context" if spans is None else "template", object)

    def mark(span: Span, reason: Reason) -> None:
        reasons[begins_in(written.text, span, starts)] = reason

    ends = dict(spans or [])
    for turn, (start, end) in zip(written.turns, written.supervised, strict=False):
        message = written.messages[turn]
        if spans is None:
            mark((start, end), "answer")
        if message.get("tool_calls"):
            mark((ends[turn][1] if turn in ends else start, end), "call")
        if (thoughts := message.get(THOUGHTS)) and (place := written.text.find(thoughts, start, end)) >= 0:
            mark((place, place + len(thoughts)), "thought")
    for index, (start, end) in spans or []:
        is_learnt = any(a <= start and end <= b for a, b in written.supervised)
        is_passed = index in written.passed
        mark((start, end), "thoughtless" if is_passed else _own_reason(written.messages[index], is_learnt))
    answers = written.supervised if written.turns else []
    for special in written.specials:
        if encoder.tokenizer.ends_turn(special.token) and any(a < special.end <= b for a, b in answers):
            mark((special.start, special.end), "end")
    return reasons


def _own_reason(message: Message, is_learnt: bool) -> Reason:
    """What a message's own text is."""
    if message["role"] != "assistant":
        return _ROLES[message["role"]]
    if is_learnt:
        return "answer"
    return "earlier" if "weight" not in message else "weight 0"
