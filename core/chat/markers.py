"""What a chat template writes around thoughts and around calls of tools, so that they can be told from the answer.

Asked of the template itself: a conversation with probes in these places is rendered, and what stands around the probes
are the marks. Thoughts between `<think>` and `</think>` are known without that: many templates only cut them away.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence, Set
from itertools import takewhile
from typing import Any, NamedTuple

from core.data.chat.template import ChatTemplate
from core.data.formats.turns import THOUGHTS, Message
from core.shared import protocol as p

_QUESTION: Message = {"role": "user", "content": "Who are you?"}
_PROBE, _OTHER, _WORDS = "luthier_probe", "another_name", "The keeper."
_TAG = re.compile(r"<[^<>\s]+>|\[/?[A-Z_]+\]")


class Marks(NamedTuple):
    """opening: what a stretch of this kind begins with. closing: "" where it goes on to the end of the turn."""

    kind: p.PieceKind
    opening: str
    closing: str


THINK = Marks("thinking", "<think>", "</think>")


def find_marks(template: ChatTemplate, ends: Sequence[str]) -> list[Marks]:
    """Of a template. ends: the texts that end a turn."""
    thoughts = _thoughts(template) or THINK
    calls = _calls(template, {*ends, thoughts.opening, thoughts.closing})
    return [thoughts, calls] if calls else [thoughts]


def opens_thought(prompt: str, marks: Sequence[Marks]) -> bool:
    """Whether a prompt opens a thought for the model to go on with."""
    return any(prompt.rstrip().endswith(mark.opening) for mark in marks if mark.kind == "thinking")


def read_calls(text: str) -> list[p.ToolCall]:
    """The calls in what stands between the marks, each with its name where that is JSON."""
    try:
        value = json.loads(text)
    except ValueError:
        return [p.ToolCall(text=text)]
    return [_call_of(call, text) for call in (value if isinstance(value, list) else [value])]


def _call_of(call: Any, text: str) -> p.ToolCall:
    if not isinstance(call, dict):
        return p.ToolCall(text=text)
    call = call.get("function") if isinstance(call.get("function"), dict) else call
    arguments = call.get("arguments", call.get("parameters"))
    return p.ToolCall(
        text=text, name=str(call.get("name", "")), arguments=arguments if isinstance(arguments, dict) else {}
    )


def _thoughts(template: ChatTemplate) -> Marks | None:
    for field in THOUGHTS:
        answer = _answer(template, {"role": "assistant", "content": _WORDS, field: _PROBE})
        before, probe, after = answer.partition(_PROBE)
        closing, words, _ = after.partition(_WORDS)
        if probe and words and before.strip() and closing.strip():
            return Marks("thinking", before.strip(), closing.strip())
    return None


def _calls(template: ChatTemplate, others: Set[str]) -> Marks | None:
    """others: tags that are not of calls."""
    for as_text in (False, True):  # arguments are an object for some templates, JSON in a text for others
        first, second = (_answer(template, _call(name, as_text)) for name in (_PROBE, _OTHER))
        if _PROBE in first and _OTHER in second:
            before = _common(first, second).lstrip()
            after = _common(first[::-1], second[::-1])[::-1]
            opening, closings = ([tag for tag in _TAG.findall(text) if tag not in others] for text in (before, after))
            if opening:
                return Marks("call", opening[0], _closing(opening[0], closings))
            return Marks("call", before, "") if before.startswith("{") else None
    return None


def _closing(opening: str, tags: list[str]) -> str:
    """Which of the tags after a call belongs to the one before it."""
    own = f"</{opening[1:]}"
    endings = [tag for tag in tags if "/" in tag or "end" in tag.lower() or "suffix" in tag]
    return own if own in tags else endings[-1] if endings else ""


def _answer(template: ChatTemplate, message: Message) -> str:
    """What the template writes for an answer; "" where it refuses it."""
    prompt, whole = template.renderings([_QUESTION, message], [(1, True), (2, False)], [_TOOL])
    if prompt is None or whole is None:
        return ""
    return whole[len(_common(prompt, whole).rstrip("<")) :]


def _common(first: str, second: str) -> str:
    """What both begin with."""
    return "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def _call(name: str, as_text: bool) -> Message:
    arguments: Any = {"town": "Eger"}
    function = {"name": name, "arguments": json.dumps(arguments) if as_text else arguments}
    call = {"id": "call00001", "type": "function", "function": function}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


_PARAMETERS = {"type": "object", "properties": {"town": {"type": "string", "description": "Where"}}}
_TOOL = {
    "type": "function",
    "function": {"name": "look", "description": "The weather", "parameters": _PARAMETERS},
}
