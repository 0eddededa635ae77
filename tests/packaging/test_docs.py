"""README and docs: links lead somewhere, and every command in them is there with its options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from core.cli.commands import app
from tests.lab.road.screenshots import DOCS

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_COMMAND = re.compile(r"(?:^ {4}|^|`|\| |\$ )(?:\.venv/bin/)?luthier ([^`\n]+)", re.MULTILINE)
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_MAKE = re.compile(r"(?:^ {4}|^|`)make ([a-z][a-z-]*)", re.MULTILINE)


def text_of(page: Path) -> str:
    """With lines that go on joined to the ones before."""
    return re.sub(r"\n {12,}", " ", page.read_text())


def commands(page: Path) -> Iterator[tuple[str, Any, str]]:
    """Each that a page names, and what stands behind it."""
    whole = typer.main.get_command(app)
    for said in _COMMAND.findall(text_of(page)):
        command: Any = whole
        path: list[str] = []
        for word in said.split():
            if isinstance(command, TyperGroup) and word in command.commands:
                command = command.commands[word]
                path.append(word)
            else:
                break
        yield " ".join(path), command, said


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_that_every_link_leads_somewhere(page: Path) -> None:
    links = [link.partition("#")[0] for link in _LINK.findall(page.read_text()) if "://" not in link]
    assert [link for link in links if link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: page.name)
def test_that_every_command_is_there_with_its_options(page: Path) -> None:
    strange = []
    for path, command, said in commands(page):
        if not path and not said.startswith(("--", "command", "…")):
            strange.append(said)
        elif not isinstance(command, TyperGroup):
            known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
            strange += [f"{path} {option}" for option in _OPTION.findall(said) if option not in {*known, "--help"}]
    assert strange == []


def test_that_every_target_of_make_is_there() -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {name for page in PAGES for name in _MAKE.findall(page.read_text())}
    assert len(named) > 10 and named - targets == set()


def test_that_one_run_of_make_screenshots_makes_every_picture_and_all_are_shown() -> None:
    there = {file.name for file in (ROOT / "docs" / "pictures").iterdir()}
    assert there == {f"{name}.png" for name in DOCS.values()}
    words = "".join(page.read_text() for page in PAGES)
    assert [name for name in sorted(there) if f"pictures/{name}" not in words] == []
