"""Download the files of a repository, several at once, until each is whole and its checksum right."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from core.advice.texts.numbers import brief_size
from core.base.errors import Cancelled, LuthierError
from core.base.files import nearest_existing
from core.base.moving_lock import require_not_moving
from core.hub.client import HubClient
from core.hub.partial_file import PartialFile
from core.hub.polling import POLL_INTERVAL, polled
from core.hub.repository import RemoteFile, Repository
from core.hub.transfer import FileTransfer
from core.protocol import FileProgress

Action = Literal["run", "pause", "stop", "cancel"]  # what the user wants of a download

FILES_AT_ONCE = 4  # more is no faster on a home line
RESERVE = 256 << 20  # bytes of the disk that are left alone


class Stopped(Exception):  # noqa: N818 - what the user wants, not an error
    """The user wants to go on another time."""


class _Paused(Exception):  # noqa: N818
    pass


class Download:
    """Files of one repository on their way to a folder.

    folder: below base, see PartialFile. action: what the user wants now. tell: called ten times a second.
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
        """The places of the files."""
        return [partial.target for partial in self._partials]

    @property
    def total(self) -> int:
        """Bytes of all files."""
        return sum(partial.file.size for partial in self._partials)

    @property
    def done(self) -> int:
        """Bytes of them that are here."""
        return sum(transfer.done for transfer in self._transfers)

    @property
    def received(self) -> int:
        """Bytes that came in this session."""
        return sum(transfer.received for transfer in self._transfers)

    @property
    def waits_for(self) -> tuple[str, str]:
        """A file that another process is downloading, and which process; empty where there is none."""
        return next(((t.partial.file.name, t.waits_for) for t in self._transfers if t.waits_for), ("", ""))

    def progress(self) -> list[FileProgress]:
        """How far each file is."""
        return [transfer.progress for transfer in self._transfers]

    async def run(self) -> None:
        """Download everything. Raises Stopped, Cancelled (what has come is deleted then), or LuthierError `hub.*`,
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
            require_not_moving()  # who moves from here on sees what was announced
            await self._until_done()
        except Cancelled:
            self._discard()
            raise
        except LuthierError:
            if not self.done:  # nothing came: leave nothing
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
                "Make room, choose a smaller file, or another disk with --to or `luthier settings models_dir=…`.",
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
        """Connections are closed meanwhile: no server keeps one for hours."""
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
