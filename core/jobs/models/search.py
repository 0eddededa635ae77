"""Search: models on the hub, and whether they can be trained here."""

from __future__ import annotations

from core import protocol as p
from core.advice.monitor import system_memory
from core.base import settings
from core.base.errors import LuthierError
from core.convert.families import FAMILIES
from core.engine.model.architectures import ARCHITECTURES
from core.hub import polling
from core.hub.client import HubClient
from core.hub.search import search_models
from core.jobs.context import JobContext, Outcome

KINDS = ("", "gguf", "safetensors")


def search_hub(job: p.SearchJob, context: JobContext) -> Outcome[p.SearchResult]:
    """Raises LuthierError `hub.*`."""
    if job.format not in KINDS:
        raise LuthierError("hub.unknown-format", f"'{job.format}' is not a format.", "Known: gguf, safetensors.")
    context.phase("search", f"Searching the hub for {job.words}")
    models = polling.run(polling.polled(_found(job, context), context.control.raise_if_cancelled))
    return "done", p.SearchResult(models=models)


async def _found(job: p.SearchJob, context: JobContext) -> list[p.HubModel]:
    models = []
    async with HubClient(settings.load()) as client:
        async for model in search_models(client, job, system_memory().total, _trains):
            context.emit(p.Found(model=model))
            models.append(model)
    return models


def _trains(architecture: str) -> bool:
    """Return whether an architecture trains, by its name in GGUF files or in config.json."""
    return architecture in ARCHITECTURES or architecture in FAMILIES
