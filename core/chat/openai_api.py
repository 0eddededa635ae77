"""Parses and writes OpenAI's API with llama-server's additions: /v1/chat/completions and /v1/completions.

A request is read completely before anything is answered; invalid or unsupported ones are refused with a reason.
`chat_template_kwargs` are variables of the chat template; among them, `enable_thinking` (in some templates `thinking`)
switches thoughts. OpenAI's `reasoning_effort` is another variable, and "none" turns thinking off. `reasoning_format`
"none" leaves the thoughts in the answer's text; else they are `reasoning_content` of the message or of the streamed
delta (llama.cpp, tools/server/README.md, and server-common.cpp for precedence).
"""

from __future__ import annotations

import json
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from core import protocol as p
from core.base.bounded_file import from_json
from core.chat.grammars import Wanted
from core.chat.sampling import Chance, Steering
from core.chat.split import Piece
from core.protocol.chat import Count, Share, Temperature

_SWITCHES = ("enable_thinking", "thinking")
_ENDS: dict[p.Stopped, str] = {"stop": "stop", "length": "length", "full": "length", "cancelled": "stop"}
_UNLIMITED = 1 << 30  # tokens; the context ends sooner

Bias = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]  # OpenAI's go from -100 to 100
Penalty = Annotated[float, msgspec.Meta(ge=-2, le=2)]


class _Request(msgspec.Struct, frozen=True, kw_only=True):
    """Fields of both kinds of requests; null means the default. The defaults are llama-server's."""

    stream: bool | None = None
    stream_options: dict[str, Any] | None = None
    temperature: Temperature | None = None
    top_p: Share | None = None
    min_p: Share | None = None
    top_k: Count | None = None
    repeat_penalty: Annotated[float, msgspec.Meta(gt=0)] | None = None
    presence_penalty: Penalty | None = None
    frequency_penalty: Penalty | None = None
    seed: int | None = None
    max_tokens: Annotated[int, msgspec.Meta(ge=1)] | None = None
    min_tokens: Count | None = None
    stop: str | list[str] | None = None
    logit_bias: dict[str, Bias] | None = None
    grammar: str | None = None
    n: Literal[1] | None = None

    @property
    def most(self) -> int | None:
        """Return the most tokens of the answer; None for no limit but the context."""
        return self.max_tokens

    @property
    def stops(self) -> list[str]:
        """Return the texts that end the answer."""
        return [text for text in ([self.stop] if isinstance(self.stop, str) else self.stop or []) if text]

    def sampling(self) -> p.Sampling:
        """Return the sampling settings."""
        return p.Sampling(
            temperature=0.8 if self.temperature is None else self.temperature,
            top_k=40 if self.top_k is None else self.top_k,
            top_p=0.95 if self.top_p is None else self.top_p,
            min_p=0.05 if self.min_p is None else self.min_p,
            repeat_penalty=self.repeat_penalty or 1.0,
            seed=secrets.randbits(32) if self.seed is None else self.seed % 2**32,
            max_tokens=self.most or _UNLIMITED,
        )

    def steering(self, grammar: str, n_vocab: int) -> Steering:
        """Return the further constraints on tokens. grammar: one that was tried out. Raises ValueError with a readable
        message.
        """
        for token in self.logit_bias or {}:
            if not (token.isascii() and token.isdigit() and len(token) <= 20 and int(token) < n_vocab):
                raise ValueError(
                    f"logit_bias: {token:.40} is no token of this model, which has the numbers 0 to {n_vocab - 1}."
                )
        return Steering(
            grammar,
            {int(token): bias for token, bias in (self.logit_bias or {}).items()},
            self.min_tokens or 0,
            self.frequency_penalty or 0.0,
            self.presence_penalty or 0.0,
        )

    def wanted(self) -> Wanted | None:
        """Return the grammar or schema that constrains the answer. Raises ValueError with a readable message."""
        if self.grammar and "\0" in self.grammar:
            raise ValueError("grammar: a NUL is no part of a grammar.")  # llama.cpp would read only the part before it
        return Wanted("grammar", grammar=self.grammar) if self.grammar else None


class _Function(msgspec.Struct, frozen=True):
    name: str
    parameters: dict[str, Any] = {}


