"""Rows with which Gemini is tuned (Vertex AI; Kiln exports them, too): contents of parts, by a user or the model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from core.data.formats.calls import tools_of
from core.data.formats.turns import Conversation, Message, turns
from core.data.problems import BadRowError, kind


def gemini_conversation(contents: object, instruction: object, tools: object) -> Conversation:
    """Return a row's conversation. instruction: what the system says, as contents or a text. Raises BadRowError."""
    if not isinstance(contents, list):
        raise BadRowError("contents is not a list", f"it is {kind(contents)}")
    system = instruction if isinstance(instruction, str) else "".join(_texts(instruction, "systemInstruction"))
    said = [{"role": "system", "content": system}] if system else []
    for number, content in enumerate(contents, 1):
        said += _messages(content, f"message {number}")
    return Conversation(turns(said, "contents"), tools_of(list(_declared(tools))))


def _declared(tools: object) -> Iterator[Any]:
    """Functions that a row declares, as JSON Schema has them. Tools of Gemini's own, such as search, are none."""
    for group in tools if isinstance(tools, list) else ():
        functions = group.get("functionDeclarations") if isinstance(group, dict) else None
        yield from map(_in_json_schema, functions if isinstance(functions, list) else ())


def _messages(content: object, where: str) -> Iterator[Message]:
    """What a content says: a turn, or a message for each answer of a tool."""
    texts, thoughts, calls = list[str](), list[str](), list[dict[str, Any]]()
    answers = list[Message]()
    for part in _parts(content, where):
        match part:
            case {"text": str(text)}:
                (thoughts if part.get("thought") is True else texts).append(text)
            case {"functionCall": {"name": str(name), **call}}:
                calls.append({"type": "function", "function": {"name": name, "arguments": call.get("args") or {}}})
            case {"functionResponse": {"name": str(name), "response": response}}:
                plain = response.get("content") if isinstance(response, dict) and len(response) == 1 else None
                text = plain if isinstance(plain, str) else json.dumps(response, ensure_ascii=False)
                answers.append({"role": "tool", "name": name, "content": text})
            case _:
                raise BadRowError("a message's content is not text", f"{where} has a part that is no text")
    yield from answers
    if texts or calls or not answers:
        role = content.get("role", "user") if isinstance(content, dict) else "user"
        reasoning = {"reasoning_content": "".join(thoughts)} if thoughts else {}
        yield {"role": role, "content": "".join(texts), **({"tool_calls": calls} if calls else {}), **reasoning}


def _texts(content: object, where: str) -> Iterator[str]:
    for part in _parts(content, where) if content else ():
        yield str(part.get("text", ""))


def _parts(content: object, where: str) -> list[Mapping[str, Any]]:
    """Return the parts of a content. Raises BadRowError."""
    parts = content.get("parts") if isinstance(content, dict) else None
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise BadRowError("a message has no parts", where)
    return parts


def _in_json_schema(value: Any) -> Any:
    """A declaration with its types as JSON Schema spells them: Gemini has them in capitals."""
    if isinstance(value, dict):
        return {
            key: inner.lower() if key == "type" and isinstance(inner, str) else _in_json_schema(inner)
            for key, inner in value.items()
        }
    return [_in_json_schema(inner) for inner in value] if isinstance(value, list) else value
