"""Addresses as people type them, and that of a computer in a home that has no way into the world."""

from __future__ import annotations

import socket
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from core.base.errors import LuthierError
from core.base.home_cluster import with_port
from core.cluster import addresses
from core.cluster.addresses import best_address, host_alone, host_of, own_address


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("192.168.1.5", "192.168.1.5", 8971),
        (" 192.168.1.5:9001 ", "192.168.1.5", 9001),
        ("desk", "desk", 8971),
        ("desk.local:8971", "desk.local", 8971),
        ("ann_s-desk.home.", "ann_s-desk.home.", 8971),
        ("müllers-desk", "müllers-desk", 8971),
        ("::1", "::1", 8971),
        ("[::1]", "::1", 8971),
        ("[::1]:9001", "::1", 9001),
        ("fe80::1%eth0", "fe80::1%eth0", 8971),
        ("[fe80::1%eth0]:9001", "fe80::1%eth0", 9001),
    ],
)
def test_that_an_address_is_read_as_it_is_typed(typed: str, host: str, port: int) -> None:
    assert host_of(typed) == (host, port)
    assert host_of(with_port(host, port)) == (host, port)


@pytest.mark.parametrize(
    "typed",
    [
        "", "  ", ":", ":8971", "desk:", "desk:x", "desk:0", "desk:1", "desk:65536", "127.0.0.1:99999999", "99999999",
        "127.0.0.1:٣٣", "1.2.3", "1.2.3.256", "http://192.168.1.5:8971", "http://desk", "desk/x", "my desk", "desk\n.x",
        "a..b", "-desk", "x" * 64, ".".join(["x" * 60] * 5), "[::1", "::1]", "[desk]:8971", "[::1]8971", "[::1]:",
        "::1::2", "fe80::1%", "desk@home", "desk;x",
    ],
)  # fmt: skip
def test_that_what_is_none_is_refused(typed: str) -> None:
    for read in (host_of, host_alone) if typed.strip() else (host_of,):
        with pytest.raises(LuthierError) as error:
            read(typed)
        assert error.value.code == "cluster.bad-address" and "192.168.1.5" in error.value.hint


def test_that_where_a_host_belongs_no_port_is_taken() -> None:
    assert [host_alone(typed) for typed in ("", " ", "192.168.1.5", "[::1]", "::1")] == [
        "",
        "",
        "192.168.1.5",
        *["::1"] * 2,
    ]
    for typed in ("192.168.1.5:8971", "[::1]:8971"):
        with pytest.raises(LuthierError):
            host_alone(typed)


def of(*its: str) -> list[SimpleNamespace]:
    """As psutil knows addresses of an interface."""
    return [SimpleNamespace(family=socket.AF_INET6 if ":" in one else socket.AF_INET, address=one) for one in its]


LOOP = {"lo": of("127.0.0.1", "::1")}
DOCKER = {"docker0": of("172.17.0.1"), "vEthernet (WSL)": of("172.20.0.1")}


@pytest.mark.parametrize(
    ("there", "found"),
    [
        (LOOP, None),
        (LOOP | {"eth0": of("192.168.1.5", "fe80::2%eth0")}, "192.168.1.5"),
        (DOCKER | {"eth0": of("192.168.1.5")}, "192.168.1.5"),
        (DOCKER | {"en5": of("169.254.7.7")}, "169.254.7.7"),
        ({"docker0": of("172.17.0.1")}, "172.17.0.1"),
        ({"eth0": of("203.0.113.9"), "eth1": of("10.0.0.2")}, "10.0.0.2"),
        ({"eth0": of("169.254.7.7"), "wlan0": of("10.0.0.2")}, "10.0.0.2"),
        (LOOP | {"eth0": of("fe80::2%eth0")}, "fe80::2%eth0"),
        ({"down": of("192.168.1.5")}, None),
        ({"eth0": [SimpleNamespace(family=socket.AF_INET6 + 90, address="00:11:22:33:44:55")]}, None),
    ],
)
def test_that_an_address_is_chosen_by_which_others_can_be_had(there: dict[str, Any], found: str | None) -> None:
    assert best_address(there, {name: SimpleNamespace(isup=name != "down") for name in there}) == found


def test_that_a_network_without_a_way_out_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two computers and a cable: nothing leads to 192.0.2.1, and each has an address all the same."""

    def leads(_towards: str) -> str:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(addresses, "_leading_to", leads)
    there: Callable[[], dict[str, Any]] = lambda: DOCKER | {"eth0": of("192.168.7.1")}  # noqa: E731
    monkeypatch.setattr(addresses.psutil, "net_if_addrs", there)
    assert own_address() == "192.168.7.1"
    with pytest.raises(LuthierError) as error:
        own_address("192.168.9.9")
    assert error.value.code == "cluster.no-network" and "192.168.9.9" in error.value.message


def test_that_the_interface_that_leads_there_has_the_address() -> None:
    assert own_address("127.0.0.1") == "127.0.0.1"
