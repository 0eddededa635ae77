"""What the hub says about a repository: its files with sizes and checksums, at one commit."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal
from urllib.parse import quote

import msgspec

from core.advice.model_files import NAMED_TEMPLATES
from core.base.errors import LuthierError
from core.gguf import downloads
from core.gguf.part_names import (
    all_parts,
    encoders_of,
    finest_encoder,
    first_part,
    is_encoder,
    models_among,
)
from core.hub.client import HubClient, bad_response

_SMALL = ("*.json", "*.jinja", "*.model", "merges.txt", "README.md", "LICENSE*")  # beside the weights
_LONGEST_LINE = 200  # letters of a licence's name or address
_HASH = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")


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
    """The model card's front matter, which names a licence that the hub does not list."""

    license_name: Any = None
    license_link: Any = None


class ModelInfo(msgspec.Struct):
    """Fields of /api/models/… that are used here."""

    id: str
    sha: str | None = None
    siblings: list[_Sibling] = []
    gated: bool | str = False  # else how access is given: auto, manual
    downloads: int = 0
    likes: int = 0
    tags: list[str] = []
    gguf: _Weights | None = None
    safetensors: _Weights | None = None
    config: _Config | None = None
    card: _Card | None = msgspec.field(name="cardData", default=None)

    @property
    def licence(self) -> str:
        """The licence as the page shows it; "" if it names none."""
        listed = next((tag.removeprefix("license:") for tag in self.tags if tag.startswith("license:")), "")
        return (_plain(self.card.license_name) if listed == "other" and self.card else "") or listed

    @property
    def licence_link(self) -> str:
        return _plain(self.card.license_link) if self.card else ""


def _plain(value: Any) -> str:
    """A line of somebody's front matter."""
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
    """A repository at one commit, so that what is listed is what is downloaded."""

    id: str
    commit: str
    files: list[RemoteFile]
    info: ModelInfo

    def path_of(self, file: RemoteFile) -> str:
        """Return a file's path on the endpoint."""
        return f"/{self.id}/resolve/{self.commit}/{quote(file.name)}"


async def look_up(client: HubClient, repo: str, revision: str = "main") -> Repository:
    """Ask for a repository's files. Those that no system should make a file of are left out.

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
    """The safetensors weights of one checkpoint, without others that lie beside it; [] where there is none."""
    top = [file for file in files if "/" not in file.name]
    weights = [file for file in top if file.name.endswith(".safetensors")]
    usual = [file for file in weights if file.name.startswith("model")]  # not consolidated.… or an adapter
    return (usual or weights) if any(file.name == "config.json" for file in top) else []


def gguf_models(files: list[RemoteFile]) -> dict[str, int]:
    """GGUF files that hold a language model, and their bytes; of a split model the first file, and the bytes of all."""
    sizes = {file.name: file.size for file in files if file.name.endswith(".gguf") and not is_encoder(file.name)}
    totals: Counter[PurePosixPath] = Counter()
    for name, size in sizes.items():
        totals[first_part(PurePosixPath(name))] += size
    return {name: totals[first_part(PurePosixPath(name))] for name in models_among(sizes)}


def _parts(name: str) -> list[str]:
    """The names of the files that a split model is in; a whole file's own."""
    return [path.as_posix() for path in all_parts(PurePosixPath(name))]


def choose_files(repository: Repository, wanted: list[str]) -> list[RemoteFile]:
    """The files to download: those wanted, or what training needs.

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
    if "*" not in wanted and not is_encoder(wanted):  # F16 may be the type of nothing but what reads pictures
        names = [name for name in names if not is_encoder(name)]
    if not names:
        known = ", ".join(file.name for file in repository.files[:30])
        raise LuthierError("hub.no-file", f"{repository.id} has no file {wanted}.", f"It has: {known}.")
    if "*" not in wanted:
        models = models_among(names)
        if len(models) > 1:
            raise downloads.which_file(repository.id, models)
        names = _parts(models[0])  # one of them alone is of no use
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
    """What reads pictures or sound for a model that is chosen: where an export looks for it, in its folder, or else at
    the top for all folders.
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
