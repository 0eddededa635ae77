"""Why no connection comes about is said by what is wrong: a clock, another cluster, another program, nobody."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.base.errors import LuthierError
from core.cluster import credentials
from core.cluster.addresses import why_unreachable
from core.cluster.credentials import HEAD, Credentials, keep_certificate, make_authority, request_membership, sign
from core.cluster.wire import Welcome, _frame, connect

HOST = "127.0.0.1"
LATER = timedelta(days=365 * 25)
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture
def desk(tmp_path: Path) -> Credentials:
    return made(tmp_path / "desk")


def made(folder: Path) -> Credentials:
    its = Credentials(folder)
    make_authority(its, "desk")
    return its


def told(ours: Credentials, port: int) -> LuthierError:
    with pytest.raises(LuthierError) as error:
        connect(HOST, port, ours, HEAD)
    return error.value


def reaches(ours: Credentials, answer: Answer, serving: ssl.SSLContext | None) -> LuthierError | None:
    async def both() -> LuthierError | None:
        async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await answer(reader, writer)
            writer.close()

        server = await asyncio.start_server(answered, HOST, 0, ssl=serving)
        async with server:
            try:
                line = await asyncio.to_thread(connect, HOST, server.sockets[0].getsockname()[1], ours, HEAD)
                line.close()
            except LuthierError as error:
                return error
        return None

    return asyncio.run(both())


async def greets(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(_frame(Welcome()))
    await writer.drain()


async def goes(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    pass


def in_another_year(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    """For all certificates made from now on: as if the clocks that do not go with them were off by so much."""
    monkeypatch.setattr(credentials, "_now", lambda: datetime.now(UTC) + by)


def test_that_its_own_cluster_is_reached(desk: Credentials) -> None:
    assert reaches(desk, greets, desk.for_serving()) is None


@pytest.mark.parametrize("by", [LATER, -LATER])
def test_that_a_clock_that_is_off_here_is_named(by: timedelta, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was taken for another cluster, and the advice was to leave the one that is right."""
    in_another_year(monkeypatch, by)
    desk = made(tmp_path / "desk")
    error = reaches(desk, greets, desk.for_serving())
    assert error is not None and error.code == "cluster.clock"
    assert f"{datetime.now():%Y-}" in error.message and "leave" not in error.hint


def refused_by(serving: ssl.SSLContext, ours: Credentials) -> LuthierError:
    """A server that says why it does not shake hands; those of asyncio do not."""
    with socket.create_server((HOST, 0)) as listening:

        def refuses() -> None:
            connection, _ = listening.accept()
            with connection, pytest.raises(ssl.SSLError):
                serving.wrap_socket(connection, server_side=True)

        server = threading.Thread(target=refuses)
        server.start()
        try:
            return told(ours, listening.getsockname()[1])
        finally:
            server.join()


@pytest.mark.parametrize("by", [LATER, -LATER])
def test_that_a_clock_that_is_off_there_is_named(
    desk: Credentials, by: timedelta, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the one that asks has a certificate that does not count by the other's clock."""
    laptop = Credentials(tmp_path / "laptop")
    with monkeypatch.context() as then:
        in_another_year(then, by)
        signed = sign(desk, request_membership(laptop, "laptop"), "laptop")
    keep_certificate(laptop, signed, desk.authority.read_bytes())
    error = refused_by(desk.for_serving(), laptop)
    assert error.code == "cluster.clock" and f"clock of {HOST}" in error.message
    hung_up = reaches(laptop, greets, desk.for_serving())
    assert hung_up is not None and "clock may be off" in hung_up.hint


def test_that_another_cluster_is_named(desk: Credentials, tmp_path: Path) -> None:
    """As the one sees it that asks, and as it is told by one that does not know its certificate."""
    other, mixed = made(tmp_path / "other"), Credentials(tmp_path / "mixed")
    seen = reaches(other, greets, desk.for_serving())
    mixed.folder.mkdir()
    mixed.authority.write_bytes(desk.authority.read_bytes())
    mixed.certificate.write_bytes(other.certificate.read_bytes())
    mixed.key.write_bytes(other.key.read_bytes())
    for error in (seen, refused_by(desk.for_serving(), mixed)):
        assert error is not None and error.code == "cluster.other-certificate"


@pytest.mark.parametrize("greeting", [b"SSH-2.0-x\r\n", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0" * 100])
def test_that_another_program_is_named(desk: Credentials, greeting: bytes) -> None:
    async def greets_so(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(greeting)
        await writer.drain()

    error = reaches(desk, greets_so, None)
    assert error is not None and error.code == "cluster.unreachable" and "is not Luthier" in error.message


@pytest.mark.parametrize("encrypted", [True, False])
def test_that_one_that_hangs_up_is_said_to(desk: Credentials, encrypted: bool) -> None:
    error = reaches(desk, goes, desk.for_serving() if encrypted else None)
    assert error is not None and error.code == "cluster.unreachable"
    assert "ended the connection" in error.message


@pytest.mark.parametrize("error", [ConnectionResetError(), BrokenPipeError(), EOFError()])
def test_that_it_hung_up_however_the_system_says_it(error: Exception) -> None:
    """Which of them it is depends on how far the other end had read."""
    assert "ended the connection" in why_unreachable(error, HOST, 1).message


def test_that_nobody_there_is_said(desk: Credentials) -> None:
    error = told(desk, 9)
    assert error.code == "cluster.unreachable" and "port 9, does not answer" in error.message
    with pytest.raises(LuthierError) as unknown:
        connect("no-such-computer.invalid", 9, desk, HEAD)
    assert unknown.value.code == "cluster.unreachable" and "by the name no-such-computer" in unknown.value.message
