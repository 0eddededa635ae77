"""Letting a machine into a cluster: both show the same six digits, and people on both sides say that they are the same.

The connection is encrypted, but nobody knows yet with whom. Each side draws a number, the joining one says only a
checksum of its own until it has seen the other's; the code is a checksum of everything that both have said. Whoever
stands in between has other keys on either side and cannot choose its numbers so that both codes agree: one guess in a
million (the numeric comparison of RFC 6189, section 4.5, where the digits are called SAS).
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from core import __version__
from core.cluster import credentials as c
from core.shared.errors import LuthierError
from core.shared.plain_words import in_words

PROTOCOL = 1  # of the cluster: what machines send each other
ANSWERED_S = 20.0  # by a program
CONFIRMED_S = 300.0  # by a person
_LONGEST = 1 << 16  # bytes of a message
M = TypeVar("M", bound=msgspec.Struct)


@dataclass(frozen=True)
class Comparison:
    """What a person compares. machine: the other one's name."""

    machine: str
    address: str
    code: str  # six digits


Confirm = Callable[[Comparison], Awaitable[bool]]  # whether a person says that the codes are the same


class _Asks(msgspec.Struct, tag="asks"):
    """From the joining machine. commitment: SHA-256 of its number."""

    version: str
    protocol: int
    request: bytes  # core/cluster/credentials.py
    commitment: bytes


class _Offers(msgspec.Struct, tag="offers"):
    machine: str
    authority: bytes
    number: bytes


class _Opens(msgspec.Struct, tag="opens"):
    number: bytes


class _Accepts(msgspec.Struct, tag="accepts"):
    certificate: bytes
    scheduler: str


class _Refuses(msgspec.Struct, tag="refuses"):
    code: str
    message: str
    hint: str = ""


@dataclass(frozen=True)
class Membership:
    """What a machine that was let in knows of its cluster. scheduler: tls://host:port."""

    machine: str
    scheduler: str


async def let_in(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ours: c.Credentials, scheduler: str, confirm: Confirm
) -> str | None:
    """One machine that asks. Returns its name, None where a person did not want it.

    Raises LuthierError `cluster.*`, which the other side is told, too, and OSError.
    """
    try:
        return await _let_in(reader, writer, ours, scheduler, confirm)
    except LuthierError as error:
        with suppress(OSError):
            await _say(writer, _Refuses(error.code, error.message, error.hint))
        raise


async def _let_in(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ours: c.Credentials, scheduler: str, confirm: Confirm
) -> str | None:
    asked, number = await _heard(reader, _Asks), secrets.token_bytes(32)
    name = c.named_in(asked.request)
    require_same_version(name, asked.version, asked.protocol)
    authority = ours.authority.read_bytes()
    await _say(writer, _Offers(c.machine_name(ours), authority, number))
    theirs = (await _heard(reader, _Opens)).number
    if not hmac.compare_digest(hashlib.sha256(theirs).digest(), asked.commitment):
        raise _broken()
    code = _code(ours.certificate.read_bytes(), authority, asked.request, number, theirs)
    address = writer.get_extra_info("peername")[0]
    if not await asyncio.wait_for(confirm(Comparison(name, address, code)), CONFIRMED_S):
        await _say(writer, _Refuses("cluster.not-wanted", "The other machine did not let this one in.", _AGAIN))
        return None
    await _say(writer, _Accepts(c.sign(ours, asked.request), scheduler))
    return name


async def join(host: str, port: int, ours: c.Credentials, machine: str, confirm: Confirm) -> Membership:
    """Ask a cluster's head for membership, and keep what it gives.

    Raises LuthierError `cluster.*`, `files.cannot-write`.
    """
    async with _connected(host, port) as (reader, writer):
        request, number = c.request_membership(ours, machine), secrets.token_bytes(32)
        await _say(writer, _Asks(__version__, PROTOCOL, request, hashlib.sha256(number).digest()))
        offered = await _heard(reader, _Offers)
        await _say(writer, _Opens(number))
        seen = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        code = _code(ssl.DER_cert_to_PEM_cert(seen).encode(), offered.authority, request, offered.number, number)
        if not await asyncio.wait_for(confirm(Comparison(offered.machine, host, code)), CONFIRMED_S):
            raise LuthierError("cluster.not-wanted", f"This machine does not join {offered.machine}.", _AGAIN)
        accepted = await _heard(reader, _Accepts, CONFIRMED_S)
        c.keep_certificate(ours, accepted.certificate, offered.authority)
        return Membership(offered.machine, accepted.scheduler)


def serving(ours: c.Credentials) -> ssl.SSLContext:
    """For the head's port: whoever comes there has no certificate yet."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(ours.certificate, ours.key)
    return context


def require_same_version(machine: str, version: str, protocol: int) -> None:
    """Raises LuthierError `cluster.other-version`."""
    if (version, protocol) != (__version__, PROTOCOL):
        raise LuthierError(
            "cluster.other-version",
            f"{machine} has Luthier {version} (protocol {protocol}), this machine {__version__} (protocol {PROTOCOL}).",
            "Install the same version on both: machines that compute together have to do it in the same way.",
        )


@asynccontextmanager
async def _connected(host: str, port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    unknown = ssl.create_default_context()
    unknown.check_hostname, unknown.verify_mode = False, ssl.CERT_NONE  # people verify it, by the code
    try:
        connecting = asyncio.open_connection(host, port, ssl=unknown, limit=_LONGEST)
        reader, writer = await asyncio.wait_for(connecting, ANSWERED_S)
    except (OSError, TimeoutError) as error:
        raise LuthierError(
            "cluster.unreachable",
            f"No cluster answers at {host}, port {port}.",
            "Run `luthier cluster start` there, use the address that it shows, and let its firewall pass the ports "
            "that docs/guide/several-computers.md names.",
        ) from error
    try:
        yield reader, writer
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
        message = f"The connection to {host} was lost: {in_words(error)}."
        raise LuthierError("cluster.lost", message, "Join once more.") from error
    finally:
        writer.close()


def _code(certificate: bytes, authority: bytes, request: bytes, number: bytes, theirs: bytes) -> str:
    said = hashlib.sha256(b"luthier cluster")
    for part in (certificate.strip(), authority, request, number, theirs):
        said.update(hashlib.sha256(part).digest())
    return f"{int.from_bytes(said.digest()[:8], 'big') % 1_000_000:06}"


async def _say(writer: asyncio.StreamWriter, message: msgspec.Struct) -> None:
    writer.write(msgspec.json.encode(message) + b"\n")
    await writer.drain()


async def _heard(reader: asyncio.StreamReader, kind: type[M], seconds: float = ANSWERED_S) -> M:
    """Raises LuthierError `cluster.bad-request`, or with the other's reason, OSError, TimeoutError."""
    try:
        line = await asyncio.wait_for(reader.readline(), seconds)
        if not line:
            raise ConnectionResetError("it was closed")
        said = msgspec.json.decode(line, type=kind | _Refuses)
    except (msgspec.DecodeError, ValueError) as error:
        raise _broken() from error
    if isinstance(said, _Refuses):
        raise LuthierError(said.code, said.message, said.hint)
    return said  # type: ignore[no-any-return]


def _broken() -> LuthierError:
    return LuthierError("cluster.bad-request", "The other side does not speak as a machine of Luthier does.", _AGAIN)


_AGAIN = "Where that was a mistake, run `luthier cluster join` once more."
