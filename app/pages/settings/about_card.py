"""What this is: versions, and the libraries with their licences."""

from __future__ import annotations

from importlib import metadata

from PySide6.QtWidgets import QLabel

from app.look.theme import GRID
from app.widgets.controls import Card, CopyButton, selectable_label, word_list
from app.workers.thread_call import in_thread
from core import __version__
from core.shared.report import versions
from core.shared.system_facts import system_facts

LIST_HEIGHT = 16 * GRID  # pixels


class AboutCard(Card):
    """Filled when the page is first shown."""

    def __init__(self) -> None:
        super().__init__("About Luthier")
        self.facts: QLabel = selectable_label()
        self.licences = word_list("Libraries and their licences")
        self.licences.setFixedHeight(LIST_HEIGHT)
        self.copy = CopyButton("Copy", lambda: f"{self.facts.text()}\n{self.licences.toPlainText()}")
        self.copy.setAccessibleName("Copy versions and licences")
        self.header.addWidget(self.copy)
        self.body.addWidget(self.facts)
        self.body.addWidget(QLabel("Made with these libraries, each under its own licence:", wordWrap=True))
        self.body.addWidget(self.licences)

    def fill(self) -> None:
        """Read what is installed, once."""
        if not self.facts.text():
            self.facts.setText(f"Luthier {__version__}, licence Apache 2.0, with llama.cpp as of {_llama_cpp()}")
            in_thread(versions, lambda lines: self.licences.setPlainText("\n".join(lines)), self)
            in_thread(system_facts, self._add_facts, self)

    def _add_facts(self, facts: str) -> None:
        self.facts.setText(f"{self.facts.text()}\n" + facts.partition("\n")[2])


def _llama_cpp() -> str:
    try:
        return f"llama-cpp-python {metadata.version('llama-cpp-python')}"
    except metadata.PackageNotFoundError:
        return "no version that is installed"
