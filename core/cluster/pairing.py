"""Letting a machine into a cluster: both show the same six digits, and people on both sides say that they are the same.

The connection is encrypted, but nobody knows yet with whom. Each side draws a number, the head says only a checksum of
its own until it has seen the other's; the code is a checksum of everything that both have said. A computer in
between has other keys on either side and cannot choose its numbers so that both codes agree: one guess in a million
(the numeric comparison of RFC 6189, section 4.5, where the digits are called SAS). The head is bound first because it
can be asked as often as somebody likes: once it knows the other's number a person sees the code, and so each guess.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar

import msgspec

from core import __version__
from core.base.errors import Action, Do, Hint, LuthierError, hint_of, in_words
from core.cluster import credentials as c
from core.cluster.addresses import SHUT, why_unreachable
from core.cluster.door import Caller

PROTOCOL = 2  # of the cluster: what machines send each other
ANSWERED_S = 20.0  # by a head's program
SAID_S = 5.0  # for each thing that a stranger's program has to say: who asks in earnest has it ready
CONFIRMED_S = 300.0  # by a person
_IN_LINE_S = 4 * CONFIRMED_S  # where others are asked about first (door.py)
_LONGEST = 1 << 16  # bytes of a message
_LONGEST_NAME = 56  # letters before a number: a certificate takes 64
M = TypeVar("M", bound=msgspec.Struct)
T = TypeVar("T")


@dataclass(frozen=True)
class Comparison:
    """What a person compares. machine: the other one's name."""

    machine: str
    address: str
    code: str  # six digits


Confirm = Callable[[Comparison], Awaitable[bool]]  # whether a person says that the codes are the same


class _Asks(msgspec.Struct, tag="asks"):
    """The joining machine asks."""

    version: str
    protocol: int
    request: bytes  # core/cluster/credentials.py


class _Offers(msgspec.Struct, tag="offers"):
    """The head offers. commitment: SHA-256 of its number."""

    machine: str
    authority: bytes
    commitment: bytes


class _Draws(msgspec.Struct, tag="draws"):
    """The joining machine draws its number."""

    number: bytes


class _Waits(msgspec.Struct, tag="waits"):
    """The head has others first. The rest follows by itself."""


class _Opens(msgspec.Struct, tag="opens"):
    """The head opens its number."""

    number: bytes


class _Accepts(msgspec.Struct, tag="accepts"):
    """certificate: its name is the one that the machine has in the cluster."""

    certificate: bytes
    scheduler: str


class _Refuses(msgspec.Struct, tag="refuses"):
    code: str
    message: str
    hint: str = ""
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True)
class Membership:
    """What a machine that was let in knows of its cluster. machine: the head's name. name: its own there.
    scheduler: tls://host:port.
    """

    machine: str
    name: str
    scheduler: str


@dataclass(frozen=True)
class Head:
    """Who lets in. taken: names that a machine cannot have. let_in: writes down who may come from now on."""

    credentials: c.Credentials
    scheduler: str
    confirm: Confirm
    taken: Callable[[str], bool]
    let_in: Callable[[str], None]

    def free_name(self, wanted: str) -> str:
        """Return a name that no other computer has: those at home may all be called alike."""
        own = c.machine_name(self.credentials).casefold()
        names = (wanted if number == 1 else f"{wanted[:_LONGEST_NAME]}-{number}" for number in count(1))
        return next(name for name in names if name.casefold() != own and not self.taken(name))


async def let_in(caller: Caller, head: Head) -> str | None:
    """Let in one machine that asks. Returns its name, None where the user did not want it.

    Raises LuthierError `cluster.*`, which the other side is told, too, and OSError.
    """
    try:
        return await _let_in(caller, head)
    except LuthierError as error:
        with suppress(OSError):
            await _say(caller.writer, _refusal(error))
        raise


