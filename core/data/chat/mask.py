"""Finds the part of a rendered conversation that the model is trained to write.

Renders the conversation turn by turn, and never searches for tags: the text that an added answer adds is that answer.
The end-of-turn token after it belongs to it, the template's line break after that does not: llama.cpp stops before the
model would have to write it.

Templates of reasoning models write an answer differently once later turns follow (they drop its thoughts). Such an
answer, if it had thoughts, is only read. If it lost only a frame around its text (empty thoughts), it is trained in the
form of the whole conversation: its own text, found by rendering marks in place of the texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from core.data.chat.template import ChatTemplate, Span, Tools
from core.data.formats.thoughts import THOUGHTS
from core.data.formats.turns import Message
from core.data.problems import BadRowError
from core.data.tokenizer import Special, Tokenizer


class AnswerSpan(NamedTuple):
    """The place of an assistant's turn. is_exact: whether it reads as the model would have written it as the last
    turn.
    """

    span: Span
    is_exact: bool


def render_answers(
    template: ChatTemplate, messages: Sequence[Message], turns: Sequence[int], tools: Tools = None
) -> tuple[str, dict[int, AnswerSpan]]:
    """Render the conversation, and find the given assistant turns in its text, from the first character that the model
    writes to the end.

    Skips an earlier answer whose thoughts the template drops: its text alone would teach the model to answer without
    thinking. Raises BadRowError if the template refuses the conversation, or changes an earlier answer's text once
    turns follow it, naming the message.
    """
    cuts = [cut for i in turns for cut in ((i, True), (i + 1, False))]
    rendered, texts = template.conversation(messages, tools, cuts)
    prompts = {i: texts[i, True] for i in turns}
    if 0 in prompts and not rendered.startswith(prompts[0] or ""):
        prompts[0] = None  # a prompt without messages lacks the template's text before the first one
    wholes = {i: texts[i + 1, False] if i + 1 < len(messages) else rendered for i in turns}
    exact = [_answer_span(template, messages[: i + 1], rendered, wholes[i], prompts[i], tools) for i in turns]
    if any(after and before and before[1] > after[0] for before, after in pairwise(exact)):
        exact = [None] * len(exact)
    learnt = [(i, span) for i, span in zip(turns, exact, strict=True) if span or not messages[i].get(THOUGHTS)]
    own = _own_texts(template, messages, rendered, prompts, tools) if any(span is None for _, span in learnt) else {}
    answers = {}
    for i, span in learnt:
        if span is None and i not in own:
            raise BadRowError(*_unplaced(i, prompts[i]))
        answers[i] = AnswerSpan(span or own[i], span is not None or prompts[i] is None)
    return rendered, answers


def until_end_of_turn(span: Span, specials: Sequence[Special], tokenizer: Tokenizer) -> tuple[Span, bool]:
    """Return the span up to and including its first end-of-turn token, and whether it has one.

    Some templates write that token with the next turn: directly after the span it counts, too. Without one, the span
    ends with its last special token, or stays unchanged.
    """
    start, end = span
    for special in specials:
        if start <= special.start <= end and tokenizer.ends_turn(special.token):
            return (start, special.end), True
    inside = [special.end for special in specials if start <= special.start < end]
    return (start, inside[-1] if inside else end), False


def _answer_span(
    template: ChatTemplate,
    messages: Sequence[Message],
    rendered: str,
    whole: str | None,
    prompt: str | None,
    tools: Tools,
) -> Span | None:
    """Return the place of the last of these messages, an answer, in the rendering of the whole conversation.

    whole: these messages rendered; prompt: those before the last, opened for an answer; None if the template refuses
    them. Return None if the renderings do not determine the place.
    """
    if whole is None or prompt is None:
        return None
    end = _common(whole, rendered)
    start = _common(prompt, whole)
    if start < len(prompt):
        # Some templates open a turn with more than they keep of it ("<think>"): the answer begins where prompt and
        # rendering diverge.
        (before,) = template.renderings(messages, [(len(messages) - 1, False)], tools)
        if before is None or not whole.startswith(before) or start <= len(before):
            return None
    if end < len(whole):
        # A marker at the end of a text (Phi's <|endoftext|>, or <|return|> in place of <|end|>) disappears when a turn
        # follows.
        text = messages[-1]["content"].strip()
        if not text or text not in rendered[start:end] or messages[-1].get("tool_calls"):
            return None
    return (start, end) if start < end else None


def _common(a: str, b: str) -> int:
    """Return the length of the common prefix."""
    if b.startswith(a):
        return len(a)
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(b))


def _own_texts(
    template: ChatTemplate, messages: Sequence[Message], rendered: str, prompts: dict[int, str | None], tools: Tools
) -> dict[int, Span]:
    """Return answers' own texts with the whitespace around them that the model writes; empty if their places are
    uncertain.
    """
    spans = dict(template.text_spans(messages, rendered, tools) or [])
    own = {}
    for i, prompt in prompts.items():
        if i in spans:
            start, end = spans[i]
            in_front = rendered[spans[i - 1][1] : start] if i - 1 in spans else ""
            own[i] = (start - _blanks_of_answer(in_front, prompt or ""), _skip_blanks(rendered, end))
    return own


def _blanks_of_answer(in_front: str, prompt: str) -> int:
    """Return how much whitespace before an answer's text the model writes: Mistral's templates put one that no prompt
    ends with.

    in_front: the text between the previous message and the answer's text.
    """
    opening = in_front.rstrip()
    return len(in_front) - len(opening) if prompt.endswith(opening) else 0


def _skip_blanks(text: str, position: int) -> int:
    rest = text[position:]
    return position + len(rest) - len(rest.lstrip())


def _unplaced(i: int, prompt: str | None) -> tuple[str, str]:
    """Return why an answer cannot be trained: reason and detail."""
    if prompt is None:
        return "an answer's place is not certain", f"the model's template writes nothing to ask for message {i + 1}"
    return (
        "the model's template rewrites earlier turns",
        f"message {i + 1} reads differently once others follow; train_on=last, or one exchange a row, works",
    )
