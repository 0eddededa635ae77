"""What a version brought, of CHANGELOG.md, for people to read in the window."""

from __future__ import annotations

import re

from core.base.paths import RESOURCES

CHANGELOG = RESOURCES.parent / "CHANGELOG.md"
_SECTION = re.compile(r"^## .*$", re.MULTILINE)
_ENTRY = re.compile(r"^- ", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def newest_changes() -> str:
    """The newest version's, as Markdown: what came last first, and without links to pages that are not here.

    "" where the file is not: an installation that left it out.
    """
    try:
        whole = CHANGELOG.read_text(encoding="utf-8")
    except OSError:
        return ""
    sections = _SECTION.split(whole)
    first, *entries = _ENTRY.split(sections[1] if len(sections) > 1 else whole)
    words = "\n".join([first.strip(), "", *(f"- {entry.strip()}" for entry in reversed(entries))])
    return _LINK.sub(r"\1", words)
