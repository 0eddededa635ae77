"""Which part of a rendered conversation the model is trained to write.

Found by rendering the conversation turn by turn, never by searching for tags: what the template adds when an answer
is added is that answer. The end-of-turn token after it belongs to it, the template's line break after that does not:
llama.cpp stops before the model would have to write it.
"""

from __future__ import annotations

from collections.abc import Sequence as Many
from itertools import pairwise

from core.data.formats import Message
from core.data.problems import BadRowError
from core.data.template import ChatTemplate, Span
from core.data.tokenize import Special, Tokenizer


def answer_spans(template: ChatTemplate, messages: Many[Message], rendered: str, *, last_only: bool) -> list[Span]:
    """Characters of every assistant turn in `rendered`, from the first the model writes to the turn's end.

    Raises BadRowError when the template writes earlier turns differently once later ones follow.
    """
    answers = [i for i, message in enumerate(messages) if message["role"] == "assistant"]
    spans = [_answer_span(template, messages[: i + 1], rendered) for i in (answers[-1:] if last_only else answers)]
    if any(end > start for (_, end), (start, _) in pairwise(spans)):
        raise _not_incremental()
    return spans


def until_end_of_turn(span: Span, specials: Many[Special], tokenizer: Tokenizer) -> tuple[Span, bool]:
    """The span up to and including its first end-of-turn token, and whether it has one.

    Without one, it ends with its last special token, or is left as it is.
    """
    start, end = span
    inside = [special for special in specials if start <= special.start and special.end <= end]
    for special in inside:
        if tokenizer.ends_turn(special.token):
            return (start, special.end), True
    return (start, inside[-1].end if inside else end), False


def _answer_span(template: ChatTemplate, messages: Many[Message], rendered: str) -> Span:
    """Where the last of these messages, an answer, stands in the rendering of the whole conversation."""
    whole = template.render(messages)
    if not rendered.startswith(whole):
        raise _not_incremental()
    prompt = template.render(messages[:-1], prompt=True)
    if whole.startswith(prompt):
        return len(prompt), len(whole)
    # Some templates open a turn with more than they keep of it ("<think>"): the answer begins where the two part.
    before = template.render(messages[:-1])
    start = next((i for i, (a, b) in enumerate(zip(prompt, whole, strict=False)) if a != b), len(whole))
    if not whole.startswith(before) or start <= len(before):
        raise _not_incremental()
    return start, len(whole)


def _not_incremental() -> BadRowError:
    return BadRowError("the model's template rewrites earlier turns", "train_on=last, or one exchange a row, works")
