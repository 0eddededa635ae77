"""Where machines find each other: an address of this computer in its own network, and the ports there.

Also here: why a computer of the cluster is not reached, in words that help.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import psutil

from core.base.errors import Do, Hint, LuthierError

PAIRING_PORT = 8971  # the one before it is where the machines meet
MACHINE_PORTS = range(8972, 8980)  # where machines that compute for others listen, so that a firewall can be told
_ANYWHERE = "192.0.2.1"  # RFC 5737: documentation's own, which nobody has
_VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|tun|tap|utun|wg|zt|tailscale|awdl|llw|anpi|"
    r"vethernet|.*(virtualbox|vmware|hyper-v|wsl)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?!-)[\w-]{1,63}(?<!-)")
_LONGEST_NAME = 253  # letters of a host's name

_EXPIRED, _NOT_YET = 10, 9  # X509_V_ERR_CERT_HAS_EXPIRED, …_NOT_YET_VALID
_ITS_CLOCK = ("ALERT_CERTIFICATE_EXPIRED", "ALERT_BAD_CERTIFICATE")  # what OpenSSL says to a peer of those two
_REFUSED = ("ALERT_UNKNOWN_CA", "ALERT_DECRYPT_ERROR", "ALERT_CERTIFICATE_UNKNOWN", "ALERT_CERTIFICATE_REQUIRED")


def own_address(towards: str = _ANYWHERE) -> str:
    """Return the address of the network interface that leads there. If none leads to the internet, as between two
    computers and a cable, return one by which others can be reached. Nothing is sent. Raises LuthierError
    `cluster.no-network`.
    """
    try:
        return _leading_to(towards)
    except OSError as error:
        found = best_address(psutil.net_if_addrs(), psutil.net_if_stats()) if towards == _ANYWHERE else None
        if found is not None:
            return found
        raise LuthierError(
            "cluster.no-network",
            f"This computer has no network connection to {'others' if towards == _ANYWHERE else towards}.",
            Do.by("Connect this computer to the network of the others.", "or name its address with --host"),
        ) from error


def best_address(addresses: Mapping[str, Sequence[Any]], states: Mapping[str, Any]) -> str | None:
    """Choose by which others at home can most likely be had, as psutil knows interfaces; None where there is none.

    What belongs to virtual machines and tunnels comes last: no other computer sees it.
    """
    found: list[tuple[tuple[bool, bool, bool, bool], str]] = []
    for name, its in addresses.items():
        if name in states and not states[name].isup:
            continue
        for one in its:
            if one.family not in (socket.AF_INET, socket.AF_INET6):
                continue
            try:
                address = ipaddress.ip_address(one.address)
            except ValueError:
                continue
            if not (address.is_loopback or address.is_unspecified or address.is_multicast):
                order = (
                    bool(_VIRTUAL.match(name)),
                    address.version == 6,
                    address.is_link_local,
                    not address.is_private,
                )
                found.append((order, one.address))
    return min(found)[1] if found else None


def host_of(address: str) -> tuple[str, int]:
    """Read what people type: a host, or `host:port`; an IPv6 address with a port is in brackets.

    Raises LuthierError `cluster.bad-address`.
    """
    text = address.strip()
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or not _is_ip6(host) or (rest and not rest.startswith(":")):
            raise _bad(address)
        return host, _port(address, rest[1:]) if rest else PAIRING_PORT
    if text.count(":") > 1:
        host, port = text, PAIRING_PORT
    else:
        host, colon, number = text.partition(":")
        port = _port(address, number) if colon else PAIRING_PORT
    if not (_is_ip6(host) if ":" in host else _is_name(host)):
        raise _bad(address)
    return host, port


def host_alone(address: str) -> str:
    """Read a host that people type where no port belongs; "" stays so. Raises LuthierError `cluster.bad-address`."""
    text = address.strip()
    if not text:
        return ""
    host, _ = host_of(text)
    if host != text.strip("[]"):
        raise _bad(address)
    return host


def _leading_to(towards: str) -> str:
    family, kind, _, _, place = socket.getaddrinfo(towards, 9, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, kind) as asked:
        asked.connect(place)
        own = asked.getsockname()
    host = str(own[0])
    if family == socket.AF_INET6 and "%" not in host and ipaddress.ip_address(host).is_link_local:
        return f"{host}%{socket.if_indextoname(own[3])}"  # nobody can listen on it without its interface
    return host


def _port(address: str, text: str) -> int:
    """The machines meet at the port before it, so the first is none."""
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 1 < int(text) <= 65535):
        raise _bad(address)
    return int(text)


def _is_ip6(host: str) -> bool:
    try:
        ipaddress.IPv6Address(host)
    except ValueError:
        return False
    return True


def _is_name(host: str) -> bool:
    """Return whether it is a computer's name or an IPv4 address; what ends in a number has to be an address."""
    labels = host.removesuffix(".").split(".")
    if labels[-1].isdigit():
        try:
            ipaddress.IPv4Address(host)
        except ValueError:
            return False
        return True
    try:
        host.encode("idna")  # what is not of ASCII is looked up so
    except UnicodeError:
        return False
    return len(host) <= _LONGEST_NAME and all(_LABEL.fullmatch(label) for label in labels)


