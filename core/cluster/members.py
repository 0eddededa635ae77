"""Whom a cluster's head let in, and whom it took out again: files beside the certificates.

A certificate lasts for twenty years and cannot be taken back; its name can be refused. So no name is ever given twice,
and the names that were taken out are kept by every computer of the cluster, not by the head alone.

Also here: where the machines of a cluster meet: who is there and who is refused, and how to ask there.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from core.base import formats
from core.base.errors import Do, LuthierError
from core.base.formats import Format
from core.base.home_cluster import LetIn, keep_let_in, kept, let_in, let_in_file
from core.base.owned_lock import OwnedLock
from core.cluster.addresses import why_unreachable
from core.cluster.credentials import HEAD, MACHINE, Credentials, Who, machine_name
from core.cluster.questions import MOST_MACHINES, Here, Present, There, WhoIsThere
from core.cluster.wire import SILENT_S, Connection, Listening, connect

_WAITED_S = 10.0  # for another process, which has the file for a moment

_LONGEST = 1 << 16  # bytes of a question
_LOOKED_S = 0.5  # between looks who was taken out


@dataclass(frozen=True)
class Members:
    """The members of the cluster whose head has its certificates in that folder.

    Everything is read anew each time: a program that lets computers in sees what another one took out. All of it raises
    LuthierError `cluster.unreadable`.
    """

    folder: Path

    @property
    def names(self) -> list[str]:
        """The machines that may come; the head itself is none of them."""
        return let_in(self.folder).there

    @property
    def refused(self) -> frozenset[str]:
        """The machines that were removed."""
        return frozenset(let_in(self.folder).removed)

    def is_taken(self, name: str) -> bool:
        """Return whether a machine is, or was, called so. Capitals make no other name: people hear none."""
        return name.casefold() in {known.casefold() for known in let_in(self.folder).names}

    def let_in(self, name: str) -> None:
        """Write down that a machine may come: before it gets its certificate. Raises LuthierError
        `files.cannot-write`.
        """
        self._change(lambda known: msgspec.structs.replace(known, names=[*known.names, name]))

    def remove(self, name: str) -> None:
        """Take a machine out for good. Raises LuthierError `cluster.no-machine`, `files.cannot-write`."""

        def without(known: LetIn) -> LetIn:
            if name not in known.there:
                raise self._nobody(name, known)
            return msgspec.structs.replace(known, removed=[*known.removed, name])

        self._change(without)

    def _change(self, change: Callable[[LetIn], LetIn]) -> None:
        with OwnedLock(self.folder / "members.lock").held(_in_use, _WAITED_S):
            keep_let_in(self.folder, change(let_in(self.folder)))

    def _nobody(self, name: str, known: LetIn) -> LuthierError:
        if name == machine_name(Credentials(self.folder)):
            return LuthierError(
                "cluster.no-machine",
                f"{name} is this computer, where the others meet: it cannot be taken out.",
                Do.open("cluster leave", "`luthier cluster leave` ends the cluster for all."),
            )
        if name in known.removed:
            return LuthierError("cluster.no-machine", f"{name} was taken out of the cluster before.", "")
        who = f"Those that were: {', '.join(known.there)}." if known.there else "Nobody was so far."
        return LuthierError("cluster.no-machine", f"No computer was let in here by the name {name}.", who)


class _Refused(msgspec.Struct, frozen=True, kw_only=True):
    names: list[str]


_REFUSED = Format(_Refused)


def keep_refused(folder: Path, names: Iterable[str]) -> None:
    """Keep whom the head has taken out; those of before stay so. Raises LuthierError `cluster.unreadable`,
    `files.cannot-write`.
    """
    before = kept_refused(folder)
    if all_of_them := before.union(names) - before:
        formats.write(_refused_file(folder), _Refused(names=sorted(before | all_of_them)), _REFUSED)


def kept_refused(folder: Path) -> frozenset[str]:
    """Read whom the head has taken out, as far as this computer was told. Raises LuthierError `cluster.unreadable`."""
    known = kept(_refused_file(folder), _REFUSED)
    return frozenset(known.names if known is not None else ())


def forget_members(folder: Path) -> None:
    """Forget the members of a cluster that this computer has left; they mean nothing in another. Raises OSError."""
    for file in (let_in_file(folder), _refused_file(folder)):
        file.unlink(missing_ok=True)


def _refused_file(folder: Path) -> Path:
    return folder / "refused.json"


def _in_use(holder: str) -> LuthierError:
    return LuthierError("cluster.unreadable", f"The list of the cluster's computers is in use: {holder}.", "Try again.")


class Meeting:
    """The head's knowledge of who is there. told: of what happens, for people."""

    def __init__(self, ours: Credentials, told: Callable[[str, str, str], None]) -> None:
        self._members, self._told = Members(ours.folder), told
        self._there: dict[str, _AtTheMeeting] = {}  # by name: who says that it answers
        self._listening = Listening(ours, (Here, WhoIsThere), lambda: self._members.refused, self._begin, _LONGEST)

    @asynccontextmanager
    async def open(self, host: str, port: int) -> AsyncIterator[int]:
        """Let machines meet here meanwhile; port 0: one that the system picks. Raises OSError."""
        async with self._listening.open(host, [port]) as own:
            looking = asyncio.ensure_future(self._drop_refused())
            try:
                yield own
            finally:
                looking.cancel()

    def there(self) -> There:
        """Return the machines that were heard of lately, by name."""
        now = time.monotonic()
        present = [one.present for _, one in sorted(self._there.items()) if now - one.heard < SILENT_S]
        return There([one for one in present if one is not None], sorted(self._members.refused))

    def come(self, one: _AtTheMeeting, present: Present) -> None:
        """Note that a machine is there. Raises LuthierError `cluster.busy`."""
        if present.name not in self._there and len(self._there) >= MOST_MACHINES:
            raise LuthierError("cluster.busy", f"{MOST_MACHINES} computers are there already.")
        one.present, one.heard = present, time.monotonic()
        self._there[present.name] = one  # it may have come back by another connection

    def go(self, one: _AtTheMeeting) -> None:
        if one.present is not None and self._there.get(one.present.name) is one:
            del self._there[one.present.name]

    def _begin(self, who: Who, host: str) -> _AtTheMeeting:
        return _AtTheMeeting(self, who.name, host)

    async def _drop_refused(self) -> None:
        """Another process takes computers out: they are not to stay until they go by themselves."""
        while True:
            await asyncio.sleep(_LOOKED_S)
            try:
                self._listening.drop(self._members.refused)
            except LuthierError as error:  # the file is damaged
                self._told(error.code, error.message, error.hint)
                return


