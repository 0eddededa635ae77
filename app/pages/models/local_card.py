"""What one model on this disk is, whether it trains here, and what else can be made of it."""

from __future__ import annotations

import html

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.look import icons, layouts
from app.look.flow import Flow
from app.look.theme import GRID, SECTION, ink, set_size
from app.pages.models.texts import FOLDED, breakable, card_rows, judge
from app.widgets.controls import FOLDED_ICON, OPEN_ICON, IconButton, PathLabel, dim_label, selectable_label
from app.widgets.two_line_list import MARKS
from core import protocol as p
from core.base.language import tr

OURS = "Luthier"  # the source of what it has downloaded or made


class LocalCard(QWidget):
    """The facts of a model."""

    def __init__(self) -> None:
        super().__init__()
        self._name = selectable_label()
        set_size(self._name, SECTION, bold=True)
        self._place = PathLabel()
        self._mark = QLabel()
        self.verdict = selectable_label()
        self.verdict.setTextFormat(Qt.TextFormat.RichText)
        self.rows: dict[str, tuple[QLabel, QLabel]] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2 * GRID)
        self._grid.setVerticalSpacing(GRID // 2)
        self._grid.setColumnStretch(1, 1)
        layout = layouts.column(inside=self, gap=GRID)
        layout.addWidget(self._name)
        layout.addWidget(self._place)
        layout.addLayout(layouts.row(layouts.top(self._mark), (self.verdict, 1), gap=GRID))
        layout.addLayout(self._grid)
        self.details = IconButton(tr("Det&ails"), FOLDED_ICON, checkable=True)
        self.details.toggled.connect(self._fold)
        self._shown: set[str] = set()  # rows that the model has
        self.talk = IconButton(tr("&Talk to it as it is"), "mdi6.chat-outline")
        self.bin = IconButton(tr("Move to the &bin"), "mdi6.delete-outline")
        self.off = IconButton(tr("Take it &off the list"), "mdi6.playlist-remove")
        self.off.setToolTip(tr("The file stays where it is."))
        layout.addLayout(Flow(GRID, self.details, self.talk, self.bin, self.off))

    def show_model(self, model: p.LocalModel, budget: int, origin: str, *, given: bool = False) -> None:
        """Show a model. budget: bytes that training may take now. origin: where it comes from, in words. given: by the
        user.
        """
        judgement = judge(model, budget)
        self._verdict = judgement.verdict
        self._paint_mark()
        self._name.setText(breakable(model.name))
        self._place.show_path(f"{origin} · {model.path}" if origin else model.path)
        self.verdict.setText(tr("<b>Trains here:</b> {text}", text=_escaped(judgement.text)))
        rows = dict(card_rows(model, budget))
        for name, text in rows.items():
            self._label(name)[1].setText(text)
        self._shown = set(rows)
        self._fold(self.details.isChecked())
        self.talk.setVisible(model.trains)
        self.bin.setVisible(model.source == OURS)
        self.off.setVisible(given)
        self.setAccessibleName(tr("{name}. Trains here: {text}", name=model.name, text=judgement.text))

    def _fold(self, on: bool) -> None:
        """Show what a beginner cannot do anything with, or hide it."""
        self.details.set_look(self.details.text(), OPEN_ICON if on else FOLDED_ICON)
        for name, labels in self.rows.items():
            for label in labels:
                label.setVisible(name in self._shown and (on or name not in FOLDED))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_verdict"):
            self._paint_mark()

    def _paint_mark(self) -> None:
        icon, color, _ = MARKS[self._verdict]
        self._mark.setPixmap(icons.icon(icon, color=ink(color)).pixmap(20, 20))

    def _label(self, name: str) -> tuple[QLabel, QLabel]:
        if name not in self.rows:
            label = selectable_label()
            row = self._grid.rowCount()
            self.rows[name] = dim_label(name), label
            self._grid.addWidget(self.rows[name][0], row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(label, row, 1)
        return self.rows[name]


def _escaped(text: str) -> str:
    return html.escape(breakable(text)).replace("\n", "<br>")
