"""Finds the marks that a chat template writes around thoughts and tool calls, to split them from the answer.

Renders a conversation with probes in these places; the texts around the probes are the marks (those of thoughts:
core/data/chat/thinking.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence, Set
from itertools import takewhile
from typing import Any, NamedTuple

from core import protocol as p
from core.data.chat.left_out import probe_call, probe_tool
from core.data.chat.template import ChatTemplate
from core.data.chat.thinking import Thinking, study
from core.data.formats.turns import Message

_QUESTION: Message = {"role": "user", "content": "Who are you?"}
_PROBE, _OTHER = "luthier_probe", "another_name"
_HARMONY_CALL = re.compile(r"(?:functions\.)?([\w-]+)(?:(?!<\|message\|>).)*<\|message\|>(.*)", re.DOTALL)
_TAG = re.compile(r"<[^<>\s]+>|\[/?[A-Z_]+\]")


class Marks(NamedTuple):
    """The marks around a part of an answer. opening: what such a part begins with. closing: "" if it extends to the end
    of the turn.

    anywhere: it is not ordinary text, so it counts in any position.
    """

    kind: p.PieceKind
    opening: str
    closing: str
    anywhere: bool = False


_CHANNELS: Sequence[tuple[p.PieceKind, str]] = (
    ("thinking", "<|channel|>analysis<|message|>"),
    ("answer", "<|channel|>final<|message|>"),
    ("answer", "<|channel|>commentary<|message|>"),  # text before it calls a tool
    ("call", "<|channel|>commentary to="),
    ("call", " to=functions."),
)
# gpt-oss writes messages in channels, one after the other (https://cookbook.openai.com/articles/openai-harmony); the
# prompt opens the first of them.
HARMONY = [
    Marks(kind, start + opening, "<|call|>" if kind == "call" else "<|end|>", bool(start) or opening[0] == "<")
    for kind, opening in _CHANNELS
    for start in ("", "<|start|>assistant")
]
THINK = Marks("thinking", "<think>", "</think>")  # the default, unless a template has other marks


def find_marks(template: ChatTemplate, ends: Sequence[str], thinking: Thinking | None = None) -> list[Marks]:
    """Find a template's marks. ends: the texts that end a turn. thinking: how the template handles thoughts, if
    known.
    """
    around = thinking or study(template)
    if around.opening == HARMONY[0].opening:
        return HARMONY
    thoughts = Marks("thinking", around.opening.strip(), around.closing.strip())
    calls = _calls(template, {*ends, thoughts.opening, thoughts.closing})
    return [thoughts, calls] if calls else [thoughts]


def opens_thought(prompt: str, marks: Sequence[Marks]) -> bool:
    """Return whether a prompt opens a thought for the model to continue."""
    return any(prompt.rstrip().endswith(mark.opening) for mark in marks if mark.kind == "thinking")


def read_calls(text: str) -> list[p.ToolCall]:
    """Parse the tool calls between the marks; calls in JSON get their names."""
    found = _HARMONY_CALL.fullmatch(text)
    try:
        value = json.loads(found[2] if found else text)
    except (ValueError, RecursionError):
        return [p.ToolCall(text=text)]
    if not _is_text(value):
        return [p.ToolCall(text=text)]
    if found and isinstance(value, dict):
        return [p.ToolCall(text=text, name=found[1], arguments=value)]
    return [_call_of(call, text) for call in (value if isinstance(value, list) else [value])]


def _call_of(call: Any, text: str) -> p.ToolCall:
    if not isinstance(call, dict):
        return p.ToolCall(text=text)
    call = call.get("function") if isinstance(call.get("function"), dict) else call
    arguments = _object(call.get("arguments", call.get("parameters", {})))
    return (
        p.ToolCall(text=text)
        if arguments is None or not _is_text(arguments)
        else p.ToolCall(text=text, name=str(call.get("name", "")), arguments=arguments)
    )


def _is_text(value: Any) -> bool:
    """Return whether a value can be encoded: JSON may escape a lone surrogate, which UTF-8 cannot hold."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


def _object(arguments: Any) -> dict[str, Any] | None:
    """Return a call's arguments, also from JSON in a text as OpenAI sends it; None if they are not an object."""
    try:
        value = json.loads(arguments) if isinstance(arguments, str) else arguments
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else {} if value is None else None


def _calls(template: ChatTemplate, others: Set[str]) -> Marks | None:
    """Find the marks of calls. others: tags that do not belong to calls."""
    for arguments in ({"town": "Eger"}, '{"town": "Eger"}'):  # some templates take an object, some a text
        first, second = (_answer(template, probe_call(name, arguments)) for name in (_PROBE, _OTHER))
        if _PROBE in first and _OTHER in second:
            before = _common(first, second).lstrip()
            after = _common(first[::-1], second[::-1])[::-1]
            opening, closings = ([tag for tag in _TAG.findall(text) if tag not in others] for text in (before, after))
            if opening:
                return Marks("call", opening[0], _closing(opening[0], closings))
            return Marks("call", before, "") if before.startswith("{") else None
    return None


def _closing(opening: str, tags: list[str]) -> str:
    """Return the tag after a call that closes it."""
    own = f"</{opening[1:]}"
    endings = [tag for tag in tags if "/" in tag or "end" in tag.lower() or "suffix" in tag]
    return own if own in tags else endings[-1] if endings else ""


def _answer(template: ChatTemplate, message: Message) -> str:
    """Render an answer with the template; "" if the template refuses it."""
    prompt, whole = template.renderings([_QUESTION, message], [(1, True), (2, False)], [probe_tool("look")])
    if prompt is None or whole is None:
        return ""
    return whole[len(_common(prompt, whole).rstrip("<")) :]


def _common(first: str, second: str) -> str:
    """Return the common prefix."""
    return "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
