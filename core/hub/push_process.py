"""Uploads with huggingface_hub in a child process, since its calls cannot be interrupted: `python -m` runs it.

It answers an Upload with PushLines: progress, and last the outcome. The hub makes the commit whole or not at all, after
the last byte.
"""

from __future__ import annotations

import io
import threading
import time
from pathlib import Path
from typing import Any

import msgspec

from core.base.child_process import Say, take

REPORT_INTERVAL = 0.1  # seconds


class Upload(msgspec.Struct):
    """What to upload. files: path in the repository -> local file. proxy: an address or "". connect, stall: timeouts in
    seconds.
    """

    endpoint: str
    token: str
    repo: str
    files: dict[str, str]
    message: str
    create: bool
    private: bool
    proxy: str
    connect: float
    stall: float


class PushLine(msgspec.Struct, omit_defaults=True):
    """The stage (reading, uploading, committing) with the bytes done, or the outcome: commit or error.

    error: its kind (status, connection, other). status: of the HTTP response. text: the server's message.
    """

    stage: str = ""
    done: int = 0
    commit: str = ""
    error: str = ""
    status: int = 0
    text: str = ""

    @property
    def is_outcome(self) -> bool:
        return bool(self.commit or self.error)


def main() -> None:
    """Carry out the request on standard input."""
    order, say = take(Upload)
    progress = _Progress(say)
    progress.tell(_outcome(order, progress))


class _Progress:
    """Bytes done of all files together, reported at most ten times a second."""

    def __init__(self, say: Say) -> None:
        self._say, self._lock = say, threading.Lock()
        self._positions: dict[str, int] = {}
        self._stage, self._told = "reading", 0.0

    def enter(self, stage: str) -> None:
        """Enter another stage."""
        with self._lock:
            self._stage, self._positions = stage, {}
            self._say(PushLine(stage=stage))

    def at(self, file: str, position: int) -> None:
        """Record a file's position. A part that is sent again does not count twice."""
        with self._lock:
            self._positions[file] = max(position, self._positions.get(file, 0))
            if time.monotonic() - self._told >= REPORT_INTERVAL:
                self._told = time.monotonic()
                self._say(PushLine(stage=self._stage, done=sum(self._positions.values())))

    def tell(self, line: PushLine) -> None:
        with self._lock:
            self._say(line)


class _WatchedFile(io.BufferedReader):
    """A file that reports how far it was read."""

    def __init__(self, path: str, progress: _Progress) -> None:
        super().__init__(io.FileIO(path))
        self._path, self._progress = path, progress

    def read(self, size: int | None = -1, /) -> bytes:
        chunk = super().read(size)
        self._progress.at(self._path, self.tell())
        return chunk


def _outcome(order: Upload, progress: _Progress) -> PushLine:
    import httpx2
    from huggingface_hub.errors import HfHubHTTPError

    try:
        return PushLine(commit=_upload(order, progress))
    except Exception as error:  # the top of this process: every error becomes a line
        for cause in _causes(error):
            match cause:
                case HfHubHTTPError():
                    text = cause.server_message or ""
                    return PushLine(error="status", status=cause.response.status_code, text=text)
                case httpx2.TransportError():
                    return PushLine(error="connection", text=str(cause) or type(cause).__name__)
        return PushLine(error="other", text=f"{type(error).__name__}: {error}")


def _upload(order: Upload, progress: _Progress) -> str:
    import httpx2
    from huggingface_hub import CommitOperationAdd, HfApi, set_client_factory

    from core import __version__

    timeout = httpx2.Timeout(order.stall, connect=order.connect)
    set_client_factory(lambda: httpx2.Client(follow_redirects=True, proxy=order.proxy or None, timeout=timeout))
    api = HfApi(order.endpoint, token=order.token, library_name="luthier", library_version=__version__)
    operations = [_addition(CommitOperationAdd, name, Path(file), progress) for name, file in order.files.items()]
    if order.create:
        api.create_repo(order.repo, private=order.private, exist_ok=True)
    progress.enter("uploading")
    api.preupload_lfs_files(order.repo, operations, num_threads=1, free_memory=False)
    progress.enter("committing")
    return str(api.create_commit(order.repo, operations, commit_message=order.message).oid)


def _addition(kind: Any, name: str, file: Path, progress: _Progress) -> Any:
    """Return the file's addition to the commit; reads the whole file for its checksum."""
    return kind(name, _WatchedFile(str(file), progress))


def _causes(error: BaseException | None) -> list[BaseException]:
    """Return the error and its causes."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


if __name__ == "__main__":
    main()
