"""Modules of ours as programs, from source and in the program that is downloaded."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from core.base import command_lines
from core.base.own_process import MODULES, SWITCH, desktop_program, own_process
from core.base.systems import places

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, str(ROOT / "packaging" / "program.py")]


def started() -> Iterator[str]:
    """Modules that core and app start as programs, by name in a call or as what a parameter usually is."""
    for file in (*(ROOT / "core").rglob("*.py"), *(ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "own_process":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield first.value
            if isinstance(node, ast.FunctionDef):
                for name, usual in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
                    if name.arg == "module" and isinstance(usual, ast.Constant):
                        yield usual.value


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, env=environment, timeout=120)


@pytest.mark.slow
def test_that_all_programs_of_ours_are_listed_and_there() -> None:
    assert set(started()) == set(MODULES)
    assert all(find_spec(module) for module in MODULES)


def test_that_nothing_starts_python_by_itself() -> None:
    """There is no `-m` in the downloaded program: code that needs one has to ask own_process."""
    files = {*(ROOT / "core").rglob("*.py"), *(ROOT / "app").rglob("*.py")} - {ROOT / "core/base/own_process.py"}
    assert [file for file in files if "[sys.executable" in file.read_text(encoding="utf-8")] == []


@pytest.mark.skipif(sys.platform == "win32", reason="has two, test_systems.py")
def test_that_the_downloaded_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/luthier/luthier")
    assert own_process("core.worker", "apart") == ["/opt/luthier/luthier", SWITCH, "core.worker", "apart"]
    assert command_lines.export_elsewhere(Path("/runs/a b")).startswith("/opt/luthier/luthier export '/runs/a b' ")
    monkeypatch.setenv("APPIMAGE", "/home/ann/Luthier.AppImage")
    assert command_lines.export_elsewhere(Path("/r")).startswith("/home/ann/Luthier.AppImage export ")


@pytest.mark.process
def test_that_the_program_is_each_of_its_modules_and_nothing_else() -> None:
    loaded = run(SWITCH, "core.cli.loads", "ggml")
    assert (loaded.returncode, loaded.stderr) == (0, "") and loaded.stdout.strip()
    refused = run(SWITCH, "http.server", "0")
    assert refused.returncode == 1 and "no program http.server" in refused.stderr


@pytest.mark.process
def test_that_the_program_is_the_luthier_command() -> None:
    done = run("settings", "--json")
    assert done.returncode == 0 and '"offline"' in done.stdout


@pytest.mark.parametrize(
    ("system", "place"),
    [
        ("win32", "data/Programs/LM Studio/LM Studio.exe"),
        ("darwin", "home/Applications/LM Studio.app"),
        ("linux", "bin/lm-studio"),
    ],
)
def test_that_a_program_with_a_window_is_found_where_its_installer_puts_it(
    system: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, folder in (("LOCALAPPDATA", "data"), ("HOME", "home"), ("USERPROFILE", "home"), ("PATH", "bin")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    monkeypatch.setattr(places.sys, "platform", system)
    assert desktop_program("LM Studio") == desktop_program("Another") == ""
    program = tmp_path / place
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    assert desktop_program("LM Studio") == str(program)
