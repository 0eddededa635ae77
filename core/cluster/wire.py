"""How computers of a cluster talk: questions and answers over TLS, each a Struct of a closed list, nothing else.

A frame is its length, 4 bytes big-endian, and a map of msgpack that msgspec checks against the Structs that may come:
names, numbers, texts and bytes. No frame names a class or a function, none is unpickled, and none is longer than what
its reader takes. Both ends show a certificate of the cluster's (credentials.py), and each looks whose it is. The one
that was connected to speaks first: it welcomes, or says why not. While an answer takes its time, it says that it works
on it; so silence means that a computer is gone, or asleep.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
import threading
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import cache
from typing import Annotated, Any, Protocol, TypeVar

import msgspec

from core.base.errors import Action, LuthierError, hint_of
from core.cluster.addresses import removed, why_unreachable
from core.cluster.credentials import MACHINE, Credentials, Who, who
from core.cluster.door import Caller, Door

PART = 4 << 20  # bytes of a file, or of numbers, in one frame
LONGEST = PART + (1 << 20)  # bytes of a frame
SILENT_S = 30.0  # after which a computer counts as gone
_WORKING_S = 5.0  # between words that it is at work
_CONNECTED_S = 10.0
_AT_ONCE = 16  # conversations with one computer
_LENGTH = struct.Struct(">I")

Name = Annotated[str, msgspec.Meta(max_length=64)]
Text = Annotated[str, msgspec.Meta(max_length=4000)]  # for people
Bytes = Annotated[bytes, msgspec.Meta(max_length=PART)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 62)]

Q = TypeVar("Q", bound=msgspec.Struct)


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The first frame."""


class Working(msgspec.Struct, frozen=True, tag="working"):
    """The answer takes its time."""


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    """All that there is to say. time: by that computer's clock, seconds since 1970."""

    time: float = 0.0


class Refusal(msgspec.Struct, frozen=True, tag="refusal"):
    """Why there is no answer, as words: nobody takes another's exceptions."""

    code: Name
    message: Text
    hint: Text = ""
    actions: tuple[Action, ...] = ()


class Session(Protocol):
    """What one computer is told by another, as long as they are connected."""

    async def answer(self, question: Any) -> msgspec.Struct:
        """Answer a question. The other computer is told of any LuthierError this raises."""

    def end(self) -> None:
        """Give up what is being done for a connection that is gone."""


class Connection:
    """A connection to another computer. Asks one question at a time; `abort` may come from another thread."""

    def __init__(self, connected: ssl.SSLSocket, there: Who) -> None:
        self._socket, self._lock = connected, threading.Lock()
        self.there = there

    def ask(self, question: msgspec.Struct, kind: type[Q]) -> Q:
        """Ask a question and return its answer. Raises OSError where the other computer is gone, the LuthierError that
        it refuses with, and LuthierError `cluster.garbage`.
        """
        with self._lock:
            self._socket.sendall(_frame(question))
            while isinstance(said := self._heard(kind), Working):
                """It is at work."""
        return said  # type: ignore[no-any-return]

    def welcomed(self) -> None:
        """Hear the first word. Raises OSError, EOFError where there is none, and LuthierError as `ask`."""
        try:
            self._heard(Welcome)
        except ConnectionError as error:
            raise EOFError from error

    def abort(self) -> None:
        """End the connection, also what is being waited for."""
        with suppress(OSError):
            socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def close(self) -> None:
        self.abort()
        with suppress(OSError):
            self._socket.close()

    def _heard(self, kind: type[Q]) -> Any:
        length = _length(self._received(_LENGTH.size), LONGEST)
        said = _decoded(self._received(length), (kind, Working, Refusal))
        if isinstance(said, Refusal):
            raise LuthierError(said.code, said.message, hint_of(said))
        return said

    def _received(self, length: int) -> bytearray:
        found = bytearray(length)
        view, done = memoryview(found), 0
        while done < length:
            n = self._socket.recv_into(view[done:])
            if not n:
                raise ConnectionResetError("it was closed")
            done += n
        return found


