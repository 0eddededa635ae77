"""Find models on the hub that can be trained here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import msgspec

from core.hub.card import summary
from core.hub.client import Hub
from core.hub.repository import Info, Repository, checkpoint, gguf_models, look_up
from core.hub.trouble import Passing
from core.shared import downloads
from core.shared.errors import LuthierError
from core.shared.estimate import enough_for, rough_need
from core.shared.gguf.part_names import models_among
from core.shared.protocol import HubFile, HubModel, SearchJob

CANDIDATES = 4  # times as many repositories are looked at as are wanted, when filters leave some out
AT_ONCE = 6  # repositories
CARD_BYTES = 64 << 10
QUANTIZED = 0.3  # size of a 16-bit checkpoint as Q4_K_M: 4.8 of 16 bits a weight


class _Listed(msgspec.Struct):
    id: str


async def search(hub: Hub, wanted: SearchJob, memory: int, trains: Callable[[str], bool]) -> AsyncIterator[HubModel]:
    """Models, most downloaded first. memory: bytes of this machine. trains: whether an architecture can be trained.

    Raises LuthierError `hub.*`.
    """
    places, found = asyncio.Semaphore(AT_ONCE), 0
    listed = await _listed(hub, wanted)
    looks = [asyncio.create_task(_look(hub, repo, memory, trains, places)) for repo in listed]
    try:
        for look in looks:
            model = await look
            if model is not None and _is_wanted(model, wanted):
                yield model
                found += 1
            if found == wanted.limit:
                break
    finally:
        for look in looks:
            look.cancel()
        await asyncio.gather(*looks, return_exceptions=True)


async def _listed(hub: Hub, wanted: SearchJob) -> list[str]:
    filters = [wanted.format] if wanted.format else []
    filters += [f"license:{wanted.licence}"] if wanted.licence else []
    is_filtered = wanted.max_bytes or wanted.fits
    count = min(100, wanted.limit * (CANDIDATES if is_filtered else 1))
    params = {"search": wanted.words, "filter": filters, "sort": "downloads", "limit": count}
    listed = await hub.ask(list[_Listed], "/api/models", params)
    return [model.id for model in listed[:count] if downloads.parse(model.id)]


async def _look(
    hub: Hub, repo: str, memory: int, trains: Callable[[str], bool], places: asyncio.Semaphore
) -> HubModel | None:
    """None for repositories without weights, and those that went away since they were listed."""
    async with places:
        try:
            repository = await look_up(hub, repo)
        except Passing:
            raise
        except LuthierError:
            return None
        model = describe(repository, memory, trains)
        if model is not None:
            model.summary = await _summary(hub, repository)
            model.page = f"{hub.endpoint}/{repository.id}"
        return model


async def _summary(hub: Hub, repository: Repository) -> str:
    card = next((file for file in repository.files if file.name == "README.md"), None)
    if card is None:
        return ""
    try:
        return summary(await hub.text(repository.path_of(card), CARD_BYTES))
    except LuthierError:  # of a gated model even the card may be closed
        return ""


def describe(repository: Repository, memory: int, trains: Callable[[str], bool]) -> HubModel | None:
    """What is known without the card; None without weights that Luthier reads."""
    sizes, weights, info = gguf_models(repository.files), checkpoint(repository.files), repository.info
    if not sizes and not weights:
        return None
    whole = sum(file.size for file in weights)
    shown = models_among(file.name for file in repository.files)
    needs = {name: rough_need(size) for name, size in sizes.items()}
    need = min([*needs.values(), *([rough_need(int(QUANTIZED * whole))] if weights else [])])
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
        licence=next((tag.removeprefix("license:") for tag in info.tags if tag.startswith("license:")), ""),
        downloads=info.downloads,
        likes=info.likes,
        architecture=architecture,
        trains=trains(architecture),
        parameters=next((part.total for part in (info.safetensors, info.gguf) if part and part.total), 0),
    )


def _architecture(info: Info) -> str:
    if info.gguf and info.gguf.architecture:
        return info.gguf.architecture
    return next(iter((info.config.architectures if info.config else None) or []), "")


def _is_wanted(model: HubModel, wanted: SearchJob) -> bool:
    smallest = min([model.bytes, *(file.bytes for file in model.files if file.need)])
    return (
        (not wanted.format or wanted.format in model.kinds)
        and (not wanted.max_bytes or smallest <= wanted.max_bytes)
        and (not wanted.fits or model.fits)
    )