def _bad(address: str) -> LuthierError:
    return LuthierError(
        "cluster.bad-address",
        f"{address!r} is not the address of a computer.",
        Do.by("It is shown where the others meet, such as 192.168.1.5:8971.", "`luthier cluster start`"),
    )


def why_unreachable(error: Exception, host: str, port: int) -> LuthierError:
    """Return why no connection to a machine of the cluster came about, by what was raised meanwhile.

    `cluster.clock`, `cluster.other-certificate`, else `cluster.unreachable`. What is said already stays as it is.
    """
    match error:
        case LuthierError():
            return error
        case ssl.SSLCertVerificationError(verify_code=code) if code in (_EXPIRED, _NOT_YET):
            return _clock(
                f"By this computer's clock it is {datetime.now(UTC).astimezone():%Y-%m-%d}, and the certificate of "
                f"{host} is not valid on that day."
            )
        case ssl.SSLCertVerificationError():
            return _other_certificate(host)
        case ssl.SSLError(reason=str(reason)) if reason.endswith(_ITS_CLOCK):
            return _clock(f"By the clock of {host} this computer's certificate is not valid: one of the two is wrong.")
        case ssl.SSLError(reason=str(reason)) if reason.endswith(_REFUSED):
            return _other_certificate(host)
        case ssl.SSLEOFError() | ssl.SSLZeroReturnError() | EOFError() | ConnectionResetError() | BrokenPipeError():
            # asyncio's servers send no alert
            return _hung_up(host, port)
        case ssl.SSLError():
            return LuthierError(
                "cluster.unreachable",
                f"What answers at {host}, port {port}, is not Luthier.",
                Do.by("Another computer has it now: use the one that is shown there.", "`luthier cluster start`"),
            )
        case socket.gaierror() | UnicodeError():
            return LuthierError(
                "cluster.unreachable",
                f"No computer is known here by the name {host}.",
                Do.by("Use the numeric address that is shown there.", "`luthier cluster start`"),
            )
    return _unreachable(host, port)


SHUT = Do.by("Its firewall has to let in the ports that the guide names.", "docs/guide/several-computers.md")


def removed() -> LuthierError:
    """Return the error for a computer that was taken out of the cluster."""
    return LuthierError(
        "cluster.removed",
        "This computer was taken out of the cluster.",
        Hint("If that was a mistake, leave the cluster, and join it again.", Do.open("cluster leave")),
    )


def _clock(message: str) -> LuthierError:
    return LuthierError("cluster.clock", message, "Correct date and time; nobody has to be let in again.")


def _other_certificate(host: str) -> LuthierError:
    return LuthierError(
        "cluster.other-certificate",
        f"The cluster at {host} is not the one that let this computer in: the certificates do not match.",
        Hint("Leave the cluster, join it again, and compare the numbers.", Do.open("cluster leave")),
    )


def _hung_up(host: str, port: int) -> LuthierError:
    return LuthierError(
        "cluster.unreachable",
        f"The cluster at {host}, port {port}, ended the connection without a reason.",
        "See what that computer says: it may be ending, or its clock may be off by years.",
    )


def _unreachable(host: str, port: int) -> LuthierError:
    return LuthierError(
        "cluster.unreachable",
        f"The cluster at {host}, port {port}, does not answer.",
        Do.by("Let it wait there; if its address has changed, join again.", "`luthier cluster start`, or join"),
    )
