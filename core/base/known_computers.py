"""Stores the other computers that the user has added for trainings by SSH: computers.json in Luthier's folder.

Keys, ports and jump hosts are in the user's own SSH configuration.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from core.base import formats, paths
from core.base.errors import Do, LuthierError, in_words
from core.base.formats import Format


class Computer(msgspec.Struct, frozen=True, kw_only=True):
    """Another computer. host: for `ssh`, such as anna@studio. command: starts Luthier on it, in its shell's syntax."""

    name: str
    host: str
    command: str = "luthier"


class _Computers(msgspec.Struct, frozen=True, kw_only=True):
    computers: tuple[Computer, ...] = ()


_FORMAT = Format(_Computers)


def known_computers() -> tuple[Computer, ...]:
    """Read the computers, in the order in which they were added. Raises LuthierError `computers.unreadable`."""
    try:
        return formats.read(_file(), _FORMAT).computers
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise LuthierError(
            "computers.unreadable",
            f"{_file()} cannot be read: {in_words(error)}.",
            "Move it away, and add your computers again.",
        ) from error


def computer_called(name: str) -> Computer:
    """Return the computer with that name, or with that host. Raises LuthierError `computers.unknown`,
    `computers.unreadable`.
    """
    known = known_computers()
    for one in known:
        if name in (one.name, one.host):
            return one
    names = ", ".join(one.name for one in known)
    message = f"No computer called {name} has been added" + (f", only {names}." if names else ".")
    raise LuthierError("computers.unknown", message, Do.open("computers add USER@HOST"))


def remember_computer(computer: Computer) -> None:
    """Write a computer, in place of one with the same name. Raises LuthierError `files.cannot-write`,
    `computers.unreadable`.
    """
    _write({one.name: one for one in (*known_computers(), computer)}.values())


def forget_computer(name: str) -> Computer:
    """Remove a computer from the list; the computer itself stays unchanged. Raises LuthierError as computer_called and
    remember_computer do.
    """
    gone = computer_called(name)
    _write(one for one in known_computers() if one != gone)
    return gone


def _write(computers: Iterable[Computer]) -> None:
    formats.write(_file(), _Computers(computers=tuple(computers)), _FORMAT, indent=2)


def _file() -> Path:
    return paths.home() / "computers.json"
