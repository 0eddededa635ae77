"""`luthier serve` before a program or a web page that is up to no good. tests/chat/test_server.py has the rest."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from core.base.systems import places
from core.chat import gateway
from core.chat.gateway import Connection, Gateway
from core.chat.server import bound_socket

KEY = "the-key"
WAIT = 60
GOOD = f"Host: 127.0.0.1\r\nAuthorization: Bearer {KEY}\r\n"


class Room:
    """What stands behind the door: reads all of a request."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    async def __call__(self, _scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        self.bodies.append(body)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"in"})


class Served:
    def __init__(self, port: int, room: Room) -> None:
        self.port, self.room = port, room

    def say(self, request: str | bytes) -> str:
        """All that comes back to these bytes, until the server closes or has answered."""
        raw = request if isinstance(request, bytes) else request.encode()
        with socket.create_connection(("127.0.0.1", self.port), WAIT) as connection:
            with contextlib.suppress(OSError):  # it hung up in the middle of what it does not read
                connection.sendall(raw)
                connection.shutdown(socket.SHUT_WR)
            answer = b""
            with contextlib.suppress(OSError):
                while part := connection.recv(1 << 16):
                    answer += part
            return answer.decode()

    def status(self, request: str | bytes) -> int:
        answer = self.say(request)
        return int(answer.split()[1]) if answer else 0


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """The door as `serve` puts it up, on a real connection."""
    room, listener, ready = Room(), bound_socket(0), threading.Event()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready.set()

    server = Server(uvicorn.Config(Gateway(room, KEY), http=Connection, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    assert ready.wait(WAIT)
    yield Served(listener.getsockname()[1], room)
    server.should_exit = True
    thread.join(WAIT)
    listener.close()


def test_that_it_listens_to_this_machine_alone() -> None:
    with bound_socket(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1" and listener.family == socket.AF_INET


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "[::1]", "0.0.0.0", "", "127.1"]
)
def test_that_another_name_for_this_machine_is_refused(served: Served, host: str) -> None:
    request = f"GET /v1/models HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {KEY}\r\n\r\n"
    assert served.status(request) == 421


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:8080"])
def test_that_a_web_page_without_the_key_gets_nothing(served: Served, origin: str) -> None:
    """Chat programs that run in a browser have the key, and may."""
    asked = f"GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: {origin}\r\n"
    assert served.status(asked + "\r\n") == 401
    assert served.status(asked + f"Authorization: Bearer {KEY[:-1]}\r\n\r\n") == 401
    assert served.status(asked + f"Cookie: {KEY}\r\nX-Api-Key: {KEY}\r\n\r\n") == 401
    assert served.status(f"GET /v1/models?key={KEY} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == 401


SMUGGLED = "GET /v1/secret HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Length: 5\r\nContent-Length: 50\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: +5\r\n",
        "Content-Length: 5, 50\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Transfer-Encoding : chunked\r\n",
        "Host: evil.example\r\n",
        "A: b\r\n  c\0d\r\n",
    ],
)
def test_that_a_request_that_can_be_read_two_ways_is_none(served: Served, headers: str) -> None:
    before = len(served.room.bodies)
    answer = served.say(f"POST /v1/completions HTTP/1.1\r\n{GOOD}{headers}\r\n{SMUGGLED}")
    assert answer.startswith("HTTP/1.1 4") or answer.startswith("HTTP/1.1 501")
    assert answer.count("HTTP/1.1 ") == 1 and len(served.room.bodies) == before


def test_that_endless_headers_are_not_kept(served: Served) -> None:
    assert served.status(f"GET / HTTP/1.1\r\n{GOOD}X: " + "a" * (1 << 20)) in (0, 400, 431)


def test_that_more_than_the_largest_request_is_not_read(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "LARGEST", 1 << 20)
    before = len(served.room.bodies)
    assert served.status(f"POST / HTTP/1.1\r\n{GOOD}Content-Length: {gateway.LARGEST + 1}\r\n\r\n") == 413
    chunk = b"%x\r\n" % (1 << 18) + bytes(1 << 18) + b"\r\n"
    head = f"POST / HTTP/1.1\r\n{GOOD}Transfer-Encoding: chunked\r\n\r\n".encode()
    assert served.status(head + chunk * 8) in (0, 400, 413, 500)
    assert len(served.room.bodies) == before


def test_that_a_program_which_never_finishes_its_request_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "BETWEEN_S", 0.05)
    sent = [{"type": "http.request", "body": b"{", "more_body": True}]
    answered: list[Any] = []

    async def receive() -> Any:
        if not sent:
            await asyncio.Event().wait()  # for ever
        return sent.pop()

    async def answer(message: Any) -> None:
        answered.append(message)

    headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {KEY}".encode())]
    asyncio.run(Gateway(Room(), KEY)({"type": "http", "headers": headers}, receive, answer))
    assert answered[0]["status"] == 408 and b"Nothing more of the request" in answered[1]["body"]


def left(connection: socket.socket) -> bool:
    """Whether the server has hung up, for which this waits."""
    connection.settimeout(WAIT)
    with contextlib.suppress(ConnectionResetError):
        return connection.recv(1) == b""
    return True


@pytest.mark.parametrize(
    "said", ["", "GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\n"], ids=["nothing", "half of them"]
)
def test_that_headers_that_never_end_are_not_waited_for(
    served: Served, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setattr(gateway, "HEADERS_S", 0.05)
    with socket.create_connection(("127.0.0.1", served.port), WAIT) as connection:
        connection.sendall(said.encode())
        assert left(connection)


def test_that_headers_of_a_second_request_are_not_waited_for_either(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "HEADERS_S", 0.05)
    with socket.create_connection(("127.0.0.1", served.port), WAIT) as connection:
        connection.sendall(f"POST / HTTP/1.1\r\n{GOOD}Content-Length: 1\r\n\r\n1POST / HTTP/1.1\r\nA: ".encode())
        answer = b""
        while part := connection.recv(1 << 16):
            answer += part
        assert answer.startswith(b"HTTP/1.1 200") and answer.count(b"HTTP/1.1 ") == 1


def test_that_of_many_who_say_nothing_the_first_has_to_go(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "MOST_WAITING", 3)
    with contextlib.ExitStack() as stack:
        silent = [stack.enter_context(socket.create_connection(("127.0.0.1", served.port), WAIT)) for _ in range(8)]
        assert all(left(connection) for connection in silent[:5])
        assert served.status(f"POST / HTTP/1.1\r\n{GOOD}Content-Length: 1\r\n\r\n1") == 200  # others come in


@pytest.mark.parametrize(
    ("system", "option"),
    [
        ("linux", socket.SO_REUSEADDR),
        ("darwin", socket.SO_REUSEADDR),
        ("win32", getattr(socket, "SO_EXCLUSIVEADDRUSE", -5)),
    ],
)
def test_that_no_second_program_takes_its_port(system: str, option: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows SO_REUSEADDR would let one, which was then sent requests with the key."""
    monkeypatch.setattr(places.sys, "platform", system)
    assert places.port_option() == option
