"""Strangers at the port where machines are let in: however many there are, who asks in earnest is let in."""

from __future__ import annotations

import asyncio
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from core.base.errors import LuthierError
from core.cluster import door, pairing
from core.cluster.credentials import Credentials, machine_name, make_authority
from core.cluster.door import Caller, Door, Line
from core.cluster.pairing import Comparison, Confirm, Head

HOST, SCHEDULER = "127.0.0.1", "tls://127.0.0.1:1"
CROWD = 1000


@pytest.fixture
def head(tmp_path: Path) -> Credentials:
    made = Credentials(tmp_path / "head")
    make_authority(made, "desk")
    return made


@pytest.fixture
def files() -> Iterator[None]:
    """As many as the crowd needs, which is in this process, too."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(before[0], 4 * CROWD)
    if before[1] != resource.RLIM_INFINITY and before[1] < wanted:
        pytest.skip("The system allows too few connections.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@dataclass
class Person:
    """At the head. Answers yes at once, or when told to. asked: about whom; names of those that were let in."""

    waits: bool = False
    asked: list[Comparison] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    _answers: asyncio.Queue[bool] = field(default_factory=asyncio.Queue)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def confirm(self, shown: Comparison) -> bool:
        self.asked.append(shown)
        self.changed.set()
        return await self._answers.get() if self.waits else True

    def says(self, same: bool) -> None:
        self._answers.put_nowait(same)

    async def is_asked(self, times: int) -> None:
        while len(self.asked) < times:
            self.changed.clear()
            await self.changed.wait()


@asynccontextmanager
async def letting_in(head: Credentials, person: Person, pause_s: float = 0.0) -> AsyncIterator[tuple[int, Door]]:
    async def answer(caller: Caller) -> None:
        try:
            await pairing.let_in(caller, its)
        except LuthierError as error:
            person.errors.append(error.code)

    its = Head(head, SCHEDULER, person.confirm, person.names.__contains__, person.names.append)
    made = Door(pairing.serving(head), answer, Line(pause_s))
    async with made.open(HOST, 0) as port:
        yield port, made


async def yes(_: Comparison) -> bool:
    return True


async def joined(port: int, folder: Path, confirm: Confirm = yes) -> str:
    its = Credentials(folder)
    await pairing.join(HOST, port, its, folder.name, confirm)
    return machine_name(its)


def unknown() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@asynccontextmanager
async def idle(port: int, number: int, encrypted: bool) -> AsyncIterator[None]:
    """So many connections that say nothing, each made as soon as there is a place for it."""
    context = unknown() if encrypted else None
    readers = []  # asyncio hangs up where nobody has the reader any more
    async with AsyncExitStack() as held:
        for _ in range(number):
            reader, writer = await asyncio.open_connection(HOST, port, ssl=context)
            readers.append((reader, writer))
            held.callback(writer.transport.abort)
        yield


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("encrypted", [False, True])
def test_that_a_crowd_that_says_nothing_keeps_nobody_out(head: Credentials, tmp_path: Path, encrypted: bool) -> None:
    """From the same address even. Six were enough before: each had the only place for twenty seconds."""

    async def pair() -> None:
        person = Person()
        async with letting_in(head, person) as (port, made), idle(port, CROWD, encrypted):
            assert await joined(port, tmp_path / "laptop") == "laptop"
            assert len(made._strangers) <= door._MOST_OF_ONE
        assert [shown.machine for shown in person.asked] == person.names == ["laptop"] and not person.errors

    asyncio.run(pair())


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has all of 127.0.0.0/8 for addresses.")
def test_that_a_crowd_that_does_not_end_keeps_nobody_out(head: Credentials, tmp_path: Path) -> None:
    """As fast as they can, from several addresses: they make room for each other, and the laptop's time is its own."""

    async def pair() -> None:
        person, loop = Person(), asyncio.get_running_loop()
        async with letting_in(head, person) as (port, made):

            async def come_and_come(address: str) -> None:
                held: list[socket.socket] = []
                while True:
                    knocks = socket.create_connection((HOST, port), source_address=(address, 0))
                    held.append(knocks)
                    if len(held) > 2 * door._MOST:
                        held.pop(0).close()
                    await asyncio.sleep(0)

            crowds = [loop.create_task(come_and_come(f"127.0.1.{number}")) for number in range(1, 4)]
            await asyncio.sleep(0)
            assert await joined(port, tmp_path / "laptop") == "laptop"
            assert len(made._strangers) <= door._MOST
            for crowd in crowds:
                crowd.cancel()
            await asyncio.gather(*crowds, return_exceptions=True)

    asyncio.run(pair())


