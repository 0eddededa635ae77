"""Conversations with a model that stays loaded: how it writes, what comes of a question, and what it says meanwhile."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from core.protocol.event import BaseEvent, Told

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
    """Return an answer as templates take it; most leave its thoughts away once other turns follow."""
    listed = [
        {"type": "function", "id": f"call_{i}", "function": {"name": call.name, "arguments": call.arguments}}
        for i, call in enumerate(calls)
        if call.name
    ]
    others = {"reasoning_content": thinking, "tool_calls": listed}
    return {"role": "assistant", "content": text} | {key: value for key, value in others.items() if value}


class Ready(BaseEvent, tag="ready"):
    """A ConverseJob has loaded the model, and questions can come. adapter: its file, "" for none.

    context: tokens that a conversation has room for. chat: in a template; else texts are gone on with.
    adjustable: the adapter's strength can be changed. sampling: how the base's makers let it write; None: unsaid.
    can_switch: the model thinks before it answers or does not, as it is asked. think: where a question does not say;
    auto: as its template has it. thinks: whether that is with thinking.
    """

    model: str
    adapter: str
    context: int
    chat: bool
    adjustable: bool
    sampling: Sampling | None = None
    think: Think = "auto"
    can_switch: bool = False
    thinks: bool = False


class Suggestions(BaseEvent, tag="suggestions"):
    """A ConverseJob with a run says, soon after `ready`, what its held-out data asks, or how its texts begin.

    system: what that data tells the model first.
    """

    questions: list[str]
    system: str = ""


class Text(BaseEvent, tag="text"):
    """More of an answer, whole characters only; at most 20 a second for each voice."""

    id: str
    voice: Voice
    kind: PieceKind
    text: str


class Answered(BaseEvent, tag="answered"):
    """An answer came to its end; all of its text once more."""

    id: str
    voice: Voice
    reply: Reply


class Refused(Told, kw_only=True, tag="refused"):
    """A question could not be answered, and why; the next can be."""

    id: str


class Serving(BaseEvent, tag="serving"):
    """A ServeJob lets programs connect. url: what they call the base URL. model: by what name they ask for it."""

    url: str
    key: str
    model: str
    context: int

    def __repr__(self) -> str:
        return f"Serving(url={self.url!r})"  # without the key
