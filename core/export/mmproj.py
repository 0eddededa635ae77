"""The part of a model that reads pictures or sound, in a file of its own beside the model (llama.cpp's tools/mtmd).

Training leaves it as it is, so that of the base stays valid: an export takes a copy along, and the trained model sees
as its base did. LM Studio and llama.cpp know such a file by `mmproj` in its name.
"""

from __future__ import annotations

import filecmp
import re
from collections.abc import Sequence
from pathlib import Path

from core.export.base import place_of
from core.hub.ollama import PREFIX, find_ollama
from core.shared.callbacks import Notify, ReportProgress
from core.shared.errors import LuthierError
from core.shared.files import require_replaceable, written_whole
from core.shared.gguf.header import Header, read_header
from core.shared.gguf.kind import reads_pictures
from core.shared.gguf.part_names import finest_encoder, is_encoder

_PIECE = 8 << 20  # bytes
_WORDS = re.compile(r"mmproj|model|ggml|gguf|bf16|f16|f32|q8_0", re.IGNORECASE)


def find_mmproj(model: str, header: Header, notice: Notify) -> Path | None:
    """The file of a base that reads pictures; None where there is none.

    model: what the run was told to train: a name of Ollama's, or a file or checkpoint with such a file beside it or in
    it. header: of the model. notice: is told where several are there and none is called as the model is.
    """
    if model.startswith(PREFIX):
        try:
            found = find_ollama(model).projector
        except LuthierError:  # it has gone since
            return None
        return found if found and _reads_pictures(found) else None
    place = place_of(model) or header.path
    folder = place if place.is_dir() else place.parent
    try:
        beside = [file for file in sorted(folder.iterdir()) if file.suffix.lower() == ".gguf" and is_encoder(file.name)]
    except OSError:
        return None
    fitting = _called_alike([file for file in beside if _reads_pictures(file)], place)
    if len({_plain(file.name) for file in fitting}) > 1:
        notice(
            "export.which-mmproj",
            f"Several files beside {place.name} read pictures ({', '.join(file.name for file in fitting)}), and which "
            "is this model's cannot be told. None goes along.",
            "Put the model's own into a folder with the model alone, or copy it beside the export.",
        )
        return None
    names = {file.name: file for file in fitting}
    return names[finest_encoder(names)] if names else None


def mmproj_beside(model: Path) -> Path:
    """Where it goes beside a model's file."""
    return model.with_name(f"mmproj-{model.name}")


def require_place(source: Path, target: Path, *, force: bool) -> None:
    """Raises LuthierError `files.would-overwrite` where another file is there than the copy would be."""
    require_replaceable(target, force=force, is_ours=lambda file: filecmp.cmp(file, source, shallow=False))


def copy_mmproj(source: Path, target: Path, report: ReportProgress) -> None:
    """report: of bytes; may raise to stop. Raises LuthierError `files.cannot-write`."""
    total, done = source.stat().st_size, 0
    with written_whole(target) as partial, source.open("rb") as stream, partial.open("wb") as file:
        while piece := stream.read(_PIECE):
            file.write(piece)
            done += len(piece)
            report(done, total)


def _called_alike(files: Sequence[Path], model: Path) -> list[Path]:
    """Those whose name says that they are this model's, where any does; else all."""
    own = _plain(model.name)
    named = [file for file in files if (said := _plain(file.name)) and (said in own or own in said)]
    return named or list(files)


def _plain(name: str) -> str:
    """A name without what says of a file that it is one of these, and how fine it is."""
    return re.sub(r"[^a-z0-9]", "", _WORDS.sub("", name).lower())


def _reads_pictures(file: Path) -> bool:
    try:
        return reads_pictures(read_header(file))
    except LuthierError:
        return False
