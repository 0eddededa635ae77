"""The Settings page: what holds for the whole program. Each change counts at once; there is nothing to save."""

from __future__ import annotations

import re
import time
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QTextBrowser, QWidget

from app.look import layouts
from app.look.flow import Columns
from app.look.language import NAMES
from app.look.theme import GRID
from app.pages.settings import texts
from app.pages.settings.computing import ComputersCard, ComputingCard, WaitingCard
from app.pages.settings.folder_row import FolderRow
from app.pages.settings.rows import Keeper, field_row, labelled, switch_row
from app.pages.settings.texts import CLOSING, FOLDERS, REPORT, RESET
from app.widgets.controls import (
    Card,
    CopyButton,
    FoldButton,
    IconButton,
    caption_of,
    dim_label,
    drop_down,
    page_title,
    scrolled,
    selectable_label,
    word_list,
)
from app.widgets.message_bar import MessageBar
from app.widgets.question import Question
from app.widgets.token_row import TokenRow
from app.workers.computers import Computers
from app.workers.devices import Devices
from app.workers.thread_call import ThreadCall, in_thread
from core import __version__
from core.base.engine_package import Library, libraries, licence_text, llama_cpp
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.paths import RESOURCES, unused
from core.base.settings import Settings
from core.memory.monitor import system_facts
from core.runs.report import write_report


