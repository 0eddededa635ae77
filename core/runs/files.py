"""What a run writes into its folder, by name: it goes with the run. All else that lies there is a person's own.

A run begins only in a folder that holds nothing, and only what is named here is deleted with one. A link is never
ours, and never followed. tests/jobs/test_files_of_others.py compares this with what a training writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from core.base.errors import Do, LuthierError
from core.base.files import is_left_over, told_of
from core.base.owned_lock import is_a_lock, owner_file

LOCK = "lock"
APART = "apart.lock"  # of the process that computes for the run's worker (core/jobs/training/on_device.py)
LOCKS = (LOCK, APART)
INFO, CHECKPOINTS = "run.json", "checkpoints"
FITTED = "fitted"  # .123.part: weights of a small export that was interrupted (core/export/small/store.py)
FILES = frozenset((
    INFO, "notes.json", "model.json", "events.jsonl", "thoughts.json", "plan.json", "adapter.gguf", "votes.jsonl",
    "answers.jsonl", "assessment.json", "evaluation.npz", "reference.npz", "replay.jsonl", "held.npz", "began.gguf",
    "sample-adapter.gguf.part", "sample-merged.gguf.part",
))  # fmt: skip
_TAUGHT = re.compile(
    r"(?:pairs|passed)(?:-\d+)?\.jsonl"
)  # core/assess/answers.py; passed and no number: of earlier versions
OF_A_CHECKPOINT = frozenset(("state.safetensors", "progress.json", "adapter.gguf", "checksums.sha256"))
_CHECKPOINT = re.compile(r"step-\d+(?:\.\d+)?(?:\.part)?")  # step-000120, and where it is being written
_PARTIAL = re.compile(r"(.+)\.\d+\.part")  # as core/base/files.py names it
_TYPES = re.compile(r"types\.\d+\.part")  # the workplace of core/jobs/export/types.py
_FITTED = re.compile(rf"{FITTED}\.\d+\.part")
# What file managers leave behind where somebody has looked: neither a person's nor ours. It goes with a folder.
_OF_NOBODY = frozenset((".DS_Store", "Thumbs.db", "desktop.ini", ".directory"))
_SHOWN = 4  # names in a sentence


def is_attempt(folder: Path) -> bool:
    """Return whether a folder holds only what a training left that ended before it made the run. Raises OSError."""
    return folder.is_dir() and all(_is_attempt(path) for path in _whole(folder))


def others(folder: Path) -> list[str]:
    """Return what lies in a run's folder and is not of the run, as paths below it. Raises OSError."""
    return [path.relative_to(folder).as_posix() for path, is_ours in _looked_at(folder) if not is_ours]


def require_free(folder: Path) -> None:
    """Check a folder before a run begins in it: it may hold what a killed attempt has left, and nothing else.

    Raises LuthierError `runs.other-files`, `files.cannot-write`.
    """
    with told_of(folder):
        if not folder.is_dir():  # not there, or a file: then it cannot be made, which is said there
            return
        found = sorted({path.relative_to(folder).parts[0] for path in _whole(folder) if not _is_attempt(path)})
    if found:
        raise LuthierError(
            "runs.other-files",
            f"{folder} cannot be a run's folder: it holds {in_words(found)}.",
            "Choose a new folder, or an empty one.",
        )


def require_nothing_else(folder: Path) -> None:
    """Check a run's folder before it goes as a whole. Raises LuthierError `runs.other-files`, `files.cannot-write`."""
    with told_of(folder):
        found = others(folder)
    if found:
        raise LuthierError(
            "runs.other-files",
            f"{folder} holds files that do not belong to the run: {in_words(found)}.",
            Do.by("Take them out first.", "or `luthier runs delete --for-good`, which leaves them"),
        )


def delete(folder: Path) -> None:
    """Delete all that is of the run but its locks, which somebody may hold; what makes it a run goes last, so that half
    of one can be deleted once more. Raises OSError.
    """
    ours = [path for path, is_ours in _looked_at(folder) if is_ours and path.name not in _LOCK_FILES]
    last = (folder / CHECKPOINTS / INFO, folder / INFO)
    for path in sorted(ours, key=lambda path: path in last):
        path.unlink()
    for path in (*_folders(folder), folder / CHECKPOINTS):
        remove_empty(path)


def is_checkpoint(folder: Path) -> bool:
    """Return whether a folder is a checkpoint's by its name, and holds anything of one, whole or not."""
    return folder.name.removeprefix("step-").isdecimal() and any((folder / name).exists() for name in OF_A_CHECKPOINT)


def delete_checkpoint(folder: Path) -> None:
    """Delete a checkpoint's files, and its folder where nothing else is in it. Raises OSError."""
    if folder.is_symlink() or not folder.is_dir():
        return
    for path in folder.iterdir():
        if _is_of_checkpoint(path):
            path.unlink()
    remove_empty(folder)


def remove_empty(folder: Path) -> None:
    """Delete a folder that holds nothing of anybody's; another stays. Raises OSError."""
    if folder.is_symlink() or not folder.is_dir():
        return
    left = list(folder.iterdir())
    if all(path.name in _OF_NOBODY and path.is_file() and not path.is_symlink() for path in left):
        for path in left:
            path.unlink()
        folder.rmdir()


def in_words(names: list[str]) -> str:
    """Return the first names, and how many more there are: novel.txt, photos and 3 more."""
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


_LOCK_FILES = frozenset((*LOCKS, *(owner_file(Path(name)).name for name in LOCKS)))


def _looked_at(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Each file, link and folder of others below, with whether it is the run's own. What is nobody's is passed over."""
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
    """What a file is to become that is being written."""
    partial = _PARTIAL.fullmatch(path.name)
    return partial[1] if partial else path.name


def _folders(folder: Path) -> list[Path]:
    """Return the folders below the run's own: checkpoints and workplaces."""
    below = (folder / CHECKPOINTS).iterdir() if (folder / CHECKPOINTS).is_dir() else ()
    steps = [path for path in below if _CHECKPOINT.fullmatch(path.name)]
    return [*steps, *(path for path in folder.iterdir() if _TYPES.fullmatch(path.name))]


def _whole(folder: Path) -> Iterator[Path]:
    """All entries of a folder that is to become a run's, and of its checkpoints."""
    for path in folder.iterdir():
        if path.name == CHECKPOINTS and path.is_dir() and not path.is_symlink():
            yield from path.iterdir()
        elif path.name not in _OF_NOBODY:
            yield path


def _is_attempt(path: Path) -> bool:
    """Return whether a training that was killed before it made the run has left this."""
    if path.name in _LOCK_FILES:
        return is_a_lock(path)
    return _is_file(path) and _whole_name(path) == INFO and is_left_over(path)
