"""Where Luthier keeps things, in folders that only their owner may enter: what people train on is private."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

import platformdirs

from core.base.systems.disk import flush_folder

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
DEMO = RESOURCES / "demo"
GENERAL_TALK = RESOURCES / "general.jsonl"  # questions and answers of all kinds in six languages, written for this
EVERYDAY = RESOURCES / "everyday.jsonl"  # more of the same, by which nothing is measured
SAMPLE_MODEL = DEMO / "storyteller-6m"

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)", re.IGNORECASE)

PRIVATE, PRIVATE_FILE = 0o700, 0o600


def home() -> Path:
    """Return the folder for runs and converted models: $LUTHIER_HOME, or the platform's data folder."""
    override = os.environ.get("LUTHIER_HOME")
    return Path(override).expanduser() if override else platformdirs.user_data_path("luthier", appauthor=False)


def config_dir() -> Path:
    """Return the folder for settings: $LUTHIER_HOME, or the platform's folder for them."""
    override = os.environ.get("LUTHIER_HOME")
    return Path(override).expanduser() if override else platformdirs.user_config_path("luthier", appauthor=False)


def make_home() -> None:
    """Make the folders for data, settings and cache, each for its owner alone where it is not there yet.

    If one cannot be made, the code that writes there reports it.
    """
    for folder in (home(), config_dir(), cache_dir()):
        with contextlib.suppress(OSError):
            make_private(folder)


def runs_dir() -> Path:
    """Return the folder of runs, one folder each."""
    return home() / "runs"


def models_dir() -> Path:
    """Return the folder of converted and quantized models, keyed by content; and of downloads, unless the settings name
    another.
    """
    return home() / "models"


def exports_dir() -> Path:
    """Return the folder of exports for other programs, unless another is chosen."""
    return home() / "exports"


def cache_dir() -> Path:
    """Return the folder of what can be made again: transposed weights, tokenized data."""
    return home() / "cache"


def logs_dir() -> Path:
    """Return the folder of what the window, workers and commands noted, and what a crash left."""
    return home() / "logs"


def copies_dir() -> Path:
    """Return the folder of copies of frozen weights, mapped into memory by training."""
    return cache_dir() / "copies"


def plain(name: str) -> str:
    """Return a name as part of a file's name that every system takes; "model" where nothing is left of it."""
    made = _UNSAFE.sub("-", name).strip("-.") or "model"
    return f"_{made}" if is_device(made) else made


def is_device(name: str) -> bool:
    """Return whether Windows keeps a file's name for itself, with any ending: con, nul.gguf."""
    return _DEVICES.match(name) is not None


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing. What is there keeps its permissions. Raises OSError."""
    for place in (*reversed(folder.parents), folder):
        if not place.exists():
            place.mkdir(mode=PRIVATE, exist_ok=True)
            flush_folder(place.parent)  # so that a power cut does not take its name, and all that is in it
