"""In a container, memory is what its control group allows."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from core.base.systems.machine import memory_limit
from core.memory.monitor import system_memory

MB = 10**6
FIRST = "35 31 0:32 {inside} /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory"
SECOND = "31 23 0:28 {inside} /sys/fs/cgroup rw,relatime shared:4 - cgroup2 cgroup2 rw"


def system(root: Path, mount: str, line: str, groups: dict[str, dict[str, object]], inside: str = "/") -> Path:
    """A file system with our line of /proc/self/cgroup and the groups' files, by their folders."""
    files = {"proc/self/cgroup": line, "proc/self/mountinfo": f"1 1 0:1 / / rw - ext4 disk rw\n{mount}"}
    for group, values in groups.items():
        files |= {f"sys/fs/cgroup/{group}/{name}": f"{value}\n" for name, value in values.items()}
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text.format(inside=inside))
    return root


def second(limit: object, used: int, cached: int = 0, high: object = "max") -> dict[str, object]:
    stat = f"anon 5\nfile {cached + 9}\ninactive_file {cached}\nactive_file 9"
    return {"memory.max": limit, "memory.high": high, "memory.current": used, "memory.stat": stat}


def first(limit: object, used: int, cached: int = 0) -> dict[str, object]:
    stat = f"cache 7\ninactive_file 3\ntotal_inactive_file {cached}"
    return {"memory.limit_in_bytes": limit, "memory.usage_in_bytes": used, "memory.stat": stat}


def test_that_the_second_kinds_limit_holds_and_cached_files_are_free(tmp_path: Path) -> None:
    groups = {"": {}, "box": second(400 * MB, 300 * MB, 50 * MB)}
    limit = memory_limit(system(tmp_path, SECOND, "0::/box", groups))
    assert limit is not None and (limit.total, limit.available) == (400 * MB, 150 * MB)
    assert limit.group.endswith("/sys/fs/cgroup/box")


def test_that_the_lower_of_two_limits_holds(tmp_path: Path) -> None:
    limit = memory_limit(system(tmp_path, SECOND, "0::/box", {"box": second(400 * MB, 10, high=300 * MB)}))
    assert limit is not None and limit.total == 300 * MB


def test_that_a_group_further_out_holds_for_those_in_it(tmp_path: Path) -> None:
    groups = {"out": second(500 * MB, 450 * MB), "out/mid": second("max", 30), "out/mid/in": second(300 * MB, 20 * MB)}
    limit = memory_limit(system(tmp_path, SECOND, "0::/out/mid/in", groups))
    assert limit is not None and (limit.total, limit.available) == (500 * MB, 50 * MB)


@pytest.mark.parametrize("inside", ["/", "/docker/ab12"])
def test_that_the_first_kinds_limit_holds(tmp_path: Path, inside: str) -> None:
    """Seen from outside a container, and from in it, where only its own group is mounted."""
    group = "memory/docker/ab12" if inside == "/" else "memory"
    line = "5:cpu,cpuacct:/docker/ab12\n4:memory:/docker/ab12\n0::/"
    limit = memory_limit(system(tmp_path, FIRST, line, {group: first(400 * MB, 390 * MB, 100 * MB)}, inside))
    assert limit is not None and (limit.total, limit.available) == (400 * MB, 110 * MB)


@pytest.mark.parametrize(
    ("mount", "line", "groups"),
    [
        (SECOND, "0::/box", {"box": second("max", 300)}),
        (FIRST, "4:memory:/", {"memory": first(9223372036854771712, 300)}),
        (SECOND, "0::/gone", {}),
        ("", "", {}),
    ],
)
def test_that_nothing_is_limited_where_no_group_says_so(
    tmp_path: Path, mount: str, line: str, groups: dict[str, dict[str, object]]
) -> None:
    assert memory_limit(system(tmp_path, mount, line, groups)) is None
    assert system_memory(tmp_path)[::2] == (psutil.virtual_memory().total, "")


def test_that_a_system_without_groups_has_all_its_memory(tmp_path: Path) -> None:
    assert system_memory(tmp_path).total == psutil.virtual_memory().total


def test_that_more_than_is_used_up_is_none(tmp_path: Path) -> None:
    root = system(tmp_path, SECOND, "0::/box", {"box": second(100 * MB, 120 * MB)})
    assert system_memory(root)[:2] == (100 * MB, 0)


@pytest.fixture
def group() -> Iterator[Path]:
    """A control group of 400 MB, made for real."""
    groups, name = Path("/sys/fs/cgroup"), f"luthier-test-{os.getpid()}"
    for folder, limit in ((groups / "memory" / name, "memory.limit_in_bytes"), (groups / name, "memory.max")):
        with contextlib.suppress(OSError):  # no such kind here, or not ours to make
            folder.mkdir()
            try:
                if (folder / limit).exists():
                    (folder / limit).write_text(str(400 << 20))
                    yield folder
                    return
            finally:
                folder.rmdir()
    pytest.skip("No control group can be made on this machine.")


@pytest.mark.process
def test_that_a_real_groups_limit_is_seen_and_named(group: Path) -> None:
    code = "import msgspec; from core.cli import doctor; m = doctor.examine_machine(); "
    code += "print(msgspec.json.encode([m, doctor._memory(m)]).decode())"
    joined = f"echo $$ > {group}/cgroup.procs && exec {sys.executable} -c '{code}'"
    done = subprocess.run(["sh", "-c", joined], capture_output=True, text=True, check=True)
    machine, check = json.loads(done.stdout)
    assert machine["memory"] == 400 << 20 and 0 < machine["memory_available"] <= 400 << 20
    assert machine["memory_group"] == str(group) and str(group) in check["detail"] and not check["ok"]
