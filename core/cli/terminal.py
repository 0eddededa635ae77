"""Safe output to the terminal: texts from files are shown, but cannot control it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

# C0 except tab and newline, DEL, C1; soft hyphen; bidi controls and invisible characters, except the joiners that
# scripts and emoji need; line and paragraph separators; tags; lone surrogates, from names not in UTF-8.
_STEERING = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    r"""Return the text with escapes (\x1b, \u202e) for control and invisible characters, except tabs and newlines."""
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def json_line(value: object) -> str:
    """Encode a value as JSON, escaping the same characters as `visible`: msgspec does not escape DEL and above."""
    return _STEERING.sub(lambda found: json.dumps(found[0])[1:-1], msgspec.json.encode(value).decode())


def print_json(value: object) -> None:
    """Print a value as one line of JSON, in UTF-8 whatever the terminal's encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(json_line(value).encode() + b"\n")
    sys.stdout.buffer.flush()


class Terminal(Console):
    """A console that writes no control codes except those of its own colours and bars."""

    def __init__(self, stderr: bool = False, soft_wrap: bool = False) -> None:
        super().__init__(stderr=stderr, soft_wrap=soft_wrap, highlight=False, emoji=False, markup=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Escape all printed text, before colours become control codes."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible(text), style, control)
