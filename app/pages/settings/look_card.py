"""How the window looks: light or dark, and how large its text is, which change at once; and its language."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal

from app.look import layouts
from app.look.language import NAMES, meant
from app.look.theme import GRID
from app.pages.settings.keeper import Keeper
from app.pages.settings.rows import labelled
from app.pages.settings.texts import LANGUAGE
from app.widgets.controls import Card, IconButton, dim_label, drop_down
from core.shared.settings import Settings
from core.shared.texts.language import chosen, tr

_THEMES = {tr("As the system"): "", tr("Light"): "light", tr("Dark"): "dark"}
_SIZES = (80, 90, 100, 110, 125, 150, 175, 200)  # percent


class LookCard(Card):
    """Theme, text size and language.

    Signals:
    again_wanted: start the program again, which then speaks the other language.
    """

    again_wanted = Signal()

    def __init__(self, keeper: Keeper) -> None:
        super().__init__(tr("Look"))
        self.theme, self.text_size = drop_down(tr("Colours")), drop_down(tr("Size of the text"))
        for name, value in _THEMES.items():
            self.theme.addItem(name, value)
        for percent in _SIZES:
            self.text_size.addItem(f"{percent}%" if percent != 100 else tr("100%, as the system"), percent)
        self.body.addWidget(labelled(tr("Co&lours"), self.theme))
        self.body.addWidget(labelled(tr("Si&ze of the text"), self.text_size))
        self.language = drop_down(tr("Language"))
        for name, title in {"": tr("As the system"), **NAMES}.items():
            self.language.addItem(title, name)
        self.body.addWidget(labelled(tr("Lan&guage"), self.language))
        self.again = IconButton(tr("S&tart again now"), "mdi6.restart")
        room = self.again.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # so that nothing moves as it comes
        self.again.setSizePolicy(room)
        told = layouts.row(gap=2 * GRID)
        told.addWidget(dim_label(LANGUAGE, wraps=True), 1)
        told.addWidget(self.again, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(told)
        self.again.clicked.connect(self.again_wanted)
        self.theme.activated.connect(lambda _index: keeper.change(theme=self.theme.currentData()))
        self.language.activated.connect(lambda _index: keeper.change(language=self.language.currentData()))
        self.text_size.activated.connect(lambda _index: keeper.change(text_size=self.text_size.currentData()))

    def show_settings(self, known: Settings) -> None:
        self.theme.setCurrentIndex(max(0, self.theme.findData(known.theme)))
        self.language.setCurrentIndex(max(0, self.language.findData(known.language)))
        self.again.setVisible(meant(known.language) != chosen().name)
        place = self.text_size.findData(known.text_size)
        if place < 0:
            self.text_size.addItem(f"{known.text_size}%", known.text_size)
            place = self.text_size.count() - 1
        self.text_size.setCurrentIndex(place)
