"""What a model answers in Ollama, always at its likeliest token, and the prompt that Ollama makes of a conversation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from core.export.check.comparison import Answer
from core.export.check.questions import Question
from core.export.ollama.client import Ollama, Record

Way = Literal["raw", "chat"]
# Nothing but the likeliest token counts. Ollama makes repetitions less likely where it is not told otherwise.
_LIKELIEST = {
    "temperature": 0,
    "seed": 0,
    "repeat_penalty": 1.0,
    "presence_penalty": 0.0,
    "frequency_penalty": 0.0,
}


def answer(
    ollama: Ollama, name: str, question: Question, way: Way, num_ctx: int, limit: int, heard: Callable[[], None]
) -> Answer:
    """raw: the very text that the model was trained with; chat: the messages, which Ollama renders itself.

    heard: called for every piece. Raises LuthierError `ollama.*`.
    """
    texts: list[str] = []
    pieces: list[str] = []

    def take(record: Record) -> None:
        texts.append(_text(record))
        pieces.extend(str(token.get("token", "")) for token in record.get("logprobs") or ())
        heard()

    request: dict[str, Any] = {
        "model": name,
        "options": {**_LIKELIEST, "num_ctx": num_ctx, "num_predict": limit},
        "logprobs": True,  # which says the answer token by token
    }
    if way == "raw":
        last = ollama.written("/api/generate", request | {"prompt": question.text, "raw": True}, take)
    else:
        last = ollama.written("/api/chat", request | {"messages": question.messages}, take)
    return Answer("".join(texts), last.get("done_reason") == "stop", pieces or None)


def rendered(ollama: Ollama, name: str, question: Question) -> str | None:
    """The prompt that Ollama makes of the messages; None where its version does not tell."""
    request = {
        "model": name,
        "messages": question.messages,
        "_debug_render_only": True,
        "stream": False,
        "options": {"num_predict": 1},  # for versions that do not know this
    }
    told = ollama.written("/api/chat", request, lambda record: None).get("_debug_info")
    text = told.get("rendered_template") if isinstance(told, dict) else None
    return text if isinstance(text, str) else None


def _text(record: Record) -> str:
    """Of one record of a stream; what a model thinks first is told apart, and put in front again."""
    message = record.get("message") or {}
    thought = record.get("thinking") or message.get("thinking") or ""
    return str(thought) + str(record.get("response") or message.get("content") or "")
