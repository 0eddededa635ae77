"""For MkDocs: pages link to files of the source that are no pages; on the site their names stand alone."""

from __future__ import annotations

import re

_FILES = r"(?:\.\./)+(?:[A-Z]+\.md|LICENSE|(?:tests|core|app|resources|packaging)/)"
_OUTSIDE = re.compile(rf"(?<!!)\[([^\]]+)\]\({_FILES}[^)]*\)")
_EXAMPLES = re.compile(r"\[([^\]]+)\]\(examples/[^)]*\)")


def on_page_markdown(markdown: str, **_: object) -> str:
    return _EXAMPLES.sub(r"\1", _OUTSIDE.sub(r"\1", markdown))
