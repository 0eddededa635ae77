"""What programs may ask of the server: where it can make nothing of a request, or its model cannot answer it, they are
told what is wrong, before an answer begins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from core.base.plain_json import from_json
from core.chat.door import App, Message, Receive, Send, is_short, refuse
from core.chat.grammars import Grammars
from core.chat.thinking_requests import take_in

if TYPE_CHECKING:
    import llama_cpp
    from pydantic import BaseModel, ValidationError

MODELS = "/v1/models"


class Answerable:
    """Checks what one model can answer: its vocabulary, and the grammars that llama.cpp takes."""

    def __init__(self, model: llama_cpp.Llama, grammars: Grammars) -> None:
        internals: Any = model
        self._tokens = model.n_vocab()
        self._begins = bool(internals._model.add_bos_token()) and model.token_bos() >= 0
        self._grammars = grammars

    def require(self, request: Mapping[str, Any]) -> None:
        """Raises ValueError, in words. It may take seconds, for a grammar."""
        if "messages" not in request:
            self._require_prompt(request.get("prompt", ""))
        if request.get("logit_bias_type") != "tokens":  # then it is texts
            self._require_tokens(request.get("logit_bias") or {})
        self._grammars.require(request)

    def _require_prompt(self, prompt: str | list[str]) -> None:
        texts = [prompt] if isinstance(prompt, str) else prompt
        if len(texts) > 1:
            raise ValueError(f"prompt: one text at a time is gone on with, and these are {len(texts)}.")
        if not self._begins and not any(texts):
            raise ValueError("prompt: it is empty, and this model needs something to go on from.")

    def _require_tokens(self, biases: Mapping[str, float]) -> None:
        for token in biases:
            if not (token.isascii() and token.isdigit() and int(token[:20]) < self._tokens):
                raise ValueError(
                    f"logit_bias: {token:.40} is no token of this model, which has the numbers 0 to {self._tokens - 1}."
                )


class WellFormed:
    """An ASGI application around another one, which prints a traceback and answers 500 to what it cannot read.

    bodies: what each path takes. name: of the model, where a request has none. require: raises ValueError, in words,
    for what the model cannot answer; it may take a while.
    """

    def __init__(
        self,
        app: App,
        bodies: Mapping[str, type[BaseModel]],
        name: str,
        require: Callable[[dict[str, Any]], None] = lambda request: None,
    ) -> None:
        self._app, self._bodies, self._name, self._require = app, bodies, name, require

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Raises what the application does."""
        path = scope["path"]
        if path not in (MODELS, *self._bodies):
            said = f"There is no {path:.100}, but {', '.join([*self._bodies, MODELS])}."
            await refuse(send, 404, said, receive if is_short(dict(scope["headers"])) else None)
        elif path == MODELS or scope["method"] != "POST":
            await self._app(scope, receive, send)
        else:
            await self._answer(self._bodies[path], scope, receive, send)

    async def _answer(self, body_type: type[BaseModel], scope: Message, receive: Receive, send: Send) -> None:
        from pydantic import ValidationError

        body = await _whole(receive)
        if body is None:
            return
        body = _in_known_words(body)
        try:
            body_type.model_validate_json(body)
        except ValidationError as error:
            await refuse(send, 400, _what_is_wrong(error))
            return
        try:
            request = from_json(body)
        except ValueError:  # pydantic takes NaN and 1e999
            await refuse(send, 400, "The request: it is no proper JSON, or a number in it is none, or too large.")
            return
        try:
            take_in(request)
            await asyncio.to_thread(self._require, request)
        except ValueError as error:
            await refuse(send, 400, str(error))
            return
        read = [{"type": "http.request", "body": msgspec.json.encode(request | {"model": self._named(request)})}]

        async def replay() -> Message:
            return read.pop() if read else await receive()

        # Whatever it was called: curl says it is a form.
        headers = [
            (name, value) for name, value in scope["headers"] if name not in (b"content-type", b"content-length")
        ]
        await self._app({**scope, "headers": [*headers, (b"content-type", b"application/json")]}, replay, send)

    def _named(self, request: dict[str, Any]) -> str:
        return request.get("model") or self._name


async def _whole(receive: Receive) -> bytes | None:
    """A request's body; None where the program has left."""
    parts = list[bytes]()
    while (message := await receive())["type"] == "http.request":
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)
    return None


def _in_known_words(body: bytes) -> bytes:
    """What OpenAI's programs send and llama-cpp-python's types do not know: null as the content of an answer that only
    calls a tool, and the role `developer`, which is `system` by its newer name.
    """
    try:
        request = from_json(body, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return body
    messages = request.get("messages")
    if not isinstance(messages, list):
        return body
    return msgspec.json.encode(request | {"messages": list(map(_in_known_word, messages))})


def _in_known_word(message: Any) -> Any:
    if not isinstance(message, dict):
        return message
    if message.get("role") == "developer":
        return message | {"role": "system"}
    if message.get("tool_calls"):
        return {key: value for key, value in message.items() if key != "content" or value is not None}
    return message


def _what_is_wrong(error: ValidationError) -> str:
    """messages.0: what is there cannot be read. Where it might have been of several types, their names say nothing."""
    found = error.errors()[0]
    place = list[str]()
    for part in map(str, found["loc"]):
        if part[0].isupper():
            return f"{'.'.join(place)}: what is there cannot be read."
        place.append(part)
    return f"{'.'.join(place) or 'The request'}: {found['msg']}."
