"""Where machines find each other: an address of this computer in its own network, and the ports there."""

from __future__ import annotations

import socket

from core.shared.errors import LuthierError

SCHEDULER_PORT, PAIRING_PORT = 8970, 8971
_ANYWHERE = "192.0.2.1"  # RFC 5737: documentation's own, which nobody has


def own_address(towards: str = _ANYWHERE) -> str:
    """Of the network interface that leads there. Nothing is sent. Raises LuthierError `cluster.no-network`."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.connect((towards, 9))
            return str(asked.getsockname()[0])
    except OSError as error:
        raise LuthierError(
            "cluster.no-network",
            f"This computer has no network connection to {'others' if towards == _ANYWHERE else towards}.",
            "Connect it to the network that the other computers are in, or name its address with --host.",
        ) from error


def host_of(address: str) -> tuple[str, int]:
    """Of `host` or `host:port`, as people type it. Raises LuthierError `cluster.bad-address`."""
    host, colon, port = address.rpartition(":")
    if not colon:
        return address, PAIRING_PORT
    if not host or not port.isdecimal():
        raise LuthierError(
            "cluster.bad-address",
            f"{address!r} is no address.",
            "It looks like 192.168.1.5, or 192.168.1.5:8971; `luthier cluster start` says which.",
        )
    return host, int(port)
