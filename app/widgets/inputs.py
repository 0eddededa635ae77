"""What a path that was typed is, or what is wrong with it, without loading anything."""

from __future__ import annotations

from pathlib import Path

from core.base.bounded_file import require_data
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import size
from core.gguf import downloads

DATA_FILES = tr(
    "Data (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt"
    " *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;All files (*)"
)
OLLAMA = "ollama:"  # before the name of a model that Ollama has


def whole_model(text: str) -> str:
    """Return what a job takes: a whole path, or a name of Ollama's or of a download as it is."""
    path = Path(text).expanduser()
    is_name = text.startswith(OLLAMA) or (downloads.parse(text) is not None and not path.exists())
    return text if is_name else str(path.resolve())


def describe_data(text: str) -> str:
    """Return one line about a data file. Raises LuthierError `data.*`."""
    path = existing(text, "data", tr("Choose a text, a document, a JSON, CSV or Parquet file, or a folder of texts."))
    if path.is_dir():
        return tr("A folder: the texts in it, and in folders below.")
    try:
        require_data(path)
    except OSError as error:
        hint = tr("Check that you have permission to read it, or choose another.")
        raise LuthierError(
            "data.unreadable", tr("{text} cannot be read: {strerror}.", text=text, strerror=error.strerror), hint
        ) from error
    if path.stat().st_size == 0:
        raise LuthierError("data.empty", tr("{name} is empty.", name=path.name), tr("Choose a file with text in it."))
    return tr("A file of {size}.", size=size(path.stat().st_size))


def existing(text: str, what: str, hint: str) -> Path:
    """Return the path that was typed. what: model or data. Raises LuthierError, its codes beginning with that."""
    if not text:
        raise LuthierError(f"{what}.none", tr("No {what} is chosen yet.", what=what), hint)
    path = Path(text).expanduser()
    try:
        exists = path.exists()
    except OSError as error:  # a name longer than the system allows, a folder we may not look into
        raise LuthierError(
            f"{what}.unreadable", tr("{text} cannot be read: {strerror}.", text=text, strerror=error.strerror), hint
        ) from error
    if not exists:
        raise LuthierError(
            f"{what}.missing", tr("There is nothing at {text}.", text=text), tr("Check the path, or choose it again.")
        )
    return path
