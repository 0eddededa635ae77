"""Whether the models that are recommended to start with are still on the hub as the list has them."""

from __future__ import annotations

from core import protocol as p
from core.advice.picks import Pick, starter_picks
from core.base import settings
from core.base.errors import LuthierError
from core.engine.model.architectures import ARCHITECTURES
from core.hub import polling
from core.hub.client import HubClient, TransientError
from core.hub.repository import look_up
from core.jobs.context import JobContext, Outcome

_ALIKE = 0.02  # by how much a size may differ: a file that was made anew


def check_picks(_job: p.CheckPicksJob, context: JobContext) -> Outcome[p.CheckPicksResult]:
    """Raises LuthierError `hub.*` where the hub cannot be asked at all."""
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
    """What is no longer so; "" where all is."""
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
