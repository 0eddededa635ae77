"""What is known of the model that was trained: its name, where it comes from, under which licence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from core.hub.licences import is_hub_name
from core.hub.model_card import card_value
from core.hub.ollama import PREFIX, find_ollama
from core.shared import downloads, settings
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header

_HUB_ADDRESS = re.compile(r"https?://(?:www\.)?(?:huggingface\.co|hf\.co)/([^/?#]+/[^/?#]+)/?")
_ADDRESSES = ("general.repo_url", "general.source.repo_url", "general.source.url", "general.url")
_CACHED = re.compile(r"models--([^/\\]+?)--([^/\\]+)")  # a repository's folder in huggingface_hub's cache


@dataclass(frozen=True)
class Base:
    """repo: owner/name on the hub, "" where it is not known. licence: as it was found; "" where nothing names one.

    link: to its text.
    """

    name: str
    repo: str = ""
    licence: str = ""
    link: str = ""

    @property
    def hub_licence(self) -> str:
        """As the hub's front matter has it: one of its names, `other`, or "" where nothing is known."""
        name = self.licence.lower()
        return name if is_hub_name(name) else "other" if self.licence else ""


def describe_base(model: str, header: Header) -> Base:
    """model: what the run was told to train. header: of the GGUF file that came of it."""
    if model.startswith(PREFIX):
        return Base(model, "", header.text("general.license") or _ollamas_licence(model))
    repo = _repository(model) or _in_header(header)
    name = repo or header.text("general.name") or Path(model).stem
    licence, link = _licence_in_header(header)
    if not licence:
        licence, link = _licence_beside(Path(model).expanduser() if Path(model).exists() else header.path)
    return Base(name, repo, licence, link)


def _repository(model: str) -> str:
    """Told by where the model lies, or by its name."""
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


def _in_header(header: Header) -> str:
    named = header.text("general.source.huggingface.repository") or ""
    found = (_HUB_ADDRESS.fullmatch(header.text(key) or "") for key in _ADDRESSES)
    return _checked(named) or next((_checked(match[1]) for match in found if match), "")


def _checked(repo: str) -> str:
    reference = downloads.parse(repo)
    return reference.repo if reference and not reference.file else ""


def _licence_in_header(header: Header) -> tuple[str, str]:
    name, other = header.text("general.license") or "", header.text("general.license.name") or ""
    return (other if other and name in ("", "other") else name), header.text("general.license.link") or ""


def _licence_beside(path: Path) -> tuple[str, str]:
    """What a model card in its folder says."""
    card = (path if path.is_dir() else path.parent) / "README.md"
    name, other = card_value(card, "license"), card_value(card, "license_name")
    return (other if other and name == "other" else name), card_value(card, "license_link")


def _ollamas_licence(model: str) -> str:
    try:
        return find_ollama(model).licence
    except LuthierError:  # it has gone since
        return ""
