"""Files that were made of models here: where the next one goes, and which is still of use."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from core.shared import paths, settings
from core.shared import protocol as p
from core.shared.gguf.part_names import part

_OLD_TYPE = re.compile(r"[-.](bf16|f16|f32)$", re.IGNORECASE)


class MadeFiles:
    """By the path of a model and the type, the newest file that was made of it."""

    def __init__(self) -> None:
        self._files: dict[str, str] = {}

    def add(self, source: str, kind: str, file: str) -> None:
        self._files[f"{source}\n{kind}"] = file

    def of(self, model: p.LocalModel, kind: str) -> str:
        """ "" where there is none, or the model was written to since."""
        file = self._files.get(f"{model.path}\n{kind}", "")
        return file if is_newer(file, model) else ""

    def state(self) -> dict[str, str]:
        return dict(self._files)

    def restore(self, state: object) -> None:
        """What is old or wrong in it is passed over."""
        if isinstance(state, dict):
            self._files |= {key: file for key, file in state.items() if isinstance(file, str)}


def is_newer(file: str, model: p.LocalModel) -> bool:
    """Whether a file that was made of a model is there, and the model was not written to since."""
    source = Path(model.path)
    sources = list(source.glob("*.safetensors")) if source.is_dir() else [source]
    newest = max((one.stat().st_mtime for one in sources), default=0.0)
    return bool(file) and Path(file).is_file() and Path(file).stat().st_mtime >= newest


def new_file(name: str, kind: str) -> Path:
    """Where a conversion goes: <name>-<TYPE>.gguf in the models folder, numbered where that is taken."""
    first = file = _file_of(name, kind)
    count = 1
    while file.exists():
        count += 1
        file = first.with_name(f"{first.stem}-{count}.gguf")
    return file


def _file_of(name: str, kind: str) -> Path:
    path, piece = PurePosixPath(name), part(PurePosixPath(name))
    stem = piece.of if piece else path.name.removesuffix(".gguf")
    return settings.models_dir() / f"{paths.plain(_OLD_TYPE.sub('', stem))}-{kind.upper()}.gguf"
