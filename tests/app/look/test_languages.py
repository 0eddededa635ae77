"""The window in other languages: its files are whole and current, and nothing is cut off or left in English."""

from __future__ import annotations

import ast
import importlib.util
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
from core.advice.texts.language import ENGLISH, choose, tr
from core.advice.texts.numbers import count, duration, share, size
from core.base.settings import LANGUAGES
from tests.support.pseudo import NO_LETTERS

ROOT = Path(__file__).parents[3]
TRANSLATED = [name for name in LANGUAGES if name != "en"]
FORMS = {"zh_CN": 1}  # of a text that counts something; else one and many
# Parts of what workers say, values of settings, and what is for logs.
FOR_PROGRAMS = {
    "longer than the context", "not answer", "first half", "last half", "last quarter", "begins, with version %s",
    "less than a minute is dealt with above", "%r at %s, %d times by now", "the window did not come up: %r",
    "the last start did not come up; what was remembered lies in %s",
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
    choose(language.of(translator, QLocale("de_DE")))
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


def test_that_without_a_language_texts_are_as_they_are_written() -> None:
    assert [tr("{n} rows", "{n} row", n, n=n) for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
    assert tr("Open {that}") == "Open {that}" and tr("Open {that}", that="it") == "Open it"


CHOOSE_AND_START_AGAIN = """
import os, sys
from PySide6.QtCore import QTimer
from app.shell.pages import Pages

def note(event, arguments):
    if event == "os.exec":
        print(*arguments[1][-2:], flush=True)
        os._exit(0)

def press(pages):
    look = pages.settings.look
    pages.window.show_key("settings")
    look.language.setCurrentIndex(look.language.findData(sys.argv[1]))
    look.language.activated.emit(look.language.currentIndex())
    look.again.click()

begin = Pages.begin
Pages.begin = lambda pages, ready: (begin(pages, ready), QTimer.singleShot(0, lambda: press(pages)))
sys.addaudithook(note)
from app.__main__ import main
sys.exit(main([]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="it has no exec")
def test_that_the_window_starts_again_in_the_language_that_was_chosen(tmp_path: Path) -> None:
    home = {"LUTHIER_HOME": str(tmp_path), "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", CHOOSE_AND_START_AGAIN, "fr"],
        cwd=ROOT, env={**os.environ, **home}, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "-m app\n"), done.stderr
    assert '"language": "fr"' in (tmp_path / "settings.json").read_text()
    assert '"page": "settings"' in (tmp_path / "window-state.json").read_text()  # where it goes on


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
