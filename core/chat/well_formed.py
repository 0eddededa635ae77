"""What programs may ask of the server: where it can make nothing of a request, or its model cannot answer it, they are
told what is wrong, before an answer begins.

Also here: what programs say of thinking in a request, in llama-server's words, which llama-cpp-python's server drops.

`chat_template_kwargs` are variables of the chat template, of which `enable_thinking` (some templates: `thinking`) is
the switch; OpenAI's `reasoning_effort` is one, too, and "none" is no thinking. `reasoning_format` "none" leaves the
thoughts in the answer's text. (llama.cpp, tools/server/README.md, and server-common.cpp for what goes before what.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import msgspec

from core.base.bounded_file import from_json
from core.chat.door import App, Message, Receive, Send, is_short, refuse
from core.chat.grammars import Grammars
from core.protocol import Think

if TYPE_CHECKING:
    import llama_cpp
    from pydantic import BaseModel, ValidationError

MODELS = "/v1/models"

_SWITCHES = ("enable_thinking", "thinking")
_FORMATS = ("auto", "deepseek", "none")


class Answerable:
    """Checks what one model can answer: its vocabulary, and the grammars that llama.cpp takes."""

    def __init__(self, model: llama_cpp.Llama, grammars: Grammars) -> None:
        internals: Any = model
        self._tokens = model.n_vocab()
        self._begins = bool(internals._model.add_bos_token()) and model.token_bos() >= 0
        self._grammars = grammars

    def require(self, request: Mapping[str, Any]) -> None:
        """Require a request that the model can answer; a grammar may take seconds. Raises ValueError, in words."""
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


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a request says of its conversation. messages: as they came, with their thoughts. variables: of the template.
    in_text: thoughts stay in the text.
    """

    messages: list[dict[str, Any]] = []
    think: Think = "auto"
    variables: dict[str, Any] = {}
    in_text: bool = False


_asked = ContextVar[Asked]("asked")


def now_asked() -> Asked:
    """Return what the request that is being answered asks."""
    return _asked.get(None) or Asked()


def take_in(request: Mapping[str, Any]) -> None:
    """Note a request as the one that is answered from now on. Raises ValueError, in words, where something in it cannot
    be.
    """
    variables = request.get("chat_template_kwargs") or {}
    if not isinstance(variables, dict):
        raise ValueError('chat_template_kwargs: it is an object, such as {"enable_thinking": false}.')
    switches = {name: variables[name] for name in _SWITCHES if variables.get(name) is not None}
    for name, wanted in switches.items():
        if not isinstance(wanted, bool):
            raise ValueError(f"chat_template_kwargs.{name}: it is true or false.")
    think: Think = "auto" if not switches else "on" if any(switches.values()) else "off"
    variables = {name: value for name, value in variables.items() if name not in _SWITCHES}
    effort = request.get("reasoning_effort")
    if not isinstance(effort, str | None):
        raise ValueError('reasoning_effort: it is a word, such as "low" or "none".')
    if effort == "none":
        think = "off"
        variables.pop("reasoning_effort", None)
    elif effort:
        variables["reasoning_effort"] = effort
    kind = request.get("reasoning_format") or "auto"
    if kind not in _FORMATS:
        raise ValueError(f"reasoning_format: it is one of {', '.join(_FORMATS)}.")
    messages = request.get("messages")
    _asked.set(
        Asked(
            messages=messages if isinstance(messages, list) else [],
            think=think,
            variables=variables,
            in_text=kind == "none",
        )
    )
