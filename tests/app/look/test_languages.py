"""The window in other languages: its files are whole and current, and nothing is cut off or left in English."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QLocale, QTranslator

from app.look import language
from app.pages.data.texts import title
from app.pages.train.texts import GoalShown
from core import protocol as p
from core.base.language import ENGLISH, choose, tr
from core.base.numbers import count, duration, share, size
from core.base.settings import LANGUAGES
from core.data.formats.row_formats import FORMATS
from tests.support.pseudo import NO_LETTERS

ROOT = Path(__file__).parents[3]
TRANSLATED = [name for name in LANGUAGES if name != "en"]
FORMS = {"zh_CN": 1}  # of a text that counts something; else one and many
# Parts of what workers say, values of settings, and what is for logs.
FOR_PROGRAMS = {
    "models login", "settings folders", "settings offline",  # commands, by which core names actions
    "not answer", "first half", "last half", "last quarter", "begins, with version %s",
    "less than a minute is dealt with above", "%r at %s, %d times by now", "the window did not come up: %r",
    "the last start did not come up; what was remembered lies in %s", "ollama run ",
}  # fmt: skip
_PLACE = re.compile(r"\{[^{}]*\}|\(\*[^)]*\)")  # for values, and which files a dialog shows


@pytest.fixture(scope="module")
def packaging() -> ModuleType:
    spec = importlib.util.spec_from_file_location("languages", ROOT / "packaging" / "languages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def german() -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(ROOT / "resources" / "languages" / "luthier_de.qm"))
    choose(language.of("de", translator, QLocale("de_DE")))
    yield
    choose(ENGLISH)


def messages(file: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(file).iter("message"))


def ts_file(name: str) -> Path:
    return ROOT / "resources" / "languages" / f"luthier_{name}.ts"


def source(message: ElementTree.Element) -> tuple[str, str]:
    return message.findtext("source", ""), message.findtext("comment", "")


def forms(message: ElementTree.Element) -> list[str]:
    """Of its translation; none where that is not finished."""
    translation = message.find("translation")
    if translation is None or translation.get("type") == "unfinished":
        return []
    plural = [form.text or "" for form in translation.findall("numerusform")]
    return plural or [translation.text or ""]


@pytest.mark.parametrize("name", TRANSLATED)
def test_that_translations_have_the_places_of_their_texts(name: str) -> None:
    for message in messages(ts_file(name)):
        counts = message.get("numerus") == "yes"
        translated = forms(message)
        text, one = source(message)
        assert not translated or len(translated) == (FORMS.get(name, 2) if counts else 1), text
        for form in translated:
            assert form.strip() and form[0].isspace() == text[0].isspace(), text
            places = set(_PLACE.findall(form))
            assert places == set(_PLACE.findall(text)) or (counts and places == set(_PLACE.findall(one))), text


@pytest.mark.process
def test_that_files_of_languages_have_all_texts_and_no_others(packaging: ModuleType, tmp_path: Path) -> None:
    packaging.update("de", tmp_path / "new.ts")
    said = {source(message) for message in messages(tmp_path / "new.ts")}
    for name in TRANSLATED:
        assert {source(message) for message in messages(ts_file(name))} == said, f"{name}: run `make languages`"


@pytest.mark.process
@pytest.mark.parametrize("name", TRANSLATED)
def test_that_the_window_reads_what_was_translated(name: str, packaging: ModuleType, tmp_path: Path) -> None:
    packaging.release(ts_file(name), tmp_path / "new.qm")
    assert (tmp_path / "new.qm").read_bytes() == ts_file(name).with_suffix(".qm").read_bytes(), "run `make languages`"


@pytest.mark.parametrize("name", TRANSLATED)
def test_that_everything_is_translated(name: str) -> None:
    assert [source(message) for message in messages(ts_file(name)) if not forms(message)] == []


@pytest.mark.usefixtures("german")
def test_that_numbers_and_plurals_are_those_of_the_language() -> None:
    assert size(1.24e9) == "1,24 GB" and count(12_431) == "12.431" and share(0.45) == "45 %"
    assert duration(12 * 60 + 40) == "12 min 40 s"
    assert [tr("{n} rows", "{n} row", n, n=n) for n in (0, 1, 2)] == ["0 Zeilen", "1 Zeile", "2 Zeilen"]


@pytest.mark.usefixtures("german")
def test_that_what_a_worker_recognised_in_a_file_is_named_in_the_language() -> None:
    understood = p.Understood(format="prompt", titles={"prompt": "Prompts and answers"})
    assert title(understood) == FORMATS["prompt"].title == "Vorgaben und Antworten"


@pytest.mark.usefixtures("german")
def test_that_the_defaults_of_named_tuples_change_with_the_language() -> None:
    assert GoalShown("", "", "").asks == tr("You ask") == "Du fragst"


def test_that_without_a_language_texts_are_as_they_are_written() -> None:
    assert [tr("{n} rows", "{n} row", n, n=n) for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
    assert tr("Open {that}") == "Open {that}" and tr("Open {that}", that="it") == "Open it"


SPEAK_AND_TELL = """
import importlib, json, pkgutil, sys
import app, core.advice
from app.look.language import speak

