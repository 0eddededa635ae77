"""Checks requests before the server sees them: origin, key, size; and notices when the client leaves.

Also bounds the connections of `luthier serve` before their first request: the gateway sees a request only after its
headers.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from typing import Any

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

LARGEST = 32 << 20  # bytes of a request: far more than fits any context
SHORT = 64 << 10  # bytes
COMING_S = 1.0  # seconds that a refused request may still send
BETWEEN_S = 30.0  # seconds between two parts of a request
_TOO_LARGE = 413
_NAMES = ("127.0.0.1", "localhost")
_left = ContextVar[threading.Event]("left")

HEADERS_S = 10.0  # seconds for a request's headers: a single packet, from this machine
MOST_WAITING = 32  # connections without headers; a browser opens six in advance


def has_left() -> bool:
    """Return whether the client whose request is being answered has closed its connection."""
    event = _left.get(None)
    return event is not None and event.is_set()


def error_body(message: str, code: str | None) -> dict[str, Any]:
    """Return an error in the format of OpenAI's API."""
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code}}


class Gateway:
    """An ASGI middleware that checks requests.

    A request must name this machine as its host, since a web page can point its own name to this machine (DNS
    rebinding), and bring the key, before any of it is used.
    """

    def __init__(self, app: App, key: str) -> None:
        self._app, self._key = app, f"Bearer {key}".encode()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request. Raises what the application raises."""
        if scope["type"] != "http":
            return
        headers = dict(scope["headers"])
        if refusal := self._refusal(headers):
            more_comes = refusal[0] == _TOO_LARGE or is_short(headers)
            await refuse(send, *refusal, receive if more_comes else None)
            return
        left = threading.Event()
        _left.set(left)
        visitor = _Visitor(receive, left)
        try:
            await self._app(scope, visitor.receive, send)
        except _Refused as refused:  # the request was incomplete, so nothing has been answered
            await refuse(send, refused.status, str(refused), receive if refused.status == _TOO_LARGE else None)
        finally:
            visitor.forget()

    def _refusal(self, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        """Return status and message."""
        host = headers.get(b"host", b"").decode("latin-1")
        if host.partition(":")[0] not in _NAMES:
            return 421, f"This server is {_NAMES[0]} alone, and not {host:.100}."
        if not hmac.compare_digest(headers.get(b"authorization", b""), self._key):
            return 401, "Invalid API key"
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LARGEST:
            return _TOO_LARGE, _too_large()
        return None


def is_short(headers: dict[bytes, bytes]) -> bool:
    """Return whether the rest of a refused request is short enough to wait for."""
    length = headers.get(b"content-length", b"")
    return length.isdigit() and int(length) <= SHORT


class _Refused(Exception):  # noqa: N818 - no error of ours
    """An incomplete request."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def _too_large() -> str:
    return f"A request may have {LARGEST >> 20} MB at most."


async def refuse(send: Send, status: int, message: str, receive: Receive | None = None) -> None:
    """Send the whole answer to a refused request. receive: briefly reads the rest of the request, and drops it.

    Closing a connection with unread bytes resets it, and the client would see the reset instead of the reason.
    """
    said = msgspec.json.encode(error_body(message, None))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(said)).encode())]
    headers.append((b"connection", b"close"))  # the rest is not read
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": said, "more_body": True})
    if receive is not None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(COMING_S):
                while (await receive()).get("more_body"):
                    pass
    await send({"type": "http.response.body", "body": b""})


class _Visitor:
    """Passes on a request, then keeps listening to notice when the client leaves."""

    def __init__(self, receive: Receive, left: threading.Event) -> None:
        self._receive, self._left = receive, left
        self._bytes = 0
        self._listening: asyncio.Task[None] | None = None

    async def receive(self) -> Message:
        """Receive as ASGI does. Raises _Refused if more than LARGEST arrives, or nothing for too long."""
        message = await self._next()
        if message["type"] == "http.request":
            self._bytes += len(message.get("body", b""))
            if self._bytes > LARGEST:
                raise _Refused(_TOO_LARGE, _too_large())
            if not message.get("more_body") and self._listening is None:
                self._listening = asyncio.create_task(self._listen())
        return message

    async def _next(self) -> Message:
        if self._listening is not None:  # the request is complete, so the next message is a disconnect
            return await self._receive()
        try:
            async with asyncio.timeout(BETWEEN_S):
                return await self._receive()
        except TimeoutError as error:
            raise _Refused(408, f"Nothing more of the request has come for {BETWEEN_S:g} seconds.") from error

    def forget(self) -> None:
        """Stop listening: the answer is complete."""
        if self._listening:
            self._listening.cancel()

    async def _listen(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self._left.set()


class Connection(H11Protocol):
    """A uvicorn connection with limits: uvicorn waits for headers forever, on any number of connections."""

    _until: asyncio.TimerHandle | None = None  # while it waits

    def connection_made(self, transport: Any) -> None:
        """Take a connection. If too many wait, close the one that has waited longest."""
        super().connection_made(transport)
        self._look()
        waiting = [other for other in self.connections if isinstance(other, Connection) and other._until is not None]
        if len(waiting) > MOST_WAITING:
            min(waiting, key=Connection._due).hang_up()

    def data_received(self, data: bytes) -> None:
        """Read bytes; wait at most HEADERS_S for a request's headers."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, at most HEADERS_S."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer of a lost connection."""
        self._wait_no_more()
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Close a connection that sent no request."""
        self._wait_no_more()
        self.transport.abort()

    def _due(self) -> float:
        return self._until.when() if self._until else 0.0

    def _look(self) -> None:
        cycle: Any = self.cycle  # None before the first request
        if self.transport.is_closing() or not (cycle is None or cycle.response_complete):
            self._wait_no_more()
        elif self._until is None:
            self._until = self.loop.call_later(HEADERS_S, self.hang_up)

    def _wait_no_more(self) -> None:
        if self._until is not None:
            self._until.cancel()
            self._until = None
