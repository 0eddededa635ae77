"""Reads conversations from the data exports of ChatGPT and Claude (conversations.json), and Gemini's tuning rows.

ChatGPT's are trees of messages, with a branch for every edit and every new answer; the branch shown last is used.
Claude's are lists. Gemini's rows (Vertex AI; Kiln exports them, too) are contents of parts, by a user or the model.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from core.data.formats.calls import tools_of
from core.data.formats.turns import Conversation, Message, turns
from core.data.problems import BadRowError, kind

# Kinds that are left out, to be shown after their number: singular and plural.
BRANCH = ("message on another branch", "messages on other branches")
HIDDEN = ("hidden message", "hidden messages")
TOOL = ("message to or from a tool", "messages to or from tools")
THOUGHT = ("message of thoughts", "messages of thoughts")
OTHER = ("message of another kind", "messages of other kinds")
PART = ("picture or sound", "pictures and sounds")
BLIND = ("answer to a picture or sound alone", "answers to pictures or sounds alone")
KINDS = (BRANCH, HIDDEN, TOOL, THOUGHT, OTHER, PART, BLIND)
_TEXTS = ("text", "multimodal_text")  # content_type of people's and the model's messages
_THOUGHTS = ("thoughts", "reasoning_recap")


def exported_conversation(nodes: object, current: object) -> Conversation:
    """Return the conversation from its beginning to the current node, by the nodes' parents. Raises BadRowError."""
    if not isinstance(nodes, dict):
        raise BadRowError("mapping is not an object", f"it is {kind(nodes)}")
    if not isinstance(current, str) or current not in nodes:
        raise BadRowError("current_node is not in the mapping", f"it is {current!r:.60}")
    branch = _branch(nodes, current)
    left_out = [BRANCH[1] for name, node in nodes.items() if name not in branch and _said(_message(node))]
    said = list(_turns([_message(nodes[name]) for name in branch], left_out))
    return Conversation(turns(said, "mapping"), left_out=tuple(left_out))


def claude_conversation(messages: object) -> Conversation:
    """Return a conversation with Claude, without tools, thoughts and files. Raises BadRowError."""
    if not isinstance(messages, list):
        raise BadRowError("chat_messages is not a list", f"it is {kind(messages)}")
    left_out, said = list[str](), list[Message]()
    for message in messages:
        if not isinstance(message, dict) or message.get("sender") not in ("human", "assistant"):
            left_out.append(OTHER[1])
            continue
        text = _claude_text(message, left_out)
        left_out += [PART[1]] * sum(len(message.get(key) or ()) for key in ("files", "attachments"))
        if not text:
            continue
        role = "user" if message["sender"] == "human" else "assistant"
        if said and said[-1]["role"] == role:
            said[-1]["content"] += f"\n\n{text}"
        else:
            said.append({"role": role, "content": text})
    return Conversation(turns(said, "chat_messages"), left_out=tuple(left_out))


def _claude_text(message: Mapping[str, Any], left_out: list[str]) -> str:
    """Return a message's text. Older exports have only the text, newer ones also parts."""
    parts = message.get("content")
    if not isinstance(parts, list) or not parts:
        return str(message.get("text") or "").strip()
    texts = list[str]()
    for part in parts:
        what = part.get("type") if isinstance(part, dict) else None
        if what == "text" and isinstance(part.get("text"), str):
            texts.append(part["text"])
        else:
            left_out.append({"thinking": THOUGHT, "tool_use": TOOL, "tool_result": TOOL}.get(str(what), OTHER)[1])
    return "\n\n".join(filter(None, map(str.strip, texts)))


def _branch(nodes: Mapping[str, Any], current: str) -> list[str]:
    """Return the names of the nodes from the first to the current one."""
    branch = dict[str, None]()
    name: Any = current
    while isinstance(name, str) and name in nodes:
        if name in branch:
            raise BadRowError("messages that follow each other in a circle", f"at {name[:60]!r}")
        branch[name] = None
        name = nodes[name].get("parent") if isinstance(nodes[name], dict) else None
    return list(reversed(branch))


def _message(node: Any) -> Mapping[str, Any]:
    """Return a node's message; the first node has none."""
    message = node.get("message") if isinstance(node, dict) else None
    return message if isinstance(message, dict) else {}