def connect(host: str, port: int, ours: Credentials, role: str, name: str = "") -> Connection:
    """Connect to the computer that has this role, and this name if one is given.

    Raises LuthierError `cluster.unreachable`, `cluster.clock`, `cluster.other-certificate`, `cluster.other-computer`,
    and what it refuses with.
    """
    raw: socket.socket | None = None
    try:
        raw = socket.create_connection((host, port), _CONNECTED_S)
        _keep_alive(raw)
        connected = ours.for_connecting().wrap_socket(raw)
        connected.settimeout(SILENT_S)
        line = Connection(connected, who(connected.getpeercert(binary_form=True) or b""))
        line.welcomed()
    except (OSError, EOFError, OverflowError, UnicodeError) as error:
        if raw is not None:
            raw.close()
        raise why_unreachable(error, host, port) from error
    if role not in line.there.roles or name not in ("", line.there.name):
        line.close()
        raise LuthierError(
            "cluster.other-computer",
            f"At {host}, port {port}, {line.there.name} answers, which is not {name or 'where the computers meet'}.",
            "Its address has gone to another computer. Start Luthier's cluster again on the one that is meant.",
        )
    return line


class Listening:
    """Answers other computers of the cluster, in the loop that it is opened in.

    questions: the Structs that may come, none longer than `longest` bytes. refused: the names of computers that were
    taken out. begin: makes the session of one that has shown whose it is; host: its address.
    """

    def __init__(
        self,
        ours: Credentials,
        questions: Iterable[type[msgspec.Struct]],
        refused: Callable[[], Collection[str]],
        begin: Callable[[Who, str], Session],
        longest: int = LONGEST,
    ) -> None:
        self._questions, self._longest = tuple(questions), longest
        self._refused, self._begin = refused, begin
        self._door = Door(ours.for_serving(), self._talk)
        self._talking: dict[Caller, str] = {}

    @asynccontextmanager
    async def open(self, host: str, ports: Iterable[int]) -> AsyncIterator[int]:
        """Listen meanwhile, at the first port that nobody has. Raises OSError where there is none."""
        async with AsyncExitStack() as held:
            yield await self._opened(held, host, ports)

    async def _opened(self, held: AsyncExitStack, host: str, ports: Iterable[int]) -> int:
        failure = OSError("no port was named")
        for port in ports:
            try:
                return await held.enter_async_context(self._door.open(host, port))
            except OSError as error:
                failure = error
        raise failure

    def drop(self, names: Collection[str]) -> None:
        """End all conversations with these computers."""
        for caller, name in list(self._talking.items()):
            if name in names:
                caller.drop()

    async def _talk(self, caller: Caller) -> None:
        try:
            other = who(caller.writer.get_extra_info("ssl_object").getpeercert(binary_form=True) or b"")
            self._require_welcome(other)
            caller.proved()
            _keep_alive(caller.writer.get_extra_info("socket"))
            self._talking[caller] = other.name
            session = self._begin(other, caller.address)
            try:
                await _say(caller.writer, Welcome())
                await self._converse(caller, session)
            finally:
                session.end()
        except LuthierError as error:
            with suppress(OSError):
                await _say(caller.writer, refusal(error))
        except EOFError as error:
            raise ConnectionResetError("it was closed") from error
        finally:
            self._talking.pop(caller, None)

    def _require_welcome(self, other: Who) -> None:
        """Raises LuthierError `cluster.other-certificate`, `cluster.removed`, `cluster.busy`."""
        if MACHINE not in other.roles:
            raise LuthierError("cluster.other-certificate", f"{other.name} is no machine of this cluster.")
        if other.name in self._refused():
            raise removed()
        if list(self._talking.values()).count(other.name) >= _AT_ONCE:
            raise LuthierError("cluster.busy", f"{other.name} has {_AT_ONCE} connections already.")

    async def _converse(self, caller: Caller, session: Session) -> None:
        """Answer a caller until it is gone.

        That is seen even while it is answered: the next question's length is read meanwhile.
        """
        reader, writer = caller.reader, caller.writer
        following = asyncio.ensure_future(reader.readexactly(_LENGTH.size))
        try:
            while True:
                length = _length(await following, self._longest)
                question = _decoded(await reader.readexactly(length), self._questions)
                following = asyncio.ensure_future(reader.readexactly(_LENGTH.size))
                await _say(writer, await _answered(writer, session, question, following))
        finally:
            following.cancel()


