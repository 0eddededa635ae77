"""Searches models on the hub, checks the recommended ones, and stores the token for gated and private ones."""

from __future__ import annotations

from core import protocol as p
from core.advice.picks import Pick, starter_picks
from core.base import settings
from core.base.errors import LuthierError
from core.families.table import ARCHITECTURES, FAMILIES
from core.hub import access_token, polling
from core.hub.client import HubClient, TransientError, endpoint_of
from core.hub.repository import look_up, search_models
from core.jobs.context import JobContext, Outcome
from core.memory.monitor import system_memory

KINDS = ("", "gguf", "safetensors")

_ALIKE = 0.02  # relative difference of sizes to tolerate, as of a file that was made again


def search_hub(job: p.SearchJob, context: JobContext) -> Outcome[p.SearchResult]:
    """Search the hub for models. Raises LuthierError `hub.*`."""
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
    """Return whether Luthier trains an architecture, given by its name in GGUF files or in config.json."""
    return architecture in ARCHITECTURES or architecture in FAMILIES


def check_picks(_job: p.CheckPicksJob, context: JobContext) -> Outcome[p.CheckPicksResult]:
    """Check the recommended models on the hub. Raises LuthierError `hub.*` if the hub cannot be reached at all."""
    context.phase("search", "Asking the hub for the models to start with")
    return "done", polling.run(polling.polled(_asked(context), context.control.raise_if_cancelled))


async def _asked(context: JobContext) -> p.CheckPicksResult:
    picks, found = starter_picks(), []
    async with HubClient(settings.load()) as client:
        for done, pick in enumerate(picks):
            context.progress(done, len(picks), "models")
            found.append(p.CheckedPick(repo=pick.repo, file=pick.file, problem=await _problem(client, pick)))
    return p.CheckPicksResult(picks=found)


async def _problem(client: HubClient, pick: Pick) -> str:
    """Return how the model differs from its entry in the list; "" if it does not."""
    try:
        repository = await look_up(client, pick.repo)
    except TransientError:
        raise
    except LuthierError as error:
        return error.message
    info = repository.info
    file = next((file for file in repository.files if file.name == pick.file), None)
    licences = [tag.removeprefix("license:") for tag in info.tags if tag.startswith("license:")]
    architecture = info.gguf.architecture if info.gguf else None
    if file is None:
        return f"It has no file {pick.file} any more."
    if abs(file.size - pick.bytes) > _ALIKE * pick.bytes:
        return f"The file has {file.size:,} bytes now, and not {pick.bytes:,}."
    if info.gated:
        return "Its owner wants a licence accepted now."
    if licences and pick.licence not in licences:
        return f"Its licence is {', '.join(licences)} now, and not {pick.licence}."
    if architecture and architecture != pick.architecture:
        return f"Its architecture is {architecture}, and not {pick.architecture}."
    return "" if pick.architecture in ARCHITECTURES else f"Luthier does not train {pick.architecture}."


def keep_token(job: p.TokenJob, _context: JobContext) -> Outcome[p.TokenResult]:
    """Save an access token, or forget the saved one. Raises LuthierError `token.*`."""
    endpoint = endpoint_of(settings.load())
    if job.token:
        access_token.save(endpoint, job.token)
    else:
        access_token.forget(endpoint)
    return "done", p.TokenResult(endpoint=endpoint, saved=bool(job.token))
