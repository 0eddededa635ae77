"""Queries the hub about repositories: which can be trained, and their files at one commit, with checksums."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal
from urllib.parse import quote

import msgspec

from core.base.errors import LuthierError
from core.gguf import downloads
from core.gguf.model_files import NAMED_TEMPLATES
from core.gguf.part_names import (
    all_parts,
    encoders_of,
    finest_encoder,
    first_part,
    is_encoder,
    models_among,
)
from core.hub.client import HubClient, TransientError, bad_response
from core.hub.model_card import card_summary
from core.memory.estimate import enough_for, rough_need
from core.protocol import HubFile, HubModel, SearchJob

_SMALL = ("*.json", "*.jinja", "*.model", "merges.txt", "README.md", "LICENSE*")  # besides the weights
_LONGEST_LINE = 200  # letters of a licence's name or address
_HASH = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")

CANDIDATES = 4  # repositories examined per wanted one, if filters exclude some
REPOSITORIES_AT_ONCE = 6
CARD_BYTES = 64 << 10
QUANTIZED_SHARE = 0.3  # size of a 16-bit checkpoint as Q4_K_M: 4.8 of 16 bits a weight


class _Lfs(msgspec.Struct):
    sha256: str
    size: int


class _Sibling(msgspec.Struct, rename="camel"):
    rfilename: str
    size: int | None = None
    blob_id: str | None = None
    lfs: _Lfs | None = None


class _Weights(msgspec.Struct):
    total: int | None = None  # parameters
    architecture: str | None = None


class _Config(msgspec.Struct):
    architectures: list[str] | None = None


class _Card(msgspec.Struct):
    """The model card's front matter, for a licence that the hub does not list."""

    license_name: Any = None
    license_link: Any = None


class ModelInfo(msgspec.Struct):
    """Fields of /api/models/… that are used."""

    id: str
    sha: str | None = None
    siblings: list[_Sibling] = []
    gated: bool | str = False  # else how access is granted: auto, manual
    downloads: int = 0
    likes: int = 0
    tags: list[str] = []
    gguf: _Weights | None = None
    safetensors: _Weights | None = None
    config: _Config | None = None
    card: _Card | None = msgspec.field(name="cardData", default=None)

    @property
    def licence(self) -> str:
        """Return the licence as the hub's page shows it; "" if it shows none."""
        listed = next((tag.removeprefix("license:") for tag in self.tags if tag.startswith("license:")), "")
        return (_plain(self.card.license_name) if listed == "other" and self.card else "") or listed

    @property
    def licence_link(self) -> str:
        return _plain(self.card.license_link) if self.card else ""


def _plain(value: Any) -> str:
    """Return a value from the front matter if it is a short line, else ""."""
    return value if isinstance(value, str) and value.isprintable() and len(value) <= _LONGEST_LINE else ""


@dataclass(frozen=True)
class RemoteFile:
    """A file at a commit. size: bytes. digest: hexadecimal; git-sha1 is that of git's blob object."""

    name: str
    size: int
    algorithm: Literal["sha256", "git-sha1"]
    digest: str


@dataclass(frozen=True)
class Repository:
    """A repository at one commit, so that the download matches the list."""

    id: str
    commit: str
    files: list[RemoteFile]
    info: ModelInfo

    def path_of(self, file: RemoteFile) -> str:
        """Return a file's path on the endpoint."""
        return f"/{self.id}/resolve/{self.commit}/{quote(file.name)}"


async def look_up(client: HubClient, repo: str, revision: str = "main") -> Repository:
    """Query a repository's files, without those whose names are unsafe on some system.

    Raises LuthierError `hub.*`.
    """
    path = f"/api/models/{repo}" + ("" if revision == "main" else f"/revision/{quote(revision, safe='')}")
    info = await client.get_json(ModelInfo, path, {"blobs": True})
    reference = downloads.parse(info.id)
    if reference is None or not _HASH.fullmatch(info.sha or ""):
        raise bad_response(client.endpoint)
    files = [file for sibling in info.siblings if (file := _file(sibling))]
    return Repository(reference.repo, info.sha or "", files, info)


def _file(sibling: _Sibling) -> RemoteFile | None:
    size = sibling.lfs.size if sibling.lfs else sibling.size
    digest = (sibling.lfs.sha256 if sibling.lfs else sibling.blob_id) or ""
    if not downloads.safe_name(sibling.rfilename) or not _HASH.fullmatch(digest) or size is None or size < 0:
        return None
    return RemoteFile(sibling.rfilename, size, "sha256" if len(digest) == 64 else "git-sha1", digest)