async def _let_in(caller: Caller, head: Head) -> str | None:
    """Let a caller in. Until it has drawn it may be anything that found the port, and no question is shown."""
    reader, writer, ours, number = caller.reader, caller.writer, head.credentials, secrets.token_bytes(32)
    asked = await _heard(reader, _Asks, SAID_S)
    require_same_version(c.named_in(asked.request), asked.version, asked.protocol)
    authority = ours.authority.read_bytes()
    await _say(writer, _Offers(c.machine_name(ours), authority, _checksum(number)))
    theirs = (await _heard(reader, _Draws, SAID_S)).number
    async with (
        _meanwhile(_heard(reader, _Refuses, None)) as gone,
        caller.turn(lambda: _say(writer, _Waits()), gone),
    ):
        name = head.free_name(c.named_in(asked.request))
        await _say(writer, _Opens(number))
        code = _code(ours.certificate.read_bytes(), authority, asked.request, number, theirs)
        if not await _wanted(head, Comparison(name, caller.address, code), gone):
            await _say(writer, _refusal(LuthierError("cluster.not-wanted", _NOT_LET_IN, _AGAIN)))
            return None
        head.let_in(name)  # first: no certificate is out there that nobody knows of
        await _say(writer, _Accepts(c.sign(ours, asked.request, name), head.scheduler))
        return name


async def _wanted(head: Head, shown: Comparison, gone: asyncio.Future[Any]) -> bool:
    """Raises LuthierError `cluster.not-wanted` where the other side ends it, or nobody says anything."""
    try:
        return await _confirmed(head.confirm(shown), gone)
    except TimeoutError as error:
        waited = f"Nobody said in time whether the codes of {shown.machine} are the same."
        raise LuthierError("cluster.not-wanted", waited, _AGAIN) from error
    except (OSError, LuthierError) as error:
        left = f"{shown.machine} at {shown.address} does not ask any more."
        raise LuthierError("cluster.not-wanted", left, _AGAIN) from error


async def join(host: str, port: int, ours: c.Credentials, machine: str, confirm: Confirm) -> Membership:
    """Ask a cluster's head for membership, and keep what it gives.

    Raises LuthierError `cluster.*`, `files.cannot-write`.
    """
    async with _connected(host, port) as (reader, writer):
        request, number = c.request_membership(ours, machine), secrets.token_bytes(32)
        await _say(writer, _Asks(__version__, PROTOCOL, request))
        offered = await _heard(reader, _Offers, ANSWERED_S)
        await _say(writer, _Draws(number))
        theirs = await _opened(reader)
        if not hmac.compare_digest(_checksum(theirs), offered.commitment):
            raise _broken()
        seen = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        code = _code(ssl.DER_cert_to_PEM_cert(seen).encode(), offered.authority, request, theirs, number)
        async with _meanwhile(_heard(reader, _Accepts, CONFIRMED_S)) as accepts:
            if not await _confirmed(confirm(Comparison(offered.machine, host, code)), accepts):
                raise LuthierError("cluster.not-wanted", f"This machine does not join {offered.machine}.", _AGAIN)
            accepted = await accepts
        c.keep_certificate(ours, accepted.certificate, offered.authority)
        return Membership(offered.machine, c.machine_name(ours), accepted.scheduler)


