"""A disk as a power cut finds it: what was flushed is there, of the rest all, nothing or a part.

Data of a file is safe after a flush of the file, a name after a flush of its folder: POSIX promises no more. Journals
of real file systems keep more of the order than is taken for granted here.
"""

from __future__ import annotations

from collections.abc import Iterator

Tree = dict[str, bytes | None]  # path from the root: a file's content, None for a folder


class File:
    """now: as programs see it. safe: after a power cut. last: before the newest write."""

    def __init__(self) -> None:
        self.now = self.safe = self.last = b""


class Folder:
    """Names, as programs see them, and those that a power cut leaves."""

    def __init__(self) -> None:
        self.now: dict[str, File | Folder] = {}
        self.safe: dict[str, File | Folder] = {}


class Disk:
    """Operations in the order of their system calls. Paths are relative to the root, which is there from the start."""

    def __init__(self) -> None:
        self.root = Folder()
        self._written: File | None = None  # last, and not flushed since

    def find(self, path: str) -> File | Folder | None:
        """By the names as programs see them; "" is the root."""
        found: File | Folder | None = self.root
        for name in filter(None, path.split("/")):
            found = found.now.get(name) if isinstance(found, Folder) else None
        return found

    def folder_of(self, path: str) -> tuple[Folder, str]:
        above, _, name = path.rpartition("/")
        folder = self.find(above)
        assert isinstance(folder, Folder), path
        return folder, name

    def create(self, path: str) -> None:
        folder, name = self.folder_of(path)
        folder.now.setdefault(name, File())

    def make_folder(self, path: str) -> None:
        folder, name = self.folder_of(path)
        folder.now[name] = Folder()

    def write(self, path: str, offset: int, data: bytes) -> None:
        file = self._file(path)
        file.last, self._written = file.now, file
        file.now = file.now[:offset].ljust(offset, b"\0") + data + file.now[offset + len(data) :]

    def truncate(self, path: str, length: int) -> None:
        file = self._file(path)
        file.now = file.now[:length].ljust(length, b"\0")

    def rename(self, source: str, target: str) -> None:
        (here, name), (there, other) = self.folder_of(source), self.folder_of(target)
        there.now[other] = here.now.pop(name)

    def remove(self, path: str) -> None:
        folder, name = self.folder_of(path)
        del folder.now[name]

    def flush(self, path: str) -> None:
        found = self.find(path)
        assert found is not None, path
        self._written = None if found is self._written else self._written
        found.safe = dict(found.now) if isinstance(found, Folder) else found.now  # type: ignore[assignment]

    def seen(self) -> Tree:
        """As programs see it."""
        return _tree(self.root, names=lambda folder: folder.now, data=lambda file: file.now)

    def after_a_cut(self) -> Iterator[Tree]:
        """Every kind of thing that a power cut now could leave."""

        def now(folder: Folder) -> dict[str, File | Folder]:
            return folder.now

        def safe(folder: Folder) -> dict[str, File | Folder]:
            return folder.safe

        def half(file: File) -> bytes:
            if file is not self._written:
                return file.now
            return file.now[: (len(file.last) + len(file.now)) // 2]

        yield self.seen()
        yield _tree(self.root, safe, lambda file: file.safe)
        yield _tree(self.root, now, lambda file: file.safe)
        yield _tree(self.root, safe, lambda file: file.now)
        yield _tree(self.root, now, half)
        for ahead in [folder for folder in _folders(self.root) if folder.now != folder.safe]:
            yield _tree(self.root, lambda one, ahead=ahead: one.now if one is ahead else one.safe, lambda one: one.safe)
            yield _tree(self.root, lambda one, ahead=ahead: one.safe if one is ahead else one.now, lambda one: one.now)

    def _file(self, path: str) -> File:
        file = self.find(path)
        assert isinstance(file, File), path
        return file


def _folders(folder: Folder) -> Iterator[Folder]:
    yield folder
    for entry in folder.now.values():
        if isinstance(entry, Folder):
            yield from _folders(entry)


def _tree(folder: Folder, names, data, above: str = "") -> Tree:  # type: ignore[no-untyped-def]
    found: Tree = {}
    for name, entry in names(folder).items():
        if isinstance(entry, Folder):
            found[above + name] = None
            found |= _tree(entry, names, data, f"{above}{name}/")
        else:
            found[above + name] = data(entry)
    return found