class SettingsPage(QWidget):
    """Signals:
    changed: the settings are others now; with the Settings.
    idle: the last work ended.
    """

    changed = Signal(object)
    idle = Signal()

    def __init__(self, devices: Devices, computers: Computers) -> None:
        super().__init__()
        self._computers = computers
        self._is_reporting = False
        self.message = MessageBar()
        self.keeper = Keeper(self)
        self.folders, self.computing = FoldersCard(self.keeper, self.message), ComputingCard(self.keeper, devices)
        self.waiting, self.network = WaitingCard(self.keeper), NetworkCard(self.keeper)
        self.computers = ComputersCard(computers)
        self.look, self.about = LookCard(self.keeper), AboutCard()
        self._rest = Columns(
            2 * GRID,
            (layouts.panel(layouts.column(self.network, ..., gap=2 * GRID)), 1),
            (layouts.panel(layouts.column(self.computers, self.about.licences, ..., gap=2 * GRID)), 1),
            narrow=110 * GRID,
        )
        self.reset = IconButton(tr("Reset e&verything…"), "mdi6.restore")
        self.report = IconButton(tr("&Save a report…"), "mdi6.file-document-outline")
        self.report.setAccessibleDescription(REPORT)
        self.report.setToolTip(REPORT)
        self.more = FoldButton(tr("&More"), self._rest, self.reset)
        self._arrange()
        self.keeper.changed.connect(self._on_changed)
        self.folders.idle.connect(self.idle)
        self.keeper.refused.connect(self._on_refused)
        self.reset.clicked.connect(self._reset)
        self.report.clicked.connect(self._choose_report)

    @property
    def busy(self) -> bool:
        return self._is_changing

    @property
    def warning(self) -> Question | None:
        """The question before closing while a folder is moved."""
        return CLOSING if self.folders.busy else None

    def shown(self) -> None:
        """Read the settings again: a terminal may have changed them."""
        self._show(self.keeper.known)
        self.about.fill()

    def block(self, _reason: str) -> None:
        """Keep tests from running beside a run; what is changed here holds from the next run on."""
        self.computing.device.refresh()

    def shut_down(self) -> None:
        self.network.token.give_up()
        self.folders.give_up()

    @property
    def is_at_work(self) -> bool:
        """Whether a token is being checked, a folder moved, a report saved or a computer added."""
        return self._is_changing or self._is_reporting or self._computers.adding is not None

    @property
    def _is_changing(self) -> bool:
        """Whether something is going on that must not be cut short."""
        return self.network.token.job is not None or self.folders.busy

    def hand_on(self, _page: SettingsPage) -> None:
        """End nothing: the other computers are the window's."""

    def state(self) -> dict[str, Any]:
        """Return what was typed besides the settings, which are kept by themselves."""
        return {"host": self.computers.host.text()}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` gave; what is old or wrong is passed over."""
        if isinstance(host := state.get("host"), str):
            self.computers.host.setText(host)

    def save_report(self, path: Path) -> None:
        """Write a report in the background, and say what is in it."""
        self._is_reporting = True
        call = ThreadCall(partial(write_report, path), self)
        for end in (call.done, call.failed):
            end.connect(lambda _result: setattr(self, "_is_reporting", False))
        call.done.connect(lambda written: self.message.say("good", tr("The report is saved"), f"{written}\n{REPORT}"))
        call.failed.connect(lambda error: self.message.say_error(tr("The report could not be saved"), error))
        call.start()

    def _show(self, known: Settings) -> None:
        for card in (self.folders, self.computing, self.waiting, self.network, self.look):
            card.show_settings(known)

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
            (left, (self.look, self.folders)),
            (right, (self.computing, self.waiting, self.about)),
        ):
            layouts.column(*cards, ..., inside=side, gap=2 * GRID)
        first = Columns(2 * GRID, (left, 1), (right, 1), narrow=110 * GRID)
        content = layouts.panel(
            layouts.column(self.message, first, layouts.left(self.more), self._rest, ..., gap=2 * GRID)
        )
        buttons = layouts.row(..., self.reset, self.report, gap=GRID)
        layouts.page(self, page_title(tr("Settings")), (scrolled(content), 1), buttons)


def _as_zip(chosen: Path) -> Path:
    """Add the ending, if it was typed without. Nothing has that name: only what was typed was asked about."""
    if chosen.suffix.lower() == ".zip":
        return chosen
    return unused(chosen.with_name(f"{chosen.name}.zip"))


class NetworkCard(Card):
    """The network: whether there is one, by which ways, and with whose token.

    Offline, mirror, proxy and the access token.
    """

    def __init__(self, keeper: Keeper) -> None:
        super().__init__(tr("Network"))
        self._keeper = keeper
        self.offline, offline = switch_row(tr("Stay o&ffline"), texts.OFFLINE)
        self.endpoint, endpoint = field_row(tr("Address of the h&ub"), texts.ENDPOINT, "https://huggingface.co")
        self.proxy, proxy = field_row(tr("Prox&y"), texts.PROXY, tr("as the system says"))
        self.token = TokenRow(forgets=True)
        caption = caption_of(tr("Access tok&en"), self.token.field)
        self.put(offline, endpoint, proxy, caption, self.token, dim_label(texts.TOKEN, wraps=True))
        self.offline.clicked.connect(lambda checked: keeper.change(offline=checked))
        self.endpoint.editingFinished.connect(lambda: self._keep_address("endpoint", self.endpoint))
        self.proxy.editingFinished.connect(lambda: self._keep_address("proxy", self.proxy))

    def show_settings(self, known: Settings) -> None:
        self.offline.setChecked(known.offline)
        self.endpoint.setText(known.endpoint)
        self.proxy.setText(known.proxy)

    def _keep_address(self, key: str, field: QLineEdit) -> None:
        text = field.text().strip()
        if text != getattr(self._keeper.known, key):
            self._keeper.change(**{key: text})


class FoldersCard(Card):
    """Shows where models, runs and exports lie, their sizes, and the free space.

    A line for each folder. Signals: idle: the last move ended.
    """

    idle = Signal()

    def __init__(self, keeper: Keeper, message: MessageBar) -> None:
        """message: of the page."""
        super().__init__(tr("Folders"))
        self.rows = {key: FolderRow(keeper, message, key, name, what) for key, name, what in FOLDERS}
        for row in self.rows.values():
            self.body.addWidget(row)
            row.ended.connect(self._on_ended)
            row.began.connect(self._suit)

    @property
    def busy(self) -> bool:
        """Whether a folder is being moved."""
        return any(row.job is not None for row in self.rows.values())

    def give_up(self) -> None:
        """Cancel moves; all stays where it was."""
        for row in self.rows.values():
            if row.job is not None:
                row.job.cancel()

    def show_settings(self, known: Settings) -> None:
        """Show the settings' folders, measured anew."""
        for key, folder in (("models_dir", known.downloads), ("runs_dir", known.runs), ("exports_dir", known.exports)):
            self.rows[key].show_folder(folder)

    def _on_ended(self) -> None:
        self._suit()
        if not self.busy:
            self.idle.emit()

    def _suit(self) -> None:
        """One at a time."""
        for row in self.rows.values():
            row.change.setEnabled(row.job is not None or not self.busy)


_THEMES = {"": tr("As the system"), "light": tr("Light"), "dark": tr("Dark")}
_SIZES = (80, 90, 100, 110, 125, 150, 175, 200)  # percent


class LookCard(Card):
    """The card of the window's look and language: light or dark, and the size of its text."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__(tr("Look"))
        sizes = {percent: f"{percent}%" if percent != 100 else tr("100%, as the system") for percent in _SIZES}
        self.theme, self.text_size = drop_down(tr("Colours"), _THEMES), drop_down(tr("Size of the text"), sizes)
        self.put(labelled(tr("Co&lours"), self.theme), labelled(tr("Si&ze of the text"), self.text_size))
        self.still, still = switch_row(tr("Reduce mo&tion"), "")
        self.body.addWidget(still)
        self.language = drop_down(tr("Language"), {"": tr("As the system"), **NAMES})
        self.put(labelled(tr("Lan&guage"), self.language))
        self.theme.activated.connect(lambda _index: keeper.change(theme=self.theme.currentData()))
        self.still.clicked.connect(lambda checked: keeper.change(reduce_motion=checked))
        self.language.activated.connect(lambda _index: keeper.change(language=self.language.currentData()))
        self.text_size.activated.connect(lambda _index: keeper.change(text_size=self.text_size.currentData()))

    def show_settings(self, known: Settings) -> None:
        self.theme.setCurrentIndex(max(0, self.theme.findData(known.theme)))
        self.still.setChecked(known.reduce_motion)
        self.language.setCurrentIndex(max(0, self.language.findData(known.language)))
        place = self.text_size.findData(known.text_size)
        if place < 0:
            self.text_size.addItem(f"{known.text_size}%", known.text_size)
            place = self.text_size.count() - 1
        self.text_size.setCurrentIndex(place)


TEXT_HEIGHT = 20 * GRID  # pixels

CHANGELOG = RESOURCES.parent / "CHANGELOG.md"
_SECTION = re.compile(r"^## .*$", re.MULTILINE)
_ENTRY = re.compile(r"^- ", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


class AboutCard(Card):
    """Filled when the page is first shown. `licences` is a card of its own."""

    def __init__(self) -> None:
        super().__init__(tr("About Luthier"))
        self.version, self.facts = selectable_label(), selectable_label()
        self.libraries = drop_down(tr("Library"))
        self.licence = word_list(tr("Its licence"))
        self.licence.setFixedHeight(TEXT_HEIGHT)
        self.copy = CopyButton(tr("Copy"), self._told)
        self.copy.setAccessibleName(tr("Copy versions and licences"))
        self.body.addWidget(self.version)
        self.what_is_new = IconButton(tr("What is new"), "mdi6.creation-outline", checkable=True)
        self.what_is_new.toggled.connect(self._tell_what_is_new)
        self.header.addWidget(self.what_is_new)
        self.changes = QTextBrowser()
        self.changes.setAccessibleName(tr("What is new"))
        self.changes.setFixedHeight(TEXT_HEIGHT)
        self.changes.hide()
        self.body.addWidget(self.changes)
        self.licences = Card(tr("Versions and licences"), self.facts, self.libraries, self.licence)
        self.licences.header.addWidget(self.copy)
        self.libraries.currentIndexChanged.connect(self._read)

    def fill(self) -> None:
        """Read what is installed, once."""
        if not self.version.text():
            self.version.setText(tr("Luthier {version__}, licence Apache 2.0", version__=__version__))
            in_thread(libraries, self._list, self)
            in_thread(lambda: f"{llama_cpp()}\n" + system_facts().partition("\n")[2], self.facts.setText, self)

    def _tell_what_is_new(self, wanted: bool) -> None:
        if wanted and not self.changes.toPlainText():
            self.changes.setMarkdown(newest_changes() or tr("This installation has no list of changes."))
        self.changes.setVisible(wanted)

    def _list(self, found: list[Library]) -> None:
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
        return "\n".join([self.version.text(), self.facts.text(), *named])


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