class _Tool(msgspec.Struct, frozen=True):
    function: _Function


class ChatRequest(_Request, frozen=True, kw_only=True):
    """A request for the next message of a conversation."""

    messages: list[dict[str, Any]]
    max_completion_tokens: Annotated[int, msgspec.Meta(ge=1)] | None = None
    logprobs: bool | None = None
    top_logprobs: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None
    response_format: dict[str, Any] | None = None
    tools: list[dict[str, Any]] | None = None
    tool_choice: Literal["auto", "none", "required"] | _Tool | None = None
    functions: list[dict[str, Any]] | None = None  # the former name of tools
    function_call: Literal["auto", "none"] | _Function | None = None
    chat_template_kwargs: dict[str, Any] | None = None
    reasoning_effort: str | None = None
    reasoning_format: Literal["auto", "deepseek", "none"] | None = None

    @property
    def most(self) -> int | None:
        """Return the most tokens of the answer; None for no limit but the context."""
        return self.max_completion_tokens or self.max_tokens

    @property
    def chances(self) -> int | None:
        """Return how many of the likeliest tokens to report for each token; None for no report."""
        return (self.top_logprobs or 0) if self.logprobs else None

    @property
    def think(self) -> p.Think:
        """Return whether the model thinks first; auto: up to the template."""
        if self.reasoning_effort == "none":
            return "off"
        switches = [value for name, value in (self.chat_template_kwargs or {}).items() if name in _SWITCHES]
        said = [value for value in switches if value is not None]
        return "auto" if not said else "on" if any(said) else "off"

    @property
    def variables(self) -> dict[str, Any]:
        """Return variables of the chat template, without the switch for thinking."""
        found = {name: value for name, value in (self.chat_template_kwargs or {}).items() if name not in _SWITCHES}
        if self.reasoning_effort == "none":
            found.pop("reasoning_effort", None)
        return found | (
            {"reasoning_effort": self.reasoning_effort} if self.reasoning_effort not in (None, "", "none") else {}
        )

    def spoken(self) -> list[dict[str, Any]]:
        """Return the messages in terms that templates know: a "developer" message becomes a system message, and a null
        content, which an answer that only calls a tool may have, is dropped.
        """
        return [
            {key: value for key, value in message.items() if not (key == "content" and value is None and is_call)}
            | ({"role": "system"} if message.get("role") == "developer" else {})
            for message in self.messages
            for is_call in [bool(message.get("tool_calls"))]
        ]

    def offered(self) -> list[dict[str, Any]]:
        """Return the tools that may be called."""
        if "none" in (self.tool_choice, self.function_call):
            return []
        return self.tools or [{"type": "function", "function": function} for function in self.functions or []]

    def called(self) -> str:
        """Return the function that must be called; "" if open. Raises ValueError with a readable message."""
        if self.tool_choice == "required":
            functions = [_function(tool) for tool in self.offered()]
            if len(functions) != 1:
                raise ValueError('tool_choice: "required" is for one tool alone; name the one that is to be called.')
            return functions[0].name
        if isinstance(self.tool_choice, _Tool):
            return self.tool_choice.function.name
        return self.function_call.name if isinstance(self.function_call, _Function) else ""

    def wanted(self) -> Wanted | None:
        """Return the grammar or schema that constrains the answer. Raises ValueError with a readable message."""
        if name := self.called():
            place = "function_call" if isinstance(self.function_call, _Function) else "tool_choice"
            found = next((one for one in map(_function, self.offered()) if one.name == name), None)
            if found is None:
                raise ValueError(f"{place}: there is no function {name:.100} among those that are named.")
            return Wanted(place, schema=json.dumps(found.parameters))
        form = self.response_format or {}
        if form.get("type") == "json_schema" and isinstance(schema := form.get("json_schema"), dict):
            return Wanted("response_format.json_schema", schema=json.dumps(schema.get("schema", {})))
        if form.get("type") == "json_object":
            return Wanted("response_format.schema", schema=json.dumps(form.get("schema", {"type": "object"})))
        if form.get("type", "text") != "text":
            raise ValueError("response_format: its type is one of text, json_object, json_schema.")
        return super().wanted()