def checkpoint_files(files: list[RemoteFile]) -> list[RemoteFile]:
    """Return the safetensors weights of one checkpoint, without others beside them; [] without weights."""
    top = [file for file in files if "/" not in file.name]
    weights = [file for file in top if file.name.endswith(".safetensors")]
    usual = [file for file in weights if file.name.startswith("model")]  # not consolidated.… or an adapter
    return (usual or weights) if any(file.name == "config.json" for file in top) else []


def gguf_models(files: list[RemoteFile]) -> dict[str, int]:
    """Return the GGUF files with a language model, and their bytes; for a split model, its first file and the bytes of
    all.
    """
    sizes = {file.name: file.size for file in files if file.name.endswith(".gguf") and not is_encoder(file.name)}
    totals: Counter[PurePosixPath] = Counter()
    for name, size in sizes.items():
        totals[first_part(PurePosixPath(name))] += size
    return {name: totals[first_part(PurePosixPath(name))] for name in models_among(sizes)}


def _parts(name: str) -> list[str]:
    """Return the names of a split model's files, or a whole file's own."""
    return [path.as_posix() for path in all_parts(PurePosixPath(name))]


def choose_files(repository: Repository, wanted: list[str]) -> list[RemoteFile]:
    """Return the files to download: the wanted ones, or those that training needs.

    Raises LuthierError `hub.no-file`, `hub.no-weights` or `model.which-file`.
    """
    chosen: dict[str, RemoteFile] = {}
    for text in wanted or [""]:
        chosen |= {file.name: file for file in (_named_files(repository, text) if text else _default_files(repository))}
    if len({name.casefold() for name in chosen}) < len(chosen):
        raise LuthierError(
            "hub.unsafe-names", f"{repository.id} has files whose names differ in capitals only.", "Name one of them."
        )
    return list(chosen.values())


def _named_files(repository: Repository, wanted: str) -> list[RemoteFile]:
    names = downloads.matching([file.name for file in repository.files], wanted)
    if "*" not in wanted and not is_encoder(wanted):  # F16 may be the type of the image encoder alone
        names = [name for name in names if not is_encoder(name)]
    if not names:
        known = ", ".join(file.name for file in repository.files[:30])
        raise LuthierError("hub.no-file", f"{repository.id} has no file {wanted}.", f"It has: {known}.")
    if "*" not in wanted:
        models = models_among(names)
        if len(models) > 1:
            raise downloads.which_file(repository.id, models)
        names = _parts(models[0])  # one part alone is useless
        names += _encoder_for(repository, names)
    return [file for file in repository.files if file.name in names]


def _default_files(repository: Repository) -> list[RemoteFile]:
    if weights := checkpoint_files(repository.files):
        small = [file for file in repository.files if _is_small(file.name)]
        return [*weights, *small]
    models = list(gguf_models(repository.files))
    if len(models) > 1:
        raise downloads.which_file(repository.id, models)
    if not models:
        raise LuthierError(
            "hub.no-weights",
            f"{repository.id} has no GGUF file, and no config.json with safetensors.",
            "Luthier trains models in one of these forms. Often another repository has the same model in one.",
        )
    names = _parts(models[0])
    names += _encoder_for(repository, names)
    return [file for file in repository.files if file.name in names]


def _encoder_for(repository: Repository, names: list[str]) -> list[str]:
    """Return a chosen model's image or sound encoder: from its own folder, where an export looks for it, or else from
    the top folder, which serves all.
    """
    if not names[0].endswith(".gguf") or any(map(is_encoder, names)):
        return []
    here, top = PurePosixPath(names[0]).parent, PurePosixPath()
    for folder in dict.fromkeys((here, top)):
        beside = [file.name for file in repository.files if PurePosixPath(file.name).parent == folder]
        encoders = [name for name in beside if name.endswith(".gguf") and is_encoder(name)]
        known = gguf_models(repository.files)
        models = [name for name in known if folder != here or PurePosixPath(name).parent == here]
        if fitting := encoders_of(names[0], encoders, models):
            return [finest_encoder(fitting)]
    return []


def _is_small(name: str) -> bool:
    path = PurePosixPath(name)
    is_named_template = path.parent.as_posix() == NAMED_TEMPLATES and path.suffix == ".jinja"
    return is_named_template or ("/" not in name and any(path.match(pattern) for pattern in _SMALL))


class _Listed(msgspec.Struct):
    id: str


async def search_models(
    client: HubClient, wanted: SearchJob, memory: int, trains: Callable[[str], bool]
) -> AsyncIterator[HubModel]:
    """Yield models, most downloaded first. memory: bytes of this machine. trains: returns whether an architecture can
    be trained.

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
    """Return a model's description; None for repositories without weights, and those deleted since."""
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
    except LuthierError:  # a gated model's card may be closed, too
        return ""


def _describe(repository: Repository, memory: int, trains: Callable[[str], bool]) -> HubModel | None:
    """Describe a model without its card; None if it has no weights that Luthier reads."""
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
