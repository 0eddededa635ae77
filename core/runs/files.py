"""Lists by name the files that a run writes into its folder, and deletes only those. All others belong to the user.

A run begins only in an empty folder, and deleting a run deletes only the files named below. A link is never ours, and
never followed. tests/jobs/test_files_of_others.py compares this list with the files of a real training.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from core.base.errors import Do, LuthierError
from core.base.files import is_left_over, told_of
from core.base.owned_lock import is_a_lock, owner_file

LOCK = "lock"
APART = "apart.lock"  # held by the process that computes for the run's worker (core/jobs/training/on_device.py)
LOCKS = (LOCK, APART)
INFO, CHECKPOINTS = "run.json", "checkpoints"
FITTED = "fitted"  # FITTED.123.part: weights of a small export that was interrupted (core/export/small/store.py)
FILES = frozenset((
    INFO, "notes.json", "model.json", "events.jsonl", "thoughts.json", "plan.json", "adapter.gguf", "votes.jsonl",
    "answers.jsonl", "assessment.json", "evaluation.npz", "reference.npz", "replay.jsonl", "held.npz", "began.gguf",
    "sample-adapter.gguf.part", "sample-merged.gguf.part",
))  # fmt: skip
_TAUGHT = re.compile(
    r"(?:pairs|passed)(?:-\d+)?\.jsonl"
)  # core/assess/answers.py; earlier versions wrote passed.jsonl, too, and no numbers
OF_A_CHECKPOINT = frozenset(("state.safetensors", "progress.json", "adapter.gguf", "checksums.sha256"))
_CHECKPOINT = re.compile(r"step-\d+(?:\.\d+)?(?:\.part)?")  # step-000120, also while it is being written
_PARTIAL = re.compile(r"(.+)\.\d+\.part")  # the names of core/base/files.py
_TYPES = re.compile(r"types\.\d+\.part")  # the working folder of core/jobs/export/types.py
_FITTED = re.compile(rf"{FITTED}\.\d+\.part")
# Files that file managers leave behind: neither the user's nor ours. They are deleted with the folder.
_OF_NOBODY = frozenset((".DS_Store", "Thumbs.db", "desktop.ini", ".directory"))
_SHOWN = 4  # names listed in a sentence


def is_attempt(folder: Path) -> bool:
    """Return whether a folder holds only the remains of a training that ended before it created the run. Raises
    OSError.
    """
    return folder.is_dir() and all(_is_attempt(path) for path in _whole(folder))


def others(folder: Path) -> list[str]:
    """Return the files in a run's folder that are not the run's, as paths below it. Raises OSError."""
    return [path.relative_to(folder).as_posix() for path, is_ours in _looked_at(folder) if not is_ours]


def require_free(folder: Path) -> None:
    """Require that a folder is free for a new run: empty but for the remains of a killed attempt.

    Raises LuthierError `runs.other-files`, `files.cannot-write`.
    """
    with told_of(folder):
        if not folder.is_dir():  # missing, or a file: then making the folder raises
            return
        found = sorted({path.relative_to(folder).parts[0] for path in _whole(folder) if not _is_attempt(path)})
    if found:
        raise LuthierError(
            "runs.other-files",
            f"{folder} cannot be a run's folder: it holds {in_words(found)}.",
            "Choose a new folder, or an empty one.",
        )


def require_nothing_else(folder: Path) -> None:
    """Require that a run's folder holds only the run's files before it is deleted as a whole. Raises LuthierError
    `runs.other-files`, `files.cannot-write`.
    """
    with told_of(folder):
        found = others(folder)
    if found:
        raise LuthierError(
            "runs.other-files",
            f"{folder} holds files that do not belong to the run: {in_words(found)}.",
            Do.by("Take them out first.", "or `luthier runs delete --for-good`, which leaves them"),
        )


def delete(folder: Path) -> None:
    """Delete the run's files except its locks, which somebody may hold. run.json goes last, so that an interrupted
    deletion can be repeated. Raises OSError.
    """
    ours = [path for path, is_ours in _looked_at(folder) if is_ours and path.name not in _LOCK_FILES]
    last = (folder / CHECKPOINTS / INFO, folder / INFO)
    for path in sorted(ours, key=lambda path: path in last):
        path.unlink()
    for path in (*_folders(folder), folder / CHECKPOINTS):
        remove_empty(path)


def is_checkpoint(folder: Path) -> bool:
    """Return whether a folder has a checkpoint's name and holds at least one of its files."""
    return folder.name.removeprefix("step-").isdecimal() and any((folder / name).exists() for name in OF_A_CHECKPOINT)


