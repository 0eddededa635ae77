"""An answer as OpenAI's API has it: thoughts and calls stand where programs look for them, apart from the text.

Thoughts are `reasoning_content` of the message or of the streamed delta, as llama-server, vLLM and DeepSeek have them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from core.chat.markers import read_calls
from core.chat.split import Piece, Splitter

_FIELDS = {"answer": "content", "thinking": "reasoning_content"}


def whole(answer: dict[str, Any], splitter: Splitter) -> dict[str, Any]:
    """What llama-cpp-python made of one, taken apart."""
    choice = answer["choices"][0]
    for pieces in (splitter.add((choice["message"]["content"] or "").encode()), splitter.finish()):
        list(pieces)
    calls = _calls(splitter)
    text = "".join(piece.text for piece in splitter.stretches if piece.kind == "answer") + _unread(splitter)
    message = choice["message"] | {"content": text or (None if calls else "")}
    if thoughts := "\n\n".join(piece.text for piece in splitter.stretches if piece.kind == "thinking"):
        message["reasoning_content"] = thoughts
    if calls:
        message["tool_calls"] = calls
        choice["finish_reason"] = "tool_calls"
    choice["message"] = message
    return answer


def streamed(chunks: Iterable[dict[str, Any]], splitter: Splitter) -> Iterator[dict[str, Any]]:
    """Each chunk as those that it comes to; the last has nothing but why the answer ended."""
    for chunk in chunks:
        choice = chunk["choices"][0]
        text, is_last = choice["delta"].pop("content", None), choice["finish_reason"] is not None
        pieces = [*(splitter.add(text.encode()) if text else ()), *(splitter.finish() if is_last else ())]
        for delta in _deltas(pieces):
            yield chunk | {"choices": [choice | {"delta": delta, "finish_reason": None}]}
        if is_last and (unread := _unread(splitter)):
            yield chunk | {"choices": [choice | {"delta": {"content": unread}, "finish_reason": None}]}
        calls = _calls(splitter) if is_last else []
        if calls:
            numbered = [{"index": i} | call for i, call in enumerate(calls)]
            yield chunk | {"choices": [choice | {"delta": {"tool_calls": numbered}, "finish_reason": None}]}
            choice["finish_reason"] = "tool_calls"
        if is_last or choice["delta"] or (choice.get("logprobs") and not pieces):
            yield chunk


def _deltas(pieces: list[Piece]) -> Iterator[dict[str, Any]]:
    """Neighbours of one kind together; a call comes whole, in the end."""
    for kind, group in groupby(pieces, lambda piece: piece.kind):
        if kind in _FIELDS:
            yield {_FIELDS[kind]: "".join(piece.text for piece in group)}


def _unread(splitter: Splitter) -> str:
    """What stands where calls do and is none that can be read: as text, rather than lost."""
    texts = [piece.text for piece in splitter.stretches if piece.kind == "call"]
    return "".join(text for text in texts if not all(call.name for call in read_calls(text)))


def _calls(splitter: Splitter) -> list[dict[str, Any]]:
    texts = [piece.text for piece in splitter.stretches if piece.kind == "call"]
    return [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(call.arguments, ensure_ascii=False)},
        }
        for number, call in enumerate(call for text in texts for call in read_calls(text))
        if call.name
    ]
