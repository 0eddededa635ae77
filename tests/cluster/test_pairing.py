"""Letting machines in: the same code on both sides, or nothing comes of it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from core.base.errors import LuthierError
from core.cluster import pairing
from core.cluster.credentials import Credentials, machine_name, make_authority, request_membership
from core.cluster.door import Caller, Door
from core.cluster.pairing import Comparison, Confirm, Head, Membership

HOST, SCHEDULER = "127.0.0.1", "tls://127.0.0.1:1"


@pytest.fixture
def head(tmp_path: Path) -> Credentials:
    made = Credentials(tmp_path / "head")
    make_authority(made, "desk")
    return made


@pytest.fixture
def laptop(tmp_path: Path) -> Credentials:
    return Credentials(tmp_path / "laptop")


def head_of(credentials: Credentials, confirm: Confirm, *taken: str, known: list[str] | None = None) -> Head:
    """known: is told who was let in."""
    return Head(credentials, SCHEDULER, confirm, taken.__contains__, (known if known is not None else []).append)


def says(answer: bool, seen: list[Comparison]) -> Confirm:
    async def confirm(comparison: Comparison) -> bool:
        seen.append(comparison)
        return answer

    return confirm


def never_says(seen: list[Comparison]) -> Confirm:
    async def confirm(comparison: Comparison) -> bool:
        seen.append(comparison)
        return await asyncio.get_running_loop().create_future()

    return confirm


@asynccontextmanager
async def listening(credentials: Credentials, on: Callable[[Caller], Awaitable[object]]) -> AsyncIterator[int]:
    """At that port."""

    async def answer(caller: Caller) -> None:
        with suppress(LuthierError):
            await on(caller)

    async with Door(pairing.serving(credentials), answer).open(HOST, 0) as port:
        yield port


def paired(
    head: Credentials,
    laptop: Credentials,
    ours: Confirm,
    theirs: Confirm,
    *taken: str,
    joins_as: str = "laptop",
    known: list[str] | None = None,
) -> Membership:
    async def pair() -> Membership:
        its = head_of(head, ours, *taken, known=known)
        async with listening(head, lambda caller: pairing.let_in(caller, its)) as port:
            return await pairing.join(HOST, port, laptop, joins_as, theirs)

    return asyncio.run(pair())


def test_that_both_show_the_same_code_and_the_certificate_is_good(head: Credentials, laptop: Credentials) -> None:
    ours, theirs, known = list[Comparison](), list[Comparison](), list[str]()
    given = paired(head, laptop, says(True, ours), says(True, theirs), known=known)
    assert known == ["laptop"]
    assert given == Membership("desk", "laptop", SCHEDULER)
    assert ours[0].code == theirs[0].code and len(ours[0].code) == 6
    assert (ours[0].machine, theirs[0].machine) == ("laptop", "desk")
    assert machine_name(laptop) == "laptop" and not laptop.can_sign
    for secret in (head.authority_key, head.key, laptop.key):
        assert secret.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("refuses", ["head", "laptop"])
def test_that_either_side_can_refuse(head: Credentials, laptop: Credentials, refuses: str) -> None:
    known = list[str]()
    with pytest.raises(LuthierError) as error:
        paired(head, laptop, says(refuses != "head", []), says(refuses != "laptop", []), known=known)
    assert error.value.code == "cluster.not-wanted"
    assert not laptop.are_there and known == ([] if refuses == "head" else ["laptop"])  # it may have said yes already


def test_that_somebody_in_between_is_seen(head: Credentials, laptop: Credentials, tmp_path: Path) -> None:
    """Who passes everything on needs keys of its own: both sides show other codes."""
    between, as_laptop = Credentials(tmp_path / "between"), Credentials(tmp_path / "as-laptop")
    make_authority(between, "desk")
    ours, theirs = list[Comparison](), list[Comparison]()

    async def pair() -> None:
        its = head_of(head, says(True, ours))

        async def deceive(caller: Caller) -> None:
            await pairing.join(HOST, port, as_laptop, "laptop", says(True, []))
            await pairing.let_in(caller, head_of(between, says(True, [])))

        async with (
            listening(head, lambda caller: pairing.let_in(caller, its)) as port,
            listening(between, deceive) as false_port,
        ):
            await pairing.join(HOST, false_port, laptop, "laptop", says(True, theirs))

    asyncio.run(pair())
    assert ours[0].code != theirs[0].code


def test_that_whoever_knows_the_code_has_had_it_shown(head: Credentials, laptop: Credentials) -> None:
    """So nobody tries in secret until it is the one that a person waits for. Who has seen it and goes, is told of."""
    ours, said = list[Comparison](), list[LuthierError]()

    async def guess() -> str:
        async def let_in(caller: Caller) -> None:
            try:
                await pairing.let_in(caller, head_of(head, never_says(ours)))
            except LuthierError as error:
                said.append(error)
                raise
            finally:
                ended.set()

        ended = asyncio.Event()
        async with listening(head, let_in) as port, pairing._connected(HOST, port) as (reader, writer):
            request = request_membership(laptop, "laptop")
            await pairing._say(writer, pairing._Asks(pairing.__version__, pairing.PROTOCOL, request))
            offered = await pairing._heard(reader, pairing._Offers)
            await pairing._say(writer, pairing._Draws(b"mine"))
            number = (await pairing._heard(reader, pairing._Opens)).number
            assert pairing._checksum(number) == offered.commitment and not ended.is_set()
            writer.close()
            await ended.wait()
            return pairing._code(head.certificate.read_bytes(), offered.authority, request, number, b"mine")

    known = asyncio.run(guess())
    assert [shown.code for shown in ours] == [known]
    assert [error.code for error in said] == ["cluster.not-wanted"]


def test_that_a_head_that_draws_anew_is_refused(head: Credentials, laptop: Credentials) -> None:
    """Once it knows the other's number."""
    seen = list[Comparison]()

    async def deceived() -> None:
        async def let_in(caller: Caller) -> None:
            offers = pairing._Offers("desk", head.authority.read_bytes(), pairing._checksum(b"one"))
            await pairing._heard(caller.reader, pairing._Asks)
            await pairing._say(caller.writer, offers)
            await pairing._heard(caller.reader, pairing._Draws)
            await pairing._say(caller.writer, pairing._Opens(b"another"))

        async with listening(head, let_in) as port:
            await pairing.join(HOST, port, laptop, "laptop", says(True, seen))

    with pytest.raises(LuthierError) as error:
        asyncio.run(deceived())
    assert error.value.code == "cluster.bad-request" and not seen


