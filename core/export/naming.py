"""The name of an export: its run's, but never that of another run's export; and LM Studio's folder of models.

LM Studio lists <models>/<publisher>/<model>/<file>.gguf, and no files in higher folders. It reads the chat template and
the token that ends a turn from the file, so it needs no further files.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from glob import escape
from itertools import count
from pathlib import Path

from core.base.errors import LuthierError
from core.hub.local_models import lm_studio_folders

_LONGEST = 100  # bytes of UTF-8: file systems allow 255, including an ending, a number and `.part`
_TAKEN = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)),
}  # Windows

PUBLISHER = "luthier"


def file_stem(title: str) -> str:
    """Return the title in letters, digits, dots and dashes, of any script; "model" if none are left."""
    letters = unicodedata.normalize("NFC", title)
    kept = "".join(letter if _is_plain(letter) else "-" for letter in letters)
    stem = "-".join(part for part in kept.split("-") if part).strip("-._")
    stem = stem.encode()[:_LONGEST].decode(errors="ignore").strip("-._")
    return f"{stem}-model" if stem.lower().partition(".")[0] in _TAKEN else stem or "model"


def own_place(place: Callable[[str], Path], title: str, run: str, runs_of: Callable[[Path], set[str]]) -> Path:
    """Return the first of NAME, NAME-2, ... that no other run's export uses.

    place: the path for a name. run: the exported run's folder name. runs_of: the runs with exports at a path.
    """
    stem = file_stem(title)
    for number in count(1):
        found = place(stem if number == 1 else f"{stem}-{number}")
        if (others := runs_of(found)) <= {run} or run in others:
            return found
    raise AssertionError("there is always another number")


def _is_plain(letter: str) -> bool:
    return letter.isalnum() or letter in "._" or unicodedata.category(letter).startswith("M")


def models_folder() -> Path:
    """Return LM Studio's folder of models. Raises LuthierError `lmstudio.not-found`, `lmstudio.no-folder`."""
    found = lm_studio_folders()
    if not found:
        raise LuthierError(
            "lmstudio.not-found",
            "LM Studio is not installed here, or was never opened.",
            "Open it once, or name a folder with -o and choose that in LM Studio under My Models.",
        )
    if not found[0].parent.is_dir():
        raise LuthierError(
            "lmstudio.no-folder",
            f"LM Studio's settings say that its models are in {found[0]}, and that folder is not there.",
            "Is it on a disk that is not connected? A folder can also be named with -o.",
        )
    return found[0]


def folder_of(models: Path, name: str) -> Path:
    """Return the folder for a run's models in LM Studio. name: the run's, in letters that a file name may have."""
    return models / PUBLISHER / name


def file_in(folder: Path, dtype: str) -> Path:
    """Return the file of a model in its folder. dtype: of its weights, for its name."""
    return folder / f"{folder.name}-{dtype.upper()}.gguf"


def types_in(folder: Path) -> list[str]:
    """Return the types of the model's files in its folder, in lower case."""
    return [file.stem.removeprefix(f"{folder.name}-").lower() for file in folder.glob(f"{escape(folder.name)}-*.gguf")]
