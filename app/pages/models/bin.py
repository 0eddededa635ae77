"""Moves models that Luthier downloaded or made to the system's bin, in a background thread, as disks can be slow."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.workers.bin import Binned, paths_to_the_bin, put_back
from app.workers.thread_call import in_thread
from core import protocol as p
from core.base import settings
from core.gguf.downloads import origin_file
from core.gguf.part_names import all_parts

# Files that a download fetches (core/hub/repository.py), and files that file managers leave behind.
BROUGHT = (
    "*.gguf",
    "*.safetensors",
    "*.json",
    "*.jinja",
    "*.model",
    "merges.txt",
    "README.md",
    "LICENSE*",
    ".DS_Store",
)


class Bin(QObject):
    """Signals:
    moved: the model whose files are in the bin now, and the handle that restores them, or None if that is impossible.
    failed: the model, the first file that the bin refused, and which of the files moved before it could not be
    restored; "" for none.
    back: it was restored; with the problem, "" for none.
    """

    moved = Signal(object, object)
    failed = Signal(object, str, str)
    back = Signal(str)

    def move(self, model: p.LocalModel) -> None:
        """Start moving a model; `moved` or `failed` reports the outcome."""
        call = in_thread(lambda: _to_the_bin(model), lambda done: self._tell(model, done), self)
        call.failed.connect(lambda _error: self.failed.emit(model, model.path, ""))

    def _tell(self, model: p.LocalModel, done: Binned) -> None:
        if done.left:
            self.failed.emit(model, str(done.left[0]), "\n".join(done.trouble))
        else:
            self.moved.emit(model, (lambda: self._put_back(done)) if done.can_go_back else None)

    def _put_back(self, done: Binned) -> None:
        call = in_thread(lambda: put_back(done.moved), lambda result: self.back.emit("\n".join(result.trouble)), self)
        call.failed.connect(lambda error: self.back.emit(str(error)))


def _to_the_bin(model: p.LocalModel) -> Binned:
    """Move a model's files to the bin; if the bin refuses one, restore the others."""
    moved = list[tuple[Path, Path | None]]()
    for path in places_of(Path(model.path)):
        one = paths_to_the_bin([path])
        moved += one.moved
        if one.left:
            return Binned([], one.left, put_back(moved).trouble)
    return Binned(moved, [], [])


def places_of(path: Path) -> list[Path]:
    """Return a model's paths on disk: its file, all parts of a split one, or its folder.

    A repository's folder without another model is moved as a whole, with its card and other downloaded files. If a
    folder contains anything that was not downloaded, only the downloaded files are moved.
    """
    if path.is_dir():
        return [path] if _came_along(path) else sorted(filter(_is_brought, path.iterdir()))
    pieces = [piece for piece in all_parts(path) if piece.exists()]
    said = [file for file in map(origin_file, pieces) if file.exists()]
    return [path.parent] if _is_all_of_a_repository(path.parent, pieces) else [*pieces, *said]


def _is_all_of_a_repository(folder: Path, pieces: list[Path]) -> bool:
    """Return whether the folder is <downloads>/<owner>/<name>, without another model or files of the user."""
    if folder.parent.parent != settings.load().downloads.expanduser() or not _came_along(folder):
        return False
    return all(file in pieces for file in folder.iterdir() if file.suffix in (".gguf", ".safetensors"))


def _came_along(folder: Path) -> bool:
    return not folder.is_symlink() and all(map(_is_brought, folder.iterdir()))


def _is_brought(file: Path) -> bool:
    """Return whether a file was downloaded, judged by its name."""
    return file.is_file() and not file.is_symlink() and any(fnmatch(file.name, names) for names in BROUGHT)
