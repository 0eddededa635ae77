"""Find models on the hub that can be trained here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import msgspec

from core.advice.estimate import enough_for, rough_need
from core.base.errors import LuthierError
from core.gguf import downloads
from core.gguf.part_names import models_among
from core.hub.client import HubClient, TransientError
from core.hub.model_card import card_summary
from core.hub.repository import ModelInfo, Repository, checkpoint_files, gguf_models, look_up
from core.protocol import HubFile, HubModel, SearchJob

CANDIDATES = 4  # times as many repositories are looked at as are wanted, when filters leave some out
REPOSITORIES_AT_ONCE = 6  # repositories
CARD_BYTES = 64 << 10
QUANTIZED_SHARE = 0.3  # size of a 16-bit checkpoint as Q4_K_M: 4.8 of 16 bits a weight


class _Listed(msgspec.Struct):
    id: str


async def search_models(
    client: HubClient, wanted: SearchJob, memory: int, trains: Callable[[str], bool]
) -> AsyncIterator[HubModel]:
    """Models, most downloaded first. memory: bytes of this machine. trains: whether an architecture can be trained.

    Raises LuthierError `hub.*`.
    """
    slots, found = asyncio.Semaphore(REPOSITORIES_AT_ONCE), 0
    listed = await _listed(client, wanted)
    tasks = [asyncio.create_task(_look_at(client, repo, memory, trains, slots)) for repo in listed]
    try:
        for task in tasks:
            model = await task
            if model is not None and _is_wanted(model, wanted):
                yield model
                found += 1
            if found == wanted.limit:
                break
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _listed(client: HubClient, wanted: SearchJob) -> list[str]:
    filters = [wanted.format] if wanted.format else []
    filters += [f"license:{wanted.licence}"] if wanted.licence else []
    is_filtered = wanted.max_bytes or wanted.fits
    count = min(100, wanted.limit * (CANDIDATES if is_filtered else 1))
    params = {"search": wanted.words, "filter": filters, "sort": "downloads", "limit": count}
    listed = await client.get_json(list[_Listed], "/api/models", params)
    return [model.id for model in listed[:count] if downloads.parse(model.id)]


async def _look_at(
    client: HubClient, repo: str, memory: int, trains: Callable[[str], bool], slots: asyncio.Semaphore
) -> HubModel | None:
    """None for repositories without weights, and those that went away since they were listed."""
    async with slots:
        try:
            repository = await look_up(client, repo)
        except TransientError:
            raise
        except LuthierError:
            return None
        model = _describe(repository, memory, trains)
        if model is not None:
            model.summary = await _summary(client, repository)
            model.page = f"{client.endpoint}/{repository.id}"
        return model


async def _summary(client: HubClient, repository: Repository) -> str:
    card = next((file for file in repository.files if file.name == "README.md"), None)
    if card is None:
        return ""
    try:
        return card_summary(await client.get_text(repository.path_of(card), CARD_BYTES))
    except LuthierError:  # of a gated model even the card may be closed
        return ""


def _describe(repository: Repository, memory: int, trains: Callable[[str], bool]) -> HubModel | None:
    """What is known without the card; None without weights that Luthier reads."""
    sizes, weights, info = gguf_models(repository.files), checkpoint_files(repository.files), repository.info
    if not sizes and not weights:
        return None
    whole = sum(file.size for file in weights)
    shown = models_among(file.name for file in repository.files)
    needs = {name: rough_need(size) for name, size in sizes.items()}
    need = min([*needs.values(), *([rough_need(int(QUANTIZED_SHARE * whole))] if weights else [])])
    architecture = _architecture(info)
    return HubModel(
        id=repository.id,
        kinds=["gguf"] * bool(sizes) + ["safetensors"] * bool(weights),
        files=[
            HubFile(
                name=file.name,
                bytes=sizes.get(file.name, file.size),
                need=needs.get(file.name, 0),
                fits=file.name in needs and enough_for(needs[file.name], memory),
            )
            for file in repository.files
            if file.name in shown
        ],
        bytes=whole or min(sizes.values()),
        need=need,
        fits=enough_for(need, memory),
        gated=bool(info.gated),
        licence=info.licence,
        downloads=info.downloads,
        likes=info.likes,
        architecture=architecture,
        trains=trains(architecture),
        parameters=next((part.total for part in (info.safetensors, info.gguf) if part and part.total), 0),
    )


def _architecture(info: ModelInfo) -> str:
    if info.gguf and info.gguf.architecture:
        return info.gguf.architecture
    return next(iter((info.config.architectures if info.config else None) or []), "")


def _is_wanted(model: HubModel, wanted: SearchJob) -> bool:
    smallest = min([model.bytes, *(file.bytes for file in model.files if file.need)])
    return (
        (not wanted.format or wanted.format in model.kinds)
        and (not wanted.max_bytes or smallest <= wanted.max_bytes)
        and (not wanted.fits or (model.fits and model.trains))
    )
