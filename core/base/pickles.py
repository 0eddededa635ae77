"""Files that are not what their names say: pickles, which can run any program when they are opened, so nothing here
opens them; and the pointers that Git leaves where Git LFS was to put the file.
"""

from __future__ import annotations

from pathlib import Path

from core.base.bounded_file import open_plain
from core.base.errors import LuthierError

PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
_PROTOCOLS = tuple(bytes([0x80, protocol]) for protocol in range(2, 6))  # how a pickle begins
_ZIP, _LOOKED_AT = b"PK\x03\x04", 4096  # bytes: PyTorch packs its pickle first

_POINTER = b"version https://git-lfs.github.com/spec/"


def pointer_refusal(path: Path) -> LuthierError | None:
    """Return `model.lfs-pointer` for a file that only says where the real one is to be had; None where it is none."""
    try:
        with open_plain(path) as file:
            is_pointer = file.read(len(_POINTER)) == _POINTER
    except OSError:
        return None
    if not is_pointer:
        return None
    return LuthierError(
        "model.lfs-pointer",
        f"{path} is a Git LFS pointer: the few lines that Git keeps in place of the file itself.",
        f"Install Git LFS and run `git lfs pull` in {path.parent}, or download the file from the hub's page.",
    )


def pickle_refusal(path: Path) -> LuthierError | None:
    """Return why this file is not opened, `model.pickle`; None where it is no pickle, by name and first bytes."""
    try:
        with open_plain(path) as file:
            start = file.read(_LOOKED_AT)
    except OSError:
        return None
    is_pickle = start.startswith(_PROTOCOLS) or (start.startswith(_ZIP) and b"data.pkl" in start)
    if not is_pickle and path.suffix.lower() not in PICKLES:
        return None
    return LuthierError(
        "model.pickle",
        f"{path} is a pickle, as PyTorch writes. Opening such files can run any program hidden in them, so Luthier "
        "refuses.",
        "Get the .safetensors or GGUF version; most models on the hub offer one. Of your own: "
        "save_pretrained(FOLDER, safe_serialization=True).",
    )