class TextRequest(_Request, frozen=True, kw_only=True):
    """A request to continue a text."""

    prompt: str | list[str] = ""
    logprobs: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None
    echo: bool | None = None
    suffix: str | None = None

    @property
    def most(self) -> int | None:
        """Return the most tokens of the answer: OpenAI's 16 if the request names no number."""
        return self.max_tokens or 16

    @property
    def chances(self) -> int | None:
        """Return how many of the likeliest tokens to report for each token; None for no report."""
        return self.logprobs

    def text(self, may_be_empty: bool) -> str:
        """Return the text to continue. may_be_empty: whether the model can begin by itself. Raises ValueError."""
        if self.echo or self.suffix:
            raise ValueError("echo, suffix: a text is gone on with here, and neither repeated nor filled in.")
        texts = [self.prompt] if isinstance(self.prompt, str) else self.prompt
        if len(texts) > 1:
            raise ValueError(f"prompt: one text at a time is gone on with, and these are {len(texts)}.")
        if not may_be_empty and not any(texts):
            raise ValueError("prompt: it is empty, and this model needs something to go on from.")
        return "".join(texts)


def _function(tool: Mapping[str, Any]) -> _Function:
    """Parse a tool. Raises ValueError if it is not one."""
    try:
        return msgspec.convert(tool, _Tool).function
    except msgspec.ValidationError as error:
        raise ValueError(f"tools: {error}.") from error


