"""Models on the Hugging Face hub: words and filters above, results and the chosen one's files below."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.models.hub_card import HubCard
from app.pages.models.list_and_card import ListAndCard
from app.pages.models.texts import hub_facts, judge_hub
from app.widgets.controls import IconButton, dim_label, drop_down, text_field
from app.widgets.message_bar import MessageBar
from app.widgets.two_line_list import Row, TwoLineList
from app.workers.background_job import BackgroundJob
from core.shared import protocol as p
from core.shared import settings
from core.shared.errors import LuthierError

FORMATS = {"GGUF or safetensors": "", "GGUF (ready to use)": "gguf", "safetensors (originals)": "safetensors"}
SIZES = {"Any size": 0} | {f"Up to {n} GB": n * 10**9 for n in (1, 2, 4, 8, 16)} | {"Up to 500 MB": 500 * 10**6}
LICENCES = {"Any licence": ""} | {name: name for name in ("apache-2.0", "mit", "llama3.2", "gemma", "openrail")}
NOTHING = "Search for a model by its name, or leave the box empty to see what is downloaded most."
OFFLINE = "Luthier is set to stay offline, so it neither searches nor downloads."


class HubModels(QWidget):
    """Signals:
    chosen: the Choice that a download would bring, or None.
    opened: one that was double-clicked.
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.job: BackgroundJob | None = None
        self.message = MessageBar()
        self.online = IconButton("Allow the net&work", "mdi6.web")
        self.message.add_action(self.online)
        self.words = text_field("Search words", "Name of a model, such as smollm2 instruct")
        self.search = IconButton("&Search", "mdi6.magnify")
        self.format = _combo("Format", FORMATS)
        self.largest = _combo("Largest size", dict(sorted(SIZES.items(), key=lambda item: item[1])))
        self.licence = _combo("Licence", LICENCES)
        self.fits = QCheckBox("F&its this machine")
        self.fits.setChecked(True)
        self.results = TwoLineList("Models found")
        self.card = HubCard()
        self._halves = ListAndCard([self.card], NOTHING)
        self._status = dim_label(wraps=True)
        self._arrange()
        self.online.clicked.connect(self._go_online)
        self.search.clicked.connect(self.run)
        self.words.returnPressed.connect(self.run)
        self.results.chosen.connect(self._show)
        self.card.files.chosen.connect(self.chosen)
        self.card.opened.connect(self.opened)

    def check_switch(self) -> bool:
        """Whether the settings allow the network; says so where they do not."""
        try:
            offline = settings.load().offline
        except LuthierError as error:
            self.online.hide()
            self.message.say_error("The settings cannot be read", error)
            return False
        self.search.setEnabled(not offline)
        self.online.setVisible(offline)
        if offline:
            self.message.say("info", "Offline", OFFLINE)
        else:
            self.message.hide()
        return not offline

    def run(self) -> None:
        """Search; a search that goes on is given up."""
        if not self.check_switch():
            return
        self.give_up()
        self.results.show_rows([])
        self._status.setText("Asking Hugging Face…")
        self.job = BackgroundJob(self._wanted(), self)
        self.job.received.connect(self._on_event)
        self.job.ended.connect(self._on_ended)
        self.job.start()

    def give_up(self) -> None:
        """End a search that goes on."""
        if self.job is not None:
            self.job.drop()
            self.job = None

    def _wanted(self) -> p.SearchJob:
        return p.SearchJob(
            words=self.words.text().strip(),
            format=self.format.currentData(),
            max_bytes=self.largest.currentData(),
            licence=self.licence.currentData(),
            fits=self.fits.isChecked(),
        )

    def _on_event(self, event: p.Event) -> None:
        if isinstance(event, p.Found):
            self._add(event.model)

    def _add(self, model: p.HubModel) -> None:
        judgement = judge_hub(model)
        self.results.add(Row(model.id, f"{judgement.short} · {hub_facts(model)}", judgement.verdict, model))
        if self.results.count() == 1:
            self.results.setCurrentRow(0)

    def _on_ended(self) -> None:
        job, self.job = self.job, None
        assert job is not None
        job.deleteLater()
        count = self.results.count()
        if job.failure is not None:
            self._status.setText("")
            self.message.say_failure("The search did not work", job.failure)
        elif not count:
            self._status.setText("Nothing found. Fewer words or filters may help.")
        else:
            self._status.setText(f"{count} found, most downloaded first.")

    def _show(self, model: p.HubModel | None) -> None:
        if model is not None:
            self.card.show_model(model)
        else:
            self.chosen.emit(None)
        self._halves.show_card(model is not None)

    def _go_online(self) -> None:
        try:
            settings.save(msgspec.structs.replace(settings.load(), offline=False))
        except LuthierError as error:
            self.message.say_error("The settings cannot be changed", error)
            return
        self.check_switch()

    def _arrange(self) -> None:
        asked = layouts.row(gap=GRID)
        asked.addWidget(self.words, 1)
        asked.addWidget(self.search)
        filters = Flow(GRID)
        for widget in (self.format, self.largest, self.licence, self.fits):
            filters.addWidget(widget)
        self._halves.lists.addWidget(self.results, 1)
        self._halves.lists.addWidget(self._status)
        layout = layouts.column(self, gap=GRID)
        layout.addLayout(asked)
        layout.addLayout(filters)
        layout.addWidget(self.message)
        layout.addWidget(self._halves, 1)


def _combo(name: str, choices: Mapping[str, str | int]) -> QComboBox:
    combo = drop_down(name)
    for text, value in choices.items():
        combo.addItem(text, value)
    return combo
