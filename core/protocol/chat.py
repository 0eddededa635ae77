"""Conversations with a model that stays loaded: sampling, answers and streaming events."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from core.protocol.event import BaseEvent, Told

Voice = Literal["tuned", "base"]
PieceKind = Literal["answer", "thinking", "call"]
Think = Literal["auto", "on", "off"]  # before it answers; auto: as the run was trained, else the template's default
Stopped = Literal["stop", "length", "full", "cancelled"]

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Strength = Annotated[float, msgspec.Meta(ge=0, le=2)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Temperature = Annotated[float, msgspec.Meta(ge=0)]
Seed = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]


class Sampling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Sampling of the next token, with filters in llama.cpp's default order. temperature 0: greedy."""

    temperature: Temperature = 0.0
    top_k: Count = 40  # keep the likeliest so many tokens; 0: all
    top_p: Share = 0.95  # keep the likeliest that together have this probability; 1: all
    min_p: Share = 0.05  # keep those with at least this share of the likeliest's probability; 0: all
    repeat_penalty: Annotated[float, msgspec.Meta(gt=0)] = 1.0  # over the last 64 tokens; 1: none
    seed: Seed = 0
    max_tokens: Annotated[int, msgspec.Meta(ge=1)] = 1024


class ToolCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call that the model wrote between its template's marks. name, arguments: parsed if it is JSON."""

    text: str
    name: str = ""
    arguments: dict[str, Any] = {}


class Reply(msgspec.Struct, kw_only=True):
    """An answer with its figures.

    reused_tokens: tokens of the prompt that were cached from the previous turn. dropped: the oldest messages, which did
    not fit the context. first_token_s: from the question to the first token. prompt_tok_s, tok_s: tokens read and
    written per second. stopped: at its end ("stop"), at max_tokens ("length"), by a full context ("full"), or
    "cancelled".
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
    """Return an answer as a message for chat templates; most drop its thoughts once other turns follow."""
    listed = [
        {"type": "function", "id": f"call_{i}", "function": {"name": call.name, "arguments": call.arguments}}
        for i, call in enumerate(calls)
        if call.name
    ]
    others = {"reasoning_content": thinking, "tool_calls": listed}
    return {"role": "assistant", "content": text} | {key: value for key, value in others.items() if value}


class Ready(BaseEvent, tag="ready"):
    """A ConverseJob has loaded the model and accepts questions. adapter: its file, "" for none.

    context: a conversation's size in tokens. chat: whether a chat template is used; else texts are continued.
    adjustable: the adapter's strength can be changed. sampling: recommended by the base's makers; None: unknown.
    can_switch: thinking can be turned on and off. think: for questions that do not set it; auto: the template's
    default. thinks: whether that means thinking.
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
    """Questions from a run's held-out data, or beginnings of its texts, sent by a ConverseJob soon after `ready`.

    system: that data's system message.
    """

    questions: list[str]
    system: str = ""


class Text(BaseEvent, tag="text"):
    """The next piece of an answer, in whole characters; at most 20 a second for each voice."""

    id: str
    voice: Voice
    kind: PieceKind
    text: str


class Answered(BaseEvent, tag="answered"):
    """An answer has ended; contains its whole text again."""

    id: str
    voice: Voice
    reply: Reply


class Refused(Told, kw_only=True, tag="refused"):
    """A question could not be answered, with the reason; the job goes on."""

    id: str


class Serving(BaseEvent, tag="serving"):
    """A ServeJob accepts connections. url: the base URL. model: the model's name in requests."""

    url: str
    key: str
    model: str
    context: int

    def __repr__(self) -> str:
        return f"Serving(url={self.url!r})"  # without the key
