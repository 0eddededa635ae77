"""Ollama's address: OLLAMA_HOST in all the forms that its own programs accept (Host in its envconfig/config.go)."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple

_DEFAULT_PORT, _HTTP, _HTTPS = 11434, 80, 443


class Address(NamedTuple):
    """Ollama's address. url: without a final slash. is_here: whether that is this machine."""

    url: str
    is_here: bool


def address_of(setting: str) -> Address:
    """Return the address in OLLAMA_HOST's value, "" if it is not set. No form is an error: an invalid port becomes the
    default one.
    """
    text = setting.strip().strip("\"'").strip()
    scheme, given, rest = text.partition("://")
    if not given:
        scheme, rest, port = "http", text, _DEFAULT_PORT
        if text == "ollama.com":
            scheme, port = "https", _HTTPS
    else:
        port = {"http": _HTTP, "https": _HTTPS}.get(scheme, _DEFAULT_PORT)
    hostport, _, path = rest.partition("/")
    host, number = _split(hostport)
    if number is not None and number.removeprefix("+").isdecimal() and int(number) <= 65535:
        port = int(number)
    host = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - servers listen on these
    shown = f"[{host}]" if ":" in host else host
    tail = f"/{path.strip('/')}" if path.strip("/") else ""
    return Address(f"{scheme}://{shown}:{port}{tail}", _is_here(host))


def _split(hostport: str) -> tuple[str, str | None]:
    """Return host and port, like Go's net.SplitHostPort: a bare IPv6 address has no port; brackets go with a port."""
    if hostport.startswith("["):
        host, closed, port = hostport[1:].partition("]")
        return (host, port[1:]) if closed and port.startswith(":") else (hostport.strip("[]"), None)
    host, given, port = hostport.rpartition(":")
    return (host, port) if given and ":" not in host else (hostport, None)


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
