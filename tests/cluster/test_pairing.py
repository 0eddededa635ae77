"""Letting machines in: the same code on both sides, or nothing comes of it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from core.cluster import pairing
from core.cluster.credentials import Credentials, machine_name, make_authority, request_membership
from core.cluster.pairing import Comparison, Confirm, Membership
from core.shared.errors import LuthierError

HOST, SCHEDULER = "127.0.0.1", "tls://127.0.0.1:1"


@pytest.fixture
def head(tmp_path: Path) -> Credentials:
    made = Credentials(tmp_path / "head")
    make_authority(made, "desk")
    return made


@pytest.fixture
def laptop(tmp_path: Path) -> Credentials:
    return Credentials(tmp_path / "laptop")


def says(answer: bool, seen: list[Comparison]) -> Confirm:
    async def confirm(comparison: Comparison) -> bool:
        seen.append(comparison)
        return answer

    return confirm


async def listening(on: Callable[..., Awaitable[object]], context: ssl.SSLContext) -> tuple[asyncio.Server, int]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await on(reader, writer)
        except LuthierError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, HOST, 0, ssl=context)
    return server, server.sockets[0].getsockname()[1]


def paired(head: Credentials, laptop: Credentials, ours: Confirm, theirs: Confirm) -> Membership:
    async def pair() -> Membership:
        async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await pairing.let_in(reader, writer, head, SCHEDULER, ours)

        server, port = await listening(let_in, pairing.serving(head))
        async with server:
            return await pairing.join(HOST, port, laptop, "laptop", theirs)

    return asyncio.run(pair())


def test_that_both_show_the_same_code_and_the_certificate_is_good(head: Credentials, laptop: Credentials) -> None:
    ours, theirs = list[Comparison](), list[Comparison]()
    given = paired(head, laptop, says(True, ours), says(True, theirs))
    assert given == Membership("desk", SCHEDULER)
    assert ours[0].code == theirs[0].code and len(ours[0].code) == 6
    assert (ours[0].machine, theirs[0].machine) == ("laptop", "desk")
    assert machine_name(laptop) == "laptop" and not laptop.can_sign
    assert laptop.security().get_listen_args("worker")["ssl_context"].verify_mode == ssl.CERT_REQUIRED
    for secret in (head.authority_key, head.key, laptop.key):
        assert secret.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("refuses", ["head", "laptop"])
def test_that_either_side_can_refuse(head: Credentials, laptop: Credentials, refuses: str) -> None:
    with pytest.raises(LuthierError) as error:
        paired(head, laptop, says(refuses != "head", []), says(refuses != "laptop", []))
    assert error.value.code == "cluster.not-wanted"
    assert not laptop.are_there


def test_that_somebody_in_between_is_seen(head: Credentials, laptop: Credentials, tmp_path: Path) -> None:
    """Who passes everything on needs keys of its own: both sides show other codes."""
    between, as_laptop = Credentials(tmp_path / "between"), Credentials(tmp_path / "as-laptop")
    make_authority(between, "desk")
    ours, theirs = list[Comparison](), list[Comparison]()

    async def pair() -> None:
        async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await pairing.let_in(reader, writer, head, SCHEDULER, says(True, ours))

        server, port = await listening(let_in, pairing.serving(head))

        async def deceive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await pairing.join(HOST, port, as_laptop, "laptop", says(True, []))
            await pairing.let_in(reader, writer, between, SCHEDULER, says(True, []))

        deceiver, false_port = await listening(deceive, pairing.serving(between))
        async with server, deceiver:
            await pairing.join(HOST, false_port, laptop, "laptop", says(True, theirs))

    asyncio.run(pair())
    assert ours[0].code != theirs[0].code


def knocked(head: Credentials, line: bytes) -> bytes:
    """What the head answers to that."""

    async def knock() -> bytes:
        async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await pairing.let_in(reader, writer, head, SCHEDULER, says(True, []))

        server, port = await listening(let_in, pairing.serving(head))
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        async with server:
            reader, writer = await asyncio.open_connection(HOST, port, ssl=context)
            writer.write(line + b"\n")
            answer = await reader.read()
            writer.close()
            return answer

    return asyncio.run(knock())


def test_that_another_version_is_refused_by_name(head: Credentials, laptop: Credentials) -> None:
    asked = pairing._Asks("0.0.1", pairing.PROTOCOL, request_membership(laptop, "laptop"), b"")
    answer = msgspec.json.decode(knocked(head, msgspec.json.encode(asked)))
    assert answer["code"] == "cluster.other-version" and "laptop has Luthier 0.0.1" in answer["message"]


@pytest.mark.parametrize("line", [b"GET / HTTP/1.1", b"{}", b"[" * 5000, b"\xff" * 70_000])
def test_that_what_is_no_machine_of_ours_is_told_so(head: Credentials, line: bytes) -> None:
    assert b"cluster.bad-request" in knocked(head, line)