def delete_checkpoint(folder: Path) -> None:
    """Delete a checkpoint's files, and its folder if nothing else is in it. Raises OSError."""
    if folder.is_symlink() or not folder.is_dir():
        return
    for path in folder.iterdir():
        if _is_of_checkpoint(path):
            path.unlink()
    remove_empty(folder)


def remove_empty(folder: Path) -> None:
    """Delete a folder that is empty but for files of file managers; others stay. Raises OSError."""
    if folder.is_symlink() or not folder.is_dir():
        return
    left = list(folder.iterdir())
    if all(path.name in _OF_NOBODY and path.is_file() and not path.is_symlink() for path in left):
        for path in left:
            path.unlink()
        folder.rmdir()


def in_words(names: list[str]) -> str:
    """Return the first names and the number of the rest: novel.txt, photos and 3 more."""
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


_LOCK_FILES = frozenset((*LOCKS, *(owner_file(Path(name)).name for name in LOCKS)))


def _looked_at(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Yield each file, link and foreign folder below, with whether it is the run's own. Skips files of file
    managers.
    """
    for path in sorted(folder.iterdir()):
        if path.name in _OF_NOBODY:
            continue
        if path.is_symlink():
            yield path, False
        elif path.is_dir():
            if path.name == CHECKPOINTS:
                yield from _of_checkpoints(path)
            elif _TYPES.fullmatch(path.name):
                yield from ((file, _is_file(file) and file.suffix in (".gguf", ".part")) for file in path.iterdir())
            else:
                yield path, False
        elif path.name in _LOCK_FILES:
            yield path, is_a_lock(path)
        else:
            name = _whole_name(path)
            yield path, bool(name in FILES or _TAUGHT.fullmatch(name) or _FITTED.fullmatch(path.name))


def _of_checkpoints(folder: Path) -> Iterator[tuple[Path, bool]]:
    for path in sorted(folder.iterdir()):
        if path.name in _OF_NOBODY:
            continue
        if _CHECKPOINT.fullmatch(path.name) and path.is_dir() and not path.is_symlink():
            yield from ((file, _is_of_checkpoint(file)) for file in path.iterdir() if file.name not in _OF_NOBODY)
        else:
            yield path, _is_file(path) and _whole_name(path) == INFO


def _is_of_checkpoint(path: Path) -> bool:
    return _is_file(path) and _whole_name(path) in OF_A_CHECKPOINT


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _whole_name(path: Path) -> str:
    """Return the final name of a file that is being written."""
    partial = _PARTIAL.fullmatch(path.name)
    return partial[1] if partial else path.name


def _folders(folder: Path) -> list[Path]:
    """Return the run's own subfolders: checkpoints and working folders."""
    below = (folder / CHECKPOINTS).iterdir() if (folder / CHECKPOINTS).is_dir() else ()
    steps = [path for path in below if _CHECKPOINT.fullmatch(path.name)]
    return [*steps, *(path for path in folder.iterdir() if _TYPES.fullmatch(path.name))]


def _whole(folder: Path) -> Iterator[Path]:
    """Yield all entries of a future run's folder, and of its checkpoints folder."""
    for path in folder.iterdir():
        if path.name == CHECKPOINTS and path.is_dir() and not path.is_symlink():
            yield from path.iterdir()
        elif path.name not in _OF_NOBODY:
            yield path


def _is_attempt(path: Path) -> bool:
    """Return whether this is the remains of a training that was killed before it created the run."""
    if path.name in _LOCK_FILES:
        return is_a_lock(path)
    return _is_file(path) and _whole_name(path) == INFO and is_left_over(path)
