"""Which part of a rendered conversation the model is trained to write.

Found by rendering the conversation turn by turn, never by searching for tags: what the template adds when an answer
is added is that answer. The end-of-turn token after it belongs to it, the template's line break after that does not:
llama.cpp stops before the model would have to write it.

Templates of reasoning models write an answer differently once later turns follow (they leave its thoughts away). Such
an answer is trained as the whole conversation has it: its own text, found by rendering marks in the texts' places.
"""

from __future__ import annotations

from collections.abc import Sequence as Many
from itertools import pairwise
from typing import NamedTuple

from core.data.problems import BadRowError
from core.data.template import ChatTemplate, Span, Tools
from core.data.tokenize import Special, Tokenizer
from core.data.turns import Message


class Answer(NamedTuple):
    """Where an assistant's turn stands. is_exact: as the model would have written it when it was the last turn."""

    span: Span
    is_exact: bool


def answer_spans(
    template: ChatTemplate, messages: Many[Message], rendered: str, *, last_only: bool, tools: Tools = None
) -> list[Answer]:
    """Characters of every assistant turn in `rendered`, from the first the model writes to the turn's end.

    Raises BadRowError, naming the message, when the template changes an earlier answer's text once turns follow it.
    """
    turns = [i for i, message in enumerate(messages) if message["role"] == "assistant"]
    turns = turns[-1:] if last_only else turns
    texts = template.renderings(messages, [cut for i in turns for cut in ((i + 1, False), (i, True))], tools)
    exact = [
        _answer_span(template, messages[: i + 1], rendered, whole, prompt, tools)
        for i, whole, prompt in zip(turns, texts[::2], texts[1::2], strict=True)
    ]
    if any(after and before and before[1] > after[0] for before, after in pairwise(exact)):
        exact = [None] * len(exact)
    own = _own_texts(template, messages, rendered, tools) if None in exact else {}
    answers = []
    for i, span in zip(turns, exact, strict=True):
        if span is None and i not in own:
            raise BadRowError(
                "the model's template rewrites earlier turns",
                f"message {i + 1} reads differently once others follow; train_on=last, or one exchange a row, works",
            )
        answers.append(Answer(span or own[i], span is not None))
    return answers


def until_end_of_turn(span: Span, specials: Many[Special], tokenizer: Tokenizer) -> tuple[Span, bool]:
    """The span up to and including its first end-of-turn token, and whether it has one.

    Some templates write that token with the next turn: right after the span it counts too. Without one, the span ends
    with its last special token, or is left as it is.
    """
    start, end = span
    for special in specials:
        if start <= special.start <= end and tokenizer.ends_turn(special.token):
            return (start, special.end), True
    inside = [special.end for special in specials if start <= special.start < end]
    return (start, inside[-1] if inside else end), False


def _answer_span(
    template: ChatTemplate, messages: Many[Message], rendered: str, whole: str, prompt: str, tools: Tools
) -> Span | None:
    """Where the last of these messages, an answer, stands in the rendering of the whole conversation.

    whole: these messages rendered; prompt: those before the last, opened for an answer.
    None when it cannot be told from how the rendering grows.
    """
    end = _common(whole, rendered)
    start = _common(prompt, whole)
    if start < len(prompt):
        # Some templates open a turn with more than they keep of it ("<think>"): the answer begins where the two part.
        before = template.render(messages[:-1], tools=tools)
        if not whole.startswith(before) or start <= len(before):
            return None
    if end < len(whole):
        # What ends a text (Phi's <|endoftext|>, or <|return|> in place of <|end|>) gives way when a turn follows.
        text = messages[-1]["content"].strip()
        if not text or text not in rendered[start:end] or messages[-1].get("tool_calls"):
            return None
    return (start, end) if start < end else None


def _common(a: str, b: str) -> int:
    """How many characters two texts have in common at their beginning."""
    if b.startswith(a):
        return len(a)
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(b))


def _own_texts(template: ChatTemplate, messages: Many[Message], rendered: str, tools: Tools) -> dict[int, Span]:
    """Every message's own text with the blanks after it; empty when their places are not certain."""
    spans = template.text_spans(messages, rendered, tools) or []
    return {i: (start, _skip_blanks(rendered, end)) for i, (start, end) in spans}


def _skip_blanks(text: str, position: int) -> int:
    rest = text[position:]
    return position + len(rest) - len(rest.lstrip())
