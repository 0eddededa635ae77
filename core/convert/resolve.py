"""From what a user calls a model to a GGUF file."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Protocol

from core import paths, store
from core.convert.convert import convert
from core.convert.values import model_name
from core.errors import LuthierError
from core.gguf.header import is_gguf, read_header
from core.hub.ollama import PREFIX, find_ollama

_KEYED = ("*.json", "*.jinja", "*.model")  # small files, read whole for the key
_HEADER = 1 << 20  # bytes of each weight file that go into the key: its header, which names every tensor


class Reporter(Protocol):
    """Where progress is told; a job's context."""

    def phase(self, name: str, title: str) -> None: ...

    def progress(self, done: float, total: float, unit: str) -> None: ...

    def notice(self, code: str, message: str, hint: str = "") -> None: ...


def resolve_model(text: str, reporter: Reporter, dtype: str = "f16") -> Path:
    """A GGUF file as it is, one of Ollama's by `ollama:NAME[:TAG]`, or a safetensors folder, converted once to `dtype`
    and kept in the models folder.

    A name on the hub (OWNER/NAME, OWNER/NAME:FILE) is a model that `luthier models fetch` has downloaded.
    Raises LuthierError `model.missing` (saying what is accepted), `model.not-downloaded`, `model.unfinished`, what
    read_header raises, `ollama.*` or `convert.*`.
    """
    path = find_ollama(text).blob if text.startswith(PREFIX) else Path(text).expanduser()
    if not path.exists() and (reference := store.parse(text)):
        path = store.find(reference)
    if not path.exists():
        raise LuthierError(
            "model.missing",
            f"There is no file or folder {text}.",
            "A model is a GGUF file, a folder with config.json and .safetensors files, ollama:NAME, or owner/name for "
            "one downloaded from the hub. `luthier models list` shows what this disk holds.",
        )
    store.require_whole(path)
    if path.is_dir():
        return _converted(path, reporter, dtype)
    read_header(path)
    return path


def cached_path(folder: Path, dtype: str) -> Path:
    """Where the conversion of a folder is kept: readable name and a key that changes with the content."""
    key = hashlib.sha256()
    for file in sorted({file for pattern in (*_KEYED, "*.safetensors") for file in folder.glob(pattern)}):
        status = file.stat()
        key.update(f"{file.name}\0{status.st_size}\0".encode())
        if file.suffix == ".safetensors":
            key.update(f"{status.st_mtime_ns}\0".encode())
        with file.open("rb") as stream:
            key.update(stream.read(_HEADER if file.suffix == ".safetensors" else -1))
    return paths.models_dir() / f"{paths.plain(model_name(folder))}-{dtype}-{key.hexdigest()[:12]}.gguf"


def _converted(folder: Path, reporter: Reporter, dtype: str) -> Path:
    output = cached_path(folder, dtype)
    if output.is_file() and is_gguf(output):
        return output
    reporter.phase("convert", f"Converting {model_name(folder)} to GGUF")
    report = convert(folder, output, dtype, lambda done, total: reporter.progress(done, total, "bytes"))
    for notice in report.notices:
        reporter.notice("convert.notice", notice)
    return output