def serving(ours: c.Credentials) -> ssl.SSLContext:
    """Return the context of the head's port, where computers come without a certificate."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(ours.certificate, ours.key)
    return context


def require_same_version(machine: str, version: str, protocol: int) -> None:
    """Require the same version on both machines. Raises LuthierError `cluster.other-version`."""
    if (version, protocol) != (__version__, PROTOCOL):
        raise LuthierError(
            "cluster.other-version",
            f"{machine} has Luthier {version} (protocol {protocol}), this machine {__version__} (protocol {PROTOCOL}).",
            "Install the same version on both: machines that compute together have to do it in the same way.",
        )


async def _opened(reader: asyncio.StreamReader) -> bytes:
    """The head's number, once it is this machine's turn."""
    said = await _said(reader, _Opens | _Waits, ANSWERED_S)
    return said.number if isinstance(said, _Opens) else (await _heard(reader, _Opens, _IN_LINE_S)).number


@asynccontextmanager
async def _connected(host: str, port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    unknown = ssl.create_default_context()
    unknown.check_hostname, unknown.verify_mode = False, ssl.CERT_NONE  # people verify it, by the code
    try:
        async with asyncio.timeout(ANSWERED_S):
            reader, writer = await asyncio.open_connection(host, port, ssl=unknown, limit=_LONGEST)
    except (ssl.SSLError, socket.gaierror, UnicodeError) as error:
        raise why_unreachable(error, host, port) from error
    except (OSError, TimeoutError) as error:
        raise LuthierError(
            "cluster.unreachable",
            f"No cluster answers at {host}, port {port}.",
            Hint(Do.by("Let it wait there, and use the address that it shows.", "`luthier cluster start`"), SHUT),
        ) from error
    try:
        yield reader, writer
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
        message = f"The connection to {host} was lost: {in_words(error)}."
        raise LuthierError("cluster.lost", message, "Join again.") from error
    finally:
        writer.close()


async def _confirmed(asking: Awaitable[bool], other: asyncio.Future[Any]) -> bool:
    """What a person says, as long as the other side does not end it: raises what that raises, or TimeoutError."""
    async with asyncio.timeout(CONFIRMED_S), _meanwhile(asking) as said:
        await asyncio.wait([said, other], return_when=asyncio.FIRST_COMPLETED)
        if other.done():
            other.result()
        return await said


@asynccontextmanager
async def _meanwhile(what: Awaitable[T]) -> AsyncIterator[asyncio.Future[T]]:
    """It goes on until the end of the block, and no longer."""
    task = asyncio.ensure_future(what)
    try:
        yield task
    finally:
        task.cancel()
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # it may have failed just now


def _checksum(number: bytes) -> bytes:
    return hashlib.sha256(number).digest()


def _code(certificate: bytes, authority: bytes, request: bytes, number: bytes, theirs: bytes) -> str:
    said = hashlib.sha256(b"luthier cluster")
    for part in (certificate.strip(), authority, request, number, theirs):
        said.update(hashlib.sha256(part).digest())
    return f"{int.from_bytes(said.digest()[:8], 'big') % 1_000_000:06}"


async def _say(writer: asyncio.StreamWriter, message: msgspec.Struct) -> None:
    writer.write(msgspec.json.encode(message) + b"\n")
    await writer.drain()


async def _heard(reader: asyncio.StreamReader, kind: type[M], seconds: float | None = ANSWERED_S) -> M:
    """Raises LuthierError `cluster.bad-request`, or with the other's reason, OSError, TimeoutError."""
    return await _said(reader, kind, seconds)  # type: ignore[no-any-return]


async def _said(reader: asyncio.StreamReader, kind: Any, seconds: float | None) -> Any:
    """Hear a message as `_heard`, if it may be one of several."""
    try:
        async with asyncio.timeout(seconds):  # Python 3.11's wait_for loses a cancellation that comes with the line
            line = await reader.readline()
        if not line:
            raise ConnectionResetError("it was closed")
        said = msgspec.json.decode(line, type=kind | _Refuses)
    except (msgspec.DecodeError, ValueError) as error:
        raise _broken() from error
    if isinstance(said, _Refuses):
        raise LuthierError(said.code, said.message, hint_of(said))
    return said


def _refusal(error: LuthierError) -> _Refuses:
    return _Refuses(error.code, error.message, str(error.hint), error.actions)


def _broken() -> LuthierError:
    return LuthierError("cluster.bad-request", "The other side does not talk like a Luthier machine.", _AGAIN)


_NOT_LET_IN = "The other machine did not let this one in."
_AGAIN = Do.by("If that was a mistake, join again.", "`luthier cluster join`")
