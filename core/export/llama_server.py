"""llama.cpp's own server: one of our own for as long as it is asked, and what it renders and answers.

Documentation of its interface: tools/server/README.md in llama.cpp.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import httpx2
import msgspec

from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.base.systems.processes import name_of
from core.base.systems.terminals import NO_WINDOW
from core.data.formats.turns import Message
from core.export.check.comparison import Answer, Question

T = TypeVar("T")
DEFAULT = "http://127.0.0.1:8080"
_CONNECT, _RESPONSE = 5.0, 600.0  # seconds; an answer comes as a whole, from a model of any size on any machine
_LOADING = 503
_POLL = 0.1  # seconds

PROGRAM = "llama-server"
_SHOWN = 6  # last lines of its log
_PATIENCE = 5.0  # seconds that it has to end by itself


class Props(msgspec.Struct):
    """Fields of /props that are used here."""

    model_path: str = ""
    build_info: str = ""


class ModelMeta(msgspec.Struct):
    """The part of /v1/models that describes the loaded model."""

    n_vocab: int = 0
    n_params: int = 0
    n_ctx_train: int = 0


class _Model(msgspec.Struct):
    meta: ModelMeta | None = None


class _Models(msgspec.Struct):
    data: list[_Model] = []


class Loaded(msgspec.Struct):
    """An adapter that the server has loaded. path: on its machine."""

    id: int
    path: str
    scale: float


class _Rendered(msgspec.Struct):
    prompt: str


class _Completion(msgspec.Struct):
    content: str
    stop_type: str = ""


class _Health(msgspec.Struct):
    status: str = ""


class About(NamedTuple):
    """What a llama-server says of itself and its model."""

    props: Props
    meta: ModelMeta


class LlamaServer:
    """An open line to a llama-server."""

    def __init__(self, address: str, client: httpx2.AsyncClient) -> None:
        self.address = address
        self._client = client

    async def wait_until_ready(self, *, coming: bool) -> None:
        """Wait while the server loads its model. coming: it was started, and may not listen yet.

        Raises LuthierError `llama-server.*`.
        """
        while not await self._is_ready(coming):
            await asyncio.sleep(_POLL)

    async def _is_ready(self, coming: bool) -> bool:
        try:
            response = await self._send("GET", "/health", None)
        except LuthierError as error:
            if coming and error.code == "llama-server.unreachable":
                return False
            raise
        if response.status_code == _LOADING:
            return False
        self._from_json(_Health, response)
        return True

    async def about(self) -> About:
        """Ask the server for its properties and its model's. Raises LuthierError `llama-server.*`."""
        props = await self._ask(Props, "GET", "/props")
        models = await self._ask(_Models, "GET", "/v1/models")
        return About(props, next((model.meta for model in models.data if model.meta), ModelMeta()))

    async def adapters(self) -> list[Loaded]:
        """Ask the server for the adapters that it has loaded. Raises LuthierError `llama-server.*`."""
        return await self._ask(list[Loaded], "GET", "/lora-adapters")

    async def set_scales(self, scales: dict[int, float]) -> None:
        """Set the scales for all later questions. Raises LuthierError `llama-server.*`."""
        await self._ask(Any, "POST", "/lora-adapters", [{"id": id_, "scale": scale} for id_, scale in scales.items()])

    async def render(self, messages: Sequence[Message]) -> str:
        """Return the prompt that the server makes of a conversation. Raises LuthierError `llama-server.*`."""
        return (await self._ask(_Rendered, "POST", "/apply-template", {"messages": list(messages)})).prompt

    async def answer(self, question: Question, limit: int) -> Answer:
        """Answer exactly these tokens, always with the likeliest one. limit: tokens. Raises LuthierError
        `llama-server.*`.
        """
        asked = {
            "prompt": question.tokens,
            "n_predict": limit,
            "temperature": 0,
            "cache_prompt": False,  # what it read with another scale is of no use
        }
        said = await self._ask(_Completion, "POST", "/completion", asked)
        return Answer(said.content, said.stop_type == "eos")

    async def _ask(self, kind: type[T], method: str, path: str, body: Any = None) -> T:
        return self._from_json(kind, await self._send(method, path, body))

    async def _send(self, method: str, path: str, body: Any) -> httpx2.Response:
        try:
            return await self._client.request(method, path, json=body)
        except httpx2.ConnectError as error:
            raise self._error(
                "llama-server.unreachable", f"There is no llama-server at {self.address}: {error}."
            ) from error
        except (httpx2.RequestError, httpx2.InvalidURL) as error:
            reason = str(error) or type(error).__name__
            raise self._error(
                "llama-server.gone", f"The llama-server at {self.address} broke off: {reason}."
            ) from error

    def _from_json(self, kind: type[T], response: httpx2.Response) -> T:
        if response.status_code == 401:
            raise self._error(
                "llama-server.key", f"The llama-server at {self.address} wants its key.", "Set LLAMA_API_KEY to it."
            )
        try:
            if not response.is_success:
                raise msgspec.DecodeError(f"status {response.status_code}: {_said(response)}")
            return from_json(response.content, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            path = response.url.path
            what = f"What listens at {self.address} answers {path} as no llama-server does: {error}."
            raise self._error(
                "llama-server.other", what, "Name another address with --url, or a newer llama-server."
            ) from error

    def _error(
        self, code: str, what: str, hint: str = "Is it running, and at this address? See --url."
    ) -> LuthierError:
        return LuthierError(code, what, hint)


@asynccontextmanager
async def connected(address: str, key: str = "") -> AsyncIterator[LlamaServer]:
    """Yield a llama-server at an address. key: as it was given with --api-key. Raises LuthierError
    `llama-server.bad-address`.
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise LuthierError("llama-server.bad-address", f"'{address}' is not an address.", f"One is {DEFAULT}.")
    headers = {"authorization": f"Bearer {key}"} if key else {}
    timeout = httpx2.Timeout(_RESPONSE, connect=_CONNECT)
    # No proxy: it stands on this machine or near it.
    async with httpx2.AsyncClient(base_url=address, headers=headers, timeout=timeout, trust_env=False) as client:
        yield LlamaServer(address, client)


def _said(response: httpx2.Response) -> str:
    try:
        error = from_json(response.content)["error"]
        return str(error.get("message", error))[:200]
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        return response.text[:200]


class Started:
    """A llama-server's process. address: where it will listen."""

    def __init__(self, process: subprocess.Popen[str], program: Path, address: str) -> None:
        self.address = address
        self._process, self._program = process, program
        self._lines: deque[str] = deque(maxlen=_SHOWN)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def require_alive(self) -> None:
        """Require that the server's process runs. Raises LuthierError `llama-server.ended` with its last words."""
        status = self._process.poll()
        if status is None:
            return
        self._reader.join(_PATIENCE)
        said = "\n".join(self._lines)
        how = f"by {name}" if (name := name_of(status)) else f"with status {status}"
        raise LuthierError(
            "llama-server.ended",
            f"{self._program} ended {how} instead of listening:\n{said}",
            "It may be older than the model's architecture, built for another processor (SIGILL), or short of memory "
            "(SIGKILL).",
        )

    def end(self) -> None:
        """Ask, and then insist."""
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(_PATIENCE)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.append(line.rstrip())


@contextmanager
def started(program: Path, model: Path, adapter: Path, context: int) -> Iterator[Started]:
    """Start a llama-server with the adapter on the model, on this machine alone. context: tokens.

    Raises LuthierError `llama-server.cannot-start`.
    """
    port = _free_port()
    options = ["--host", "127.0.0.1", "--port", str(port), "--ctx-size", str(context), "--parallel", "1"]
    command = [str(program), "-m", str(model), "--lora", str(adapter), *options]
    try:
        # A session of its own: Ctrl+C in the terminal is for us to hear, and to pass on.
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace", start_new_session=True, creationflags=NO_WINDOW,
            cwd=program.parent,  # where it is started it looks for more libraries, and runs them
        )  # fmt: skip
    except OSError as error:
        reason = error.strerror or error
        raise LuthierError(
            "llama-server.cannot-start", f"{program} cannot be started: {reason}.", "Name the program with --program."
        ) from error
    running = Started(process, program, f"http://127.0.0.1:{port}")
    try:
        yield running
    finally:
        running.end()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
