"""Extracts thoughts from an assistant's message, in the various forms of data sets.

They may be in separate fields, parts of the content, tags at the answer's beginning, or the channels of gpt-oss
(OpenAI's harmony format). All become one field, so that a chat template can write them in its own form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.data.problems import BadRowError

THOUGHTS = "reasoning_content"  # the message field for them from now on
FIELDS = (THOUGHTS, "reasoning", "thinking", "thought", "thoughts")  # message fields in data sets
COLUMNS = (
    "reasoning", "reasoning_content", "thinking", "thoughts", "thought", "think", "chain_of_thought", "cot",
    "complex_cot", "rationale", "thinking_trajectory", "deepseek_reasoning",
)  # fmt: skip
_PARTS = ("thinking", "reasoning", "thought")  # types of content parts
_TAGS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<thoughts>": "</thoughts>",
    "<reasoning>": "</reasoning>",
    "<reason>": "</reason>",
    "[THINK]": "[/THINK]",
    "<seed:think>": "</seed:think>",
    "◁think▷": "◁/think▷",
    "<|channel>thought": "<channel|>",  # Gemma 4
    "<|START_THINKING|>": "<|END_THINKING|>",  # Command
    "<|inner_prefix|>": "<|inner_suffix|>",  # Apertus
    "<|begin_of_thought|>": "<|end_of_thought|>",  # OpenThoughts, whose separator follows:
}
_SOLUTION = ("<|begin_of_solution|>", "<|end_of_solution|>")
_CHANNEL = re.compile(
    r"(?:<\|start\|>)?(?:assistant)?(?: to=(?P<early>\S+?))?<\|channel\|>(?P<channel>\w+)(?: to=(?P<to>[^\s<]+))?"
    r"[^<]*(?:<\|constrain\|>\w+)?<\|message\|>(?P<text>.*?)(?:<\|end\|>|<\|return\|>|<\|call\|>|\Z)",
    re.DOTALL,
)
_FRAME = re.compile(
    r"\s*(?:<\|channel\|>analysis<\|message\|>|"
    + "|".join(rf"{re.escape(opening)}\s*(?:{re.escape(closing)}\s*)?" for opening, closing in _TAGS.items())
    + ")"
)


class Said(NamedTuple):
    """The parts of an assistant's message. calls: tool calls, from harmony's channels."""

    thoughts: str
    content: str
    calls: list[Any]


def taken_apart(content: str, where: str) -> Said:
    """Split an answer's text. Raises BadRowError if its thoughts are never closed, or a call is not JSON."""
    text = content.lstrip()
    if "<|channel|>" in text and (found := _harmony(text, where)):
        return found
    for opening, closing in _TAGS.items():
        if text.startswith(opening):
            thoughts, closed, answer = text.removeprefix(opening).partition(closing)
            if not closed:
                raise BadRowError("thoughts that never end", f"{where} has {opening} and no {closing}")
            return Said(thoughts.strip(), _solution(answer), [])
    thoughts, closed, answer = content.partition("</think>")
    if closed and "<think>" not in thoughts:  # the prompt opened them
        return Said(thoughts.strip(), _solution(answer), [])
    return Said("", content, [])


def without_frame(text: str) -> str:
    """Return the text without tags at its beginning that open thoughts or enclose empty ones."""
    return text[found.end() :] if (found := _FRAME.match(text)) else text


def of_fields(message: Mapping[str, Any], where: str) -> str:
    """Return the thoughts in a message's own fields. Raises BadRowError."""
    for field in FIELDS:
        value = message.get(field)
        if isinstance(value, list | dict) and value:
            raise BadRowError("a message's thoughts are not text", f"{where}: {field}")
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def of_part(part: Any) -> str | None:
    """Return the thoughts in a part of a content; None for another kind of part."""
    if not isinstance(part, dict) or part.get("type") not in _PARTS:
        return None
    value = next((part[key] for key in (*_PARTS, "text", "content") if part.get(key)), "")
    if isinstance(value, list):  # nested parts, as Mistral writes them
        texts = [inner.get("text", "") if isinstance(inner, dict) else str(inner) for inner in value]
        return "".join(texts)
    return str(value)


def _solution(answer: str) -> str:
    """Return the answer after thoughts, without the line breaks between."""
    begin, end = _SOLUTION
    inside = answer.strip()
    return inside.removeprefix(begin).removesuffix(end).strip() if inside.startswith(begin) else answer.lstrip("\n")


def _harmony(text: str, where: str) -> Said | None:
    """Split harmony channels: "analysis" is thoughts, "final" the answer; "commentary" calls a tool, or is text to the
    user before the call.
    """
    thoughts, said, calls = list[str](), list[str](), list[Any]()
    position = 0
    for match in _CHANNEL.finditer(text):
        if text[position : match.start()].strip():
            return None
        position = match.end()
        tool = match["to"] or match["early"]
        if tool:
            calls.append({"type": "function", "function": {"name": tool.removeprefix("functions."),
                                                           "arguments": _arguments(match["text"], where)}})  # fmt: skip
        elif match["channel"] == "analysis":
            thoughts.append(match["text"].strip())
        else:
            said.append(match["text"])
    if not position or text[position:].strip():
        return None
    return Said("\n\n".join(filter(None, thoughts)), "\n\n".join(said), calls)


def _arguments(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRowError("a tool call is not valid JSON", f"{where}: {error}") from error
