"""What the Data page says while there is no data: what belongs here, how much of it, and a first step."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, set_size
from app.pages.data.texts import ENOUGH, PLAIN_TEXT, SHAPES
from app.widgets.controls import Card, IconButton, dim_label
from core.shared.texts.language import tr


class Guide(QScrollArea):
    """With the two samples to try."""

    def __init__(self) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.chat_sample = IconButton(tr("Try the sample conversations"), "mdi6.forum-outline")
        self.text_sample = IconButton(tr("Try the sample text"), "mdi6.book-open-page-variant-outline")
        card = Card(tr("Examples of what the model should say"))
        card.body.addWidget(dim_label(tr("Drop a file or a folder anywhere on this page, or choose one."), wraps=True))
        for name, about, example in SHAPES:
            card.body.addSpacing(GRID)
            card.body.addWidget(_bold(name))
            card.body.addWidget(dim_label(about, wraps=True))
            card.body.addWidget(_example(example))
        more = Card(tr("How much, and what for"))
        for text in (ENOUGH, PLAIN_TEXT):
            more.body.addWidget(QLabel(text, wordWrap=True))
        buttons = Flow(GRID)
        for button in (self.chat_sample, self.text_sample):
            buttons.addWidget(button)
        more.body.addSpacing(GRID)
        more.body.addLayout(buttons)
        content = QWidget()
        column = layouts.column(content, gap=2 * GRID)
        column.addWidget(card)
        column.addWidget(more)
        column.addStretch(1)
        self.setWidget(content)


def _bold(text: str) -> QLabel:
    label = QLabel(text)
    set_size(label, 11, bold=True)
    return label


def _example(text: str) -> QFrame:
    frame = QFrame()
    frame.setObjectName("inset")
    label = QLabel(text, wordWrap=True)
    label.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    layouts.row(frame, margins=(12, GRID, 12, GRID)).addWidget(label, 1)
    return frame
