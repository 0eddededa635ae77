"""Models that Luthier has downloaded or made go to the system's bin, out of the window's way: a disk may take long."""

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

# The files of a model's repository that are fetched (core/hub/repository.py), and what file managers leave there.
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
    moved: the model whose files are in the bin now, and what puts them back; None where that cannot be done.
    failed: the model, the first file that the bin did not take, and what could not be put back of the files that it had
    taken before; "" for nothing.
    back: it was put back; with what went wrong, "" for nothing.
    """

    moved = Signal(object, object)
    failed = Signal(object, str, str)
    back = Signal(str)

    def move(self, model: p.LocalModel) -> None:
        """Begin to move a model; `moved` or `failed` tells how it ended."""
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
    """Move what lies on the disk of a model; where the bin does not take a file, none of it goes there."""
    moved = list[tuple[Path, Path | None]]()
    for path in places_of(Path(model.path)):
        one = paths_to_the_bin([path])
        moved += one.moved
        if one.left:
            return Binned([], one.left, put_back(moved).trouble)
    return Binned(moved, [], [])


def places_of(path: Path) -> list[Path]:
    """Return what lies on the disk of a model: its file, all parts of a split one, or its folder.

    The folder of a repository that has no other model goes as a whole, with its card and what else came along. Where
    anything lies in a folder that no download has brought, only the files go that one has.
    """
    if path.is_dir():
        return [path] if _came_along(path) else sorted(filter(_is_brought, path.iterdir()))
    pieces = [piece for piece in all_parts(path) if piece.exists()]
    said = [file for file in map(origin_file, pieces) if file.exists()]
    return [path.parent] if _is_all_of_a_repository(path.parent, pieces) else [*pieces, *said]


def _is_all_of_a_repository(folder: Path, pieces: list[Path]) -> bool:
    """Return whether it is <downloads>/<owner>/<name>, with no other model in it, and nothing of a person's."""
    if folder.parent.parent != settings.load().downloads.expanduser() or not _came_along(folder):
        return False
    return all(file in pieces for file in folder.iterdir() if file.suffix in (".gguf", ".safetensors"))


def _came_along(folder: Path) -> bool:
    return not folder.is_symlink() and all(map(_is_brought, folder.iterdir()))


def _is_brought(file: Path) -> bool:
    """Return whether a download has brought a file, by its name."""
    return file.is_file() and not file.is_symlink() and any(fnmatch(file.name, names) for names in BROUGHT)
