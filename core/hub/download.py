"""Downloads files of a repository, several at once, with retries until each is complete and its checksum matches."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import httpx2

from core.base.errors import Cancelled, Do, Hint, LuthierError
from core.base.files import nearest_existing
from core.base.numbers import brief_size
from core.base.owned_lock import require_not_moving
from core.hub.client import HubClient, TransientError, translated_errors
from core.hub.partial_file import PartialFile
from core.hub.polling import POLL_INTERVAL, polled
from core.hub.repository import RemoteFile, Repository
from core.protocol import FileProgress

Action = Literal["run", "pause", "stop", "cancel"]  # the user's request for a download

FILES_AT_ONCE = 4  # more are no faster on a home line
RESERVE = 256 << 20  # bytes of the disk that stay free

STALL_BYTES = 64 << 10  # must arrive within Timeouts.stall
_CONTENT_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")


class Stopped(Exception):  # noqa: N818 - what the user wants, not an error
    """Raised when the user wants to continue another time."""


class _Paused(Exception):  # noqa: N818
    pass


class Download:
    """A download of files of one repository to a folder.

    folder: below base, see PartialFile. action: returns what the user wants now. tell: called ten times a second.
    """

    def __init__(
        self,
        client: HubClient,
        repository: Repository,
        files: list[RemoteFile],
        folder: Path,
        base: Path,
        *,
        replace: bool,
        action: Callable[[], Action],
        tell: Callable[[Download], None],
    ) -> None:
        self._action, self._tell = action, tell
        self.folder = folder
        self.state: Literal["running", "paused"] = "running"
        self._partials = [PartialFile(file, folder, base, replace) for file in files]
        self._transfers = [FileTransfer(client, repository, partial) for partial in self._partials]

    @property
    def targets(self) -> list[Path]:
        """Return the destinations of the files."""
        return [partial.target for partial in self._partials]

    @property
    def total(self) -> int:
        """Return the bytes of all files."""
        return sum(partial.file.size for partial in self._partials)

    @property
    def done(self) -> int:
        """Return the bytes already present."""
        return sum(transfer.done for transfer in self._transfers)

    @property
    def received(self) -> int:
        """Return the bytes received in this session."""
        return sum(transfer.received for transfer in self._transfers)

    @property
    def waits_for(self) -> tuple[str, str]:
        """Return a file that another process is downloading, and that process; empty strings if none."""
        return next(((t.partial.file.name, t.waits_for) for t in self._transfers if t.waits_for), ("", ""))

    def progress(self) -> list[FileProgress]:
        """Return each file's progress."""
        return [transfer.progress for transfer in self._transfers]

    async def run(self) -> None:
        """Download everything. Raises Stopped, Cancelled (after deleting the partial files), or LuthierError `hub.*`,
        `moving.busy`.
        """
        require_not_moving()
        for partial in self._partials:
            partial.require_place()
        self._require_room()
        try:
            for partial in self._partials:
                if partial.lock():
                    partial.announce()
                    partial.close()
            require_not_moving()  # a move that starts now sees the announced files
            await self._until_done()
        except Cancelled:
            self._discard()
            raise
        except LuthierError:
            if not self.done:  # nothing came: leave nothing behind
                self._discard()
            raise
        finally:
            for partial in self._partials:
                partial.close()

    def _discard(self) -> None:
        for partial in self._partials:
            if not partial.is_done and partial.lock():
                partial.discard()
                partial.close()

    def _require_room(self) -> None:
        existing = nearest_existing(self.folder)
        needed, free = self.total - self.done, shutil.disk_usage(existing).free
        if needed and needed + RESERVE > free:
            raise LuthierError(
                "hub.no-room",
                f"{brief_size(needed)} have to come and {brief_size(RESERVE)} are left alone, but the disk of "
                f"{existing} has {brief_size(free)} left.",
                Hint("Make room, choose a smaller file, or another disk.", Do.open("settings folders", "Use --to.")),
            )

    async def _until_done(self) -> None:
        while True:
            try:
                return await polled(self._transfer_all(), self._poll)
            except _Paused:
                await self._pause()

    def _poll(self) -> None:
        self._tell(self)
        match self._action():
            case "cancel":
                raise Cancelled
            case "stop":
                raise Stopped
            case "pause":
                raise _Paused

    async def _pause(self) -> None:
        """Wait with closed connections: no server keeps one open for hours."""
        self.state = "paused"
        while self.state == "paused":
            try:
                self._poll()
                self.state = "running"
            except _Paused:
                await asyncio.sleep(POLL_INTERVAL)

    async def _transfer_all(self) -> None:
        slots = asyncio.Semaphore(FILES_AT_ONCE)

        async def run(transfer: FileTransfer) -> None:
            async with slots:
                await transfer.run()

        try:
            async with asyncio.TaskGroup() as group:
                for transfer in self._transfers:
                    if not transfer.partial.is_done:
                        group.create_task(run(transfer))
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None


