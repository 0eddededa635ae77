"""The folders in which Luthier keeps its files, private to their owner: training data is private."""

from __future__ import annotations

import contextlib
import os
import re
from itertools import chain, count
from pathlib import Path

import platformdirs

from core.base.systems.disk import flush_folder

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
DEMO = RESOURCES / "demo"
GENERAL_TALK = RESOURCES / "general.jsonl"  # questions and answers in six languages, written for Luthier
EVERYDAY = RESOURCES / "everyday.jsonl"  # more of the same, not used for measurements
SAMPLE_MODEL = DEMO / "storyteller-6m"

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)", re.IGNORECASE)

PRIVATE = 0o700


def home() -> Path:
    """Return the folder for runs and converted models: $LUTHIER_HOME, or the platform's data folder."""
    override = os.environ.get("LUTHIER_HOME")
    return Path(override).expanduser() if override else platformdirs.user_data_path("luthier", appauthor=False)


def config_dir() -> Path:
    """Return the folder for settings: $LUTHIER_HOME, or the platform's folder for them."""
    override = os.environ.get("LUTHIER_HOME")
    return Path(override).expanduser() if override else platformdirs.user_config_path("luthier", appauthor=False)


def make_home() -> None:
    """Make the folders for data, settings and cache; new ones are private to their owner.

    Failures are reported later, by the code that writes to the folder.
    """
    for folder in (home(), config_dir(), cache_dir()):
        with contextlib.suppress(OSError):
            make_private(folder)


def runs_dir() -> Path:
    """Return the folder of runs, one folder each."""
    return home() / "runs"


def models_dir() -> Path:
    """Return the folder of converted and quantized models, keyed by content; also for downloads, unless the settings
    name another.
    """
    return home() / "models"


def exports_dir() -> Path:
    """Return the folder of exports for other programs, unless another is chosen: among the user's documents, where
    people look for what they made. A profile that has one with its data keeps it.
    """
    own = home() / "exports"
    if os.environ.get("LUTHIER_HOME") or own.exists():
        return own
    return platformdirs.user_documents_path() / "Luthier"


def cache_dir() -> Path:
    """Return the folder of the cache: transposed weights, tokenized data."""
    return home() / "cache"


def logs_dir() -> Path:
    """Return the folder of logs and crash reports."""
    return home() / "logs"


def copies_dir() -> Path:
    """Return the folder of copies of frozen weights, which training maps into memory."""
    return cache_dir() / "copies"


def folder_beside(data: Path) -> Path:
    """Return the folder of a data file, for a file made of it; if that is not writable one of Luthier's own, which is
    made if it is missing. Raises OSError.
    """
    is_own = RESOURCES in data.parents
    folder = home() / "data" if is_own or not os.access(data.parent, os.W_OK) else data.parent
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def unused(file: Path) -> Path:
    """Return the file's name, or with -2, -3, ... before its ending the first that nothing has."""
    numbered = (file.with_stem(f"{file.stem}-{number}") for number in count(2))
    return next(path for path in chain([file], numbered) if not path.exists())


def plain(name: str) -> str:
    """Return a name reduced to characters that every system allows in file names; "model" if none remain."""
    made = _UNSAFE.sub("-", name).strip("-.") or "model"
    return f"_{made}" if is_device(made) else made


def is_device(name: str) -> bool:
    """Return whether Windows reserves a file name, with any suffix: con, nul.gguf."""
    return _DEVICES.match(name) is not None


def make_private(folder: Path) -> None:
    """Make a private folder and its missing parents. Existing folders keep their permissions. Raises OSError."""
    for place in (*reversed(folder.parents), folder):
        if not place.exists():
            place.mkdir(mode=PRIVATE, exist_ok=True)
            flush_folder(place.parent)  # else a power cut may lose its name, and with it all it contains
