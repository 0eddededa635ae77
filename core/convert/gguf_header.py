"""Whether a file is a GGUF file at all."""

from __future__ import annotations

from pathlib import Path

from core.errors import LuthierError

_MAGIC = b"GGUF"


def is_gguf(file: Path) -> bool:
    """By its first four bytes."""
    with file.open("rb") as stream:
        return stream.read(len(_MAGIC)) == _MAGIC


def require_gguf(file: Path) -> None:
    """Raises LuthierError `model.missing` or `model.not-gguf`."""
    if not file.is_file():
        raise LuthierError("model.missing", f"There is no model file {file}.", "Check the path.")
    if not is_gguf(file):
        raise LuthierError(
            "model.not-gguf",
            f"{file} is not a GGUF file.",
            "Choose a .gguf model, or a folder with safetensors weights.",
        )
