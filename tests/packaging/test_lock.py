"""What an environment is made of is locked: no other version, and no other file of it, is installed."""

from __future__ import annotations

import hashlib
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import lock
import pytest
import setup_lock
from packaging.requirements import Requirement
from setup_shell import SetupError

pytestmark = pytest.mark.process

NAMES = ("build", "develop", "bundle", "docs", "lock")


def test_that_each_pin_has_hashes_and_nothing_else_has() -> None:
    hashes = setup_lock.hashes_of_pins()
    assert {name: version for name, (version, _) in hashes.items()} == setup_lock.pins()
    assert all(words.startswith("--hash=sha256:") for _, words in hashes.values())


@pytest.mark.parametrize("group", NAMES)
def test_that_each_environment_is_locked(group: str) -> None:
    lines = setup_lock.locked(group).splitlines()
    assert [line for line in lines if "==" not in line or "--hash=sha256:" not in line] == []
    assert set(NAMES) == set(setup_lock.groups())


@pytest.mark.parametrize("group", ("develop", "bundle"))
def test_that_all_that_is_installed_along_is_locked_too(group: str) -> None:
    installed = {setup_lock.canonical(one.metadata["Name"]): one for one in metadata.distributions()}
    there = {setup_lock.canonical(line.partition("==")[0]) for line in setup_lock.locked(group).splitlines()}
    waiting, needed = [Requirement(one) for one in setup_lock.groups()[group]], set[str]()
    while waiting:
        name = setup_lock.canonical(waiting.pop().name)
        if name in needed or name not in installed:
            continue
        needed.add(name)
        wanted = map(Requirement, installed[name].requires or [])
        waiting += [one for one in wanted if one.marker is None or one.marker.evaluate()]
    assert len(needed) > 50
    assert needed - there == set()


def test_that_a_new_dependency_without_a_lock_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = setup_lock.groups()
    monkeypatch.setattr(setup_lock, "groups", lambda: {**wanted, "lock": ["uv", "Another.Thing>=2"]})
    with pytest.raises(SetupError, match=r"another-thing\.\nRun: make lock"):
        setup_lock.locked("lock")


def test_that_a_file_with_another_hash_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = tmp_path / "thing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("thing.py", "")
        packed.writestr("thing-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n")
        packed.writestr("thing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        packed.writestr("thing-1.0.dist-info/RECORD", "")
    monkeypatch.setattr(setup_lock, "LOCKED", tmp_path)
    monkeypatch.setattr(setup_lock, "pins", lambda: {"thing": "1.0"})
    monkeypatch.setattr(setup_lock, "groups", lambda: {"things": ["thing"]})
    (tmp_path / "things.txt").write_text("thing ; python_version > '3'\n")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for name, value in (("PIP_NO_INDEX", "1"), ("PIP_FIND_LINKS", str(tmp_path)), ("PIP_TARGET", str(tmp_path / "to"))):
        monkeypatch.setenv(name, value)
    for hashes in (digest, digest[::-1]):
        (tmp_path / "hashes.txt").write_text(f"thing==1.0 --hash=sha256:{hashes}\n")
        if hashes == digest:
            setup_lock.install(Path(sys.executable), "things", tmp_path / "asked.txt")
        else:
            with pytest.raises(SetupError, match="hash"):
                setup_lock.install(Path(sys.executable), "things", tmp_path / "asked.txt")


def test_that_what_uv_says_is_written_a_line_each() -> None:
    answer = "a==1 ; sys_platform == 'win32' \\\n    --hash=sha256:1 \\\n    --hash=sha256:2\n"
    answer += "b.c==2 \\\n    --hash=sha256:3\n"
    assert lock.one_line_each(answer).splitlines()[1] == "b.c==2 --hash=sha256:3"
    name, version = next(iter(setup_lock.pins().items()))
    lines = [f"{name}=={version} ; sys_platform == 'win32'", "x==1 ; sys_platform == 'emscripten'"]
    assert lock.names_and_systems(lines) == f"{name} ; sys_platform == 'win32'\n"
    with pytest.raises(SetupError, match="not pinned"):
        lock.names_and_systems(["unheard-of==3"])
