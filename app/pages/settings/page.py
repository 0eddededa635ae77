"""The Settings page: what holds for the whole program. Each change counts at once; there is nothing to save."""

from __future__ import annotations

import time
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.pages.settings.about_card import AboutCard
from app.pages.settings.computers_card import ComputersCard
from app.pages.settings.computing_card import ComputingCard, WaitingCard
from app.pages.settings.folders_card import FoldersCard
from app.pages.settings.keeper import Keeper
from app.pages.settings.look_card import LookCard
from app.pages.settings.network_card import NetworkCard
from app.pages.settings.speed_card import SpeedCard
from app.pages.settings.texts import CLOSING, CLOSING_LINK, REPORT, RESET
from app.widgets.controls import IconButton, PathLabel, page_title, scrolled
from app.widgets.message_bar import MessageBar
from app.widgets.question import Question
from app.workers.computers import Computers
from app.workers.devices import Devices
from app.workers.thread_call import ThreadCall
from core.shared.errors import LuthierError
from core.shared.report import write_report
from core.shared.settings import Settings
from core.shared.texts.language import tr


class SettingsPage(QWidget):
    """Signals:
    changed: the settings are others now; with the Settings.
    idle: the last work ended.
    again_wanted: start the program again.
    """

    changed = Signal(object)
    again_wanted = Signal()
    idle = Signal()

    def __init__(self, devices: Devices, computers: Computers) -> None:
        super().__init__()
        self._devices, self._computers = devices, computers
        self.message = MessageBar()
        self.keeper = Keeper(self)
        self.folders, self.computing = FoldersCard(self.keeper, self.message), ComputingCard(self.keeper, devices)
        self.speed, self.waiting, self.network = SpeedCard(), WaitingCard(self.keeper), NetworkCard(self.keeper)
        self.computers = ComputersCard(computers)
        self.look, self.about = LookCard(self.keeper), AboutCard()
        self.look.again_wanted.connect(self.again_wanted)
        self.reset = IconButton(tr("Reset e&verything…"), "mdi6.restore")
        self.report = IconButton(tr("&Save a report…"), "mdi6.file-document-outline", primary=True)
        self.report.setAccessibleDescription(REPORT)
        self.report.setToolTip(REPORT)
        self._arrange()
        self.keeper.changed.connect(self._on_changed)
        self.folders.idle.connect(self.idle)
        computers.ended.connect(self.idle)
        self.keeper.refused.connect(self._on_refused)
        self.reset.clicked.connect(self._reset)
        self.report.clicked.connect(self._choose_report)

    @property
    def busy(self) -> bool:
        return self.network.token.job is not None or self.folders.busy or self._computers.link is not None

    @property
    def warning(self) -> Question | None:
        """Of a folder that is on its way, or others that count on this computer."""
        if self.folders.busy:
            return CLOSING
        return CLOSING_LINK if self._computers.link is not None else None

    def shown(self) -> None:
        """Read them again: a terminal may have changed them."""
        self._show(self.keeper.known)
        self.about.fill()

    def block(self, reason: str) -> None:
        """What is changed here holds from the next run on; only nothing is tested or measured meanwhile."""
        self._devices.block(reason)
        self.speed.block(reason)

    def shut_down(self) -> None:
        self.speed.give_up()
        self.network.token.give_up()
        self.folders.give_up()
        self._computers.stop()

    def state(self) -> dict[str, Any]:
        """Settings are kept by themselves; this is what one typed besides."""
        return {"host": self.computers.host.text()}

    def restore(self, state: dict[str, Any]) -> None:
        """What is old or wrong is passed over."""
        if isinstance(host := state.get("host"), str):
            self.computers.host.setText(host)

    def save_report(self, path: Path) -> None:
        """Write it in the background, and say what is in it."""
        call = ThreadCall(partial(write_report, path), self)
        call.done.connect(lambda written: self.message.say("good", tr("The report is saved"), f"{written}\n{REPORT}"))
        call.failed.connect(lambda error: self.message.say_error(tr("The report could not be saved"), error))
        call.start()

    def _show(self, known: Settings) -> None:
        for card in (self.folders, self.computing, self.waiting, self.network, self.look):
            card.show_settings(known)
        self.speed.show_known()

    def _on_changed(self, known: Settings) -> None:
        self.message.hide()
        self._show(known)
        self.changed.emit(known)

    def _on_refused(self, error: LuthierError) -> None:
        self.message.say_error(tr("This cannot be kept"), error)

    def _reset(self) -> None:
        if RESET.ask(self):
            self.keeper.reset()

    def _choose_report(self) -> None:
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        suggested = Path(folder) / f"luthier-report-{time.strftime('%Y-%m-%d')}.zip"
        name, _ = QFileDialog.getSaveFileName(self, tr("Save a report"), str(suggested), tr("Zip files (*.zip)"))
        if name:
            self.save_report(_as_zip(Path(name)))

    def _arrange(self) -> None:
        left, right = QWidget(), QWidget()
        for side, cards in (
            (left, (self.folders, self.computing, self.speed, self.waiting)),
            (right, (self.computers, self.network, self.look, self.about)),
        ):  # fmt: skip
            column = layouts.column(side, gap=2 * GRID)
            for card in cards:
                column.addWidget(card)
            column.addStretch(1)
        columns = Columns(2 * GRID, narrow=110 * GRID)
        columns.add(left, 1)
        columns.add(right, 1)
        content = QWidget()
        inside = layouts.column(content, gap=2 * GRID)
        inside.addWidget(self.message)
        inside.addWidget(columns, 1)
        top = layouts.row(gap=2 * GRID)
        top.addWidget(page_title(tr("Settings")))
        top.addWidget(PathLabel(tr("Changes apply immediately, the language at the next start."), words=True), 1)
        bottom = layouts.row(gap=GRID)
        bottom.addStretch(1)
        bottom.addWidget(self.reset)
        bottom.addWidget(self.report)
        layout = layouts.page(self)
        layout.addLayout(top)
        layout.addWidget(scrolled(content), 1)
        layout.addLayout(bottom)


def _as_zip(chosen: Path) -> Path:
    """With the ending, where it was typed without. Nothing has that name: only what was typed was asked about."""
    if chosen.suffix.lower() == ".zip":
        return chosen
    names = (chosen.with_name(f"{chosen.name}{'' if number == 1 else f'-{number}'}.zip") for number in count(1))
    return next(path for path in names if not path.exists())
