"""Conversations with a model that stays loaded: how it writes, and what comes of a question."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

Voice = Literal["tuned", "base"]
PieceKind = Literal["answer", "thinking", "call"]
Think = Literal["auto", "on", "off"]  # before it answers; auto: as the run learnt it, else as the template has it
Stopped = Literal["stop", "length", "full", "cancelled"]

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Strength = Annotated[float, msgspec.Meta(ge=0, le=2)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Temperature = Annotated[float, msgspec.Meta(ge=0)]
Seed = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]


class Sampling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the next token is chosen, in llama.cpp's usual order. temperature 0: always the likeliest."""

    temperature: Temperature = 0.0
    top_k: Count = 40  # of the likeliest tokens; 0: of all
    top_p: Share = 0.95  # those that together are so likely; 1: all
    min_p: Share = 0.05  # those that are so likely as this part of the likeliest; 0: all
    repeat_penalty: Annotated[float, msgspec.Meta(gt=0)] = 1.0  # over the last 64 tokens; 1: none
    seed: Seed = 0
    max_tokens: Annotated[int, msgspec.Meta(ge=1)] = 1024


class ToolCall(msgspec.Struct, frozen=True, kw_only=True):
    """What the model wrote between its template's marks for calls. name, arguments: as far as that is JSON."""

    text: str
    name: str = ""
    arguments: dict[str, Any] = {}


class Reply(msgspec.Struct, kw_only=True):
    """One answer with its figures.

    reused_tokens: of the prompt, those that were known from the turn before. dropped: messages that no room was left
    for, the oldest. first_token_s: from the question to the first token. prompt_tok_s, tok_s: tokens read and written
    per second. stopped: by itself ("stop"), at max_tokens ("length"), the context is full ("full"), or "cancelled".
    """

    text: str
    thinking: str = ""
    calls: list[ToolCall] = []
    prompt_tokens: int
    reused_tokens: int = 0
    dropped: int = 0
    tokens: int
    first_token_s: float
    prompt_tok_s: float
    tok_s: float
    stopped: Stopped


def answer_message(text: str, thinking: str, calls: list[ToolCall]) -> dict[str, Any]:
    """An answer as templates take it; most leave its thoughts away once other turns follow."""
    listed = [
        {"type": "function", "id": f"call_{i}", "function": {"name": call.name, "arguments": call.arguments}}
        for i, call in enumerate(calls)
        if call.name
    ]
    others = {"reasoning_content": thinking, "tool_calls": listed}
    return {"role": "assistant", "content": text} | {key: value for key, value in others.items() if value}