def _turns(messages: list[Mapping[str, Any]], left_out: list[str]) -> Iterator[Message]:
    """Yield turns, joining neighbours of one role. left_out: collects the kinds of everything else."""
    turn: Message = {}
    is_blind = False  # the question was only a picture
    for message in messages:
        if why := _reason(message):
            left_out += [why[1]] if _content(message) else []
        elif message:
            role, (text, others) = message["author"]["role"], _parts(message)
            left_out += [PART[1]] * others
            is_blind = (not text and others > 0) if role == "user" else is_blind
            if is_blind or not text:
                left_out += [BLIND[1]] if is_blind and role == "assistant" else []
            elif role == turn.get("role"):
                turn["content"] += f"\n\n{text}"
            else:
                if turn:
                    yield turn
                turn = {"role": role, "content": text}
    if turn:
        yield turn


def _said(message: Mapping[str, Any]) -> bool:
    """Return whether a message is by a person or the model, and not empty."""
    return bool(message) and not _reason(message) and _parts(message) != ("", 0)


def _reason(message: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return why a message is left out, or None."""
    if not message:
        return None
    author, content, about = message.get("author"), message.get("content"), message.get("metadata")
    role = author.get("role") if isinstance(author, dict) else None
    content_type = content.get("content_type") if isinstance(content, dict) else None
    if role == "tool" or message.get("recipient") not in (None, "all"):
        return TOOL
    is_hidden = isinstance(about, dict) and about.get("is_visually_hidden_from_conversation") is True
    if is_hidden or role == "system" or message.get("weight") == 0:
        return HIDDEN
    if content_type in _THOUGHTS:
        return THOUGHT
    return None if role in ("user", "assistant") and content_type in _TEXTS else OTHER


def _content(message: Mapping[str, Any]) -> bool:
    """Return whether a message has content: some that are left out were only ever a frame."""
    content = message.get("content")
    held = content if isinstance(content, dict) else {}
    return any(value not in ("", [""], [], None, {}) for key, value in held.items() if key != "content_type")


def _parts(message: Mapping[str, Any]) -> tuple[str, int]:
    """Return a message's text, and the number of parts that are not text. Speech counts by its transcript."""
    parts = message["content"].get("parts")
    if not isinstance(parts, list):
        raise BadRowError("a message's parts are not a list", f"it is {kind(parts)}")
    texts = [part.get("text") if isinstance(part, dict) else part for part in parts]
    said = [text for text in texts if isinstance(text, str)]
    return "\n".join(said).strip(), len(texts) - len(said)


def gemini_conversation(contents: object, instruction: object, tools: object) -> Conversation:
    """Return a row's conversation. instruction: the system prompt, as contents or a text. Raises BadRowError."""
    if not isinstance(contents, list):
        raise BadRowError("contents is not a list", f"it is {kind(contents)}")
    system = instruction if isinstance(instruction, str) else "".join(_system_texts(instruction, "systemInstruction"))
    said = [{"role": "system", "content": system}] if system else []
    for number, content in enumerate(contents, 1):
        said += _tuned_messages(content, f"message {number}")
    return Conversation(turns(said, "contents"), tools_of(list(_declared(tools))))


def _declared(tools: object) -> Iterator[Any]:
    """Yield the functions that a row declares, as JSON Schema. Skips Gemini's own tools, such as search."""
    for group in tools if isinstance(tools, list) else ():
        functions = group.get("functionDeclarations") if isinstance(group, dict) else None
        yield from map(_in_json_schema, functions if isinstance(functions, list) else ())


def _tuned_messages(content: object, where: str) -> Iterator[Message]:
    """Yield the messages of a content: a turn, or one for each answer of a tool."""
    texts, thoughts, calls = list[str](), list[str](), list[dict[str, Any]]()
    answers = list[Message]()
    for part in _parts_of(content, where):
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


def _system_texts(content: object, where: str) -> Iterator[str]:
    for part in _parts_of(content, where) if content else ():
        yield str(part.get("text", ""))


def _parts_of(content: object, where: str) -> list[Mapping[str, Any]]:
    """Return the parts of a content. Raises BadRowError."""
    parts = content.get("parts") if isinstance(content, dict) else None
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise BadRowError("a message has no parts", where)
    return parts


def _in_json_schema(value: Any) -> Any:
    """Return a declaration with types in JSON Schema's lower case: Gemini writes them in capitals."""
    if isinstance(value, dict):
        return {
            key: inner.lower() if key == "type" and isinstance(inner, str) else _in_json_schema(inner)
            for key, inner in value.items()
        }
    return [_in_json_schema(inner) for inner in value] if isinstance(value, list) else value
