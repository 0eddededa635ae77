"""The port at which strangers knock: none of them can keep another from coming in.

Nobody there has shown who it is, and each costs a connection. So only a few may wait that have proved nothing, none of
them for long, and where there are too many the one goes that has waited longest: who speaks the protocol needs a
moment. One question at a time goes to the user; those that have come so far wait in line for theirs.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from core.base.errors import LuthierError

HANDSHAKE_S = 5.0
_MOST, _MOST_OF_ONE = 64, 8  # that have proved nothing: in all, of one address
_LINE, _LINE_OF_ONE = 4, 2  # that wait for a person, or are asked about: the same
_PAUSE_S = 2.0  # after a question that ended by itself: no other takes its place while a person says yes
_GOODBYE_S = 2.0  # for the last words to arrive
_LONGEST = 1 << 16  # bytes of a line


class Caller:
    """One connection, encrypted, but nobody knows with whom. reader, writer: there once it shook hands.

    proved: to be called once it has shown who it is, or that it speaks the protocol: no newcomer takes its place then.
    """

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def __init__(self, address: str, line: Line, task: asyncio.Task[None], proved: Callable[[], None]) -> None:
        self.address, self._line, self._task, self.proved = address, line, task, proved

    @asynccontextmanager
    async def turn(self, wait: Callable[[], Awaitable[None]], gone: asyncio.Future[Any]) -> AsyncIterator[None]:
        """Let a person be asked meanwhile: the caller has proved that it speaks the protocol, and no other is asked
        about.

        wait: is awaited where it has to wait for its turn. gone: ends the waiting, by what it raises.
        Raises LuthierError `cluster.in-line`.
        """
        self._line.enter(self.address)
        self.proved()
        try:
            async with self._line.turn(wait, gone):
                yield
        finally:
            self._line.leave(self.address)

    def drop(self) -> None:
        self._task.cancel()


class Line:
    """A line of those who join, one answered at a time, in order. pause_s: after one that ended by itself."""

    def __init__(self, pause_s: float = _PAUSE_S) -> None:
        self._pause_s, self._free = pause_s, asyncio.Lock()
        self._there: list[str] = []  # addresses, that of the one whose turn it is among them

    def enter(self, address: str) -> None:
        """Enter the line of those who join. Raises LuthierError `cluster.in-line` where too many are there."""
        if len(self._there) >= _LINE or self._there.count(address) >= _LINE_OF_ONE:
            raise LuthierError(
                "cluster.in-line", "Other computers are joining there right now.", "Join again in a minute."
            )
        self._there.append(address)

    def leave(self, address: str) -> None:
        self._there.remove(address)

    @asynccontextmanager
    async def turn(self, wait: Callable[[], Awaitable[None]], gone: asyncio.Future[Any]) -> AsyncIterator[None]:
        """Wait for a turn, as Caller.turn has it."""
        if self._free.locked():
            await wait()
        await self._come_first(gone)
        pause_s = self._pause_s
        try:
            yield
            pause_s = 0.0
        finally:
            asyncio.get_running_loop().call_later(pause_s, self._free.release)

    async def _come_first(self, gone: asyncio.Future[Any]) -> None:
        """Raises what `gone` raises."""
        ours = asyncio.ensure_future(self._free.acquire())
        try:
            await asyncio.wait([ours, gone], return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                gone.result()
            await ours
        except BaseException:
            if ours.done() and not ours.cancelled():
                self._free.release()
            ours.cancel()
            raise


class Door:
    """Callers wait here until they are answered. context: of TLS. answer: talks with one; an OSError ends that."""

    def __init__(
        self, context: ssl.SSLContext, answer: Callable[[Caller], Awaitable[None]], line: Line | None = None
    ) -> None:
        self._context, self._answer, self._line = context, answer, line or Line()
        self._strangers: dict[Caller, None] = {}  # the first has waited longest
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def open(self, host: str, port: int) -> AsyncIterator[int]:
        """Let callers come meanwhile, to this port; 0: to one that the system picks. Raises OSError."""
        server = await asyncio.start_server(self._come, host, port, backlog=_MOST, limit=_LONGEST)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _come(self, _: asyncio.StreamReader, raw: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        peer = raw.get_extra_info("peername")
        assert task is not None
        caller = Caller(peer[0] if peer else "", self._line, task, lambda: self._strangers.pop(caller, None))
        self._tasks.add(task)
        self._strangers[caller] = None
        self._make_room(caller.address)
        try:
            with suppress(OSError, TimeoutError, asyncio.CancelledError):  # there is nobody to tell
                await _shake_hands(caller, raw.transport, self._context)
                await self._answer(caller)
                caller.writer.close()
                async with asyncio.timeout(_GOODBYE_S):
                    await caller.writer.wait_closed()
        finally:
            self._strangers.pop(caller, None)
            self._tasks.discard(task)
            raw.transport.abort()

    def _make_room(self, address: str) -> None:
        """A crowd from one address makes room by itself; so the others' time is not up sooner by it."""
        there = Counter(caller.address for caller in self._strangers)
        if there[address] <= _MOST_OF_ONE:
            if len(self._strangers) <= _MOST:
                return
            address = there.most_common(1)[0][0]
        next(caller for caller in self._strangers if caller.address == address).drop()


async def _shake_hands(caller: Caller, raw: asyncio.WriteTransport, context: ssl.SSLContext) -> None:
    """Raises OSError, ssl.SSLError among them, also where it takes too long."""
    loop, caller.reader = asyncio.get_running_loop(), asyncio.StreamReader(limit=_LONGEST)
    protocol = asyncio.StreamReaderProtocol(caller.reader)
    encrypted = await loop.start_tls(
        raw, protocol, context, server_side=True, ssl_handshake_timeout=HANDSHAKE_S, ssl_shutdown_timeout=_GOODBYE_S
    )
    if encrypted is None:  # it went in the middle
        raise ConnectionResetError("it was closed")
    protocol.connection_made(encrypted)
    caller.writer = asyncio.StreamWriter(encrypted, protocol, caller.reader, loop)
