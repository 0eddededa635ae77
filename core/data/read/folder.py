"""Finds the files of a data set in a folder or zip file."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from core.base.bounded_file import from_json, is_archive, no_file
from core.base.errors import LuthierError
from core.data.read.data_file import kind_of_document, unreadable
from core.data.read.documents.document import DocumentReader, read_document
from core.data.read.json_file import read_json_values
from core.data.read.unpacked import keep_sheet, unpack

ROW_FILES = {".json", ".jsonl", ".ndjson"}
TABLE_FILES = {".csv": ",", ".tsv": "\t"}
DOCUMENT_FILES = {".pdf", ".docx", ".odt", ".rtf", ".epub", ".html", ".htm", ".xhtml", ".pptx"}
TEXT_FILES = {".txt", ".md", ".markdown", ".text", ".rst"} | DOCUMENT_FILES
ARROW_FILES = {".parquet", ".arrow", ".feather"}
_WITH_ROWS = ROW_FILES | TABLE_FILES.keys() | ARROW_FILES


# Metadata that the library datasets and repositories put beside the data.
_ABOUT = {"dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json"}
_ABOUT_TEXTS = ("readme", "license", "licence", "notice", "changelog", "citation")
_REMEDIES = {  # by the endings of files with neither rows nor plain text
    "save them as plain text (.txt) or PDF": {".doc", ".ppt", ".pages", ".key", ".mobi", ".azw3", ".djvu", ".wpd"},
    "choose one at a time": {".xlsx", ".xls", ".ods"},
    "save them as CSV": {".db", ".sqlite", ".numbers"},
    "choose one zip file at a time; it need not be unpacked": {".zip"},
    "unpack them": {".tar", ".tgz", ".7z", ".rar", ".xz", ".zst", ".bz2"},
}
SPLITS = {  # by the words with which data sets name them, in names of files or folders
    "train": {"train", "training"},
    "valid": {"valid", "validation", "val", "dev", "eval", "evaluation"},
    "test": {"test", "testing"},
}
_MOST_NAMED = 3
_CONVERSATIONS, _ROWS_LOOKED_AT = "conversations.json", 5


class DataFiles(NamedTuple):
    """The files of a data set. left_out: those that are not read, each with the reason. held_out, tests: of a data set
    that is already divided.

    is_folder: they come from a folder or a zip file; they are texts if the first one's name says so.
    """

    files: tuple[Path, ...]
    left_out: tuple[str, ...] = ()
    held_out: tuple[Path, ...] = ()
    tests: tuple[Path, ...] = ()
    is_folder: bool = False


def data_files(path: Path, sheet: str = "") -> DataFiles:
    """Return the file; for a folder or a zip file, all files with rows in it and below, by name, or else the texts;
    never hidden ones. sheet: of a workbook, by name or number; "": the first with rows.

    If some names mark training files (train.jsonl, train-00000-of-00002.parquet, train/…), files named after other
    splits are set apart. Raises LuthierError `data.nothing-usable` or `data.unreadable`, and what unpack and
    read_document raise.
    """
    try:
        if not (path.is_dir() or is_archive(path)):
            return DataFiles((_sheet_of(path, sheet) if sheet else path,))
        folder, found, packed, left_out = _inside(path)
    except OSError as error:  # a name that is too long, a parent folder that may not be entered
        raise unreadable(path, error) from error
    for kinds in (_WITH_ROWS, TEXT_FILES):
        if files := [file for file in found if kind_of_name(file) in kinds and not _is_beside(file)]:
            others = [file for file in found if file not in set(files)]
            files, refused = _readable(files)
            left_out = (*refused, *_not_read([*others, *packed]), *left_out)
            if files:
                divided = _divided(folder, files, kinds is not _WITH_ROWS)
                return divided._replace(left_out=left_out, is_folder=True)
    found += packed
    names = ", ".join(file.name for file in found[:3]) + (", …" if len(found) > 3 else "")
    holds = f"{len(found)} files ({names}), but no data" if found else "no files that can be read" if left_out else ""
    raise LuthierError(
        "data.nothing-usable",
        "\n".join((f"{'The folder ' if path.is_dir() else ''}{path} holds {holds or 'no files'}.", *left_out)),
        f"Data ends in {', '.join(sorted(_WITH_ROWS | TEXT_FILES))}; rows and texts may be packed by gzip.",
    )


def _inside(path: Path) -> tuple[Path, list[Path], tuple[Path, ...], tuple[str, ...]]:
    """Return a folder, the files in it and below by name, names of files left packed in a zip file, and files that are
    not read.

    Leaves out the account data beside the conversations in exports of ChatGPT and Claude.
    """
    folder, packed, refused = unpack(path, _may_be_data) if path.is_file() else (path, (), ())
    files, left_out = _all_files(folder)
    accounts = {file.parent for file in files if file.name == _CONVERSATIONS and _is_of_an_account(file)}
    about = [
        file
        for file in files
        if file.parent in accounts and file.name != _CONVERSATIONS and file.suffix in (".json", ".html")
    ]
    if about:
        left_out = (
            *left_out,
            f"{in_a_few([file.name for file in about])} (about the account, beside {_CONVERSATIONS})",
        )
    return folder, [file for file in files if file not in set(about)], packed, (*refused, *left_out)


def _is_of_an_account(file: Path) -> bool:
    """Return whether a file is from ChatGPT's or Claude's export, by its first rows; False if it is unreadable."""
    try:
        for record in islice(read_json_values(file), _ROWS_LOOKED_AT):
            row = from_json(record.text.encode())
            if isinstance(row, dict) and (row.keys() >= {"mapping", "current_node"} or "chat_messages" in row):
                return True
    except (LuthierError, ValueError, RecursionError):
        pass
    return False


def _may_be_data(name: Path) -> bool:
    return kind_of_name(name) in _WITH_ROWS | TEXT_FILES


def _sheet_of(path: Path, sheet: str) -> Path:
    """Return a file with a workbook's sheet; other files unchanged."""
    if kind_of_document(path) != "sheets":
        return path
    about, text = read_document(path, "sheets", sheet)
    return keep_sheet(path, about.sheet, text)