def test_that_the_oldest_goes_and_never_the_newcomer(head: Credentials, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "SAID_S", 3600.0)  # nobody's time is up meanwhile

    async def come() -> None:
        async with letting_in(head, Person()) as (port, made), idle(port, door._MOST_OF_ONE, encrypted=True):
            oldest = next(iter(made._strangers))
            async with idle(port, 1, encrypted=True):
                assert oldest not in made._strangers and len(made._strangers) == door._MOST_OF_ONE

    asyncio.run(come())


@pytest.mark.parametrize("says", [b"", b'{"type":', b"\n"])
def test_that_whoever_has_nothing_to_say_is_not_waited_for(
    head: Credentials, monkeypatch: pytest.MonkeyPatch, says: bytes
) -> None:
    monkeypatch.setattr(pairing, "SAID_S", 0.05)

    async def come() -> None:
        async with letting_in(head, person := Person()) as (port, _):
            reader, writer = await asyncio.open_connection(HOST, port, ssl=unknown())
            writer.write(says)
            await reader.read()
            writer.close()
        assert not person.asked

    asyncio.run(come())


def test_that_whoever_does_not_shake_hands_is_not_waited_for(
    head: Credentials, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "HANDSHAKE_S", 0.05)

    async def come() -> None:
        async with letting_in(head, Person()) as (port, made):
            reader, writer = await asyncio.open_connection(HOST, port)
            with suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
            assert not made._strangers

    asyncio.run(come())


def test_that_one_at_a_time_is_asked_about_and_the_next_waits(head: Credentials, tmp_path: Path) -> None:
    """And a third from the same address is told to come again."""

    async def pair() -> None:
        async with letting_in(head, person := Person(waits=True)) as (port, made):
            first = asyncio.create_task(joined(port, tmp_path / "first"))
            await person.is_asked(1)
            second = asyncio.create_task(joined(port, tmp_path / "second"))
            while len(made._line._there) < 2:
                await asyncio.sleep(0)
            with pytest.raises(LuthierError) as error:
                await joined(port, tmp_path / "third")
            assert error.value.code == "cluster.in-line" and "Join again" in error.value.hint
            assert [shown.machine for shown in person.asked] == ["first"]
            person.says(True)
            assert await first == "first"
            await person.is_asked(2)
            person.says(True)
            assert await second == "second"
        assert person.names == ["first", "second"] and not made._line._there

    asyncio.run(pair())


def test_that_whoever_leaves_the_line_leaves_its_place(head: Credentials, tmp_path: Path) -> None:
    async def pair() -> None:
        async with letting_in(head, person := Person(waits=True)) as (port, made):
            first = asyncio.create_task(joined(port, tmp_path / "first"))
            await person.is_asked(1)
            second = asyncio.create_task(joined(port, tmp_path / "second"))
            while len(made._line._there) < 2:
                await asyncio.sleep(0)
            second.cancel()
            while len(made._line._there) > 1:
                await asyncio.sleep(0)
            third = asyncio.create_task(joined(port, tmp_path / "third"))
            person.says(True)
            assert await first == "first"
            await person.is_asked(2)
            person.says(True)
            assert await third == "third"
        assert person.names == ["first", "third"]

    asyncio.run(pair())


def test_that_no_other_question_takes_the_place_of_one_that_ended_by_itself(head: Credentials, tmp_path: Path) -> None:
    """While a person is about to say yes to it."""

    async def pair() -> None:
        async with letting_in(head, person := Person(waits=True), pause_s=3600.0) as (port, made):
            first = asyncio.create_task(joined(port, tmp_path / "first"))
            await person.is_asked(1)
            first.cancel()
            while not person.errors:
                await asyncio.sleep(0)
            second = asyncio.create_task(joined(port, tmp_path / "second"))
            while not made._line._there:
                await asyncio.sleep(0)
            assert made._line._free.locked() and len(person.asked) == 1
            second.cancel()
            await asyncio.gather(first, second, return_exceptions=True)
        assert person.errors[0] == "cluster.not-wanted"

    asyncio.run(pair())


@contextmanager
def mute() -> Iterator[int]:
    """A port that takes connections and says nothing."""
    with socket.create_server((HOST, 0)) as listening:
        yield listening.getsockname()[1]


def test_that_an_error_without_words_gets_some(
    head: Credentials, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "The connection to 127.0.0.1 was lost: .", it said."""
    monkeypatch.setattr(pairing, "ANSWERED_S", 0.2)

    async def keep(caller: Caller) -> None:
        await caller.reader.read()

    async def pair() -> None:
        async with Door(pairing.serving(head), keep).open(HOST, 0) as port:
            await joined(port, tmp_path / "laptop")

    with pytest.raises(LuthierError) as error:
        asyncio.run(pair())
    assert error.value.code == "cluster.lost" and "lost: nothing came in time." in error.value.message
    with mute() as port, pytest.raises(LuthierError) as error:
        asyncio.run(joined(port, tmp_path / "laptop"))
    assert error.value.code == "cluster.unreachable"
