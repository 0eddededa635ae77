"""What a data file is like: warnings, lengths as a plot, rows that stand out, languages, rows nearly the same."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.theme import GRID, TRAIN_LOSS, ink
from app.pages.data.row_texts import language
from app.pages.data.row_texts import place as place_of
from app.widgets.controls import Card, dim_label, selectable_label
from app.widgets.plot_card import PlotCard
from core import protocol as p
from core.base.language import tr
from core.base.numbers import count, share


class LengthPlot(PlotCard):
    """A histogram of row lengths in tokens. None exceeds the context: longer rows were cut or left out."""

    def __init__(self) -> None:
        super().__init__(tr("Length of the rows"), pyqtgraph.PlotWidget(enableMenu=False))
        self.plot.setMouseEnabled(x=False, y=False)
        self.plot.hideButtons()
        self.plot.setFixedHeight(22 * GRID)
        self._item.setLabel("bottom", tr("tokens"))
        self._item.setLabel("left", tr("rows"))
        self._bars = pyqtgraph.BarGraphItem(x0=[], x1=[], height=[], pen=None)
        self._item.addItem(self._bars)
        self._paint()

    def show_lengths(self, found: p.Statistics) -> None:
        """Draw the bars, and say them in a sentence."""
        gap = 0.1 * (found.edges[1] - found.edges[0])
        starts, ends = found.edges[:-1], [edge - gap for edge in found.edges[1:]]
        self._bars.setOpts(x0=starts, x1=ends, height=found.counts)
        self.summarize(
            tr(
                "Half of {rows} rows have at most {median} tokens, 95% at most {most}, the longest {tokens}.",
                rows=count(found.rows),
                median=count(found.median),
                most=count(found.most),
                tokens=count(found.longest[0].tokens),
            )
        )

    def _paint(self) -> None:
        super()._paint()
        if hasattr(self, "_bars"):  # the card is painted before any bars exist
            self._bars.setOpts(brush=ink(TRAIN_LOSS))


class StatisticsView(QWidget):
    """Filled by `show_found`."""

    def __init__(self) -> None:
        super().__init__()
        self._notices = selectable_label(keys=True)
        self.notices = Card(tr("Worth knowing"), self._notices)
        self._grid = layouts.grid(2 * GRID, GRID, 1)
        self.facts = Card(tr("The rows"), self._grid)
        self._column = layouts.column(self.notices, self.facts, ..., inside=self, gap=2 * GRID)

    @cached_property
    def lengths(self) -> LengthPlot:
        """The plot of lengths, created on first use: it takes as long to create as half of the page."""
        plot = LengthPlot()
        self._column.insertWidget(1, plot)
        return plot

    def show_found(
        self, counts: list[tuple[str, str]], notes: list[str], found: p.Statistics | None, by_row: bool = False
    ) -> None:
        """Show statistics. counts: names and values that every kind of data has. by_row: rows have a number, and no
        line.
        """
        self.notices.setVisible(bool(notes))
        self._notices.setText("\n\n".join(notes))
        self._fill([*counts, *(_facts(found, by_row) if found else [])])
        if found is not None or "lengths" in vars(self):
            self.lengths.setVisible(found is not None)
        if found is not None:
            self.lengths.show_lengths(found)

    def _fill(self, facts: list[tuple[str, str]]) -> None:
        layouts.clear(self._grid)
        for row, (name, value) in enumerate(facts):
            label, words = dim_label(name), selectable_label(keys=True)
            self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            words.setText(value)
            words.setAccessibleName(f"{name}: {value}")
            self._grid.addWidget(words, row, 1)


def _facts(found: p.Statistics, by_row: bool) -> list[tuple[str, str]]:
    def place(file: str, line: int) -> str:
        return f"{Path(file).name}, {place_of(line, by_row)}"

    def size(row: p.RowSize) -> str:
        return tr(
            "{place}: {tokens}, {trained} learnt",
            place=place(row.file, row.line),
            tokens=tr("{n} tokens", "{n} token", row.tokens, n=count(row.tokens)),
            trained=count(row.trained),
        )

    similar = [
        tr("{n} rows", "{n} row", found.n_similar, n=count(found.n_similar))
        + ("" if found.all_compared else tr(", perhaps more"))
    ]
    similar += [
        tr(
            "{one} and {other}: {share} in common",
            one=place(pair.file, pair.line),
            other=place(pair.other_file, pair.other_line),
            share=share(pair.share),
        )
        for pair in found.similar[:5]
    ]
    return [
        (tr("Half have at most"), tr("{median} tokens", median=count(found.median))),
        (tr("95% have at most"), tr("{most} tokens", most=count(found.most))),
        (tr("Longest"), "\n".join(map(size, found.longest))),
        (tr("Shortest answers"), "\n".join(map(size, found.fewest_trained))),
        (tr("Languages"), ", ".join(f"{language(code)} {share(part)}" for code, part in found.languages.items())),
        (tr("Nearly the same"), "\n".join(similar)),
    ]
