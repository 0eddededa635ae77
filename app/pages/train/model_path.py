"""What a path to a model is, or what is wrong with it, without loading anything."""

from __future__ import annotations

from pathlib import Path

from app.widgets.inputs import OLLAMA, existing
from core.shared.errors import LuthierError
from core.shared.gguf.part_names import all_parts
from core.shared.model_files import CONFIG, is_checkpoint, model_folder, named_place, others_inside
from core.shared.texts.language import tr
from core.shared.texts.numbers import size


def describe_model(text: str) -> str:
    """One line about a model path. Raises LuthierError `model.*` when it cannot be one."""
    if text.startswith(OLLAMA):
        return tr("{name} of Ollama's, used where it lies.", name=text.removeprefix(OLLAMA))
    place = str(named_place(text)) if text else ""
    path = existing(place, "model", tr("Choose a GGUF file, or a folder with safetensors files from Hugging Face."))
    if path.is_dir():
        return _describe_folder(model_folder(path))
    with path.open("rb") as file:
        magic = file.read(4)
    if magic == b"GGUF":
        return _describe_gguf(path)
    if path.suffix == ".safetensors":
        raise LuthierError(
            "model.single-file",
            tr("{name} holds weights only.", name=path.name),
            tr("Choose the folder it is in: it has the tokenizer."),
        )
    raise LuthierError(
        "model.unknown-format",
        tr("{name} is not a GGUF file.", name=path.name),
        tr("Its first four letters would be GGUF. Choose another."),
    )


def _describe_gguf(path: Path) -> str:
    parts = all_parts(path)
    missing = [part.name for part in parts if not part.is_file()]
    if missing:
        raise LuthierError(
            "model.missing-part",
            tr(
                "{name} is one of {parts} files, and {missing} is not there.",
                name=path.name,
                parts=len(parts),
                missing=missing[0],
            ),
            tr("Download the missing files into the same folder."),
        )
    total = size(sum(part.stat().st_size for part in parts))
    if len(parts) == 1:
        return tr("A GGUF file, {total}.", total=total)
    return tr(
        "A model in {parts} GGUF files, {total}. They are joined into one first; that is done once.",
        parts=len(parts),
        total=total,
    )


def _describe_folder(path: Path) -> str:
    if not is_checkpoint(path):
        raise LuthierError(
            "model.not-a-model-folder",
            tr("{name} holds no model.", name=path.name),
            others_inside(path, CONFIG)
            or tr("A model folder from Hugging Face has config.json and *.safetensors files in it."),
        )
    total = sum(file.stat().st_size for file in path.glob("*.safetensors"))
    return tr("A safetensors folder, {total}. It is converted to GGUF first; that is done once.", total=size(total))
