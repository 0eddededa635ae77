"""An OpenAI-compatible server on this machine alone: llama-cpp-python's own, with our prompts.

Its chat handler renders templates in its own process, as special tokens whatever reads like one; ours renders them in
the process that can do nothing else, and hands it the very tokens that training would have seen.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, cast

import llama_cpp
from llama_cpp import llama_chat_format

from core.base.devices import Threads
from core.base.errors import LuthierError
from core.base.systems.places import port_option
from core.chat.door import Door, error_body, has_left
from core.chat.grammars import Grammars
from core.chat.guided import complete_as_asked
from core.chat.loaded import ChatSource, context_length
from core.chat.markers import Marks
from core.chat.prompt import PromptWriter
from core.chat.split import Splitter, streamed, whole
from core.chat.well_formed import Answerable, WellFormed, now_asked
from core.data.chat.renderer import TemplateRenderer
from core.data.tokenizer import Tokenizer
from core.engine.llama_cpp.model import LoggedErrors, cannot_load, log_to, refusal, threads_for
from core.gguf.header import Header, header_of
from core.protocol import Think

HOST = "127.0.0.1"
_PAGES = ("/docs", "/redoc", "/openapi.json", "/docs/oauth2-redirect")  # they load scripts from elsewhere
_LAST_WORDS = 2  # seconds that answers have to end in


def bound_socket(port: int) -> socket.socket:
    """Bind a socket to a port of this machine alone, 0 for any that is free. Raises LuthierError `serve.port`."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, port_option(), 1)
    try:
        listener.bind((HOST, port))
    except (OSError, OverflowError) as error:
        listener.close()
        with closing(bound_socket(0)) as free:
            other = free.getsockname()[1]
        reason = error.strerror if isinstance(error, OSError) else error
        raise LuthierError(
            "serve.port", f"Port {port} cannot be used: {reason}.", f"Use another: --port {other}"
        ) from (error)
    return listener


def serve(
    source: ChatSource,
    renderer: TemplateRenderer,
    listener: socket.socket,
    *,
    name: str,
    key: str,
    started: Callable[[int], None],
    is_stopped: Callable[[], bool],
) -> None:
    """Answer requests until is_stopped. name: of the model. started: told the context's length when programs can
    connect.

    Raises LuthierError `model.*`, `adapter.cannot-load`, `data.bad-template`, `data.runaway-template`.
    """
    import uvicorn  # with what it takes along, a second

    from core.chat.door import Connection

    header = header_of(source.merged or source.model)
    with Tokenizer(header) as tokenizer, _app(source, header, name, key) as (app, model):
        writer = PromptWriter(tokenizer, renderer, source.template or tokenizer.chat_template, source.stops)
        model.chat_handler = _ChatHandler(writer, source.stops, source.think)
        _let_marks_be_seen(model, tokenizer, writer.marks)
        complete_as_asked(model, lambda: is_stopped() or has_left())
        _compute_with(threads_for(header.size), model)

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                started(model.n_ctx())

            async def on_tick(self, counter: int) -> bool:
                return is_stopped() or await super().on_tick(counter)

        config = uvicorn.Config(
            app, http=Connection, log_level="error", timeout_graceful_shutdown=_LAST_WORDS, lifespan="off"
        )
        Server(config).run([listener])


@contextmanager
def _app(source: ChatSource, header: Header, name: str, key: str) -> Iterator[tuple[Any, llama_cpp.Llama]]:
    """llama-cpp-python's application, and the model that it answers with."""
    from llama_cpp.server import app as server
    from llama_cpp.server.settings import ServerSettings
    from starlette.middleware import Middleware

    if reason := refusal(header):
        raise cannot_load(header.path, reason)
    server.print = lambda *said: None  # type: ignore[attr-defined]  # of every program that leaves
    reasons = LoggedErrors()
    try:
        with log_to(reasons), _unsaid(ServerSettings):
            app = server.create_app(
                server_settings=ServerSettings(host=HOST, interrupt_requests=False),
                model_settings=[model_settings(source, header, name)],
            )
    except (RuntimeError, ValueError) as error:
        what = source.adapter or header.path
        raise LuthierError(
            "adapter.cannot-load" if source.adapter else "model.cannot-load",
            f"llama.cpp cannot use {what} with {header.path.name}: {reasons}.",
            "Choose the model the adapter was trained on." if source.adapter else "The file may be damaged.",
        ) from error
    proxy: Any = server._llama_proxy
    model: llama_cpp.Llama = proxy()
    answerable = Answerable(model, Grammars(header.path))
    # Within what is theirs, so that browsers may read what these say.
    app.user_middleware += [
        Middleware(Door, key=key),
        Middleware(WellFormed, bodies=_bodies(), name=name, require=answerable.require),
    ]
    app.router.routes[:] = [route for route in app.router.routes if getattr(route, "path", "") not in _PAGES]
    _answer_errors_as_openai(app)
    try:
        yield app, model
    finally:
        model.close()


