"""Where LM Studio lists a model: <models>/<publisher>/<model>/<file>.gguf. One that lies higher it does not see.

It takes the chat template and the token that ends a turn from the file, so that nothing else has to be written.
"""

from __future__ import annotations

from glob import escape
from pathlib import Path

from core.base.errors import LuthierError
from core.hub.local_models import lm_studio_folders

PUBLISHER = "luthier"


def models_folder() -> Path:
    """LM Studio's own. Raises LuthierError `lmstudio.not-found`, `lmstudio.no-folder`."""
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
    """Return the folder of a run's models there. name: the run's, in letters that a file name may have."""
    return models / PUBLISHER / name


def file_in(folder: Path, dtype: str) -> Path:
    """The file of a model in its folder. dtype: of its weights, for its name."""
    return folder / f"{folder.name}-{dtype.upper()}.gguf"


def types_in(folder: Path) -> list[str]:
    """The types of those that are there, in small letters."""
    return [file.stem.removeprefix(f"{folder.name}-").lower() for file in folder.glob(f"{escape(folder.name)}-*.gguf")]
