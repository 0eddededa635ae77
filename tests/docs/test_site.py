"""The documents as a site: every page is in it, anchors lead to a heading, and nothing is loaded from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.places import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
EXAMPLES = DOCS / "guide" / "examples"
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
SITE: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))


def prose(page: Path) -> str:
    """Without blocks of code, in which `#` begins no heading."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """As both GitHub and the site name a page's headings."""
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading) for heading in _HEADING.findall(prose(page)))
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in plain}


def listed(entries: Any) -> Iterator[str]:
    """The files of a navigation and of the parts below it."""
    if isinstance(entries, str):
        yield entries
    else:
        for entry in entries.values() if isinstance(entries, dict) else entries:
            yield from listed(entry)


def test_that_every_page_is_in_the_site_once() -> None:
    wanted = [page.relative_to(DOCS).as_posix() for page in PAGES if not page.is_relative_to(EXAMPLES)]
    assert sorted(listed(SITE["nav"])) == sorted(wanted)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.name)
def test_that_every_anchor_leads_to_a_heading(page: Path) -> None:
    links = [link.partition("#") for link in _LINK.findall(prose(page)) if "://" not in link and "#" in link]
    targets = [(page.parent / path if path else page, anchor) for path, _, anchor in links]
    assert [f"{target}#{anchor}" for target, anchor in targets if anchor not in anchors(target)] == []


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.name)
def test_that_every_table_is_whole(page: Path) -> None:
    """A row behind an empty line would be shown as text."""
    tables = re.findall(r"(?:^\|.*\n)+", prose(page), re.MULTILINE)
    assert [table for table in tables if not re.match(r".*\n\|[\s:|-]+\|\n", table)] == []


def test_that_the_site_loads_nothing_from_elsewhere() -> None:
    assert SITE["theme"]["font"] is False
    assert SITE["plugins"] == ["search"]  # `offline` would load a script for searching in files
    assert not {"extra_javascript", "extra_css", "repo_url"} & set(SITE)
