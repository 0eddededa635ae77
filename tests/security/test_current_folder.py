"""What lies in the folder that Luthier is called in, or on PYTHONPATH, is no part of the program, whatever its name."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from core.base.own_process import FLAGS, MODULES, other_program, own_process
from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import CHATML, ChatTemplate
from core.jobs import apart
from tests.support.places import ROOT

COMMAND = "from core.cli import main; main()"  # what the script `luthier` does
TRAP = "with open({mark!r}, 'a') as file: file.write(__name__ + ' ')\nraise ImportError('of the current folder')\n"
PATHS = "import json, sys; print(json.dumps(sys.path))"
# As `luthier` has rows tokenized on several cores. The other process finds no model, and can say so.
SEVERAL = """
from core.cli import leave_other_folders

if __name__ == "__main__":
    leave_other_folders()
    import multiprocessing, runpy
    from pathlib import Path
    from core.data.tokens import parallel_encoding
    from core.base.errors import LuthierError
    from core.base.own_process import spawning
    with parallel_encoding._Pool(parallel_encoding.Recipe(Path("none.gguf"), None, (), None, None), 1) as pool:
        try: parallel_encoding._receive(pool._pipes[0])
        except LuthierError as error: assert "none.gguf" in error.message, error
    process = multiprocessing.get_context("spawn").Process(target=runpy.run_path, args=({paths!r},))
    with spawning():
        process.start()
    process.join()
"""

STARTING = {"executable", "_base_executable", "get_context", "set_executable", "ProcessPoolExecutor", "Pool"}
FIRST = {"core", "sitecustomize", "usercustomize", "_distutils_hack"}
LATER = {"csv", "queue", "uuid", "sqlite3", "multiprocessing", "concurrent", "signal", "tempfile", "socket", "logging"}


@cache
def names() -> set[str]:
    libraries = {
        name for name in packages_distributions() if name.isidentifier() and not name.startswith("__editable__")
    }
    return {*sys.stdlib_module_names, *libraries, "sitecustomize", "usercustomize", "core", "app", "resources"}


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a file for every module that there is, Python's, the libraries' and ours."""
    made = tmp_path_factory.mktemp("downloads")
    for name in names():
        (made / f"{name}.py").write_text(TRAP.format(mark=str(made / "loaded")))
    return made


@pytest.fixture
def within(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, and on PYTHONPATH in each of the ways there are."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", ".", str(folder)]))
    return folder


def run(command: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, input="{}\n", capture_output=True, text=True, timeout=60,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"} | more,
    )  # fmt: skip


def loaded(folder: Path) -> str:
    mark = folder / "loaded"
    return mark.read_text() if mark.exists() else ""


@pytest.mark.process
def test_that_python_alone_would_run_them(within: Path) -> None:
    run([sys.executable, "-m", "core.cli", "settings"], PYTHONPATH="")
    assert loaded(within)


@pytest.mark.process
@pytest.mark.parametrize("module", sorted(set(MODULES) - {"app"}))
def test_that_no_process_of_ours_runs_a_file_of_the_current_folder(within: Path, module: str) -> None:
    for more in ({}, {"PYTHONPATH": ""}):
        said = run(own_process(module), **more).stderr
        assert loaded(within) == "" and "of the current folder" not in said
        assert "Fatal Python error" not in said  # which is all it can say that found no library of its own


@pytest.mark.process
def test_that_the_window_runs_none(within: Path) -> None:
    code = "import app.shell.application as it; it.main = lambda *_: print('shown'); import app.__main__ as m; m.main()"
    assert run([sys.executable, *FLAGS, "-c", code]).stdout == "shown\n"
    assert loaded(within) == ""


@pytest.mark.process
@pytest.mark.parametrize("command", [own_process("core.worker"), apart.COMMAND, apart.WHOLE])
def test_that_the_path_of_no_process_leads_there(within: Path, command: list[str]) -> None:
    assert is_clean(run([*command[: command.index("-m")], "-c", PATHS]).stdout, within)


def test_that_templates_are_rendered_there(within: Path) -> None:
    with TemplateRenderer() as renderer:
        text = ChatTemplate(CHATML, renderer).render([{"role": "user", "content": "Hi"}])
    assert "Hi" in text and loaded(within) == ""


@pytest.mark.process
def test_that_the_command_runs_none_nor_do_processes_that_share_its_work(within: Path, tmp_path: Path) -> None:
    """A person starts it without our flags. What Python itself loads first cannot be kept from PYTHONPATH: there lie
    none of these here."""
    for name in FIRST | sys.stdlib_module_names - LATER:
        (within / f"{name}.py").unlink(missing_ok=True)
    (tmp_path / "paths.py").write_text(PATHS)
    script = tmp_path / "bin" / "luthier"  # with files beside it
    script.parent.mkdir()
    (script.parent / "queue.py").write_text((within / "queue.py").read_text())
    script.write_text(COMMAND)
    done = run([sys.executable, str(script), "data", "inspect", "none.jsonl", "--model", "none"])
    assert (done.returncode, loaded(within)) == (1, "") and "none" in done.stderr
    script.write_text(SEVERAL.format(paths=str(tmp_path / "paths.py")))
    done = run([sys.executable, str(script)])
    assert (done.returncode, done.stderr, loaded(within)) == (0, "", "")
    assert is_clean(done.stdout, within, script.parent)


def is_clean(answer: str, *folders: Path) -> bool:
    path = json.loads(answer)
    return bool(path) and not {"", ".", str(Path.cwd()), *map(str, folders)} & set(path)


def test_that_a_program_of_others_is_never_that_of_the_current_folder(
    within: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (within, tmp_path):
        (place / "ollama").write_text("#!/bin/sh\n")
        (place / "ollama").chmod(0o700)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "bin"]))
    assert other_program("ollama") is None
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", str(tmp_path)]))
    assert other_program("ollama") == str(tmp_path / "ollama")
    assert other_program("./ollama") == "./ollama"  # by its path
    (within / "ollama").unlink()


@pytest.mark.slow
def test_that_python_is_started_in_one_place_alone() -> None:
    """All else asks own_process.py, which knows the flags and the downloaded program."""
    found = set()
    for file in (path for room in ("core", "app") for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in STARTING:
                found.add((file.relative_to(ROOT).as_posix(), node.attr))
    assert found == {
        ("core/base/own_process.py", "executable"),
        ("core/base/command_lines.py", "executable"),  # words for people to type
        ("core/data/tokens/parallel_encoding.py", "get_context"),  # within spawning()
    }
