"""The writing system calls of a program, in their order, as strace tells them."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from core import protocol as p
from tests.lab.faults.power_disk import Disk

CALLS = (
    "openat,open,creat,write,pwrite64,writev,pwritev,lseek,ftruncate,truncate,rename,renameat,renameat2,unlink,unlinkat,"
    "mkdir,mkdirat,rmdir,fsync,fdatasync,link,linkat,symlink,symlinkat,copy_file_range,sendfile,fallocate,mmap"
)
# Paths and data are hexadecimal, so that no comma, bracket or quotation mark in them ends anything.
COMMAND = ("strace", "-f", "-y", "-xx", "-s", "1000000000", "--seccomp-bpf", "-e", f"trace={CALLS}")
_CALL = re.compile(r"(\d+) +(\w+)\((.*)\) += (-?\d+)(.*)")
_CUT, _GOES_ON = " <unfinished ...>", re.compile(r"(\d+) +<\.\.\. \w+ resumed>(.*)")


def traced(command: list[str], environment: dict[str, str], file: Path) -> None:
    """Run it, its calls in a file. Raises CalledProcessError."""
    subprocess.run([*COMMAND, "-o", file, *command], env=environment, stdout=subprocess.DEVNULL, check=True)


def can_trace() -> bool:
    """Whether there is strace, and it may look."""
    try:
        command = [*COMMAND, "-o", os.devnull, "true"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def calls(file: Path) -> Iterator[tuple[str, list[str], int, str]]:
    """Name, arguments, result and what stands behind it (a path) of each call that succeeded."""
    begun: dict[str, str] = {}
    with file.open(encoding="ascii") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if line.endswith(_CUT):
                begun[line.split(" ", 1)[0]] = line.removesuffix(_CUT)
                continue
            if goes_on := _GOES_ON.match(line):
                line = begun.pop(goes_on[1], "") + goes_on[2]
            if (call := _CALL.match(line)) and int(call[4]) >= 0:
                yield call[2], call[3].split(", "), int(call[4]), call[5]


class Replay:
    """Does to a Disk what a program did below `root`. told: every event that it had written to its standard output."""

    def __init__(self, root: Path) -> None:
        self.disk, self.told = Disk(), list[p.Event]()
        self._root = str(root) + "/"
        self._places: dict[str, int] = {}  # of open files, by descriptor and path
        self._appends: set[str] = set()

    def take(self, name: str, arguments: list[str], result: int, behind: str) -> bool:
        """Whether the disk is another afterwards."""
        take: Callable[..., bool] | None = getattr(self, f"_{name}", None)
        if take is not None:
            return take(arguments, result, behind)
        assert all(self._inside(_path(word)) is None for word in arguments), f"{name} is not known"
        return False

    def _inside(self, path: str) -> str | None:
        path += "/"
        return path.removeprefix(self._root).rstrip("/") if path.startswith(self._root) else None

    def _named(self, folder: str, word: str) -> str | None:
        """The path of a call that names a folder and a name in it."""
        return self._inside(os.path.normpath(Path(_path(folder)) / _text(word)))

    def _openat(self, arguments: list[str], result: int, behind: str) -> bool:
        path, flags = self._named(arguments[0], arguments[1]), arguments[2].split("|")
        if path is None:
            return False
        key = f"{result}{_path(behind)}"
        self._places[key] = 0
        (self._appends.add if "O_APPEND" in flags else self._appends.discard)(key)
        is_new = self.disk.find(path) is None
        if is_new:
            assert "O_CREAT" in flags, path
            self.disk.create(path)
        if "O_TRUNC" in flags:
            self.disk.truncate(path, 0)
        return is_new or "O_TRUNC" in flags

    def _write(self, arguments: list[str], result: int, _behind: str) -> bool:
        descriptor, data = arguments[0], _bytes(arguments[1])[:result]
        if descriptor.startswith("1<") and data.startswith(b'{"type":'):  # processes that it started write, too
            self.told += [p.decode_event(line) for line in data.splitlines()]
        path = self._inside(_path(descriptor))
        if path is None:
            return False
        key = _key(descriptor)
        if key in self._appends:
            found = self.disk.find(path)
            self._places[key] = len(found.now) if found else 0
        self.disk.write(path, self._places[key], data)
        self._places[key] += result
        return True

    def _pwrite64(self, arguments: list[str], result: int, _behind: str) -> bool:
        path = self._inside(_path(arguments[0]))
        if path is not None:
            self.disk.write(path, int(arguments[3]), _bytes(arguments[1])[:result])
        return path is not None

    def _lseek(self, arguments: list[str], result: int, _behind: str) -> bool:
        self._places[_key(arguments[0])] = result
        return False

    def _ftruncate(self, arguments: list[str], _result: int, _behind: str) -> bool:
        path = self._inside(_path(arguments[0]))
        if path is not None:
            self.disk.truncate(path, int(arguments[1]))
        return path is not None

    def _rename(self, arguments: list[str], _result: int, _behind: str) -> bool:
        return self._moved(self._named("", arguments[0]), self._named("", arguments[1]))

    def _renameat(self, arguments: list[str], _result: int, _behind: str) -> bool:
        return self._moved(self._named(*arguments[:2]), self._named(*arguments[2:4]))

    _renameat2 = _renameat

    def _moved(self, source: str | None, target: str | None) -> bool:
        assert (source is None) == (target is None)
        if source is not None and target is not None:
            self.disk.rename(source, target)
        return source is not None

    def _mkdir(self, arguments: list[str], _result: int, _behind: str) -> bool:
        path = self._named("", arguments[0])
        if path:
            self.disk.make_folder(path)
        return bool(path)

    def _unlink(self, arguments: list[str], _result: int, _behind: str) -> bool:
        return self._removed(self._named("", arguments[0]))

    _rmdir = _unlink

    def _unlinkat(self, arguments: list[str], _result: int, _behind: str) -> bool:
        return self._removed(self._named(*arguments[:2]))

    def _removed(self, path: str | None) -> bool:
        if path is not None:
            self.disk.remove(path)
        return path is not None

    def _fsync(self, arguments: list[str], _result: int, _behind: str) -> bool:
        path = self._inside(_path(arguments[0]))
        if path is not None:
            self.disk.flush(path)
        return path is not None

    _fdatasync = _fsync

    def _mmap(self, arguments: list[str], _result: int, _behind: str) -> bool:
        writes = "PROT_WRITE" in arguments[2] and "MAP_SHARED" in arguments[3]
        assert not (writes and self._inside(_path(arguments[4]))), "what is written through a mapping is not seen"
        return False


def _key(descriptor: str) -> str:
    return descriptor.split("<", 1)[0] + _path(descriptor)


def _path(word: str) -> str:
    """Of a descriptor, which strace writes as 3<path>."""
    found = re.search(r"<((?:\\x..)+)>", word)
    return _bytes(found[1]).decode("utf-8", "surrogateescape") if found else ""


def _text(word: str) -> str:
    return _bytes(word).decode("utf-8", "surrogateescape")


def _bytes(word: str) -> bytes:
    return bytes.fromhex(word.strip('"').replace("\\x", ""))
