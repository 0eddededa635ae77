"""docs/guide, as its readers go through it: every command runs, and says what the page says that it says.

Of a page, blocks marked `sh` are run one after the other in one folder, which has the page's examples and a model
called my-model.gguf; the lines of a block marked `output` stand in what the commands before it said. Those marked
`text` are run by nobody: their titles say why, and tests/packaging/test_docs.py looks whether their commands are there.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.paths import SAMPLE_MODEL
from tests.support.places import ROOT

GUIDE = ROOT / "docs" / "guide"
PAGES = sorted(GUIDE.glob("*.md"))
_BLOCK = re.compile(r"^ *```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_TRAINS = ("luthier train", "luthier demo")
MANY = 12  # commands


def blocks(page: Path) -> list[tuple[str, str, list[str]]]:
    """Of each its kind, its title and its lines."""
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [(kind, title, [line.strip() for line in text.splitlines() if line.strip()]) for kind, title, text in found]


def commands(page: Path) -> list[str]:
    return [line for kind, _, lines in blocks(page) if kind == "sh" for line in lines]


def cases() -> list[object]:
    """Pages with commands; those that train, or have many, take longer."""
    pages = [page for page in PAGES if commands(page)]
    longer = {page for page in pages if len(commands(page)) > MANY or _trains(page)}
    return [pytest.param(page, id=page.stem, marks=[pytest.mark.slow] if page in longer else []) for page in pages]


def _trains(page: Path) -> bool:
    return any(line.startswith(_TRAINS) for line in commands(page))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As somebody has one: the sample's."""
    file = tmp_path_factory.mktemp("model") / "my-model.gguf"
    said(["convert", str(SAMPLE_MODEL), "-o", str(file), "--type", "q8_0"], file.parent)
    return file


def said(words: list[str], folder: Path) -> str:
    """What a command said; it has to end well."""
    settings = os.environ | {"LUTHIER_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    command = [sys.executable, "-m", "core.cli", *words]
    done = subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True)
    assert done.returncode == 0, f"luthier {' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


@pytest.mark.process
@pytest.mark.parametrize("page", cases())
def test_that_every_command_does_what_the_page_says(page: Path, model: Path, tmp_path: Path) -> None:
    shutil.copy(model, tmp_path)
    shutil.copytree(GUIDE / "examples", tmp_path / "examples")
    heard = ""
    for kind, _, lines in blocks(page):
        if kind == "sh":
            heard = ""
            for line in lines:
                program, *words = shlex.split(line)
                assert program == "luthier", line
                heard += said(words, tmp_path)
        elif kind == "output":
            assert [line for line in lines if line not in heard] == [], heard


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_that_what_is_not_run_says_why(page: Path) -> None:
    silent = [
        line for kind, title, lines in blocks(page) if kind == "text" and not title
        for line in lines if line.startswith("luthier ") and not re.search(r"[A-Z]{4,}", line)
    ]  # fmt: skip
    assert silent == []


def test_that_every_example_is_used() -> None:
    words = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [file.name for file in (GUIDE / "examples").iterdir() if f"examples/{file.name}" not in words] == []


def test_that_the_page_of_settings_is_that_of_the_sources() -> None:
    made = runpy.run_path(str(ROOT / "packaging" / "settings_page.py"), run_name="page")
    assert made["PAGE"].read_text(encoding="utf-8") == made["page"](), "run packaging/settings_page.py"
    assert "): \n" not in made["page"](), "a setting without a word on it"