def read_request(body: bytes, kind: type[ChatRequest] | type[TextRequest]) -> ChatRequest | TextRequest:
    """Parse a request. Raises ValueError that says what is wrong and where."""
    try:
        request = from_json(body, type=kind)
        for name, value in (getattr(request, "chat_template_kwargs", None) or {}).items():
            if name in _SWITCHES and not isinstance(value, bool | None):
                raise ValueError(f"chat_template_kwargs.{name}: expected true or false.")
        return request
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        what = what.replace("`", "")
        raise ValueError(f"{where.strip('.`') or 'The request'}: {what[:1].lower()}{what[1:]}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"The request is no JSON: {error}.") from error


class _Answer(ABC):
    """A response to one request, whole or streamed."""

    whole_kind: str
    chunk_kind: str
    nothing: Mapping[str, Any]  # the last chunk's content, besides the finish reason

    def __init__(self, request: ChatRequest | TextRequest, model: str, text_of: Callable[[int], bytes]) -> None:
        """model: its name. text_of: returns a token's bytes."""
        self.chances = list[Chance]()  # of tokens not reported yet
        self._text_of = text_of
        self._tells_usage = bool((request.stream_options or {}).get("include_usage"))
        self._head = {"id": f"cmpl-{secrets.token_hex(12)}", "created": int(time.time()), "model": model}

    def whole(self, reply: p.Reply) -> dict[str, Any]:
        """Return the whole response."""
        choices = [self._choice(self._all(reply), self._end(reply))]
        return self._head | {"object": self.whole_kind, "choices": choices, "usage": _usage(reply)}

    def chunks(self, answer: Iterable[Piece | p.Reply]) -> Generator[dict[str, Any]]:
        """Yield the response in chunks, as the answer comes."""
        yield from map(self._chunk, self._first())
        for piece in answer:
            if isinstance(piece, p.Reply):
                yield from map(self._chunk, self._last(piece))
                yield self._chunk({**self.nothing}, self._end(piece))
                if self._tells_usage:
                    yield self._head | {"object": self.chunk_kind, "choices": [], "usage": _usage(piece)}
            else:
                yield from map(self._chunk, self._part(piece))

    def _chunk(self, said: dict[str, Any], end: str | None = None) -> dict[str, Any]:
        return self._head | {"object": self.chunk_kind, "choices": [self._choice(said, end)]}

    def _choice(self, said: dict[str, Any], end: str | None) -> dict[str, Any]:
        likely = self._likely(self.chances) if self.chances else None
        self.chances.clear()
        return {"index": 0, **said, "logprobs": likely, "finish_reason": end}

    def _end(self, reply: p.Reply) -> str:
        return _ENDS[reply.stopped]

    @abstractmethod
    def _all(self, reply: p.Reply) -> dict[str, Any]:
        """Return the content of a whole response."""

    def _first(self) -> Iterable[dict[str, Any]]:
        """Return what comes before the first piece."""
        return ()

    @abstractmethod
    def _part(self, piece: Piece) -> Iterable[dict[str, Any]]:
        """Return a piece's content."""

    def _last(self, _reply: p.Reply) -> Iterable[dict[str, Any]]:
        """Return what comes after the last piece."""
        return ()

    @abstractmethod
    def _likely(self, chances: Sequence[Chance]) -> dict[str, Any]:
        """Return the log probabilities of these tokens."""


class TextAnswer(_Answer):
    """A continuation of a text."""

    whole_kind = chunk_kind = "text_completion"
    nothing: Mapping[str, Any] = {"text": ""}

    def _all(self, reply: p.Reply) -> dict[str, Any]:
        return {"text": reply.text}

    def _part(self, piece: Piece) -> Iterator[dict[str, Any]]:
        yield {"text": piece.text}

    def _likely(self, chances: Sequence[Chance]) -> dict[str, Any]:
        def text(token: int) -> str:
            return self._text_of(token).decode(errors="replace")

        return {
            "tokens": [text(chance.token) for chance in chances],
            "token_logprobs": [chance.logarithm for chance in chances],
            "top_logprobs": [{text(token): value for token, value in chance.likeliest} for chance in chances],
        }


class ChatAnswer(_Answer):
    """The next message of a conversation, with thoughts and calls apart from its text."""

    whole_kind, chunk_kind = "chat.completion", "chat.completion.chunk"
    nothing: Mapping[str, Any] = {"delta": {}}

    def __init__(self, request: ChatRequest, model: str, text_of: Callable[[int], bytes]) -> None:
        """Take the same arguments as _Answer."""
        super().__init__(request, model, text_of)
        self._called, self._is_old = request.called(), request.functions is not None

    def _first(self) -> Iterable[dict[str, Any]]:
        return ({"delta": {"role": "assistant"}},)

    def _all(self, reply: p.Reply) -> dict[str, Any]:
        calls = self._calls(reply)
        text = "" if self._called else reply.text + _unread(reply)
        message = {"role": "assistant", "content": text or (None if calls else "")} | self._as_fields(calls)
        return {"message": message | ({"reasoning_content": reply.thinking} if reply.thinking else {})}

    def _part(self, piece: Piece) -> Iterator[dict[str, Any]]:
        if piece.kind != "call" and not self._called:  # a call is sent whole at the end
            yield {"delta": {"reasoning_content" if piece.kind == "thinking" else "content": piece.text}}

    def _last(self, reply: p.Reply) -> Iterator[dict[str, Any]]:
        if unread := _unread(reply):
            yield {"delta": {"content": unread}}
        if calls := self._calls(reply):
            yield {"delta": self._as_fields([{"index": number} | call for number, call in enumerate(calls)])}

    def _end(self, reply: p.Reply) -> str:
        return "tool_calls" if reply.stopped == "stop" and self._calls(reply) else super()._end(reply)

    def _calls(self, reply: p.Reply) -> list[dict[str, Any]]:
        named = [(call.name, json.dumps(call.arguments, ensure_ascii=False)) for call in reply.calls if call.name]
        return [
            {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for number, (name, arguments) in enumerate([(self._called, reply.text)] if self._called else named)
        ]

    def _as_fields(self, calls: list[dict[str, Any]]) -> dict[str, Any]:
        if not calls:
            return {}
        return {"tool_calls": calls} | ({"function_call": calls[0]["function"]} if self._is_old else {})

    def _likely(self, chances: Sequence[Chance]) -> dict[str, Any]:
        def one(token: int, logarithm: float) -> dict[str, Any]:
            raw = self._text_of(token)
            return {"token": raw.decode(errors="replace"), "logprob": logarithm, "bytes": list(raw)}

        return {
            "content": [
                one(chance.token, chance.logarithm) | {"top_logprobs": [one(*other) for other in chance.likeliest]}
                for chance in chances
            ]
        }


def _unread(reply: p.Reply) -> str:
    """Return text inside call marks that is not a readable call, so that it is sent as text instead of being lost."""
    return "".join(dict.fromkeys(call.text for call in reply.calls if not call.name))


def _usage(reply: p.Reply) -> dict[str, int]:
    read, written = reply.prompt_tokens, reply.tokens
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
