"""Where the machines of a cluster meet: it knows who is there and who is refused, and nothing of what they do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec

from core.base.errors import LuthierError
from core.cluster.credentials import Credentials, Who
from core.cluster.members import Members
from core.cluster.questions import MOST_MACHINES, Here, Present, There, WhoIsThere
from core.cluster.wire import SILENT_S, Listening

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