class _AtTheMeeting:
    """One that is connected. present: once it says that it can be asked. Its name is that of its certificate."""

    def __init__(self, meeting: Meeting, name: str, host: str) -> None:
        self._meeting, self._name, self._host = meeting, name, host
        self.present: Present | None = None
        self.heard = 0.0

    async def answer(self, question: Here | WhoIsThere) -> msgspec.Struct:
        match question:
            case Here(port=port):
                self._meeting.come(self, Present(self._name, self._host, port))
        return self._meeting.there()

    def end(self) -> None:
        self._meeting.go(self)


@dataclass(frozen=True)
class Place:
    """This computer's place in its cluster. host, port: of the head. own: this computer's name in the cluster."""

    host: str
    port: int
    credentials: Credentials
    own: str

    def connect(self) -> Connection:
        """Connect to the head. Raises LuthierError as core/cluster/wire.py has it."""
        return connect(self.host, self.port, self.credentials, HEAD)

    def connect_to(self, machine: Present) -> Connection:
        """Connect to a machine. Raises LuthierError as core/cluster/wire.py has it."""
        return connect(machine.host, machine.port, self.credentials, MACHINE, machine.name)

    def there(self, head: Connection) -> list[Present]:
        """Return the machines that can be asked. Raises LuthierError `cluster.unreachable` where the head is gone."""
        try:
            found = head.ask(WhoIsThere(), There)
        except OSError as error:
            raise why_unreachable(error, self.host, self.port) from error
        keep_refused(self.credentials.folder, found.refused)
        return [machine for machine in found.machines if machine.name not in found.refused]

    def connect_by_name(self, name: str) -> Connection:
        """Connect to the machine of that name. Raises LuthierError as core/cluster/wire.py has it,
        `cluster.no-machine`.
        """
        head = self.connect()
        try:
            found = next((one for one in self.there(head) if one.name == name), None)
        finally:
            head.close()
        if found is None:
            raise LuthierError("cluster.no-machine", f"{name} is not part of it now.", Do.open("cluster status"))
        return self.connect_to(found)
