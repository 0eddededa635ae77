"""The card of a model on the hub, with the files to download."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID, SECTION, set_size
from app.pages.models.texts import TOO_LARGE, Judgement, breakable, guess, hub_facts, judge_found, judge_hub
from app.widgets.controls import IconButton, dim_label, selectable_label
from app.widgets.token_row import TokenRow
from app.widgets.two_line_list import Row, TwoLineList
from core import protocol as p
from core.base.language import tr
from core.base.numbers import size
from core.gguf.part_names import all_parts

MOST_ROWS = 6  # file rows shown before the list scrolls
ANY_SIZE = tr("made as small as you like on this computer")
MOST_OTHERS = 12  # other files named in the line below the list


@dataclass(frozen=True)
class Choice:
    """A choice of files to download. files: as a FetchJob takes them."""

    repo: str
    files: tuple[str, ...]
    title: str
    bytes: int


class HubCard(QWidget):
    """Shows the facts, the gate of a gated model, the summary of the model card, and the files.

    Signals:
        opened: the double-clicked Choice.
    """

    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.model: p.HubModel | None = None
        self._looked_into: set[Choice] = set()
        self._name = selectable_label()
        set_size(self._name, SECTION, bold=True)
        self._facts = dim_label(wraps=True)
        self.verdict = QLabel(wordWrap=True)
        self.gate = Gate()
        self.summary = selectable_label()
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.files = TwoLineList(tr("Files to download"))
        self.files.opened.connect(self.opened)
        self._others = dim_label(wraps=True)
        about = (self._name, self._facts, self.verdict, self.gate, self.summary, self.files, self._others)
        layouts.column(*about, inside=self, gap=GRID)

    @property
    def choice(self) -> Choice | None:
        """The chosen files."""
        choice: Choice | None = self.files.value
        return choice

    def show_known(self, choice: Choice, found: p.PeekResult) -> None:
        """Judge all choices by the headers of one of them, instead of guessing by their sizes."""
        model, budget = found.model, found.budget_bytes
        judgement = judge_found(model, budget)
        for number, other in enumerate(self.files.values()):
            if other == choice:
                self.files.change(number, _row(choice, judgement))
            elif model.trains and other.files and other not in self._looked_into:
                self.files.change(number, _row(other, guess(model, other.bytes, budget)))
        self._looked_into.add(choice)
        if self.choice == choice:
            self.verdict.setText(tr("Trains here: {text}", text=judgement.text) if model.trains else judgement.text)

    def show_model(self, model: p.HubModel) -> None:
        self.model = model
        self._looked_into.clear()
        judgement = judge_hub(model)
        self._name.setText(breakable(model.id))
        self._facts.setText(
            tr("{model} · licence: {licence}", model=hub_facts(model), licence=model.licence or tr("not named"))
        )
        self.verdict.setText(judgement.text)
        self.gate.show_for(model)
        hidden = (
            tr("Its description can be read on its page.")
            if model.gated
            else tr("Its owner has written no description.")
        )
        self.summary.setText(model.summary or hidden)
        rows = choices(model)
        self.files.show_rows(rows, _best(rows))
        self.files.be_as_high_as(min(MOST_ROWS, max(1, len(rows))))
        self._others.setText(_other_files(model))
        self._others.setVisible(bool(self._others.text()))
        self.setAccessibleName(f"{model.id}. {judgement.text}")


def choices(model: p.HubModel) -> list[Row]:
    """Return the safetensors checkpoint as a whole, and each GGUF file, the largest first."""
    rows = []
    if "safetensors" in model.kinds:
        only = "gguf" not in model.kinds
        word = tr("training needs about {need} · ", need=size(model.need)) if only and model.trains else ""
        mark = ("fits" if model.fits else "no") if only and model.trains else ""
        choice = Choice(model.id, (), model.id, model.bytes)
        rows.append(Row(_name(choice), f"{word}{ANY_SIZE}", mark, choice))
    ggufs = sorted((file for file in model.files if file.need), key=lambda file: -file.bytes)
    for file in ggufs:
        choice = Choice(model.id, (file.name,), f"{model.id} · {file.name}", file.bytes)
        word = tr("fits") if file.fits else TOO_LARGE
        facts = tr(
            "{weight} · training needs about {need}: {word}", weight=_weight(choice), need=size(file.need), word=word
        )
        mark = ("fits" if file.fits else "no") if model.trains else ""
        rows.append(Row(_name(choice), facts if model.trains else _weight(choice), mark, choice))
    return rows


def _row(choice: Choice, judgement: Judgement) -> Row:
    """Return the row of a model whose headers were read."""
    facts = f"{_weight(choice)} · {judgement.short}" if choice.files else f"{judgement.short} · {ANY_SIZE}"
    return Row(_name(choice), facts, judgement.verdict, choice)


def _name(choice: Choice) -> str:
    return choice.files[0] if choice.files else tr("The original (safetensors), {bytes}", bytes=size(choice.bytes))


def _weight(choice: Choice) -> str:
    count = len(all_parts(PurePosixPath(choice.files[0])))
    return size(choice.bytes) if count == 1 else tr("{bytes} in {count} files", bytes=size(choice.bytes), count=count)


_WIDE = re.compile(r"(?<![a-z0-9])(bf16|f16|fp16|f32)(?![a-z0-9])", re.IGNORECASE)


def _best(rows: list[Row]) -> int:
    """Return the index of the largest row that fits, as it answers best; 16 bits only if nothing else exists."""
    fitting = [number for number, row in enumerate(rows) if row.mark == "fits"]
    return next((number for number in fitting if not _WIDE.search(rows[number].name)), fitting[0] if fitting else 0)


def _other_files(model: p.HubModel) -> str:
    others = [file for file in model.files if not file.need and not file.name.endswith(".safetensors")]
    if not others:
        return ""
    named = ", ".join(f"{breakable(file.name)} ({size(file.bytes)})" for file in others[:MOST_OTHERS])
    more = tr(" and {others} more", others=len(others) - MOST_OTHERS) if len(others) > MOST_OTHERS else ""
    return tr("Also there: {named}{more}.", named=named, more=more)


class Gate(QFrame):
    """The requirements of a gated model: accept its licence in a browser, and set an access token. Hidden if open."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self.hide()
        self._model: p.HubModel | None = None
        self._text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self.accept = IconButton(tr("Open its &page"), "mdi6.open-in-new")
        self.token = TokenRow(tr("&Save token"), tr("Get a toke&n"))
        layouts.column(
            self._text, layouts.left(self.accept), self.token, inside=self, gap=GRID, margins=(12, GRID, 12, GRID)
        )
        self.accept.clicked.connect(self._open_page)

    def show_for(self, model: p.HubModel) -> None:
        """Show the gate for a gated model, else hide it."""
        self._model = model
        self.token.endpoint = model.page.removesuffix(f"/{model.id}")
        self._text.setText(
            tr(
                "<b>This model is gated.</b> Open its page, log in and accept its licence. Then get an access token "
                "that can read, and save it here. One token is good for all gated models."
            )
        )
        self.setVisible(model.gated)

    def _open_page(self) -> None:
        if self._model is not None:
            QDesktopServices.openUrl(QUrl(self._model.page))
