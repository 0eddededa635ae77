"""Runs an OpenAI-compatible server for this machine alone. Its answers are those of Luthier's chat: with exactly the
tokens that training would have seen, with the adapter, one request after the other.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import anyio
import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from core import protocol as p
from core.base.errors import Do, LuthierError
from core.base.systems.places import port_option
from core.chat.gateway import Connection, Gateway, Message, Receive, Send, error_body, has_left, is_short, refuse
from core.chat.grammars import Grammars
from core.chat.loaded import ChatModel, ChatSource, Question
from core.chat.openai_api import ChatAnswer, ChatRequest, TextAnswer, TextRequest, read_request
from core.chat.prompt import Prompt
from core.chat.split import Piece
from core.data.chat.renderer import TemplateRenderer

T = TypeVar("T")
HOST = "127.0.0.1"
_LAST_WORDS = 2  # seconds for running answers to end


def bound_socket(port: int) -> socket.socket:
    """Bind a socket to a port of this machine alone; 0 for any free port. Raises LuthierError `serve.port`."""
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
            "serve.port",
            f"Port {port} cannot be used: {reason}.",
            Do.by("End the other program, or choose another.", f"--port {other}"),
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
    """Answer requests until is_stopped. name: of the model. started: called with the context's length once clients can
    connect.

    Raises LuthierError `model.*`, `adapter.cannot-load`, `data.bad-template`, `data.runaway-template`.
    """
    # End the threads before the model is freed, even if the server stops in the middle of an answer.
    with ChatModel(source, renderer) as model, ThreadPoolExecutor() as threads:
        model.load()

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                started(model.context_length)

            async def on_tick(self, counter: int) -> bool:
                if is_stopped():
                    # Interrupted answers are no errors at this point.
                    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
                return is_stopped() or await super().on_tick(counter)

        config = uvicorn.Config(
            _Answering(model, threads, source.think, name, is_stopped).app(key),
            http=Connection, log_level="error", timeout_graceful_shutdown=_LAST_WORDS, lifespan="off",
        )  # fmt: skip
        Server(config).run([listener])


class _Answering:
    """Answers requests with one model, one at a time."""

    def __init__(
        self, model: ChatModel, threads: ThreadPoolExecutor, think: p.Think, name: str, is_stopped: Callable[[], bool]
    ) -> None:
        """think: the default for requests."""
        self._model, self._threads, self._think, self._name = model, threads, think, name
        self._is_stopped = is_stopped
        self._grammars = Grammars(model.header.path)
        self._turn = asyncio.Lock()

    def app(self, key: str) -> Starlette:
        """Return the application. Web pages whose program has the key may read its answers."""
        app = Starlette(
            routes=[
                Route("/v1/chat/completions", self._chat, methods=["POST"]),
                Route("/v1/completions", self._text, methods=["POST"]),
                Route("/v1/models", self._models),
            ],
            middleware=[
                Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"]),
                Middleware(Gateway, key=key),
            ],
            exception_handlers={HTTPException: _as_openai, LuthierError: _failed},
        )
        app.router.default = _nothing_there
        return app

    async def _models(self, _request: Request) -> Response:
        model = {"id": self._name, "object": "model", "created": 0, "owned_by": "luthier"}
        return JSONResponse({"object": "list", "data": [model]})

    async def _chat(self, request: Request) -> Response:
        return await self._respond(request, ChatRequest)

    async def _text(self, request: Request) -> Response:
        return await self._respond(request, TextRequest)

    async def _respond(self, http: Request, kind: type[ChatRequest] | type[TextRequest]) -> Response:
        try:
            request = read_request(await http.body(), kind)
            grammar = await self._in_thread(self._grammar, request)
            async with self._turn:
                question, prompt = await self._in_thread(self._question, request, grammar)
        except ClientDisconnect:
            return Response()  # the client has left
        except ValueError as error:
            return JSONResponse(error_body(str(error), None), 400)
        except LuthierError as error:
            return JSONResponse(_body_of(error), 400)
        kind_of_answer = ChatAnswer if isinstance(request, ChatRequest) else TextAnswer
        answer = kind_of_answer(request, self._name, self._model.text_of)  # type: ignore[arg-type]
        pieces = self._model.answer(
            question, prompt=prompt,
            is_cancelled=lambda: self._is_stopped() or has_left(),
            chosen=answer.chances.append if request.chances is not None else None,
        )  # fmt: skip
        if request.stream:
            return StreamingResponse(self._events(answer.chunks(pieces)), media_type="text/event-stream")
        async with self._turn:
            whole: list[Piece | p.Reply] = await self._in_thread(list, pieces)
        reply = whole[-1]
        assert isinstance(reply, p.Reply)
        return JSONResponse(answer.whole(reply))

    def _grammar(self, request: ChatRequest | TextRequest) -> str:
        """Return the request's grammar once it was tried out, which may take seconds. Raises ValueError with a readable
        message.
        """
        wanted = request.wanted()
        return self._grammars.tried_out(wanted) if wanted else ""

    def _question(self, request: ChatRequest | TextRequest, grammar: str) -> tuple[Question, Prompt]:
        """Return a request's question and prompt. Raises ValueError with a readable message, and LuthierError as
        PromptWriter does.
        """
        model, writer = self._model, self._model.writer
        question = Question(
            [], request.sampling(), stops=request.stops, marks=(), top_chances=request.chances or 0,
            steering=request.steering(grammar, model.n_vocab),
        )  # fmt: skip
        if isinstance(request, TextRequest):
            return question, writer.go_on_with(request.text(writer.begins_by_itself), model.context_length)
        tools, in_text = request.offered(), bool(grammar) or request.reasoning_format == "none"
        think = "off" if grammar and writer.can_switch else self._think if request.think == "auto" else request.think
        prompt = writer.write(
            request.spoken(), tools,
            length=model.context_length, limit=0, may_drop=False, think=think, variables=request.variables,
        )  # fmt: skip
        kinds = [*(() if in_text else ("thinking", "answer")), *(("call",) if tools and not grammar else ())]
        marks = [mark for mark in writer.marks if mark.kind in kinds]
        return replace(question, marks=marks), replace(prompt, in_thought=prompt.in_thought and not in_text)

    async def _events(self, chunks: Generator[dict[str, Any]]) -> AsyncIterator[bytes]:
        async with self._turn:
            try:
                while (chunk := await self._in_thread(next, chunks, None)) is not None:
                    yield b"data: %b\n\n" % msgspec.json.encode(chunk)
                yield b"data: [DONE]\n\n"
            except LuthierError as error:
                yield b"data: %b\n\n" % msgspec.json.encode(_body_of(error))
            finally:
                with suppress(ValueError):  # the answer is still being computed: the server is stopping
                    chunks.close()

    async def _in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run work in a thread, and wait for its end even if the client leaves, so that the next request starts only
        then.
        """
        with anyio.CancelScope(shield=True):
            loop, run = asyncio.get_running_loop(), copy_context().run
            done: T = await loop.run_in_executor(self._threads, partial(run, work, *arguments))
        return done


def _body_of(error: LuthierError) -> dict[str, Any]:
    code = "context_length_exceeded" if error.code == "chat.prompt-too-long" else error.code
    return error_body(f"{error.message} {error.hint}".strip(), code)


async def _failed(_request: Request, error: Exception) -> Response:
    assert isinstance(error, LuthierError)
    return JSONResponse(_body_of(error), 500)


async def _as_openai(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse(error_body(error.detail, None), error.status_code, error.headers)


async def _nothing_there(scope: Message, receive: Receive, send: Send) -> None:
    said = f"There is no {scope['path']:.100}, but /v1/chat/completions, /v1/completions, /v1/models."
    await refuse(send, 404, said, receive if is_short(dict(scope["headers"])) else None)
