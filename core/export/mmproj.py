"""A model's vision or audio encoder, in a file of its own beside the model (llama.cpp's tools/mtmd).

Training leaves it unchanged, so the base's stays valid: an export includes a copy, and the trained model sees like its
base. LM Studio and llama.cpp recognize such a file by `mmproj` in its name.
"""

from __future__ import annotations

import filecmp
from pathlib import Path

from core.base.callbacks import Notify, ReportProgress
from core.base.errors import LuthierError
from core.base.files import require_replaceable, written_whole
from core.export.base import place_of
from core.gguf import downloads
from core.gguf.header import Header, read_header
from core.gguf.kind import reads_pictures
from core.gguf.part_names import encoders_of, finest_encoder, is_encoder, language_models
from core.hub.ollama import PREFIX, find_ollama

_PIECE = 8 << 20  # bytes


def find_mmproj(model: str, header: Header, notice: Notify) -> Path | None:
    """Find the vision encoder's file of a base; None if it has none.

    model: the run's base: a name of Ollama's, or a file or checkpoint with such a file beside it or in it, or of a
    download at the top of its repository. header: of the model. notice: called if such files exist, but none is clearly
    this model's.
    """
    if model.startswith(PREFIX):
        try:
            found = find_ollama(model).projector
        except LuthierError:  # the model no longer exists
            return None
        return found if found and _reads_pictures(found) else None
    place = place_of(model) or header.path
    here = (place if place.is_dir() else place.parent).absolute()
    seen: list[str] = []
    for folder in dict.fromkeys((here, downloads.repository_folder(here) or here)):
        encoders = [name for name in _names(folder, "*") if is_encoder(name) and _reads_pictures(folder / name)]
        models = [] if place.is_dir() else language_models(_names(folder, "*" if folder == here else "**/*"))
        called = encoders_of(place.name, encoders, models)
        if fitting := [name for name in called if _fits(read_header(folder / name), header)]:
            return folder / finest_encoder(fitting)
        seen += encoders
    if seen:
        notice(
            "export.which-mmproj",
            f"Beside {place.name} are files that read pictures ({', '.join(seen)}). None can be told to be for "
            "this model, so none goes along.",
            "If one is, put it and the model into a folder of their own.",
        )
    return None


def _names(folder: Path, pattern: str) -> list[str]:
    """Return the names of the folder's GGUF files, relative to it; [] if it cannot be read."""
    try:
        found = [file for file in folder.glob(pattern) if file.suffix.lower() == ".gguf"]
    except OSError:
        return []
    return sorted(file.relative_to(folder).as_posix() for file in found)


def mmproj_beside(model: Path) -> Path:
    """Return the mmproj's path beside a model's file."""
    return model.with_name(f"mmproj-{model.name}")


def require_place(source: Path, target: Path, *, force: bool) -> None:
    """Require that no other file is at the copy's path. Raises LuthierError `files.would-overwrite`."""
    require_replaceable(target, force=force, is_ours=lambda file: is_copy(file, source))


def is_copy(file: Path, source: Path) -> bool:
    """Return whether the file already has the same bytes and is not the source itself."""
    return file.is_file() and not file.is_symlink() and filecmp.cmp(file, source, shallow=False)


def copy_mmproj(source: Path, target: Path, report: ReportProgress) -> None:
    """Copy an mmproj file. report: of bytes; may raise to stop. Raises LuthierError `files.cannot-write`."""
    total, done = source.stat().st_size, 0
    with written_whole(target) as partial, source.open("rb") as stream, partial.open("wb") as file:
        while piece := stream.read(_PIECE):
            file.write(piece)
            done += len(piece)
            report(done, total)


def _reads_pictures(file: Path) -> bool:
    try:
        return reads_pictures(read_header(file))
    except LuthierError:
        return False


def _fits(encoder: Header, model: Header) -> bool:
    """Return whether the encoder's vectors are as wide as the model's input. Older files, without general.type, may
    give another width under that key.
    """
    wide = model.values.get(f"{model.architecture}.embedding_length")
    said = [encoder.values.get(f"clip.{part}.projection_dim") for part in ("vision", "audio")]
    return wide is None or encoder.text("general.type") != "mmproj" or all(width in (None, wide) for width in said)