def model_settings(source: ChatSource, header: Header, name: str) -> Any:
    """Return the settings with which llama-cpp-python's server loads the model."""
    from llama_cpp.server.settings import ModelSettings

    threads = threads_for(header.size)
    with _unsaid(ModelSettings):
        return ModelSettings(
            model=str(header.path),
            model_alias=name,
            lora_path=str(source.adapter) if source.adapter else None,
            n_ctx=context_length(source, header),
            n_threads=threads.most,
            n_threads_batch=threads.most,
            n_gpu_layers=0,
            cache=False,  # and never on disk: diskcache opens pickles that lie in its folder (CVE-2025-69872)
            cache_type="ram",
            flash_attn=True,  # as llama.cpp chooses by itself on a CPU, and so in our own chat
            verbose=False,
        )


def _bodies() -> dict[str, Any]:
    """What is answered with a request's body: the paths that are OpenAI's."""
    from llama_cpp.server.types import CreateChatCompletionRequest, CreateCompletionRequest

    return {"/v1/chat/completions": CreateChatCompletionRequest, "/v1/completions": CreateCompletionRequest}


@contextmanager
def _unsaid(settings: Any) -> Iterator[None]:
    """Their settings are taken from the environment, too, by names as common as SEED, CACHE and CONFIG_FILE."""
    names = {*settings.model_fields, "config_file"}
    hidden = {key: os.environ.pop(key) for key in list(os.environ) if key.lower() in names}
    try:
        yield
    finally:
        os.environ.update(hidden)


def _compute_with(threads: Threads, model: llama_cpp.Llama) -> None:
    """Each batch of tokens by as many as suit then."""
    context: Any = cast(Any, model)._ctx
    theirs = context.decode

    def decode(batch: Any) -> None:
        number = threads.now()
        context.set_n_threads(number, number)  # for one token, and for several
        theirs(batch)

    context.decode = decode


def _let_marks_be_seen(model: llama_cpp.Llama, tokenizer: Tokenizer, marks: Sequence[Marks]) -> None:
    """Control tokens are no text for llama-cpp-python; the marks of thoughts and calls are, so that they are told."""
    theirs: Any = model.detokenize
    text = "".join(mark.opening + mark.closing for mark in marks)
    names = {special.token: tokenizer.piece(special.token) for special in tokenizer.find_specials(text)}

    def detokenize(tokens: list[int], prev_tokens: list[int] | None = None, special: bool = False) -> bytes:
        if names.keys().isdisjoint(tokens):
            return bytes(theirs(tokens, prev_tokens, special))
        return b"".join(names.get(token) or theirs([token], None, special) for token in tokens)

    model.detokenize = detokenize  # type: ignore[method-assign]


def _answer_errors_as_openai(app: Any) -> None:
    from starlette.exceptions import HTTPException
    from starlette.responses import JSONResponse

    async def shown(_request: Any, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        details = error.detail if isinstance(error.detail, dict) else error_body(str(error.detail), None)
        return JSONResponse(details, error.status_code, error.headers)

    app.add_exception_handler(HTTPException, shown)


class _ChatHandler:
    """Called by llama-cpp-python for a chat request."""

    def __init__(self, writer: PromptWriter, stops: tuple[str, ...], think: Think = "auto") -> None:
        self._writer, self._think = writer, think
        response = llama_chat_format.ChatFormatterResponse("", list(stops), added_special=True)
        self._handle: Any = llama_chat_format.chat_formatter_to_chat_completion_handler(lambda **request: response)

    def __call__(self, *, llama: Any, messages: list[Any], tools: Any = None, **request: Any) -> Any:
        """Answer as llama_chat_format.LlamaChatCompletionHandler."""
        stream = bool(request.get("stream"))
        asked = now_asked()
        try:
            prompt = self._writer.write(
                asked.messages or messages,
                tools or [],
                length=llama.n_ctx(),
                limit=0,
                may_drop=False,
                think=self._think if asked.think == "auto" else asked.think,
                variables=asked.variables,
            )
        except LuthierError as error:
            from fastapi import HTTPException

            code = "context_length_exceeded" if error.code == "chat.prompt-too-long" else error.code
            details = error_body(f"{error.message} {error.hint}".strip(), code)
            if stream:  # the answer has begun already
                return iter([details])
            raise HTTPException(400, details) from error
        answer = self._handle(llama=_WithPrompt(llama, prompt.tokens), messages=messages, tools=tools, **request)
        if isinstance(request.get("tool_choice"), dict):  # it was made to write that call alone
            return answer
        kinds = [*(() if asked.in_text else ("thinking", "answer")), *(("call",) if tools else ())]
        marks = [mark for mark in self._writer.marks if mark.kind in kinds]
        splitter = Splitter(marks, (), in_thought=prompt.in_thought and not asked.in_text)
        if stream:
            return streamed(answer, splitter)
        from starlette.responses import JSONResponse

        return JSONResponse(whole(answer, splitter))  # of anything else their server drops the thoughts


class _WithPrompt:
    """A model whose next prompt is there in tokens already."""

    def __init__(self, llama: llama_cpp.Llama, tokens: list[int]) -> None:
        self._llama, self._tokens = llama, tokens

    def tokenize(self, *_: object, **__: object) -> list[int]:
        """Return the prompt's tokens, whatever text is given."""
        return self._tokens

    def __getattr__(self, name: str) -> Any:
        return getattr(self._llama, name)
