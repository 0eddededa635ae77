"""What a path on the Train page is, or what is wrong with it, without loading anything."""

from __future__ import annotations

from pathlib import Path

from core.shared.errors import LuthierError
from core.shared.gguf.part_names import all_parts
from core.shared.plain_file import require_data
from core.shared.texts.numbers import size

DATA_FILES = "Data (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.txt *.md *.markdown *.rst *.gz);;All files (*)"
OLLAMA = "ollama:"  # before the name of a model that Ollama has


def whole_model(text: str) -> str:
    """What a job takes: a whole path, or a name of Ollama's as it is."""
    return text if text.startswith(OLLAMA) else str(Path(text).expanduser().resolve())


def describe_model(text: str) -> str:
    """One line about a model path. Raises LuthierError `model.*` when it cannot be one."""
    if text.startswith(OLLAMA):
        return f"{text.removeprefix(OLLAMA)} of Ollama's, used where it lies."
    path = _existing(text, "model", "Choose a GGUF file, or a folder with safetensors files from Hugging Face.")
    if path.is_dir():
        return _describe_folder(path)
    with path.open("rb") as file:
        magic = file.read(4)
    if magic == b"GGUF":
        return _describe_gguf(path)
    if path.suffix == ".safetensors":
        raise LuthierError(
            "model.single-file", f"{path.name} holds weights only.", "Choose the folder it is in: it has the tokenizer."
        )
    raise LuthierError(
        "model.unknown-format",
        f"{path.name} is not a GGUF file.",
        "Its first four letters would be GGUF. Choose another.",
    )


def describe_data(text: str) -> str:
    """One line about a data file. Raises LuthierError `data.*`."""
    path = _existing(text, "data", "Choose a text, JSON, CSV or Parquet file, or a folder of texts.")
    if path.is_dir():
        return "A folder: the texts in it, and in folders below."
    try:
        require_data(path)
    except OSError as error:
        hint = "Check that you may read it, or choose another."
        raise LuthierError("data.unreadable", f"{text} cannot be read: {error.strerror}.", hint) from error
    if path.stat().st_size == 0:
        raise LuthierError("data.empty", f"{path.name} is empty.", "Choose a file with text in it.")
    return f"A file of {size(path.stat().st_size)}."


def _existing(text: str, what: str, hint: str) -> Path:
    if not text:
        raise LuthierError(f"{what}.none", f"No {what} is chosen yet.", hint)
    path = Path(text).expanduser()
    try:
        exists = path.exists()
    except OSError as error:  # a name longer than the system allows, a folder we may not look into
        raise LuthierError(f"{what}.unreadable", f"{text} cannot be read: {error.strerror}.", hint) from error
    if not exists:
        raise LuthierError(f"{what}.missing", f"There is nothing at {text}.", "Check the path, or choose it again.")
    return path


def _describe_gguf(path: Path) -> str:
    parts = all_parts(path)
    missing = [part.name for part in parts if not part.is_file()]
    if missing:
        raise LuthierError(
            "model.missing-part",
            f"{path.name} is one of {len(parts)} files, and {missing[0]} is not there.",
            "Download the missing files into the same folder.",
        )
    total = size(sum(part.stat().st_size for part in parts))
    if len(parts) == 1:
        return f"A GGUF file, {total}."
    return f"A model in {len(parts)} GGUF files, {total}. They are joined into one first; that is done once."


def _describe_folder(path: Path) -> str:
    weights = list(path.glob("*.safetensors"))
    if not (path / "config.json").exists() or not weights:
        raise LuthierError(
            "model.not-a-model-folder",
            f"{path.name} holds no model.",
            "A model folder from Hugging Face has config.json and *.safetensors files in it.",
        )
    total = sum(file.stat().st_size for file in weights)
    return f"A safetensors folder, {size(total)}. It is converted to GGUF first; that is done once."
