"""What a GGUF file on the hub is, before it is downloaded: the same that is said of it once it is on this disk.

Its header comes alone, some megabytes; a hole as large as the weights lies behind it, so it is read as any file is.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from core.engine.kernels.beside_ggml import load
from core.hub import polling
from core.hub.client import HubClient
from core.hub.local_models import FoundModel
from core.hub.repository import RemoteFile, Repository, look_up
from core.jobs.context import JobContext, Outcome
from core.jobs.local_models import describe
from core.shared import protocol as p
from core.shared import settings
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError
from core.shared.gguf.header import read_header
from core.shared.memory_budget import memory_budget

_FIRST, _MOST = 1 << 20, 128 << 20  # bytes that are asked for before it is looked at, and at most


def peek(job: p.PeekJob, context: JobContext) -> Outcome[p.PeekResult]:
    """Raises LuthierError `hub.*`, `model.unreadable`."""
    context.phase("peek", f"Looking into {job.file}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(job.file).name
        licence = polling.run(polling.polled(_fetched(job, path), context.control.raise_if_cancelled))
        config = TrainConfig()
        budget = memory_budget(config)
        found = FoundModel(job.file, "Hugging Face", path, f"{job.repo}:{job.file}", licence)
        model = describe(found, load(), config, budget)
    return "done", p.PeekResult(model=model, budget_bytes=budget)


async def _fetched(job: p.PeekJob, path: Path) -> str:
    """Write the file's header and the hole; the licence that the repository names."""
    async with HubClient(settings.load()) as client:
        repository = await look_up(client, job.repo)
        file = next((file for file in repository.files if file.name == job.file), None)
        if file is None:
            raise LuthierError("hub.no-file", f"{job.repo} has no file {job.file}.", "Look at its files again.")
        await _header(client, repository, file, path)
    tags = (tag.removeprefix("license:") for tag in repository.info.tags if tag.startswith("license:"))
    return next(tags, "")


async def _header(client: HubClient, repository: Repository, file: RemoteFile, path: Path) -> None:
    """As much as makes it readable. A header that is not whole yet ends in zeros, which no tensor is called."""
    look_at = _FIRST
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
                    read_header(path)
                except LuthierError:
                    if stream.tell() >= min(_MOST, file.size):
                        raise
                else:
                    return
    read_header(path)
