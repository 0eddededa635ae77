"""Resolves a user's name of a model to a GGUF file, and outlines a checkpoint's conversion without doing it."""

from __future__ import annotations

import hashlib
import math
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import gguf

from core.base import paths, settings
from core.base.errors import Do, Hint, LuthierError
from core.base.files import nearest_existing, written_whole
from core.base.numbers import brief_size
from core.base.owned_lock import made_once
from core.convert.convert import write_metadata
from core.convert.fp8 import open_weights
from core.convert.hf_config import ModelConfig, read_config
from core.convert.safetensors import TensorEntry
from core.convert.tensor_names import plan_tensors
from core.convert.weights import stored, target_type
from core.families.values import model_name
from core.gguf import downloads
from core.gguf.header import Header, is_gguf, read_header
from core.gguf.join import join, joined_header, read_parts
from core.gguf.kind import require_model
from core.gguf.model_files import NAMED_TEMPLATES, model_folder, named_place
from core.gguf.part_names import part
from core.gguf.types import Array, Scalar, TensorInfo
from core.hub.ollama import PREFIX, find_ollama

_TYPE = "f16"  # of the weights of a converted checkpoint
_RULES = 2  # raise it when the same checkpoint gives a different file
_KEYED = ("*.json", "*.jinja", "*.model", f"{NAMED_TEMPLATES}/*.jinja")  # small files, hashed completely for the key
_LARGE = (".safetensors", ".gguf")  # files of weights
_HEADER = 1 << 20  # bytes of each of these in the key: its header, which names every tensor
_SPARE = 256 << 20  # bytes of the disk that stay free


class Reporter(Protocol):
    """Reports progress; implemented by a job's context."""

    def phase(self, name: str, title: str) -> None: ...

    def progress(self, done: float, total: float, unit: str) -> None: ...

    def notice(self, code: str, message: str, hint: str = "") -> None: ...


def resolve_model(text: str, reporter: Reporter) -> Header:
    """Return the checked header of a GGUF file, or of one of Ollama's by `ollama:NAME[:TAG]`. A safetensors folder is
    converted to F16, and the files of a split model are joined; both happen once, and the result is kept in the
    models folder.

    A name on the hub (OWNER/NAME, OWNER/NAME:FILE) is a model that `luthier models fetch` has downloaded. Raises
    LuthierError `model.missing` (with the accepted forms), `model.not-downloaded`, `model.unfinished`, `model.no-room`,
    `model.not-a-language-model`, what read_parts and join raise, `ollama.*` or `convert.*`.
    """
    path = find_model(text)
    downloads.require_whole(path)
    if path.is_dir():
        output = cached_path(path)
        return read_header(_kept(output, model_name(path), reporter, lambda: _convert(path, output, reporter)))
    parts = read_parts(path)
    require_model(parts[0])
    if len(parts) == 1:
        return parts[0]
    output = joined_path(parts)
    if not _is_made(output):
        _require_room(parts, output)
    return read_header(_kept(output, path.name, reporter, lambda: _join(parts, output, reporter)))


def find_model(text: str) -> Path:
    """Return a model's path: a GGUF file, a part of a split model, or a folder. Raises LuthierError `model.missing`,
    `model.not-downloaded`, `ollama.*`.
    """
    path = find_ollama(text).blob if text.startswith(PREFIX) else named_place(text)
    if not path.exists():
        raise LuthierError(
            "model.missing",
            f"There is no file or folder {text}.",
            Do.by(
                "Choose the model again.",
                "it is a GGUF file, a folder with config.json and .safetensors files, ollama:NAME, or owner/name for "
                "one downloaded from the hub; `luthier models list` shows what this disk holds",
            ),
        )
    return model_folder(path)


def cached_path(folder: Path) -> Path:
    """Return the path for a converted folder: a readable name and a key of the content and our conversion rules."""
    key = hashlib.sha256(f"{_RULES}\0".encode())
    for file in sorted({file for pattern in (*_KEYED, "*.safetensors") for file in folder.glob(pattern)}):
        _note(key, file)
    return _place(f"{paths.plain(model_name(folder))}-{_TYPE}-{key.hexdigest()[:12]}.gguf")


def joined_path(parts: Sequence[Header]) -> Path:
    """Return the path for the joined parts of a split model, named in the same way."""
    key = hashlib.sha256()
    for one in parts:
        _note(key, one.path)
    piece = part(parts[0].path)
    name = paths.plain(piece.of if piece else parts[0].path.stem)
    return _place(f"{name}-joined-{key.hexdigest()[:12]}.gguf")


