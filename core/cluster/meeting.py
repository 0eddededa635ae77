"""Where the machines of a cluster meet: who is there and who is refused, and how to ask there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import msgspec

from core.base.errors import LuthierError
from core.cluster.credentials import HEAD, MACHINE, Credentials, Who
from core.cluster.members import Members, keep_refused
from core.cluster.questions import MOST_MACHINES, Here, Present, There, WhoIsThere
from core.cluster.reach import why_unreachable
from core.cluster.wire import SILENT_S, Connection, Listening, connect

_LONGEST = 1 << 16  # bytes of a question
_LOOKED_S = 0.5  # between looks who was taken out


class Meeting:
    """The head's knowledge of who is there. told: of what happens, for people."""

    def __init__(self, ours: Credentials, told: Callable[[str, str, str], None]) -> None:
        self._members, self._told = Members(ours.folder), told
        self._there: dict[str, _AtTheMeeting] = {}  # by name: who says that it answers
        self._listening = Listening(ours, (Here, WhoIsThere), lambda: self._members.refused, self._begin, _LONGEST)

    @asynccontextmanager
    async def open(self, host: str, port: int) -> AsyncIterator[int]:
        """Be there meanwhile; 0: at a port that the system picks. Raises OSError."""
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
        """Raises LuthierError `cluster.busy`."""
        if present.name not in self._there and len(self._there) >= MOST_MACHINES:
            raise LuthierError("cluster.busy", f"{MOST_MACHINES} computers are there already.", "")
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
    """host, port: of the head. own: this computer's name in the cluster."""

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
        """The machines that can be asked. Raises LuthierError `cluster.unreachable` where the head is gone."""
        try:
            found = head.ask(WhoIsThere(), There)
        except OSError as error:
            raise why_unreachable(error, self.host, self.port) from error
        keep_refused(self.credentials.folder, found.refused)
        return [machine for machine in found.machines if machine.name not in found.refused]

    def connect_by_name(self, name: str) -> Connection:
        """Raises LuthierError as core/cluster/wire.py has it, `cluster.no-machine`."""
        head = self.connect()
        try:
            found = next((one for one in self.there(head) if one.name == name), None)
        finally:
            head.close()
        if found is None:
            raise LuthierError(
                "cluster.no-machine", f"{name} is not part of it now.", "`luthier cluster status` says who is."
            )
        return self.connect_to(found)
