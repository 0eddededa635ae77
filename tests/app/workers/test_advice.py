"""What the window says of an error has no flag, command or key of a settings file in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.workers.advice import ADVICE, Place, in_the_windows_words, is_of_a_terminal
from core.base.errors import LuthierError

CORE = Path(__file__).parents[3] / "core"
TERMINAL_ONLY = ("cli", "shared/protocol")  # what these raise is never shown in the window
CARRIERS = ("LuthierError", "Notice", "notice", "_notice", "Failed", "Refused")


def texts(node: ast.expr | None, constants: dict[str, str]) -> str:
    """The words of an expression; what it fills in is left out."""
    match node:
        case ast.Constant(value=str(value)):
            return value
        case ast.Name(id=name):
            return constants.get(name, "")
        case ast.JoinedStr(values=values):
            return "".join(texts(value, constants) for value in values)
        case ast.FormattedValue(value=value):
            return texts(value, constants) if isinstance(value, ast.Name) and value.id.isupper() else "…"
        case ast.BinOp(left=left, right=right):
            return texts(left, constants) + texts(right, constants)
        case ast.IfExp(body=body, orelse=orelse):
            return texts(body, constants) + " " + texts(orelse, constants)
    return ""


def raised() -> Iterator[tuple[str, str, str, str]]:
    """Where, code, message and hint of everything that core raises or tells."""
    for file in sorted(CORE.rglob("*.py")):
        place = file.relative_to(CORE).as_posix()
        if place.startswith(TERMINAL_ONLY):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        constants = {
            target.id: texts(node.value, {})
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) in CARRIERS:
                given = {keyword.arg: keyword.value for keyword in call.keywords}
                parts = dict(zip(("code", "message", "hint"), call.args, strict=False)) | given
                code, message, hint = (texts(parts.get(name), constants) for name in ("code", "message", "hint"))
                if code:
                    yield f"{place}:{call.lineno}", code, message, hint


@pytest.mark.slow
def test_that_every_error_of_a_terminal_has_words_for_the_window() -> None:
    missing = []
    for place, code, message, hint in raised():
        known = ADVICE.get(code)
        if is_of_a_terminal(hint) and known is None:
            missing.append(f"{place} {code}: hint: {hint}")
        if is_of_a_terminal(message) and (known is None or not known.message):
            missing.append(f"{place} {code}: message: {message}")
    assert not missing, "\n".join(missing)


def test_that_the_windows_own_words_are_for_no_terminal() -> None:
    for code, advice in ADVICE.items():
        assert advice.hint.endswith("."), code
        for text in (advice.hint, advice.message):
            assert not is_of_a_terminal(text) and not re.search(r"\w_\w", text), code


@pytest.mark.slow
def test_that_no_advice_is_for_an_error_that_is_not_there() -> None:
    assert set(ADVICE) - {code for _, code, _, _ in raised()} == set()


@pytest.mark.parametrize(
    ("hint", "said"),
    [("Write --set columns=FIELD:COLUMN with columns of the file.", "Choose the columns on the Data page."),
     ("Take off the first line.", "Take off the first line.")],
)  # fmt: skip
def test_that_only_a_terminals_hint_is_replaced(hint: str, said: str) -> None:
    text, place = in_the_windows_words(LuthierError("data.unknown-column", "rows.csv has no column q.", hint))
    assert (text, place) == (f"rows.csv has no column q.\n{said}", Place.DATA)
