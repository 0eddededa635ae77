"""A model's greedy answers in Ollama, and Ollama's prompt for a conversation."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal

from core.export.check.comparison import Answer, Parts, Question
from core.export.ollama.client import Ollama, Record
from core.protocol import ToolCall

Way = Literal["raw", "chat"]
# Greedy decoding. By default Ollama penalizes repetitions.
_LIKELIEST = {
    "temperature": 0,
    "seed": 0,
    "repeat_penalty": 1.0,
    "presence_penalty": 0.0,
    "frequency_penalty": 0.0,
}


def answer(
    ollama: Ollama,
    name: str,
    question: Question,
    way: Way,
    num_ctx: int,
    limit: int,
    heard: Callable[[], None],
    think: bool | None = None,
) -> Answer:
    """Ask Ollama a question. raw: by the exact text of the model's training; chat: by the messages, which Ollama
    renders itself.

    heard: called for every piece. think: whether it should think first; None: Ollama's default. Raises LuthierError
    `ollama.*`.
    """
    thinking: list[str] = []
    content: list[str] = []
    calls: list[ToolCall] = []

    def take(record: Record) -> None:
        message = record.get("message") or {}
        thinking.append(str(record.get("thinking") or message.get("thinking") or ""))
        content.append(str(record.get("response") or message.get("content") or ""))
        calls.extend(map(_call, message.get("tool_calls") or ()))
        heard()

    request: dict[str, Any] = {
        "model": name,
        "options": {**_LIKELIEST, "num_ctx": num_ctx, "num_predict": limit},
    } | _said(think)
    if way == "raw":
        last = ollama.written("/api/generate", request | {"prompt": question.text, "raw": True}, take)
    else:
        last = ollama.written("/api/chat", request | {"messages": question.messages}, take)
    parts = Parts("".join(thinking), "".join(content), tuple(calls))
    text = parts.thinking + parts.content + "\n".join(call.text for call in calls)
    return Answer(text, last.get("done_reason") == "stop", parts if way == "chat" else None)


def rendered(ollama: Ollama, name: str, question: Question, think: bool | None = None) -> str | None:
    """Return Ollama's prompt for the messages; None if its version does not report it. think: as in `answer`."""
    request = {
        "model": name,
        "messages": question.messages,
        "_debug_render_only": True,
        "stream": False,
        "options": {"num_predict": 1},  # for versions that do not know this option
    } | _said(think)
    told = ollama.written("/api/chat", request, lambda record: None).get("_debug_info")
    text = told.get("rendered_template") if isinstance(told, dict) else None
    return text if isinstance(text, str) else None


def _said(think: bool | None) -> dict[str, Any]:
    return {} if think is None else {"think": think}


def _call(record: Record) -> ToolCall:
    function = record.get("function") or {}
    name, arguments = str(function.get("name", "")), function.get("arguments") or {}
    text = json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False)
    return ToolCall(text=text, name=name, arguments=arguments if isinstance(arguments, dict) else {})