def _place(name: str) -> Path:
    """Return the path in the models folder, or in the default one if it was made before another was chosen."""
    usual = paths.models_dir() / name
    return usual if usual.is_file() else settings.models_dir() / name


def _note(key: Any, file: Path) -> None:
    """Hash the parts of a file that change with it."""
    status, is_large = file.stat(), file.suffix.lower() in _LARGE
    key.update(f"{file.name}\0{status.st_size}\0".encode())
    if is_large:
        key.update(f"{status.st_mtime_ns}\0".encode())
    with file.open("rb") as stream:
        key.update(stream.read(_HEADER if is_large else -1))


def _kept(output: Path, name: str, reporter: Reporter, make: Callable[[], None]) -> Path:
    """Return the existing file, or make it now."""
    if not _is_made(output):
        with made_once(output, f"a copy of {name}", reporter.notice, lambda: reporter.progress(0, 1, "files")):
            if not _is_made(output):
                make()
    return output


def _is_made(output: Path) -> bool:
    return output.is_file() and is_gguf(output)


def _require_room(parts: Sequence[Header], output: Path) -> None:
    needed, place = joined_header(parts).size, nearest_existing(output)
    free = shutil.disk_usage(place).free
    if needed + _SPARE > free:
        raise LuthierError(
            "model.no-room",
            f"The {len(parts)} files of {parts[0].path.name} have to be joined into one of {brief_size(needed)} and "
            f"{brief_size(_SPARE)} are left alone, but the disk of {place} has {brief_size(free)} left.",
            Hint("Make room, or choose another disk.", Do.open("settings folders", "Set LUTHIER_HOME.")),
        )


def _join(parts: Sequence[Header], output: Path, reporter: Reporter) -> None:
    reporter.phase("join", f"Joining the {len(parts)} files of {parts[0].path.name}")
    with written_whole(output) as partial:
        join(parts, partial, lambda done, total: reporter.progress(done, total, "bytes"))


def _convert(folder: Path, output: Path, reporter: Reporter) -> None:
    from core.convert.convert import convert  # imported late: most models are GGUF files, and every job resolves one

    reporter.phase("convert", f"Converting {model_name(folder)} to GGUF")
    report = convert(folder, output, _TYPE, lambda done, total: reporter.progress(done, total, "bytes"))
    for notice in report.notices:
        reporter.notice("convert.notice", notice)


class Outline(NamedTuple):
    """A checkpoint as it would be in GGUF. header: of the GGUF file; its tensors have no offsets yet. found: the
    checkpoint's tensors.
    """

    config: ModelConfig
    found: Mapping[str, TensorEntry]
    header: Header


def read_outline(folder: Path, dtype: str) -> Outline:
    """Outline a conversion to a type in DTYPES. Raises LuthierError `convert.*` as reading and planning a conversion
    do.
    """
    config = read_config(folder)
    found = open_weights(folder, config.fp8)
    tensors: dict[str, TensorInfo] = {}
    for tensor in plan_tensors(config, found, folder):
        kind = target_type(tensor, dtype)
        shape, item = stored(tensor.shape, kind)
        size = math.prod(shape) * item.itemsize
        tensors[tensor.target] = TensorInfo(tensor.target, int(kind), _reversed(tensor.shape), 0, size)
    extra = config.rope_scaling.tensors(config.rope_theta, config.n_rotated) if config.rope_scaling else {}
    for name, values in extra.items():
        tensors[name] = TensorInfo(name, 0, _reversed(values.shape), 0, values.nbytes)
    size = sum(info.size for info in tensors.values())
    scalars, arrays = _metadata(config, dtype)
    return Outline(config, found, Header(folder, size, scalars, {}, arrays, tensors))


def _metadata(config: ModelConfig, dtype: str) -> tuple[dict[str, Scalar], dict[str, Array]]:
    """Return single values, and lists with one value for each layer."""
    writer = gguf.GGUFWriter(None, config.architecture)  # keeps everything in memory until it writes
    write_metadata(writer, config, dtype)
    said = {key: value for part in writer.kv_data for key, value in part.items()}
    lists = {key: value for key, value in said.items() if value.type == gguf.GGUFValueType.ARRAY}
    arrays = {key: Array(0, len(value.value), 0, 0, tuple(value.value)) for key, value in lists.items()}
    return {key: value.value for key, value in said.items() if key not in lists}, arrays


def _reversed(shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return numpy's axis order as ggml's, padded to four."""
    a, b, c, d = (*shape[::-1], 1, 1, 1)[:4]
    return a, b, c, d