async def _answered(
    writer: asyncio.StreamWriter, session: Session, question: Any, following: asyncio.Future[bytes]
) -> msgspec.Struct:
    """Raises OSError, EOFError where the other is gone."""
    answer = asyncio.ensure_future(_said(session, question))
    try:
        while not answer.done():
            pending = [one for one in (answer, following) if not one.done()]
            done, _ = await asyncio.wait(pending, timeout=_WORKING_S, return_when=asyncio.FIRST_COMPLETED)
            if following in done and (failure := following.exception()) is not None:
                raise failure
            if not done:
                await _say(writer, Working())
        return answer.result()
    finally:
        answer.cancel()


async def _said(session: Session, question: Any) -> msgspec.Struct:
    try:
        return await session.answer(question)
    except LuthierError as error:
        return refusal(error)
    except Exception as error:  # another computer's trouble has to come as words
        return refusal(LuthierError("internal", f"it hit an unexpected error: {error!r}.", ""))


async def _say(writer: asyncio.StreamWriter, message: msgspec.Struct) -> None:
    writer.write(_frame(message))
    await writer.drain()


def refusal(error: LuthierError) -> Refusal:
    """Return an error as sent: no longer than the other side takes."""
    return Refusal(error.code[:64], error.message[:4000], error.hint[:4000], error.actions)


def _frame(message: msgspec.Struct) -> bytes:
    body = msgspec.msgpack.encode(message)
    return _LENGTH.pack(len(body)) + body


def _length(header: bytes | bytearray, longest: int) -> int:
    """Raises LuthierError `cluster.garbage`."""
    length = int(_LENGTH.unpack(header)[0])
    if length > longest:
        raise garbage(f"a message of {length} bytes, where {longest} are the most")
    return length


def _decoded(body: bytes | bytearray, kinds: tuple[type[msgspec.Struct], ...]) -> Any:
    """Raises LuthierError `cluster.garbage`."""
    try:
        return _decoder(kinds).decode(body)
    except (msgspec.DecodeError, TypeError, ValueError, RecursionError) as error:
        raise garbage(f"what is none of its messages ({error})") from error


@cache
def _decoder(kinds: tuple[type[msgspec.Struct], ...]) -> msgspec.msgpack.Decoder[Any]:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return msgspec.msgpack.Decoder(union)


def garbage(what: str) -> LuthierError:
    return LuthierError(
        "cluster.garbage",
        f"Another computer sent {what[:300]}.",
        "Install the same version of Luthier on all of them.",
    )


def _keep_alive(connection: Any) -> None:  # a socket, or asyncio's
    """So that a pulled cable, or a computer without power, is noticed while nothing is said."""
    for level, name, value in (
        (socket.SOL_SOCKET, "SO_KEEPALIVE", 1),
        (socket.IPPROTO_TCP, "TCP_NODELAY", 1),
        (socket.IPPROTO_TCP, "TCP_KEEPIDLE", 10),
        (socket.IPPROTO_TCP, "TCP_KEEPINTVL", 5),
        (socket.IPPROTO_TCP, "TCP_KEEPCNT", 3),
    ):
        if hasattr(socket, name):
            with suppress(OSError):
                connection.setsockopt(level, getattr(socket, name), value)
