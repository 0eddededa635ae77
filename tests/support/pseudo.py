"""A window whose texts are longer by two fifths, accented and marked: what is cut off in it, and what is still English.

`python -m tests.support.pseudo` writes a line for each text that is cut off, for each page that is wider than the
window, and for each text that did not go through `tr`; with a language, such as de, the first two in that. A process of
its own, because a language is chosen before anything is imported that says something. Where no font of the system has
the language's letters it ends with NO_LETTERS: boxes in their place have widths of their own.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.base.language import Language, choose

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from app.shell.pages import Pages

SIZES = ((1280, 720), (900, 600))
SMALLEST = (640, 296)  # that is supported; no language is as long as the made up one
NO_LETTERS = 3
SETTLED_S = 10.0
LONGER = 0.4
_MARK = "«"
_ACCENTS = str.maketrans("aceilnorstuyACEILNORSTUY", "åçéíļñöřšţüýÅÇÉÍĻÑÖŘŠŢÜÝ")
_KEPT = re.compile(r"\{[^{}]*\}|<[^<>]*>|\(\*[^)]*\)|&.|https?://\S+")  # places, marks, filters, keys, addresses
# What is called so in every language: names, forms of files, units and examples of what is typed.
_SAME = re.compile(
    r"\{.messages.*|GGUF|safetensors|Luthier|LM Studio|"
    r"Ollama|Python|Hugging Face|DoRA|JSONL?|CSV|Parquet|Q\d\w*|[BF]\d\d|"
    r"https?://\S+|[\w.-]+/[\w./-]+|storyteller-6m|Llama 6M \(llama\)|tokens/s|all-linear|last half|auto|linear|cosine|"
    r"constant|English|Deutsch|Español|Français"
)


def pseudo(text: str, comment: str | None, number: int) -> str:
    """What a lengthy language would make of it."""
    words = comment if number == 1 and comment else text
    parts, at = [], 0
    for kept in _KEPT.finditer(words):
        parts += [words[at : kept.start()].translate(_ACCENTS), kept.group()]
        at = kept.end()
    body = "".join([*parts, words[at:].translate(_ACCENTS)])
    return f"{_MARK}{body}{'~' * round(LONGER * len(text))}»" if text.strip() else body


def _texts(page: QWidget) -> Iterator[tuple[QWidget, str]]:
    from PySide6.QtWidgets import QAbstractButton, QLabel

    for widget in page.findChildren(QAbstractButton) + page.findChildren(QLabel):
        if widget.isVisibleTo(page) and widget.text() and widget.width() > 0:
            yield widget, widget.text()


def _is_cut(widget: QWidget) -> bool:
    from PySide6.QtWidgets import QLabel

    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.height() < widget.heightForWidth(widget.width()) - 1
    return widget.width() < widget.minimumSizeHint().width() - 1


def _is_english(text: str) -> bool:
    plain = _SAME.sub("", re.sub(r"<[^<>]*>", "", text))
    return _MARK not in text and bool(re.search(r"[A-Za-z]{4}", plain))


def _wrong(pages: Pages, key: str, width: int, is_pseudo: bool) -> list[str]:
    """On a page as it is at this moment."""
    found = []
    if pages.window.width() > width:
        found.append(f"{key} at {width}: the window has to be {pages.window.width()} wide")
    for widget, text in _texts(pages.window.make(key)):
        if _is_cut(widget):
            found.append(f"{key} at {width}: cut off: {text!r}")
        if is_pseudo and _is_english(text):
            found.append(f"{key}: English: {text!r}")
    return found


def findings(application: QApplication, is_pseudo: bool) -> Iterator[str]:
    """What is wrong, page by page, at each size: what stays wrong, because layouts follow what is read meanwhile."""
    from PySide6.QtCore import QEventLoop

    from app.shell.pages import Pages

    pages = Pages()
    pages.window.show()
    for width, height in SIZES if is_pseudo else (*SIZES, SMALLEST):
        pages.window.resize(width, height)
        for key in pages.window.keys:
            pages.window.show_key(key)
            until = time.monotonic() + SETTLED_S
            application.processEvents()
            while (found := _wrong(pages, key, width, is_pseudo)) and time.monotonic() < until:
                application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
            yield from found
    pages.window.close()


def _has_letters(name: str) -> bool:
    """Whether a font of this system can write a language. There has to be an application."""
    from PySide6.QtGui import QFontDatabase

    system = QFontDatabase.WritingSystem
    writing = {"hi": system.Devanagari, "zh_CN": system.SimplifiedChinese}.get(name, system.Latin)
    return bool(QFontDatabase.families(writing))


def main() -> int:
    """Tells all, each once. 1: there was something."""
    from PySide6.QtWidgets import QApplication

    from app.look.language import speak

    application = QApplication([])
    if sys.argv[1:]:
        if not _has_letters(sys.argv[1]):
            print(f"No font here has the letters of {sys.argv[1]!r}.", file=sys.stderr)
            return NO_LETTERS
        speak(sys.argv[1])
    else:
        choose(Language(lookup=pseudo))
    found = list(dict.fromkeys(findings(application, is_pseudo=not sys.argv[1:])))
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
