"""Download the files of a repository, several at once, until each is whole and its checksum right."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import httpx2

from core.hub.client import Hub
from core.hub.part import Part
from core.hub.repository import RemoteFile, Repository
from core.hub.trouble import Passing, from_exception
from core.hub.waiting import TICK, watched
from core.shared.errors import Cancelled, LuthierError
from core.shared.files import nearest_existing
from core.shared.protocol import FileProgress

Wish = Literal["run", "pause", "stop", "cancel"]

AT_ONCE = 4  # files; more is no faster on a home line
STEP = 64 << 10  # bytes that have to come within Patience.stall
SPARE = 256 << 20  # bytes of the disk that are left alone
_CONTENT_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")


class Stopped(Exception):  # noqa: N818 - a wish, not an error
    """The user wants to go on another time."""


class _Paused(Exception):  # noqa: N818
    pass


class Download:
    """Files of one repository on their way to a folder.

    folder: below base, see Part. wish: what the user wants now. tell: called ten times a second.
    """

    def __init__(
        self,
        hub: Hub,
        repository: Repository,
        files: list[RemoteFile],
        folder: Path,
        base: Path,
        *,
        replace: bool,
        wish: Callable[[], Wish],
        tell: Callable[[Download], None],
    ) -> None:
        self._hub, self._repository, self._wish, self._tell = hub, repository, wish, tell
        self.folder = folder
        self.parts = [Part(file, folder, base, replace) for file in files]
        self._states = {file.name: "waiting" for file in files}
        self._done = {part.file.name: part.bytes_here for part in self.parts}
        self.state = "running"
        self.received = 0  # bytes that came in this session

    @property
    def total(self) -> int:
        """Bytes of all files."""
        return sum(part.file.size for part in self.parts)

    @property
    def done(self) -> int:
        """Bytes of them that are here."""
        return sum(self._done.values())

    def progress(self) -> list[FileProgress]:
        """How far each file is."""
        return [
            FileProgress(
                name=part.file.name,
                done=self._done[part.file.name],
                total=part.file.size,
                state=self._states[part.file.name],
            )
            for part in self.parts
        ]

    async def run(self) -> None:
        """Download everything. Raises Stopped, Cancelled (what has come is deleted then), or LuthierError `hub.*`."""
        for part in self.parts:
            part.require_place()
        self._require_room()
        try:
            for part in self.parts:
                if part.take():
                    part.mark()
                    part.close()
            await self._until_done()
        except Cancelled:
            self._discard()
            raise
        except LuthierError:
            if not self.done:  # nothing came: leave nothing
                self._discard()
            raise
        finally:
            for part in self.parts:
                part.close()

    def _discard(self) -> None:
        for part in self.parts:
            if not part.is_done and part.take():
                part.discard()
                part.close()

    def _require_room(self) -> None:
        existing = nearest_existing(self.folder)
        needed, free = self.total - self.done, shutil.disk_usage(existing).free
        if needed and needed + SPARE > free:
            raise LuthierError(
                "hub.no-room",
                f"{needed / 1e9:.2f} GB have to come, and the disk of {existing} has {free / 1e9:.2f} GB left.",
                "Make room, choose a smaller file, or another disk with --to or `luthier settings models_dir=…`.",
            )

    async def _until_done(self) -> None:
        while True:
            try:
                return await watched(self._all(), self._look)
            except _Paused:
                await self._pause()

    def _look(self) -> None:
        self._tell(self)
        match self._wish():
            case "cancel":
                raise Cancelled
            case "stop":
                raise Stopped
            case "pause":
                raise _Paused

    async def _pause(self) -> None:
        """Connections are closed meanwhile: no server keeps one for hours."""
        self.state = "paused"
        while self.state == "paused":
            try:
                self._look()
                self.state = "running"
            except _Paused:
                await asyncio.sleep(TICK)

    async def _all(self) -> None:
        places = asyncio.Semaphore(AT_ONCE)
        try:
            async with asyncio.TaskGroup() as group:
                for part in self.parts:
                    if not part.is_done:
                        group.create_task(self._one(part, places))
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None

    async def _one(self, part: Part, places: asyncio.Semaphore) -> None:
        async with places:
            while not part.take():  # another process is downloading this very file
                await asyncio.sleep(TICK)
            part.mark()
            await self._hash(part, part.check_existing())
            if not part.is_done:
                await self._hash(part, part.open())
                await self._fetch_whole(part)
            self._say(part, "done")
            part.close()

    async def _hash(self, part: Part, steps: Iterable[int]) -> None:
        for done in steps:
            self._say(part, "checking", done)
            await asyncio.sleep(0)

    async def _fetch_whole(self, part: Part) -> None:
        await self._fetch(part)
        try:
            part.finish()
        except LuthierError as error:
            if error.code != "hub.checksum":
                raise
            part.start_again()  # bytes of an earlier session may have been lost: once more from the start
            await self._fetch(part)
            part.finish()

    async def _fetch(self, part: Part) -> None:
        """Until all bytes are here: after each trouble that may pass, from where it was."""
        pauses = iter(self._hub.patience.pauses)
        while part.position < part.file.size:
            before = part.position
            try:
                await self._receive(part)
            except Passing as trouble:
                self._say(part, "retrying", part.position)
                if part.position - before >= STEP:
                    pauses = iter(self._hub.patience.pauses)
                pause = next(pauses, None)
                if pause is None:
                    raise
                await self._hub.wait(trouble, pause)

    async def _receive(self, part: Part) -> None:
        """One request. Raises Passing when it ends early."""
        self._say(part, "downloading", part.position)
        patience = self._hub.patience.stall
        loop = asyncio.get_running_loop()
        with from_exception(self._hub.endpoint):
            async with asyncio.timeout(patience) as deadline:
                async with self._hub.stream(self._repository.path_of(part.file), part.position) as response:
                    if not self._agree(part, response):
                        return
                    mark = part.position
                    async for data in response.aiter_raw():
                        part.write(data)
                        self.received += len(data)
                        self._say(part, "downloading", part.position)
                        if part.position - mark >= STEP:
                            mark = part.position
                            deadline.reschedule(loop.time() + patience)
        if part.position < part.file.size:
            raise Passing("hub.cut", f"{part.file.name} ended early.", "The same command goes on where it stopped.")

    def _agree(self, part: Part, response: httpx2.Response) -> bool:
        """Whether this answer goes on where the part ends, or is the whole file anew.

        False: the part was of no use to the server, and begins again. Raises LuthierError `hub.changed`.
        """
        first = response.history[0] if response.history else response
        etag = first.headers.get("X-Linked-Etag", "").removeprefix("W/").strip('"')
        length = response.headers.get("Content-Length", "")
        if etag not in ("", part.file.digest) or response.headers.get("Content-Encoding", "identity") != "identity":
            raise self._changed(part)
        if response.status_code == 416 and part.position:
            part.start_again()
            return False
        if response.status_code == 206:
            span = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
            if span and int(span[1]) == part.position and span[2] in ("*", str(part.file.size)):
                return True
            raise self._changed(part)
        if response.status_code != 200 or length not in ("", str(part.file.size)):
            raise self._changed(part)
        if part.position:  # it does not know ranges
            part.start_again()
        return True

    def _changed(self, part: Part) -> LuthierError:
        return LuthierError(
            "hub.changed",
            f"What the server sends is not the {part.file.name} that the hub listed.",
            "A network that asks for a login first does that, or a mirror that lags behind. Try again later.",
        )

    def _say(self, part: Part, state: str, done: int | None = None) -> None:
        self._states[part.file.name] = state
        self._done[part.file.name] = part.file.size if done is None else done