def test_that_who_is_refused_is_asked_no_longer(head: Credentials, laptop: Credentials) -> None:
    with pytest.raises(LuthierError) as error:
        paired(head, laptop, says(False, []), never_says([]))
    assert error.value.code == "cluster.not-wanted" and "did not let this one in" in error.value.message


@pytest.mark.parametrize(
    ("called", "taken", "becomes"),
    [
        ("laptop", ["laptop"], "laptop-2"),
        ("desk", [], "desk-2"),
        ("Desk", [], "Desk-2"),
        ("x" * 64, ["x" * 64], "x" * 56 + "-2"),
    ],
)
def test_that_computers_of_one_name_are_told_apart(
    head: Credentials, laptop: Credentials, called: str, taken: list[str], becomes: str
) -> None:
    """desk is where they meet."""
    given = paired(head, laptop, says(True, ours := list[Comparison]()), says(True, []), *taken, joins_as=called)
    assert given.name == machine_name(laptop) == ours[0].machine == becomes


def knocked(head: Credentials, line: bytes) -> bytes:
    """What the head answers to that."""

    async def knock() -> bytes:
        its = head_of(head, says(True, []))
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        async with listening(head, lambda caller: pairing.let_in(caller, its)) as port:
            reader, writer = await asyncio.open_connection(HOST, port, ssl=context)
            writer.write(line + b"\n")
            answer = await reader.read()
            writer.close()
            return answer

    return asyncio.run(knock())


def test_that_another_version_is_refused_by_name(head: Credentials, laptop: Credentials) -> None:
    asked = pairing._Asks("0.0.1", pairing.PROTOCOL, request_membership(laptop, "laptop"))
    answer = msgspec.json.decode(knocked(head, msgspec.json.encode(asked)))
    assert answer["code"] == "cluster.other-version" and "laptop has Luthier 0.0.1" in answer["message"]


@pytest.mark.parametrize("line", [b"GET / HTTP/1.1", b"{}", b"[" * 5000, b"\xff" * 70_000])
def test_that_what_is_no_machine_of_ours_is_told_so(head: Credentials, line: bytes) -> None:
    assert b"cluster.bad-request" in knocked(head, line)