def texts_in(value, seen):
    if isinstance(value, str):
        return value
    if id(value) in seen:
        return None
    seen[id(value)] = value
    if isinstance(value, dict):
        return [texts_in(one, seen) for item in value.items() for one in item]
    if isinstance(value, (list, tuple)):
        return [texts_in(one, seen) for one in value]
    if type(value).__name__ in ("staticmethod", "classmethod"):
        return texts_in(value.__func__, seen)
    if type(value).__name__ == "function":
        return texts_in([value.__defaults__, value.__kwdefaults__], seen)
    module = value.__module__ if isinstance(value, type) else type(value).__module__
    if module.partition(".")[0] in ("app", "core"):
        held = getattr(value, "__dict__", {})
        ours = {name: one for name, one in held.items() if name == "__new__" or not name.startswith("__")}
        return texts_in(ours, seen)

first, *others = sys.argv[1:]
speak(first)
for package in (app, core.advice):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
for name in others:
    speak(name)
ours = {name: vars(module) for name, module in sorted(sys.modules.items()) if name.partition(".")[0] in ("app", "core")}
seen = {}
told = {
    f"{name}.{key}": texts_in(value, seen)
    for name, held in ours.items()
    for key, value in held.items()
    if not key.startswith("_") or key[1:].isupper()
}
print(json.dumps({key: value for key, value in told.items() if not key.endswith("language._said")}))
"""


def texts_of_modules(*spoken: str) -> dict[str, object]:
    """What the modules of the window hold after these languages were chosen; the first before they were imported."""
    done = subprocess.run(
        [sys.executable, "-c", SPEAK_AND_TELL, *spoken],
        cwd=ROOT, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.process
def test_that_modules_hold_the_same_texts_whether_a_language_was_chosen_before_or_after_they_were_imported() -> None:
    for before, last in (("en", "de"), ("de", "en")):
        fresh, changed = texts_of_modules(last), texts_of_modules(before, last)
        assert {key for key, value in fresh.items() if value != changed[key]} == set()


@pytest.mark.parametrize(
    ("wanted", "name"),
    [(["de-AT", "en"], "de"), (["zh-Hans-CN"], "zh_CN"), (["zh-Hant-TW", "fr"], "fr"), (["nl-NL"], "en"), ([], "en")],
)
def test_that_the_systems_language_is_taken_where_there_is_one(wanted: list[str], name: str) -> None:
    assert language.of_system(wanted) == name


# Without a language: letters that are longer than any's, so that a language alone finds little more.
@pytest.mark.process
@pytest.mark.parametrize("spoken", ["", *(pytest.param(name, marks=pytest.mark.slow) for name in TRANSLATED)])
def test_that_nothing_is_cut_off_or_left_in_english(spoken: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.pseudo", *spoken.split()],
        cwd=ROOT,
        env={**os.environ, "LUTHIER_HOME": str(tmp_path), "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
    )
    if done.returncode == NO_LETTERS:
        pytest.skip(done.stderr)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def said_outside(file: Path) -> set[str]:
    """Texts of several words, neither for a program nor within `tr`."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    passed_over = {
        id(part)
        for node in ast.walk(tree)
        if (isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("tr", "print"))
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for part in ast.walk(node)
    }
    texts = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed_over
    }
    return {text for text in texts if re.search(r"[A-Za-z]{2,} [a-z]{2,}", text) and not re.search(r"[<{;]", text)}


@pytest.mark.slow
def test_that_nothing_is_said_outside_of_the_translated() -> None:
    said = set().union(*(said_outside(file) for file in (ROOT / "app").rglob("*.py")))
    assert said - FOR_PROGRAMS == set()
