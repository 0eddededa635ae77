"""Fetch: downloads a model's files from the hub."""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path

from core import protocol as p
from core.base import settings
from core.base.errors import LuthierError
from core.base.numbers import brief_size
from core.gguf import downloads
from core.gguf.downloads import Origin, keep_origin
from core.gguf.part_names import is_encoder, language_models
from core.hub import polling
from core.hub.client import HubClient, Timeouts
from core.hub.download import Action, Download, Stopped
from core.hub.repository import RemoteFile, Repository, choose_files, look_up
from core.jobs.context import PROGRESS_INTERVAL, Control, JobContext, Outcome

SPEED_OVER = 5.0  # seconds over which speed is averaged


def fetch_model(
    job: p.FetchJob, context: JobContext, timeouts: Timeouts | None = None
) -> Outcome[p.FetchResult | p.FetchStopped]:
    """Download a model. Stop keeps the received parts for later; cancel deletes them. Raises LuthierError `hub.*` or
    `files.*`.
    """
    started = time.monotonic()
    if downloads.parse(job.repo) is None or ":" in job.repo:
        raise LuthierError("hub.bad-name", f"'{job.repo}' is not a model on the hub.", "They are called owner/name.")
    try:
        download = polling.run(_fetched(job, context, timeouts))
    except Stopped:
        return "stopped", p.FetchStopped(repo=job.repo)
    return "done", _result(*download, time.monotonic() - started)


async def _fetched(job: p.FetchJob, context: JobContext, timeouts: Timeouts | None) -> tuple[Repository, Download]:
    known = settings.load()
    async with HubClient(known, timeouts) as client:
        context.phase("list", f"Asking for the files of {job.repo}")
        repository = await polling.polled(look_up(client, job.repo, job.revision), lambda: _heed(context.control))
        files = choose_files(repository, job.files)
        _tell_of_encoder(files, context)
        folder = Path(job.to).expanduser().absolute() if job.to else downloads.folder_of(job.repo)
        reporter = _Reporter(context)
        download = Download(
            client, repository, files, folder,
            base=folder if job.to else known.downloads,
            replace=job.to is None,
            action=lambda: _action(context.control),
            tell=reporter.tell,
        )  # fmt: skip
        context.phase("download", f"Downloading {job.repo}")
        await download.run()
        reporter.tell(download)
    _keep_what_is_said(repository, download)
    return repository, download


def _tell_of_encoder(files: list[RemoteFile], context: JobContext) -> None:
    encoders = [file for file in files if is_encoder(file.name) and file.name.endswith(".gguf")]
    if encoders and len(encoders) < len(files):
        context.notice(
            "hub.mmproj",
            f"{encoders[0].name} ({brief_size(encoders[0].size)}) is downloaded too: it reads pictures or sound for "
            "the model. Training leaves it as it is, and exports include it.",
        )


def _keep_what_is_said(repository: Repository, download: Download) -> None:
    """Store the repository's licence beside each GGUF file, which seldom contains it."""
    info = repository.info
    said = Origin(repo=repository.id, licence=info.licence, licence_link=info.licence_link)
    for target in language_models(str(file) for file in download.targets if file.suffix == ".gguf"):
        keep_origin(Path(target), said)


def _heed(control: Control) -> None:
    control.raise_if_cancelled()
    if control.stop.is_set():
        raise Stopped


def _action(control: Control) -> Action:
    if control.cancel.is_set():
        return "cancel"
    if control.stop.is_set():
        return "stop"
    return "pause" if control.paused.is_set() else "run"


def _result(repository: Repository, download: Download, seconds: float) -> p.FetchResult:
    models = language_models(str(file) for file in download.targets if file.suffix == ".gguf")
    return p.FetchResult(
        repo=repository.id,
        commit=repository.commit,
        folder=str(download.folder),
        model=models[0] if len(models) == 1 else str(download.folder),
        files=[str(file) for file in download.targets],
        bytes=download.total,
        received_bytes=download.received,
        seconds=seconds,
    )


class _Reporter:
    """Emits progress, with the speed over the last seconds."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._received: deque[tuple[float, int]] = deque()
        self._told: tuple[float, object] = (0.0, None)
        self._state, self._waits_for = "running", ("", "")

    def tell(self, download: Download) -> None:
        """Emit what changed, at most ten times a second."""
        now = time.monotonic()
        if download.state != self._state:
            self._state = download.state
            self._received.clear()
            self._context.emit(p.State(state=download.state))
        self._tell_of_other(*download.waits_for)
        files = download.progress()
        is_last = download.done == download.total
        if files == self._told[1] or (now - self._told[0] < PROGRESS_INTERVAL and not is_last):
            return
        self._told = (now, files)
        rate = self._speed(now, download.received)
        left = (download.total - download.done) / rate if rate else None
        self._context.emit(p.Files(files=files))
        self._context.emit(
            p.Progress(done=download.done, total=download.total, unit="bytes", rate=rate, seconds_left=left)
        )

    def _tell_of_other(self, file: str, holder: str) -> None:
        if holder and (file, holder) != self._waits_for:
            self._waits_for = (file, holder)
            self._context.notice(
                "hub.waits", f"{file} is being downloaded by {holder}: this download waits for the end of that one."
            )

    def _speed(self, now: float, received: int) -> float | None:
        """Return the speed in bytes per second."""
        self._received.append((now, received))
        while now - self._received[0][0] > SPEED_OVER:
            self._received.popleft()
        then, before = self._received[0]
        return (received - before) / (now - then) if now > then else None
