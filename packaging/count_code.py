#!/usr/bin/env python3
"""Count the lines of code in each room of core and app, and in tests and packaging: `make count`.

Code is what remains without blank lines, comments and docstrings. A text of several
lines counts as that many.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BY_ROOM, WHOLE = ("core", "app"), ("tests", "packaging")
_NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
    tokenize.ENCODING,
}  # fmt: skip


class Size(NamedTuple):
    """Files, lines of code, and how many of these import."""

    files: int = 0
    code: int = 0
    imports: int = 0

    def plus(self, other: Size) -> Size:
        """Add up two sizes."""
        return Size(*(one + more for one, more in zip(self, other, strict=True)))


def size_of(source: str) -> Size:
    """Count a file's lines."""
    tree = ast.parse(source)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    code = lines_of((token.start[0], token.end[0]) for token in tokens if token.type not in _NO_CODE)
    code -= lines_of(span(found) for node in ast.walk(tree) if (found := docstring(node)))
    imports = lines_of(span(node) for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return Size(1, len(code), len(imports))


def docstring(node: ast.AST) -> ast.expr | None:
    """Return the docstring of a module, class or function."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
        match node.body[0]:
            case ast.Expr(value=ast.Constant(value=str())) as first:
                return first.value
    return None


def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
    """Return a node's first and last line."""
    return node.lineno, node.end_lineno or node.lineno


def lines_of(spans: Iterable[tuple[int, int]]) -> set[int]:
    """Return all lines of some spans."""
    return {line for first, last in spans for line in range(first, last + 1)}


def main() -> int:
    """Print a table: a row for each room, a sum for each tree."""
    print(f"{'':<20}{'files':>7}{'code':>9}{'a file':>8}{'imports':>9}")
    for tree in (*BY_ROOM, *WHOLE):
        rooms = defaultdict[str, Size](Size)
        for file in sorted((ROOT / tree).rglob("*.py")):
            inner = file.relative_to(ROOT / tree).parts
            room = inner[0] if tree in BY_ROOM and len(inner) > 1 else ""
            rooms[room] = rooms[room].plus(size_of(file.read_text(encoding="utf-8")))
        for room, size in sorted(rooms.items()):
            if tree in BY_ROOM:
                show(f"{tree}/{room}", size)
        show(tree, Size(*map(sum, zip(*rooms.values(), strict=True))))
    return 0


def show(name: str, size: Size) -> None:
    """Print a row."""
    share = size.imports / size.code if size.code else 0.0
    print(f"{name:<20}{size.files:>7,}{size.code:>9,}{size.code / size.files:>8.0f}{share:>9.1%}")


if __name__ == "__main__":
    sys.exit(main())
