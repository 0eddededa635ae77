"""What this is: versions, the libraries with their licences to read, and what a version brought, of CHANGELOG.md."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QLabel, QTextBrowser

from app.look.theme import GRID
from app.widgets.controls import Card, CopyButton, IconButton, drop_down, selectable_label, word_list
from app.workers.thread_call import in_thread
from core import __version__
from core.base.engine_package import Library, libraries, licence_text, llama_cpp
from core.base.language import tr
from core.base.paths import RESOURCES
from core.memory.monitor import system_facts

TEXT_HEIGHT = 20 * GRID  # pixels

CHANGELOG = RESOURCES.parent / "CHANGELOG.md"
_SECTION = re.compile(r"^## .*$", re.MULTILINE)
_ENTRY = re.compile(r"^- ", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


class AboutCard(Card):
    """Filled when the page is first shown."""

    def __init__(self) -> None:
        super().__init__(tr("About Luthier"))
        self.facts: QLabel = selectable_label()
        self.libraries = drop_down(tr("Library"))
        self.licence = word_list(tr("Its licence"))
        self.licence.setFixedHeight(TEXT_HEIGHT)
        self.copy = CopyButton(tr("Copy"), self._told)
        self.copy.setAccessibleName(tr("Copy versions and licences"))
        self.header.addWidget(self.copy)
        self.body.addWidget(self.facts)
        self.what_is_new = IconButton(tr("What is new"), "mdi6.creation-outline", checkable=True)
        self.what_is_new.toggled.connect(self._tell_what_is_new)
        self.header.addWidget(self.what_is_new)
        self.changes = QTextBrowser()
        self.changes.setAccessibleName(tr("What is new"))
        self.changes.setFixedHeight(TEXT_HEIGHT)
        self.changes.hide()
        self.body.addWidget(self.changes)
        self._how_many = QLabel(tr("Made with these libraries, each under its own licence:"), wordWrap=True)
        self.put(self._how_many, self.libraries, self.licence)
        self.libraries.currentIndexChanged.connect(self._read)

    def fill(self) -> None:
        """Read what is installed, once."""
        if not self.facts.text():
            self.facts.setText(tr("Luthier {version__}, licence Apache 2.0", version__=__version__))
            in_thread(libraries, self._list, self)
            in_thread(lambda: f"{llama_cpp()}\n" + system_facts().partition("\n")[2], self._add_facts, self)

    def _tell_what_is_new(self, wanted: bool) -> None:
        if wanted and not self.changes.toPlainText():
            self.changes.setMarkdown(newest_changes() or tr("This installation has no list of changes."))
        self.changes.setVisible(wanted)

    def _add_facts(self, facts: str) -> None:
        self.facts.setText(f"{self.facts.text()}\n{facts}")

    def _list(self, found: list[Library]) -> None:
        self._how_many.setText(tr("Made with these {found} libraries, each under its own licence:", found=len(found)))
        for library in found:
            self.libraries.addItem(str(library), library.name)

    def _read(self) -> None:
        name = self.libraries.currentData()
        in_thread(lambda: (name, licence_text(name)), self._show, self)

    def _show(self, read: tuple[str, str]) -> None:
        name, text = read
        if name == self.libraries.currentData():
            self.licence.setPlainText(text)

    def _told(self) -> str:
        named = (self.libraries.itemText(number) for number in range(self.libraries.count()))
        return "\n".join([self.facts.text(), *named])


def newest_changes() -> str:
    """Return the newest version's changes, as Markdown: what came last first, and without links to pages that are not
    here.

    "" where the file is not: an installation that left it out.
    """
    try:
        whole = CHANGELOG.read_text(encoding="utf-8")
    except OSError:
        return ""
    sections = _SECTION.split(whole)
    first, *entries = _ENTRY.split(sections[1] if len(sections) > 1 else whole)
    words = "\n".join([first.strip(), "", *(f"- {entry.strip()}" for entry in reversed(entries))])
    return _LINK.sub(r"\1", words)
