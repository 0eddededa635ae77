"""Finds models that other programs, or Luthier itself, already have on this disk. They are used in place.

Looks only at names and folders; opens and writes no file.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from core.base import paths, settings
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.systems.places import cache_folder, data_folder
from core.gguf.model_files import models_below, newest_snapshot
from core.hub.ollama import PREFIX, ollama_folders, ollama_models

_COPY = re.compile(r"(?P<of>[^/]+)-(?P<how>f16|joined)-[0-9a-f]{12}\.gguf")  # the names of core/convert/resolve.py
_PERSONS_DEPTH = 2
_XDG_FOLDER = re.compile(r'^XDG_(\w+)_DIR="([^"]+)"', re.MULTILINE)
_HOW = {"f16": tr("converted copy"), "joined": tr("joined copy")}


@dataclass(frozen=True)
class FoundModel:
    """A model on this disk. name: in its program. source: the program. path: a GGUF file, or a folder with safetensors.

    model: the argument for `--model`. licence: as far as the program knows it. error: why it cannot be opened.
    """

    name: str
    source: str
    path: Path
    model: str
    licence: str = ""
    error: LuthierError | None = None


def find_local() -> Iterator[FoundModel]:
    """Yield every model on this disk, program by program, then in the user's own folders. Each file appears once,
    except Ollama's, which appear under each of their names.
    """
    seen: set[tuple[str, str]] = set()
    for source, folders, look in _SOURCES:
        for folder in folders():
            try:
                for found in look(source, folder):
                    real = (os.path.realpath(found.path), found.name if source == "Ollama" else "")
                    if real not in seen:
                        seen.add(real)
                        yield found
            except OSError as error:
                yield _unreadable(source or folder.name, folder, error)


def looked_in() -> list[tuple[str, Path]]:
    """Return the folders that `find_local` searches, each with its program."""
    return [(source or folder.name, folder) for source, folders, _look in _SOURCES for folder in folders()]


def _unreadable(source: str, folder: Path, error: OSError) -> FoundModel:
    unreadable = LuthierError(
        "models.unreadable-folder",
        f"{folder} cannot be listed: {error.strerror or error}.",
        "Change its permissions, or run Luthier as a user who may read it.",
    )
    return FoundModel(folder.name, source, folder, str(folder), error=unreadable)


def _in_ollama(source: str, folder: Path) -> Iterator[FoundModel]:
    for model in ollama_models(folder):
        yield FoundModel(model.name, source, model.blob, PREFIX + model.name, model.licence, model.error)


def _in_tree(source: str, folder: Path) -> Iterator[FoundModel]:
    """Yield models named by their path: owner/repository/file."""
    for path in models_below(folder):
        yield FoundModel(path.relative_to(folder).as_posix(), source, path, str(path))


def _in_a_persons_folder(_source: str, folder: Path) -> Iterator[FoundModel]:
    """Yield models from a few levels of a folder of the user, which may hold anything, and much of it."""
    for path in models_below(folder, depth=_PERSONS_DEPTH):
        yield FoundModel(path.relative_to(folder).as_posix(), folder.name, path, str(path))


def _in_luthier(source: str, folder: Path) -> Iterator[FoundModel]:
    """Yield downloads by owner and repository, then the copies made of them, which lie above these."""
    for found in sorted(_in_tree(source, folder), key=lambda found: found.path.parent == folder):
        copy = _COPY.fullmatch(found.name)
        yield replace(found, name=f"{copy['of']} ({_HOW[copy['how']]})") if copy else found


def _in_hub_cache(source: str, folder: Path) -> Iterator[FoundModel]:
    """Yield models in models--<owner>--<name>/snapshots/<commit>/…, links into its blobs; refs/main names the current
    commit.
    """
    for repository in sorted(folder.glob("models--*")):
        snapshot = newest_snapshot(repository)
        if snapshot is None:
            continue
        repo = repository.name.removeprefix("models--").replace("--", "/")
        for path in models_below(snapshot):
            inside = path.relative_to(snapshot).as_posix()
            yield FoundModel(repo if inside == "." else f"{repo}/{inside}", source, path, str(path))


def lm_studio_folders() -> list[Path]:
    """Return the folders chosen in LM Studio's settings, then its default ones. They may not exist."""
    homes = [Path.home() / ".lmstudio", Path.home() / ".cache" / "lm-studio"]
    pointer = Path.home() / ".lmstudio-home-pointer"
    if pointer.is_file():
        homes.insert(0, Path(pointer.read_text(errors="replace").strip()))
    chosen = [_downloads_folder(home / "settings.json") for home in homes]
    usual = [home / "models" for home in homes if home.is_dir()]
    return [*(folder for folder in chosen if folder), *usual]


def _downloads_folder(settings: Path) -> Path | None:
    try:
        folder = json.loads(settings.read_bytes())["downloadsFolder"]
        return Path(folder) if folder else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None  # not installed, or a version that keeps it elsewhere


def _hub_cache_folders() -> list[Path]:
    """Find the cache like huggingface_hub: the most specific variable wins."""
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    home = os.environ.get("HF_HOME") or f"{cache}/huggingface"
    chosen = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE") or f"{home}/hub"
    return _existing([Path(os.path.expandvars(chosen)).expanduser()])


def _llama_cpp_folders() -> list[Path]:
    chosen = os.environ.get("LLAMA_CACHE")
    if chosen:
        return _existing([Path(chosen).expanduser()])
    return _existing([cache_folder("llama.cpp")])


def _jan_folders() -> list[Path]:
    """Return the folders of Jan since 0.6, and of earlier versions."""
    data = data_folder("Jan", roaming=True) / "data"
    return _existing([data / "llamacpp" / "models", data / "models", Path.home() / "jan" / "models"])


def _gpt4all_folders() -> list[Path]:
    return _existing([data_folder("nomic.ai") / "GPT4All"])


def _persons_folders() -> list[Path]:
    """Return the folders for downloads, the desktop and documents. On Linux, the desktop's configuration has their
    names, which are in the user's language.
    """
    home = Path.home()
    named = dict(_XDG_FOLDER.findall(_text_of(_xdg_config() / "user-dirs.dirs")))
    usual = {"DOWNLOAD": home / "Downloads", "DESKTOP": home / "Desktop", "DOCUMENTS": home / "Documents"}
    chosen = [Path(named[key].replace("$HOME", str(home))) if key in named else path for key, path in usual.items()]
    # A desktop without such a folder names the home folder.
    return _existing([folder for folder in chosen if folder != home])


def _xdg_config() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser()


def _text_of(file: Path) -> str:
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""


def _luthier_folders() -> list[Path]:
    return _existing([paths.models_dir(), settings.load().downloads])


def _existing(folders: list[Path]) -> list[Path]:
    return [folder for folder in dict.fromkeys(folders) if folder.is_dir()]


_Look = Callable[[str, Path], Iterator[FoundModel]]
_SOURCES: tuple[tuple[str, Callable[[], list[Path]], _Look], ...] = (
    ("Luthier", _luthier_folders, _in_luthier),
    ("Ollama", ollama_folders, _in_ollama),
    ("LM Studio", lambda: _existing(lm_studio_folders()), _in_tree),
    ("Hugging Face", _hub_cache_folders, _in_hub_cache),
    ("llama.cpp", _llama_cpp_folders, _in_tree),
    ("Jan", _jan_folders, _in_tree),
    ("GPT4All", _gpt4all_folders, _in_tree),
    ("", _persons_folders, _in_a_persons_folder),
)
