"""The files that data is in."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from core.data.read.data_file import unreadable
from core.shared.errors import LuthierError
from core.shared.plain_file import no_file

ROW_FILES = {".json", ".jsonl", ".ndjson"}
TABLE_FILES = {".csv": ",", ".tsv": "\t"}
TEXT_FILES = {".txt", ".md", ".markdown", ".text", ".rst"}
_WITH_ROWS = ROW_FILES | TABLE_FILES.keys() | {".parquet"}


class DataFiles(NamedTuple):
    """left_out: what cannot be read, each with the reason."""

    files: tuple[Path, ...]
    left_out: tuple[str, ...] = ()


def data_files(path: Path) -> DataFiles:
    """The file; of a folder the files with rows in it and below, by name, else the texts. What is hidden is left out.

    A text beside rows (a README) is about them. Raises LuthierError `data.nothing-usable` or `data.unreadable`.
    """
    try:
        if not path.is_dir():
            return DataFiles((path,))
        found, left_out = _all_files(path)
    except OSError as error:  # a name that is too long, a folder above that may not be entered
        raise unreadable(path, error) from error
    for kinds in (_WITH_ROWS, TEXT_FILES):
        if files := tuple(file for file in found if kind_of_name(file) in kinds):
            return DataFiles(files, left_out)
    names = ", ".join(file.name for file in found[:3]) + (", …" if len(found) > 3 else "")
    holds = f"{len(found)} files ({names}), but no data" if found else "no files that can be read" if left_out else ""
    raise LuthierError(
        "data.nothing-usable",
        "\n".join((f"The folder {path} holds {holds or 'no files'}.", *left_out)),
        f"Data ends in {', '.join(sorted(_WITH_ROWS | TEXT_FILES))}, packed by gzip or not.",
    )


def kind_of_name(path: Path) -> str:
    """A name's ending in small letters, .gz aside."""
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() != ".gz"]
    return suffixes[-1] if suffixes else ""


def _all_files(folder: Path) -> tuple[list[Path], tuple[str, ...]]:
    """Files in a folder and below, by name, and what could not be looked at."""
    files, left_out = [], []

    def on_error(error: OSError) -> None:
        left_out.append(f"{error.filename} cannot be read: {error.strerror}")

    for place, folders, names in os.walk(folder, onerror=on_error):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for file in (Path(place, name) for name in names if not name.startswith(".")):
            try:
                mode = file.stat().st_mode
            except OSError as error:
                left_out.append(f"{file} cannot be read: {error.strerror}")
                continue
            if stat.S_ISREG(mode):
                files.append(file)
            else:
                left_out.append(f"{file} is {no_file(mode)}, not a file")
    return sorted(files), tuple(sorted(left_out))
