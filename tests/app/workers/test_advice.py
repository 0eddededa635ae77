"""Core's hints name actions: the terminal says them with flags and commands, the window with its own controls."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QLocale, QTranslator

from app.look import language
from app.workers.advice import Place, in_the_windows_words, what_to_do
from core import protocol as p
from core.base import devices, logs
from core.base.errors import Do, Hint, LuthierError, hint_of
from core.base.language import ENGLISH, choose

CORE = Path(__file__).parents[3] / "core"
TERMINAL_ONLY = ("cli", "shared/protocol")  # what these raise is never shown in the window
CARRIERS = ("LuthierError", "Notice", "notice", "_notice", "Failed", "Refused", "TransientError", "DataNotice")
FROM_ELSEWHERE = {"BY_CPU": devices.BY_CPU, "DEVICE_HINT": devices.DEVICE_HINT, "CRASH_HINT": logs.CRASH_HINT}
OF_A_TERMINAL = re.compile(
    r"`|(?<![\w-])--[a-z]|\bluthier [a-z]|\b[a-z_]+=|\([a-z]+_[a-z_]+\)|\b[A-Z]{2,}_[A-Z]+|\bdocs/|\.py\b"
    r"|\bsettings\.json\b|Errno"
)
TYPED = re.compile(r"`(ssh[ -]|python3 -m pip )[^`]*`")  # keys and programs elsewhere: only a terminal has them


def value(node: ast.expr | None, names: dict[str, str]) -> str:
    """A text of core's with its actions; what it fills in is left out."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Constant(value=int() | float()):
            return str(node.value)
        case ast.Name(id=name):
            return names.get(name, "")
        case ast.JoinedStr(values=values):
            return "".join(value(one, names) for one in values)
        case ast.FormattedValue(value=one):
            return value(one, names) if isinstance(one, ast.Name) and one.id.isupper() else "…"
        case ast.BinOp(left=left, right=right):
            return value(left, names) + value(right, names)
        case ast.IfExp(body=body, orelse=orelse):
            return Hint(value(body, names), value(orelse, names))
        case ast.Call(func=ast.Name(id="tr"), args=[text, *_]):
            return value(text, names)
        case ast.Call(func=ast.Name(id="Hint"), args=parts):
            return Hint(*(value(part, names) for part in parts))
        case ast.Call(func=ast.Attribute(value=ast.Name(id="Do"), attr=kind), args=parts, keywords=keywords):
            given = {str(one.arg): value(one.value, names) for one in keywords}
            return getattr(Do, kind)(*(value(part, names) for part in parts), **given)  # type: ignore[no-any-return]
    return ""


def raised() -> Iterator[tuple[str, LuthierError]]:
    """Where, and with what it says, of everything that core raises or tells."""
    for file in sorted(CORE.rglob("*.py")):
        place = file.relative_to(CORE).as_posix()
        if place.startswith(TERMINAL_ONLY):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        constants: dict[str, str] = dict(FROM_ELSEWHERE)
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                constants[node.targets[0].id] = value(node.value, constants)
        for function in [*ast.walk(tree)]:
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            names = dict(constants)
            for node in ast.walk(function):
                if isinstance(node, ast.Assign | ast.AnnAssign):
                    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                    if isinstance(target, ast.Name):
                        said = value(node.value, names)
                        names[target.id] = Hint(names.get(target.id, ""), said) if target.id == "hint" else said
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) in CARRIERS:
                    given = {keyword.arg: keyword.value for keyword in call.keywords}
                    parts = dict(zip(("code", "message", "hint"), call.args, strict=False)) | given
                    code, message, hint = (value(parts.get(name), names) for name in ("code", "message", "hint"))
                    if code:
                        yield f"{place}:{call.lineno}", LuthierError(code, message, hint)


@pytest.mark.slow
def test_that_no_error_or_notice_speaks_of_a_terminal_in_the_window() -> None:
    said = {place: in_the_windows_words(error).text for place, error in raised()}
    wrong = [f"{place}: {text}" for place, text in said.items() if OF_A_TERMINAL.search(TYPED.sub("", text))]
    assert not wrong, "\n".join(wrong)
    assert len(said) > 500


@pytest.mark.parametrize(
    ("hint", "terminal", "window", "place"),
    [
        (Do.set("context", 1024), "Use --set context=1024.", "Set “Train › Details › Context” to 1024.", Place.TRAIN),
        (
            Do.set("test_share", 0.1), "Use --set test_share=0.1.",
            "Set “Train › Details › Advanced › Test” to 0.1.", Place.TRAIN,
        ),
        (
            devices.BY_CPU, "Train with --device cpu.",
            "Set “Train › Details › Advanced › Compute on” to Processor.", Place.TRAIN,
        ),
        (Do.set("columns", words="Name them."), "Name them.", "Change “Data › Columns”.", Place.DATA),
        (Do.set("backward", "auto"), "Use --set backward=auto.", "", None),  # the window has no control for it
        (
            Do.open("models login"), "Run `luthier models login`.",
            "Go to “Settings › More › Access token”.", Place.SETTINGS,
        ),
        (Do.open("computers add", "Leave."), "Leave.", "Go to “Settings › More › Other computers”.", Place.SETTINGS),
        (Do.open("something new"), "Run `luthier something new`.", "", None),
        (Do.by("Choose another name.", "--name"), "Choose another name (--name).", "Choose another name.", None),
        (Do.by("", "Set OLLAMA_HOST."), "Set OLLAMA_HOST.", "", None),
        (Hint("Wait.", Do.open("models fetch", "Fetch it.")), "Wait. Fetch it.", "Wait. Go to “Model”.", Place.MODEL),
    ],
)  # fmt: skip
def test_that_the_terminal_and_the_window_have_their_own_words(
    hint: str, terminal: str, window: str, place: Place | None
) -> None:
    error = LuthierError("other.code", "That failed.", hint)
    assert (error.hint, str(error)) == (terminal, f"That failed.\n{terminal}")
    assert in_the_windows_words(error) == (f"That failed.\n{window}".strip(), place)


def test_that_actions_cross_the_boundary_beside_the_terminals_words() -> None:
    failed = p.Failed(code="memory.exhausted", message="No.", hint=Hint("Wait.", Do.set("context", 256)))
    line = msgspec.json.encode(failed)
    assert msgspec.json.decode(line)["hint"] == "Wait. Use --set context=256."
    there = p.decode_event(line)
    assert isinstance(there, p.Failed)
    assert what_to_do(there) == "Wait. Set “Train › Details › Context” to 256."
    again = LuthierError(there.code, there.message, Hint(hint_of(there), "Or give up."))
    assert what_to_do(again) == "Wait. Set “Train › Details › Context” to 256. Or give up."


def test_that_a_code_leads_to_its_page_where_no_action_does() -> None:
    assert in_the_windows_words(LuthierError("data.unknown", "No.", "Take off the first line.")) == (
        "No.\nTake off the first line.",
        Place.DATA,
    )


def test_that_the_window_says_a_hint_in_its_language_and_the_terminal_in_english() -> None:
    translator = QTranslator()
    assert translator.load(str(CORE.parent / "resources" / "languages" / "luthier_de.qm"))
    choose(language.of("de", translator, QLocale("de_DE")))
    try:
        assert what_to_do(LuthierError("device.unknown", "No.", devices.DEVICE_HINT)) == (
            "Schreib auto, cpu, metal oder eine Karte wie vulkan:0."
        )
        assert devices.DEVICE_HINT.startswith("Write auto, cpu, metal, or a card")
    finally:
        choose(ENGLISH)
