"""Models that Luthier has downloaded or made go to the system's bin, out of the window's way: a disk may take long."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFile, QObject, QThreadPool, Signal

from core.shared import protocol as p
from core.shared import settings
from core.shared.gguf.part_names import all_parts


class Bin(QObject):
    """Signals:
    moved: the model whose files are in the bin now.
    failed: the model, and the first file that the bin did not take.
    """

    moved = Signal(object)
    failed = Signal(object, str)

    def move(self, model: p.LocalModel) -> None:
        """Begin; `moved` or `failed` tells how it ended."""
        QThreadPool.globalInstance().start(lambda: self._move(model))

    def _move(self, model: p.LocalModel) -> None:
        for path in places_of(Path(model.path)):
            if not QFile.moveToTrash(str(path)):
                self.failed.emit(model, str(path))
                return
        self.moved.emit(model)


def places_of(path: Path) -> list[Path]:
    """What lies on the disk of a model: its file, all parts of a split one, or its folder.

    The folder of a repository that has no other model goes as a whole, with its card and what else came along.
    """
    if path.is_dir():
        return [path]
    pieces = [piece for piece in all_parts(path) if piece.exists()]
    return [path.parent] if _is_all_of_a_repository(path.parent, pieces) else pieces


def _is_all_of_a_repository(folder: Path, pieces: list[Path]) -> bool:
    """Whether it is <downloads>/<owner>/<name>, with no other model in it."""
    if folder.parent.parent != settings.load().downloads.expanduser():
        return False
    return all(file in pieces for file in folder.rglob("*") if file.suffix in (".gguf", ".safetensors"))
