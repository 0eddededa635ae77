"""Finds parts of a conversation that a chat template silently drops.

For each kind of part, renders a conversation with a probe and looks for the probe. A kind whose probes are all refused
counts as written: the template reports the error itself.

Also converts the arguments of tool calls to the form that the template takes. OpenAI's API and files have them as JSON
in a text; most templates encode them as JSON themselves, or iterate over them, and need the object (llama-server parses
them for these: llama.cpp, common/chat.cpp, func_args_not_string); others insert the text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

from core.data.chat.template import ChatTemplate, Tools
from core.data.formats.json_row import refuse_number
from core.data.formats.thoughts import THOUGHTS
from core.data.formats.turns import Message, require_characters
from core.data.problems import BadRowError

# Titles by a message's role or field, or the row's tools.
CONTENT_KINDS = {
    "system": "system messages",
    "developer": "developer messages",
    "tools": "descriptions of tools",
    "tool_calls": "tool calls",
    "tool": "what tools answer",
    THOUGHTS: "thoughts",
}
_PROBE = "luthier_probe"  # plain enough for every template to write it unchanged


class LeftOut:
    """Finds parts of conversations that a template does not write."""

    def __init__(self, template: ChatTemplate) -> None:
        self._template = template
        self._known: dict[tuple[str, bool], bool] = {}

    def of(self, messages: Sequence[Message], tools: Tools) -> list[str]:
        """Return the kinds of parts that are missing from the conversation's rendering."""
        found = {"tools"} if tools else set()
        for message in messages:
            found.add(message["role"])
            found.update(message)
        return [kind for kind in CONTENT_KINDS if kind in found and self.has_no_place(kind, tools)]

    def has_no_place(self, kind: str, tools: Tools) -> bool:
        """Return whether the template leaves out such parts; some write calls only if tools are given."""
        key = kind, bool(tools)
        if key not in self._known:
            given = [probe_tool(_PROBE if kind == "tools" else "look")] if tools else None
            texts: list[str | None] = []
            for talk in _probes(kind):
                texts += self._template.renderings(talk, [(len(talk), False), (len(talk), True)], given)
            written = [text for text in texts if text is not None]
            self._known[key] = bool(written) and not any(_PROBE in text for text in written)
        return self._known[key]


def _probes(kind: str) -> list[list[Message]]:
    """Return conversations with the probe in a place of this kind."""
    user: Message = {"role": "user", "content": "Who are you?"}
    answer: Message = {"role": "assistant", "content": "The keeper."}
    match kind:
        case "system" | "developer":
            return [[{"role": kind, "content": _PROBE}, user]]
        case "tools":
            return [[user]]
        case "tool_calls":  # some templates take an object, some JSON in a text
            return [[user, probe_call(_PROBE, {"town": "Eger"})], [user, probe_call(_PROBE, '{"town": "Eger"}')]]
        case "tool":
            result = {"role": "tool", "name": "look", "tool_call_id": "call00001", "content": _PROBE}
            return [
                [user, probe_call("look", {"town": "Eger"}), result],
                [user, probe_call("look", '{"town": "Eger"}'), result],
            ]
    return [[user, answer | {kind: _PROBE}]]


def probe_call(name: str, arguments: Any) -> Message:
    """Return an answer that calls one tool."""
    call = {"id": "call00001", "type": "function", "function": {"name": name, "arguments": arguments}}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


def probe_tool(name: str) -> dict[str, Any]:
    """Return a tool's description."""
    parameters = {"type": "object", "properties": {"town": {"type": "string", "description": "Where"}}}
    return {"type": "function", "function": {"name": name, "description": "The weather", "parameters": parameters}}


_ARGUMENTS = {"town": "Eger"}


class CallArguments:
    """Converts the arguments of calls to the form that one template takes."""

    def __init__(self, template: ChatTemplate) -> None:
        self._template = template

    def suited(self, messages: Sequence[Message]) -> list[Message]:
        """Return the messages with their calls' arguments in that form. Raises BadRowError for a text that is not
        JSON.
        """
        return [
            message | {"tool_calls": [self._call(call, number) for call in calls]}
            if isinstance(calls := message.get("tool_calls"), list)
            else message
            for number, message in enumerate(messages, 1)
        ]

    @cached_property
    def _form(self) -> Literal["object", "text", ""]:
        """Return the form of arguments that the template writes; "" if it writes neither."""
        if any("Eger" in text and "{'" not in text for text in self._written(_ARGUMENTS)):  # not Python's repr
            return "object"
        return "text" if any("Eger" in text for text in self._written(json.dumps(_ARGUMENTS))) else ""

    def _written(self, arguments: Any) -> list[str]:
        """Return the renderings of a call with these arguments, before and after the tool's answer."""
        question: Message = {"role": "user", "content": "Who are you?"}
        result: Message = {"role": "tool", "name": "look", "tool_call_id": "call00001", "content": "Rain."}
        talk = [question, probe_call("look", arguments), result]
        texts = self._template.renderings(talk, [(2, False), (3, False)], [probe_tool("look")])
        return [text for text in texts if text is not None]

    def _call(self, call: Any, number: int) -> Any:
        if not isinstance(call, dict):
            return call
        if isinstance(call.get("function"), dict):
            return call | {"function": self._call(call["function"], number)}
        arguments = call.get("arguments")
        if isinstance(arguments, str) and self._form == "object":
            return call | {"arguments": _parsed(arguments, f"message {number}: {call.get('name', '')!s:.40}")}
        if isinstance(arguments, dict) and self._form == "text":
            return call | {"arguments": json.dumps(arguments, ensure_ascii=False)}
        return call


def _parsed(text: str, where: str) -> Any:
    """Parse arguments; an empty text means none. Raises BadRowError."""
    try:
        value = json.loads(text, parse_constant=refuse_number) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise BadRowError("the arguments of a tool call are not valid JSON", f"{where}: {error}") from error
    require_characters(value, where)
    return value
