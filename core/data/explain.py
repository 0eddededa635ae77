"""Why each token of a conversation is trained or not, for people who look at their data."""

from __future__ import annotations

from itertools import groupby
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data.conversation import ConversationEncoder, Rendering, begins_in
from core.data.sequence import Int32, Sequence
from core.data.template import Tools
from core.data.turns import Message

Part = Literal[
    "system", "user", "tool", "template",  # read, not learnt
    "context",  # one of these; which cannot be told, because the template changes the messages' texts
    "earlier",  # an answer that is not the last one, with train_on=last
    "answer", "call", "end",  # an answer's text, what the template writes of it (a tool call, a frame), its end
    "start",  # the first token: nothing comes before it that it could be predicted from
    "everything",  # with train_on=all
    "text", "again",  # running text; the last token of the window before, which is learnt there
]  # fmt: skip

_ROLES: dict[str, Part] = {"developer": "system", "system": "system", "user": "user", "tool": "tool"}


class Stretch(NamedTuple):
    """Neighbouring tokens that are what they are for the same reason."""

    n: int  # tokens
    trained: bool
    part: Part


class Explained(NamedTuple):
    """A conversation as it is trained. stretches: one after the other, all tokens together."""

    messages: list[Message]  # those that fit the context
    sequence: Sequence
    stretches: list[Stretch]


def explain_conversation(encoder: ConversationEncoder, messages: list[Message], tools: Tools) -> Explained:
    """What `encoder.encode` makes of a conversation, and why. Raises BadRowError as it does."""
    kept, sequence = encoder.fit(messages, tools)
    written = encoder.render(kept, tools)
    _, starts = encoder.tokenize(written)
    parts = _parts(encoder, written, starts, tools)
    frame = (parts == "template") | (parts == "context")
    parts[sequence.trained & frame] = "everything" if encoder.train_on == "all" else "call"
    parts[:1] = "start"
    return Explained(list(written.messages), sequence, stretches(sequence, parts))


def explain_window(sequence: Sequence, *, begins: bool) -> list[Stretch]:
    """Of running text. begins: whether its first token is a text's very first."""
    parts = np.full(len(sequence), "text", object)
    parts[:1] = "start" if begins else "again"
    return stretches(sequence, parts)


def stretches(sequence: Sequence, parts: NDArray[np.object_]) -> list[Stretch]:
    """Runs of equal parts. parts: [n]."""
    pairs = zip(sequence.trained.tolist(), parts.tolist(), strict=True)
    return [Stretch(sum(1 for _ in group), *pair) for pair, group in groupby(pairs)]


def _parts(encoder: ConversationEncoder, written: Rendering, starts: Int32, tools: Tools) -> NDArray[np.object_]:
    """The part of every token as far as the text itself says it; the rest is the template's."""
    spans = encoder.template.text_spans(written.messages, written.text, tools)
    parts = np.full(len(starts), "context" if spans is None else "template", object)
    answers = set(written.trained) if encoder.train_on != "all" else set()
    texts = [(written.messages[index]["role"], span) for index, span in spans or []]
    for role, (start, end) in texts or [("assistant", span) for span in answers]:
        own = begins_in(written.text, (start, end), starts)
        is_learnt = encoder.train_on == "all" or any(a <= start and end <= b for a, b in answers)
        parts[own] = _ROLES.get(role) or ("answer" if is_learnt else "earlier")
    for special in written.specials:
        if encoder.tokenizer.ends_turn(special.token) and any(a < special.end <= b for a, b in answers):
            parts[begins_in(written.text, (special.start, special.end), starts)] = "end"
    return parts