class FileTransfer:
    """The transfer of a file. state: as in FileProgress. done: bytes present. received: bytes of this session.
    waits_for: who else is downloading this file, for display.
    """

    def __init__(self, client: HubClient, repository: Repository, partial: PartialFile) -> None:
        self.partial = partial
        self.state, self.done, self.received = "waiting", partial.bytes_here, 0
        self.waits_for = ""
        self._client, self._path = client, repository.path_of(partial.file)

    @property
    def progress(self) -> FileProgress:
        """Return the transfer's progress."""
        file = self.partial.file
        return FileProgress(name=file.name, done=self.done, total=file.size, state=self.state)

    async def run(self) -> None:
        """Continue the file from its present position. Raises LuthierError `hub.*` or `files.cannot-write`."""
        partial = self.partial
        while not partial.lock():
            self.waits_for = self.waits_for or partial.holder
            await asyncio.sleep(POLL_INTERVAL)
        self.waits_for = ""
        partial.announce()
        await self._hash(partial.check_existing())
        if not partial.is_done:
            await self._hash(partial.open())
            await self._download_verified()
        self._set("done", partial.file.size)
        partial.close()

    async def _hash(self, steps: Iterable[int]) -> None:
        for done in steps:
            self._set("checking", done)
            await asyncio.sleep(0)

    async def _download_verified(self) -> None:
        await self._download()
        try:
            self.partial.finish()
        except LuthierError as error:
            if error.code != "hub.checksum":
                raise
            self.partial.restart()  # bytes of an earlier session may be lost: start over once
            await self._download()
            self.partial.finish()

    async def _download(self) -> None:
        """Download until all bytes have arrived, retrying after transient errors."""
        partial, timeouts = self.partial, self._client.timeouts
        delays = iter(timeouts.retry_delays)
        while partial.position < partial.file.size:
            before = partial.position
            try:
                await self._request()
            except TransientError as error:
                self._set("retrying", partial.position)
                if partial.position - before >= STALL_BYTES:
                    delays = iter(timeouts.retry_delays)
                delay = next(delays, None)
                if delay is None:
                    raise
                await self._client.wait_before_retry(error, delay)

    async def _request(self) -> None:
        """Send one request. Raises TransientError if its response ends early."""
        partial, stall = self.partial, self._client.timeouts.stall
        self._set("downloading", partial.position)
        loop = asyncio.get_running_loop()
        with translated_errors(self._client.endpoint):
            async with asyncio.timeout(stall) as deadline:
                async with self._client.stream(self._path, partial.position) as response:
                    if not self._continues(response):
                        return
                    mark = partial.position
                    async for data in response.aiter_raw():
                        partial.write(data)
                        self.received += len(data)
                        self._set("downloading", partial.position)
                        if partial.position - mark >= STALL_BYTES:
                            mark = partial.position
                            deadline.reschedule(loop.time() + stall)
        if partial.position < partial.file.size:
            raise TransientError(
                "hub.cut", f"{partial.file.name} ended early.", "The same command goes on where it stopped."
            )

    def _continues(self, response: httpx2.Response) -> bool:
        """Return whether this response continues at the end of the partial file, or is the whole file again.

        False: the server lacks this range, and the file starts over. Raises LuthierError `hub.changed`.
        """
        partial, size = self.partial, str(self.partial.file.size)
        first = response.history[0] if response.history else response
        etag = first.headers.get("X-Linked-Etag", "").removeprefix("W/").strip('"')
        length = response.headers.get("Content-Length", "")
        if etag not in ("", partial.file.digest) or response.headers.get("Content-Encoding", "identity") != "identity":
            raise self._changed()
        if response.status_code == 416 and partial.position:
            partial.restart()
            return False
        if response.status_code == 206:
            span = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
            if span and int(span[1]) == partial.position and span[2] in ("*", size):
                return True
            raise self._changed()
        if response.status_code != 200 or length not in ("", size):
            raise self._changed()
        if partial.position:  # the server does not support ranges
            partial.restart()
        return True

    def _changed(self) -> LuthierError:
        return LuthierError(
            "hub.changed",
            f"What the server sends is not the {self.partial.file.name} that the hub listed.",
            "A network with a login page may be the cause, or a mirror that lags behind. Try again later.",
        )

    def _set(self, state: str, done: int) -> None:
        self.state, self.done = state, done
