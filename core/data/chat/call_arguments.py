"""The arguments of calls of tools, as the model's chat template takes them.

OpenAI's API and files have them as JSON in a text; most templates write them as JSON themselves, or go through them one
by one, and want the object (llama-server parses them for these: llama.cpp, common/chat.cpp, func_args_not_string);
others put the text where it belongs. Which it is, is asked of the template.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

from core.data.chat.left_out import probe_call, probe_tool
from core.data.chat.template import ChatTemplate
from core.data.formats.turns import Message, require_characters
from core.data.problems import BadRowError

_ARGUMENTS = {"town": "Eger"}


class CallArguments:
    """Brings the arguments of calls into the form that one template wants."""

    def __init__(self, template: ChatTemplate) -> None:
        self._template = template

    def suited(self, messages: Sequence[Message]) -> list[Message]:
        """Return the messages with their calls' arguments in that form. Raises BadRowError where a text is no JSON."""
        return [
            message | {"tool_calls": [self._call(call, number) for call in calls]}
            if isinstance(calls := message.get("tool_calls"), list)
            else message
            for number, message in enumerate(messages, 1)
        ]

    @cached_property
    def _form(self) -> Literal["object", "text", ""]:
        """ "" where the template writes neither."""
        if any("Eger" in text and "{'" not in text for text in self._written(_ARGUMENTS)):  # not as Python shows it
            return "object"
        return "text" if any("Eger" in text for text in self._written(json.dumps(_ARGUMENTS))) else ""

    def _written(self, arguments: Any) -> list[str]:
        """What the template makes of a call with these, before and after the tool's answer."""
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
    """A call without arguments may have an empty text. Raises BadRowError."""
    try:
        value = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise BadRowError("the arguments of a tool call are not valid JSON", f"{where}: {error}") from error
    require_characters(value, where)
    return value
