"""Operations are emitted by name: every name in the sources is in abi.py, with as many arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import core.engine
from core.engine.ggml.abi import OPERATIONS

SOURCES = [ast.parse(path.read_text("utf-8")) for path in Path(core.engine.__file__).parent.rglob("*.py")]


def calls(function: str) -> Iterator[ast.Call]:
    """`x.function(...)` and `function(...)`, anywhere in the engine."""
    for node in (node for tree in SOURCES for node in ast.walk(tree)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == function:
                yield node


def strings(argument: ast.expr) -> list[str]:
    """The literals that an argument may be: also both of `"a" if x else "b"`."""
    return [str(node.value) for node in ast.walk(argument) if isinstance(node, ast.Constant) and node.value]


def forwarders() -> dict[str, int]:
    """Functions that emit a name they are given, and the position of that name."""
    found = {}
    for node in (node for tree in SOURCES for node in ast.walk(tree)):
        if isinstance(node, ast.FunctionDef):
            parameters = [argument.arg for argument in node.args.args]
            for call in (call for call in ast.walk(node) if isinstance(call, ast.Call)):
                if getattr(call.func, "attr", "") == "emit" and isinstance(call.args[0], ast.Name):
                    found[node.name] = parameters.index(call.args[0].id)
    return found


def test_that_every_emitted_name_is_declared() -> None:
    names = [name for call in calls("emit") for name in strings(call.args[0])]
    for function, place in forwarders().items():
        names += [name for call in calls(function) for name in strings(call.args[place])]
    assert len(set(names)) > 30
    assert {f"ggml_{name}" for name in names} <= OPERATIONS.keys()


def test_that_every_operation_is_emitted_with_as_many_arguments_as_it_takes() -> None:
    for call in calls("emit"):
        for name in strings(call.args[0]):
            if not any(isinstance(argument, ast.Starred) for argument in call.args):
                _, declared = OPERATIONS[f"ggml_{name}"]
                assert len(call.args) == len(declared), ast.unparse(call)  # the name stands where C has the context
