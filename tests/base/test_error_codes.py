"""docs/errors.md lists the codes of errors and notices that the sources raise or tell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.places import ROOT

PAGE = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
ROW = re.compile(r"^- (`[^`]+`(?:,\s+`[^`]+`)*): (.+(?:\n  .+)*)$", re.MULTILINE)  # codes of one meaning share a row
CODE = re.compile(r"internal|[a-z]+(-[a-z]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")
ERRORS = ("LuthierError", "TransientError", "Failed", "Refused", "ill_made", "_error")
NOTICES = ("Notice", "DataNotice", "notice", "_notice", "notify")
CHOSEN = ("data", "model")  # what app/widgets/inputs.py asks for, and begins its codes with


def test_that_every_code_is_listed_once_with_its_meaning_and_none_that_is_gone() -> None:
    errors, notices = PAGE.split("\n## Notices\n")
    found = codes()
    for part, told in ((errors, found.errors), (notices, found.notices)):
        listed = [code for row, _ in ROW.findall(part) for code in re.findall(r"`([^`]+)`", row)]
        assert sorted(told - set(listed)) == [], "raised, and not in docs/errors.md"
        assert sorted(set(listed) - told) == [], "in docs/errors.md, and never raised"
        assert len(listed) == len(set(listed))
    assert all(meaning.endswith(".") for _, meaning in ROW.findall(PAGE))


class Codes(NamedTuple):
    errors: set[str]
    notices: set[str]


def codes() -> Codes:
    """Of core and app. Raises ValueError where a code cannot be read from the source."""
    errors, notices = set[str](), set[str]()
    for file in (file for room in ("core", "app") for file in sorted((ROOT / room).rglob("*.py"))):
        source = file.read_text(encoding="utf-8")
        if any(f"{name}(" in source for name in ERRORS + NOTICES):
            for name, code in _told(ast.parse(source), file):
                (notices if name in NOTICES else errors).add(code)
    return Codes(errors, notices - errors)


def _told(module: ast.Module, file: Path) -> Iterator[tuple[str, str]]:
    constants = {
        target.id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for function, node in _with_function(module):
        if isinstance(node, ast.Call) and (name := _name(node)) in ERRORS + NOTICES:
            for code in _codes(_argument(node), constants, function, module):
                if not CODE.fullmatch(code):
                    raise ValueError(f"{file}, line {node.lineno}: {code!r} is no code")
                yield name, code


def _codes(
    node: ast.expr | None, constants: dict[str, object], function: ast.AST | None, module: ast.Module
) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(code)):
            yield code
        case ast.IfExp(body=one, orelse=other):
            yield from _codes(one, constants, function, module)
            yield from _codes(other, constants, function, module)
        case ast.JoinedStr(values=[ast.FormattedValue(), ast.Constant(value=str(end))]):
            yield from (f"{what}{end}" for what in CHOSEN)
        case ast.Name(id=name) if name in constants:
            yield str(constants[name])
        case ast.Name(id=name) if isinstance(function, ast.FunctionDef) and name not in _parameters(function):
            found = (one.value for one in ast.walk(module) if isinstance(one, ast.Constant))  # of a table in the file
            yield from (value for value in found if isinstance(value, str) and CODE.fullmatch(value))
        case None | ast.Name() | ast.Attribute() | ast.Starred():  # another's code is passed on
            pass
        case _:
            raise ValueError(f"line {node.lineno}: a code that is made up: {ast.unparse(node)}")


def _argument(call: ast.Call) -> ast.expr | None:
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    return given.get("code") or (call.args[0] if call.args else None)


def _name(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def _parameters(function: ast.FunctionDef) -> set[str]:
    return {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}


def _with_function(module: ast.Module) -> Iterator[tuple[ast.AST | None, ast.AST]]:
    """All that is in it, each with the function that it stands in."""
    waiting: list[tuple[ast.AST | None, ast.AST]] = [(None, module)]
    while waiting:
        function, node = waiting.pop()
        yield function, node
        within = node if isinstance(node, ast.FunctionDef) else function
        waiting.extend((within, child) for child in ast.iter_child_nodes(node))
