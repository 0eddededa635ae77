"""What a model on the hub is, before it is downloaded: the same that is said of it once it is on this disk.

Of its weights the headers come alone, some megabytes; a hole as large as the weights lies behind each, so they are read
as any file is.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from core import protocol as p
from core.advice.monitor import memory_budget
from core.base import settings
from core.base.errors import LuthierError
from core.convert.safetensors import read_entries
from core.engine.kernels.library import load
from core.gguf.header import read_header
from core.hub import polling
from core.hub.client import HubClient
from core.hub.local_models import FoundModel
from core.hub.repository import RemoteFile, Repository, choose_files, look_up
from core.jobs.context import JobContext, Outcome
from core.jobs.models.local_models import describe
from core.protocol.config import TrainConfig

_FIRST, _MOST = 1 << 20, 128 << 20  # bytes that are asked for before it is looked at, and at most
_MOST_TEXT = 32 << 20  # bytes of a small file
_FILES_AT_ONCE = 4
_VOCABULARIES = ("tokenizer.json", "tokenizer.model", "vocab.json", "merges.txt")  # that one is there is all it takes
_HEADERS: dict[str, Callable[[Path], object]] = {".gguf": read_header, ".safetensors": read_entries}


def peek(job: p.PeekJob, context: JobContext) -> Outcome[p.PeekResult]:
    """Raises LuthierError `hub.*`, `model.unreadable`, `model.which-file`."""
    called = f"{job.repo}:{job.file}" if job.file else job.repo
    context.phase("peek", f"Looking into {job.file or job.repo}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / job.repo.rpartition("/")[2]
        work = _fetched(job, folder)
        path, licence = polling.run(polling.polled(work, context.control.raise_if_cancelled))
        config = TrainConfig()
        budget = memory_budget(config)
        found = FoundModel(job.file or job.repo, "Hugging Face", path, called, licence)
        model = describe(found, load(), config, budget)
    return "done", p.PeekResult(model=model, budget_bytes=budget)


async def _fetched(job: p.PeekJob, folder: Path) -> tuple[Path, str]:
    """Write what a download would bring, without the weights: the model there, and the licence that is named."""
    folder.mkdir()
    async with HubClient(settings.load()) as client:
        repository = await look_up(client, job.repo)
        slots = asyncio.Semaphore(_FILES_AT_ONCE)

        async def bring(file: RemoteFile) -> None:
            async with slots:
                await _bring(client, repository, file, folder / Path(file.name).name)

        files = choose_files(repository, [job.file] if job.file else [])
        try:
            async with asyncio.TaskGroup() as group:
                for file in files:
                    group.create_task(bring(file))
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
    ggufs = [folder / Path(file.name).name for file in files if file.name.endswith(".gguf")]
    return (ggufs[0] if ggufs else folder), repository.info.licence


async def _bring(client: HubClient, repository: Repository, file: RemoteFile, path: Path) -> None:
    if path.suffix in _HEADERS:
        await _header(client, repository, file, path)
    elif path.name in _VOCABULARIES:
        path.touch()
    else:
        path.write_text(await client.get_text(repository.path_of(file), _MOST_TEXT), "utf-8", newline="\n")


async def _header(client: HubClient, repository: Repository, file: RemoteFile, path: Path) -> None:
    """Fetch as much as makes it readable. A header that is not whole yet ends in zeros, which is no tensor's name."""
    look_at, read = _FIRST, _HEADERS[path.suffix]
    with path.open("wb") as stream:
        async with client.stream(repository.path_of(file), 0) as response:
            async for chunk in response.aiter_bytes():
                stream.write(chunk[: file.size - stream.tell()])
                if stream.tell() < min(look_at, file.size):
                    continue
                stream.flush()
                os.truncate(path, file.size)
                look_at *= 2
                try:
                    read(path)
                except LuthierError:
                    if stream.tell() >= min(_MOST, file.size):
                        raise
                else:
                    return
    read(path)
