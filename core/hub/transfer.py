"""One file of a download: requests until all of it is on this disk and its checksum is right."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable

import httpx2

from core.base.errors import LuthierError
from core.hub.client import HubClient
from core.hub.errors import TransientError, translated_errors
from core.hub.partial_file import PartialFile
from core.hub.polling import POLL_INTERVAL
from core.hub.repository import Repository
from core.protocol import FileProgress

STALL_BYTES = 64 << 10  # that have to come within Timeouts.stall
_CONTENT_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")


class FileTransfer:
    """state: as FileProgress has it. done: bytes that are here. received: those that came in this session. waits_for:
    who else is downloading this file, in words.
    """

    def __init__(self, client: HubClient, repository: Repository, partial: PartialFile) -> None:
        self.partial = partial
        self.state, self.done, self.received = "waiting", partial.bytes_here, 0
        self.waits_for = ""
        self._client, self._path = client, repository.path_of(partial.file)

    @property
    def progress(self) -> FileProgress:
        """How far it is."""
        file = self.partial.file
        return FileProgress(name=file.name, done=self.done, total=file.size, state=self.state)

    async def run(self) -> None:
        """Go on from where the file is. Raises LuthierError `hub.*` or `files.cannot-write`."""
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
            self.partial.restart()  # bytes of an earlier session may have been lost: once more from the start
            await self._download()
            self.partial.finish()

    async def _download(self) -> None:
        """Until all bytes are here; after each transient error from where it was."""
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
        """One request. Raises TransientError when its response ends early."""
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
        """Whether this response goes on where the partial file ends, or is the whole file anew.

        False: the server has no such range, and the file begins again. Raises LuthierError `hub.changed`.
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
        if partial.position:  # it does not know ranges
            partial.restart()
        return True

    def _changed(self) -> LuthierError:
        return LuthierError(
            "hub.changed",
            f"What the server sends is not the {self.partial.file.name} that the hub listed.",
            "A network that asks for a login first does that, or a mirror that lags behind. Try again later.",
        )

    def _set(self, state: str, done: int) -> None:
        self.state, self.done = state, done