def _readable(files: list[Path]) -> tuple[list[Path], tuple[str, ...]]:
    """Return the files without unreadable documents, and the errors of these, each with a remedy."""
    good, refused = list[Path](), list[str]()
    with DocumentReader() as reader:
        for file in files:
            try:
                if (ending := kind_of_name(file)) in DOCUMENT_FILES:
                    kind = kind_of_document(file)
                    if kind is None:
                        remedy = "unpack it" if file.suffix.lower() == ".gz" else "name it by what it is"
                        refused.append(f"{file.name} is not what its ending says, {ending} ({remedy})")
                        continue
                    reader.read(file, kind)
                good.append(file)
            except LuthierError as error:
                if not error.code.startswith("data."):
                    raise
                refused.append(
                    f"{error.message.replace(str(file), file.name, 1).rstrip('.')} ({_begun_small(error.hint)})"
                )
    return good, tuple(refused)


def _begun_small(hint: str) -> str:
    return hint[:1].lower() + hint[1:].rstrip(".")


def _is_beside(file: Path) -> bool:
    """Return whether the library datasets wrote a file beside the rows, as metadata or cache."""
    return file.name in _ABOUT or (file.name.startswith("cache-") and kind_of_name(file) == ".arrow")


def _divided(folder: Path, files: list[Path], are_texts: bool) -> DataFiles:
    """Divide the files by split; those without a split's name are for training."""
    splits = {file: _split_of(file.relative_to(folder), are_texts) for file in files}
    if "train" not in splits.values():
        return DataFiles(tuple(files))
    valid, test = (tuple(file for file in files if splits[file] == name) for name in ("valid", "test"))
    return DataFiles(tuple(file for file in files if splits[file] in ("train", "")), (), valid, test)


def _split_of(file: Path, is_text: bool) -> str:
    """Return a file's split, by the whole name of a folder, or the first or last word of the file's name; for a text,
    only by the file's whole name.
    """
    stem = file.name.partition(".")[0].lower()
    words = re.split(r"[^a-z]+", stem)
    names = {stem} if is_text else {words[0], next(filter(None, reversed(words)), "")}
    folders = {part.lower() for part in file.parts[:-1]}
    return next((split for split, known in SPLITS.items() if known & (names | folders)), "")


def _not_read(files: list[Path]) -> tuple[str, ...]:
    """Return files with neither rows nor texts, or texts beside rows: a short line for each kind, with a remedy."""
    kinds: dict[str, list[str]] = {remedy: [] for remedy in _REMEDIES}
    for file in files:
        ending = kind_of_name(file)
        if _is_beside(file) or file.name.lower().startswith(_ABOUT_TEXTS):
            continue
        remedy = next((remedy for remedy, endings in _REMEDIES.items() if ending in endings), "no rows and no text")
        remedy = "texts beside rows, which take a folder of their own" if ending in TEXT_FILES else remedy
        kinds.setdefault(remedy, []).append(file.name)
    return tuple(f"{in_a_few(names)} ({remedy})" for remedy, names in kinds.items() if names)


def in_a_few(names: Sequence[str]) -> str:
    """Return the first names, and the number of the rest."""
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def kind_of_name(path: Path) -> str:
    """Return a name's extension in lower case, ignoring .gz."""
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() != ".gz"]
    return suffixes[-1] if suffixes else ""


def _all_files(folder: Path) -> tuple[list[Path], tuple[str, ...]]:
    """Return the files in a folder and below, by name, and the folders that could not be listed."""
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
