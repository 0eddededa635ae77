"""Each line of SECURITY.md names a test, and the test is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
LINES = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| What could happen |")]
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def functions_of(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_that_every_line_says_what_is_done_and_names_a_test_that_is_there() -> None:
    assert len(LINES) > 30
    for line in LINES:
        threat, done, test = (cell.strip() for cell in line.strip("|").split("|"))
        named = TEST.fullmatch(test)
        assert threat and done and named, line
        assert (ROOT / named[1]).is_file() and named[2] in functions_of(named[1]), line


def test_that_every_file_of_these_tests_is_on_the_page() -> None:
    files = {f"tests/security/{path.name}" for path in Path(__file__).parent.glob("test_*.py")}
    assert files == {*re.findall(r"tests/security/test_\w+\.py", PAGE)}
