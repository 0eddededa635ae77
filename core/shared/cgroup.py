"""What the control groups that this process is in still allow it to take of memory: a container's limit, for one.

Linux has two kinds. In both a group's limit holds for all groups in it, so each group from ours to the root is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_UNLIMITED = 1 << 60  # bytes: the first kind writes its largest number where there is no limit


class Limit(NamedTuple):
    """Bytes: what the group may take, and what is left of it. Cached file pages that can be given back are left."""

    total: int
    available: int
    group: str  # its path


class _Kind(NamedTuple):
    mount: str
    limits: tuple[str, ...]  # files with the limit; the lowest holds
    usage: str
    cached: str  # line of memory.stat


_SECOND = _Kind("cgroup2", ("memory.max", "memory.high"), "memory.current", "inactive_file")
_FIRST = _Kind("cgroup", ("memory.limit_in_bytes",), "memory.usage_in_bytes", "total_inactive_file")


def memory_limit(root: Path = Path("/")) -> Limit | None:
    """The group that leaves least; None where no group limits memory. root: where proc and the groups' files lie."""
    limits = [limit for kind, folder, top in _places(root) for limit in _limits(kind, folder, top)]
    return min(limits, key=lambda limit: limit.available, default=None)


def _places(root: Path) -> Iterator[tuple[_Kind, Path, Path]]:
    """The folders of our groups of both kinds, and the folders where these begin."""
    for line in _lines(root / "proc/self/cgroup"):  # hierarchy:controllers:path
        _, controllers, path = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        kind = _FIRST if controllers else _SECOND
        for inside, mounted in _mounts(root, kind):
            # In a container the mount may show only our own group, by a path that we know from outside.
            below = path.removeprefix(inside) if path == inside or path.startswith(inside.rstrip("/") + "/") else ""
            top = root / mounted.lstrip("/")
            yield kind, top / below.lstrip("/"), top


def _mounts(root: Path, kind: _Kind) -> Iterator[tuple[str, str]]:
    """Of the kind's file systems: the group that is mounted, and where."""
    for line in _lines(root / "proc/self/mountinfo"):
        before, _, after = line.partition(" - ")
        place, about = before.split(), after.split()
        if about[0] == kind.mount and (kind is _SECOND or "memory" in about[2].split(",")):
            yield place[3], place[4]


def _limits(kind: _Kind, folder: Path, top: Path) -> Iterator[Limit]:
    """Of the group and of all around it."""
    for group in (folder, *folder.parents):
        known = [number for name in kind.limits for number in _numbers(group / name)]
        used = _numbers(group / kind.usage)
        if known and used and min(known) < _UNLIMITED:
            stat = dict(line.split() for line in _lines(group / "memory.stat"))
            left = min(known) - used[0] + int(stat.get(kind.cached, 0))
            yield Limit(min(known), max(0, left), str(group))
        if group == top:
            return


def _numbers(file: Path) -> list[int]:
    """The number in a file; none where it says `max` or is not there."""
    return [int(line) for line in _lines(file) if line.isdecimal()]


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text().splitlines()
    except OSError:
        return []
