"""Converts tools and their calls from the forms of data files to OpenAI's form, which chat templates take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.data.formats.json_row import parsed
from core.data.problems import BadRowError, kind

CALLING_ROLES = ("function_call", "tool_call", "tool_calls")  # messages whose text is a call, as JSON


def tools_of(value: object) -> list[Any] | None:
    """Return a row's tools, or None. Raises BadRowError.

    Takes a list, or JSON in a text, of tools that are objects or JSON in texts themselves, with or without OpenAI's
    wrapper. Any other text is about something else, such as the tools of a craft.
    """
    if isinstance(value, str):
        value = parsed(value, "tools") if may_be_json(value) else None
    if not value:
        return None
    if not isinstance(value, list):
        raise BadRowError("tools is not a list", f"it is {kind(value)}")
    return [_without_null_properties(_framed(_unpacked(tool, "a tool"))) for tool in value]


def may_be_json(text: str) -> bool:
    """Return whether a text begins like a JSON list or object."""
    return text.lstrip().startswith(("[", "{"))


def calls_of(value: object, where: str) -> list[Any]:
    """Return the calls of an answer: one or a list, as objects or as JSON in texts. Raises BadRowError."""
    value = _unpacked(value, "a tool call") if isinstance(value, str) and value.strip() else value
    if not value:
        return []
    calls = [_framed(_unpacked(call, "a tool call")) for call in (value if isinstance(value, list) else [value])]
    for call in calls:
        if not isinstance(call, dict):
            raise BadRowError("a tool call is not an object", f"{where}: it is {kind(call)}")
    return calls


def answered_calls(answer: object) -> list[Any]:
    """Return the calls of an answer that is nothing else, in a row with tools; none if it is text."""
    if isinstance(answer, str):
        if not may_be_json(answer):
            return []
        try:
            answer = parsed(answer, "the answer")
        except BadRowError:
            return []
    calls = answer if isinstance(answer, list) else [answer]
    return [_framed(call) for call in calls] if calls and all(map(_is_bare_call, calls)) else []


def without_padding(calls: list[Any], tools: list[Any] | None) -> list[Any]:
    """Return calls without the null arguments that their tool does not have: Arrow pads them with other tools'
    arguments.
    """
    return [_unpadded_call(call, tools) for call in calls] if tools else calls


def _unpadded_call(call: Any, tools: list[Any] | None) -> Any:
    function = call.get("function")
    arguments = function.get("arguments") if isinstance(function, dict) else None
    known = next((_properties(tool) for tool in tools or () if _name(tool) == function.get("name")), None)
    if not isinstance(arguments, dict) or known is None:
        return call
    kept = {key: value for key, value in arguments.items() if value is not None or key in known}
    return call | {"function": function | {"arguments": kept}}


def _name(tool: Any) -> Any:
    return tool["function"].get("name") if _properties(tool) is not None else None


def _properties(tool: Any) -> dict[str, Any] | None:
    """Return a tool's parameters by name, if it has a JSON Schema."""
    value = tool
    for key in ("function", "parameters", "properties"):
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else None


def _without_null_properties(tool: Any) -> Any:
    """Remove parameters described by null, which are Arrow's padding."""
    properties = _properties(tool)
    if properties is None or None not in properties.values():
        return tool
    kept = {key: value for key, value in properties.items() if value is not None}
    function = tool["function"]
    return tool | {"function": function | {"parameters": function["parameters"] | {"properties": kept}}}


def _is_bare_call(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str) and "arguments" in value


def _unpacked(value: object, what: str) -> Any:
    """Parse an object from JSON in a text; a tool may also be just a name."""
    return parsed(value, what) if isinstance(value, str) and may_be_json(value) else value


def _framed(value: Any) -> Any:
    if not isinstance(value, Mapping) or "function" in value or not isinstance(value.get("name"), str):
        return value
    inside = {key: part for key, part in value.items() if key not in ("id", "type")}
    return {key: value[key] for key in ("id",) if key in value} | {"type": "function", "function": inside}
