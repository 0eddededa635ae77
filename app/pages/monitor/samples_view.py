"""What the model answers while it trains: before and now side by side, and what it said in between."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from app.look import layouts
from app.look.flow import Columns
from app.look.theme import GRID, SECTION, set_size
from app.pages.monitor.texts import LEARNT, NO_ANSWERS, NO_SAMPLES, beginning, spoken_at
from app.widgets.controls import Card, IconButton, dim_label, selectable_label, text_field
from core import protocol as p
from core.base.language import tr

NARROW = 40 * GRID  # pixels, below which before and now stand below each other
MOST = 2  # prompts that are read at a glance
GLANCE, AT_THE_END = 150, 300  # letters of an answer: more would push the curve beside it out of the window
LONGEST = 2000  # letters of a prompt


class SamplesView(QWidget):
    """A card for each prompt, and a field for one more.

    Signals:
        wanted: answer this now.
    """

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.prompt = text_field(tr("What the model is to answer now"), tr("Ask it something, or begin a text…"))
        self.prompt.setMaxLength(LONGEST)
        self.ask = IconButton(tr("&Answer now"), "mdi6.message-text-outline")
        self._why_not = ""
        self._waiting = dim_label()
        self._shown: list[p.Sample] = []
        self._asked = 0
        self._arrange()
        self.prompt.textChanged.connect(self._update)
        self.prompt.returnPressed.connect(self._ask)
        self.ask.clicked.connect(self._ask)
        self._update()

    def allow(self, why_not: str) -> None:
        """Allow asking the model; why_not: why it cannot be asked now, "" where it can."""
        if why_not != self._why_not:
            self._why_not = why_not
            self._update()

    def show_samples(self, found: dict[str, list[p.Sample]], newest: p.Sample | None) -> None:
        """Show all samples, by prompt; the prompt of the newest stands first. Nothing happens when none is new."""
        flat = [sample for samples in found.values() for sample in samples]
        if flat == self._shown:
            return
        if newest is not None and newest.label != "base":
            self._waiting.setText(self._why_not)
        self._shown = flat
        layouts.clear(self._cards)
        layouts.put(self._cards, *(_PromptCard(prompt, found[prompt]) for prompt in reversed(found)), ...)
        self._layers.setCurrentIndex(1 if found else 0)

    def _ask(self) -> None:
        text = self.prompt.text().strip()
        if text and not self._why_not:
            self._waiting.setText(tr("It is answered after the current step."))
            self.wanted.emit(text)

    def _update(self) -> None:
        self.ask.setEnabled(bool(self.prompt.text().strip()) and not self._why_not)
        self.prompt.setEnabled(not self._why_not)
        self._waiting.setText(self._why_not)

    def _arrange(self) -> None:
        cards = QWidget()
        self._cards = layouts.column(inside=cards, gap=12)
        empty = QLabel(NO_SAMPLES, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        column = layouts.column(layouts.row((self.prompt, 1), self.ask, gap=GRID), self._waiting, inside=self, gap=GRID)
        self._layers = layouts.layers(column, empty, cards)


class BeforeAndNow(QWidget):
    """The first answers of a run, before and now: what it is all for, to be read at a glance."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[list[p.Sample], bool] | None = None  # the answers, and whether they are large
        self._nothing = Card(tr("Before and now"), dim_label(NO_ANSWERS, wraps=True), ...)
        self._cards = QWidget()
        self._column = layouts.column(inside=self._cards, gap=12)
        layouts.column((self._nothing, 1), (self._cards, 1), inside=self)
        self._cards.hide()

    def show_samples(self, found: dict[str, list[p.Sample]], *, large: bool = False) -> None:
        """Show the answers to the first prompts; nothing happens when none is new. large: once they are what came of
        it all.
        """
        first = dict(list(found.items())[:MOST])
        shown = [sample for samples in first.values() for sample in samples], large
        if shown == self._shown:
            return
        self._shown = shown
        layouts.clear(self._column)
        for prompt, samples in first.items():
            self._column.addWidget(_PromptCard(prompt, samples, earlier=False, large=large))
        self._column.addStretch(1)
        self._cards.setVisible(bool(first))
        self._nothing.setVisible(not first)


class _PromptCard(QFrame):
    """A prompt with its answers. earlier: those between the first and the newest, too. large: in larger letters."""

    def __init__(self, prompt: str, samples: list[p.Sample], *, earlier: bool = True, large: bool = False) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName(tr("Answers to: {prompt}", prompt=prompt))
        title = selectable_label()
        title.setText(prompt)
        font = QFont(title.font())
        font.setWeight(QFont.Weight.DemiBold)
        title.setFont(font)
        column = layouts.column(title, inside=self, gap=12, margins=layouts.CARD_MARGINS)
        if any(sample.learnt for sample in samples):
            column.addWidget(dim_label(LEARNT, wraps=True))
        before, learnt = [s for s in samples if s.label == "base"][-1:], [s for s in samples if s.label != "base"]
        columns = Columns(3 * GRID, narrow=NARROW)
        for sample in (*before, *learnt[-1:]):
            columns.add(_answer(sample, at_a_glance=not earlier, large=large), 1)
        column.addWidget(columns)
        for sample in reversed(learnt[:-1] if earlier else []):
            column.addWidget(_answer(sample))


def _answer(sample: p.Sample, *, at_a_glance: bool = False, large: bool = False) -> QWidget:
    """Return an answer and when it was given. at_a_glance: only its beginning."""
    text, said = selectable_label(), sample.text.strip()
    if at_a_glance:
        said = beginning(said, AT_THE_END if large else GLANCE)
    if large:
        set_size(text, SECTION)
    text.setText(said or tr("(It says nothing.)"))
    return layouts.panel(layouts.column(dim_label(spoken_at(sample)), text, ..., gap=2))
