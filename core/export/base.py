"""Facts about the base model: its name, its origin and its licence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.base import settings
from core.base.errors import LuthierError
from core.gguf import downloads
from core.gguf.header import Header
from core.hub.model_card import is_hub_name, licence_beside
from core.hub.ollama import PREFIX, find_ollama

_HUB_ADDRESS = re.compile(r"https?://(?:www\.)?(?:huggingface\.co|hf\.co)/([^/?#]+/[^/?#]+)/?")
_SOURCES = ("general.source.huggingface.repository", "general.source.repo_url")  # the origin of a converted file
_ADDRESSES = (_SOURCES[0], "general.repo_url", _SOURCES[1], "general.source.url", "general.url")
_CACHED = re.compile(r"models--([^/\\]+?)--([^/\\]+)")  # a repository's folder in huggingface_hub's cache
_LICENCE_FILES = ("LICENSE", "LICENSE.txt", "LICENSE.md")
_LARGEST = 256 << 10  # the most bytes of a file that are read


@dataclass(frozen=True)
class Base:
    """Facts about the base model. repo: owner/name on the hub of the trained model, "" if unknown.

    checkpoint: the same for the checkpoint that Transformers loads, from which a GGUF file was made. licence: as found;
    "" if nothing names one. link: to its text. folder: of a checkpoint, with its makers' other files.
    """

    name: str
    repo: str = ""
    checkpoint: str = ""
    licence: str = ""
    link: str = ""
    folder: Path | None = None

    @property
    def hub_licence(self) -> str:
        """Return the licence for the hub's front matter: one of its names, `other`, or "" if unknown."""
        name = self.licence.lower()
        return name if is_hub_name(name) else "other" if self.licence else ""


def describe_base(model: str, header: Header) -> Base:
    """Return the facts of a base model. model: the run's own name for it. header: of its GGUF file."""
    licence, link = _licence_in_header(header)
    if model.startswith(PREFIX):
        return Base(model, licence=licence or _ollamas_licence(model), link=link)
    path = place_of(model)
    repo = _repository(model) or _in_header(header, _ADDRESSES)
    name = repo or header.text("general.name") or Path(model).stem
    folder = path if path and path.is_dir() else None
    checkpoint = _in_header(header, _SOURCES) or (_repository(model) if folder else "")
    if not licence:
        licence, link = licence_beside(path or header.path)
    return Base(name, repo, checkpoint, licence, link, folder)


def licence_texts(base: Base) -> list[str]:
    """Return the licence's text, if a checkpoint has it; else its name, and its address if known."""
    if base.folder:
        for name in _LICENCE_FILES:
            if text := beginning_of(base.folder / name).strip():
                return [text]
    return ["\n".join(part for part in (base.licence, base.link) if part)] if base.licence else []


def beginning_of(file: Path) -> str:
    """Return a file's text, up to a length that no handwritten file exceeds; "" if it cannot be read."""
    try:
        with file.open("rb") as stream:
            return stream.read(_LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""


def place_of(model: str) -> Path | None:
    """Return the file or folder that `model` names; None if it no longer exists."""
    path, reference = Path(model).expanduser(), downloads.parse(model)
    if path.exists() or reference is None:
        return path if path.exists() else None
    try:
        return downloads.find(reference)
    except LuthierError:
        return None


def _repository(model: str) -> str:
    """Return the repository, from the model's path or name."""
    path = Path(model).expanduser()
    if not path.exists():
        reference = downloads.parse(model)
        return reference.repo if reference else ""
    if cached := _CACHED.search(str(path.absolute())):
        return _checked(f"{cached[1]}/{cached[2]}")
    folder = settings.load().downloads.expanduser().resolve()
    inside = path.resolve()
    if folder not in inside.parents or len(inside.relative_to(folder).parts) < 2:
        return ""
    owner, name, *file = inside.relative_to(folder).parts
    return _checked(f"{owner}/{name}") if file or path.is_dir() else ""


def _in_header(header: Header, keys: Sequence[str]) -> str:
    found = (_named(header.text(key) or "") for key in keys)
    return next(filter(None, found), "")


def _named(text: str) -> str:
    """Return the name on the hub from a page's address, or from a name itself, validated."""
    page = _HUB_ADDRESS.fullmatch(text)
    return _checked(page[1] if page else text)


def _checked(repo: str) -> str:
    reference = downloads.parse(repo)
    return reference.repo if reference and not reference.file else ""


def _licence_in_header(header: Header) -> tuple[str, str]:
    name, other = header.text("general.license") or "", header.text("general.license.name") or ""
    return (other if other and name in ("", "other") else name), header.text("general.license.link") or ""


def _ollamas_licence(model: str) -> str:
    try:
        return find_ollama(model).licence
    except LuthierError:  # the file no longer exists
        return ""
