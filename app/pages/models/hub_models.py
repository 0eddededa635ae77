"""Search of the Hugging Face hub: query and filters above, results and the chosen model's files below."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.models.hub_card import Choice, HubCard
from app.pages.models.list_and_card import ListAndCard
from app.pages.models.texts import hub_facts, judge_hub, pick_row
from app.widgets.controls import FoldButton, IconButton, dim_label, drop_down, text_field
from app.widgets.letters import CheckBox
from app.widgets.message_bar import MessageBar
from app.widgets.two_line_list import Row, TwoLineList
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.advice.picks import starter_picks
from core.base import settings
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import size
from core.memory.monitor import system_memory

FORMATS = {
    "": tr("GGUF or safetensors"),
    "gguf": tr("GGUF (ready to use)"),
    "safetensors": tr("safetensors (originals)"),
}
SIZES = (0, 500 * 10**6, *(n * 10**9 for n in (1, 2, 4, 8, 16)))  # bytes, at most; 0: any
LICENCES = {"": tr("Any licence")} | {name: name for name in ("apache-2.0", "mit", "llama3.2", "gemma", "openrail")}
NOTHING = tr("Choose a model, or search for another.")
PEEK_AFTER_MS = 400  # how long a file must stay chosen before its headers are read
SEARCH = (tr("&Search"), "mdi6.magnify")
OFFLINE = tr("Luthier is set to stay offline: no search, no downloads.")


class HubModels(QWidget):
    """Signals:
    chosen: the current Choice, or None.
    opened: the double-clicked Choice.
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.job: BackgroundJob | None = None
        self.message = MessageBar()
        self.online = IconButton(tr("Allow the net&work"), "mdi6.web")
        self.message.add_action(self.online)
        self.words = text_field(tr("Search words"), tr("Name of a model, such as smollm2 instruct"))
        self.search = IconButton(*SEARCH, may_say=[tr("Cancel")])
        self.search.setFixedWidth(self.search.sizeHint().width() + GRID)  # also wide enough for Cancel
        self.format = drop_down(tr("Format"), FORMATS)
        self.largest = drop_down(tr("Largest size"), {largest: _up_to(largest) for largest in SIZES})
        self.licence = drop_down(tr("Licence"), LICENCES)
        self.fits = CheckBox(tr("F&its this machine"))
        self.fits.setChecked(True)
        self.results = TwoLineList(tr("Models found"))
        self.card = HubCard()
        self.peeking: BackgroundJob | None = None
        self._known: dict[Choice, p.PeekResult] = {}
        self._soon = QTimer(self, singleShot=True, interval=PEEK_AFTER_MS)
        self._halves = ListAndCard([self.card], NOTHING)
        self._status = dim_label(wraps=True)
        self.starters = IconButton(tr("Models to start &with"), "mdi6.star-outline")
        self._arrange()
        self.online.clicked.connect(self._go_online)
        self.search.clicked.connect(self._search_or_cancel)
        self.starters.clicked.connect(self.show_picks)
        self.words.returnPressed.connect(self.run)
        self.results.chosen.connect(self._show)
        self.card.files.chosen.connect(self.chosen)
        self.card.files.chosen.connect(lambda _choice: self._soon.start())
        self._soon.timeout.connect(self._peek)
        self.card.opened.connect(self.opened)

    def check_switch(self) -> bool:
        """Return whether the settings allow network access; show a message if not."""
        try:
            offline = settings.load().offline
        except LuthierError as error:
            self.message.say_error(tr("The settings cannot be read"), error)
            return False
        self.search.setEnabled(not offline)
        if offline:
            self.message.say("info", tr("Offline"), OFFLINE, action=self.online)
        else:
            self.message.hide()
        return not offline

    @property
    def is_fresh(self) -> bool:
        """Whether no search has been made yet."""
        return self.job is None and not self.results.count() and self.starters.isHidden()

    def show_picks(self) -> None:
        """Show recommended models for this computer before the first search."""
        self.give_up()
        self.starters.hide()
        memory = system_memory().total
        picks = [(pick, pick.as_model(memory)) for pick in starter_picks()]
        picks.sort(key=lambda one: not one[1].fits)  # fitting models first, otherwise in list order
        self.results.show_rows([pick_row(pick, model) for pick, model in picks])
        self._status.setText(tr("Good choices for this computer, with {memory} of memory.", memory=size(memory)))

    def _search_or_cancel(self) -> None:
        if self.job is None:
            self.run()
        else:
            self.give_up()
            self._status.setText(tr("The search was cancelled."))

    def run(self) -> None:
        """Start a search; one in progress is cancelled."""
        if not self.check_switch():
            return
        self.give_up()
        self.results.show_rows([])
        self.starters.show()
        self._status.setText(tr("Asking Hugging Face…"))
        self.search.set_look(tr("Cancel"), "mdi6.close")
        self.job = BackgroundJob(self._wanted(), self)
        self.job.received.connect(self._on_event)
        self.job.run(self._on_ended)

    def give_up(self) -> None:
        """Cancel the search and the header request in progress."""
        self._drop_peek()
        if self.job is not None:
            self.job.drop()
            self.job = None
            self.search.set_look(*SEARCH)

    def _peek(self) -> None:
        """Read the headers of the chosen files, if the user chose them."""
        choice = self.card.choice
        if choice is None or not self.isVisible():
            return
        if choice in self._known:
            self.card.show_known(choice, self._known[choice])
        elif self.search.isEnabled():  # not while network access is off
            self._drop_peek()
            self.peeking = BackgroundJob(p.PeekJob(repo=choice.repo, file="".join(choice.files)), self)
            self.peeking.run(lambda job: self._on_peeked(choice, job))

    def _on_peeked(self, choice: Choice, job: BackgroundJob) -> None:
        self.peeking = None
        if isinstance(job.result, p.PeekResult):  # if the request fails, the guess by size stays
            self._known[choice] = job.result
            self.card.show_known(choice, job.result)

    def _drop_peek(self) -> None:
        if self.peeking is not None:
            self.peeking.drop()
            self.peeking = None

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
            self._soon.stop()  # the user did not choose it

    def _on_ended(self, job: BackgroundJob) -> None:
        self.job = None
        self.search.set_look(*SEARCH)
        count = self.results.count()
        if job.failure is not None:
            self._status.setText("")
            self.message.say_failure(tr("The search did not work"), job.failure)
        elif not count:
            self._status.setText(tr("Nothing found. Fewer words or filters may help."))
        else:
            self._status.setText(tr("{count} found, most downloaded first.", count=count))

    def _show(self, model: p.HubModel | None) -> None:
        if model is not None:
            self.card.show_model(model)
        else:
            self.chosen.emit(None)
        self._halves.show_card(model is not None)

    def _go_online(self) -> None:
        try:
            settings.change(offline=False)
        except LuthierError as error:
            self.message.say_error(tr("The settings cannot be changed"), error, self.online)
            return
        self.check_switch()

    def _arrange(self) -> None:
        layouts.put(self._halves.lists, (self.results, 1), self._status, Flow(GRID, self.starters))
        self.starters.hide()
        folded = layouts.panel(Flow(GRID, self.format, self.largest, self.licence, self.fits))
        self.filters = FoldButton(tr("Fil&ters"), folded)
        line = layouts.row((self.words, 1), self.search, self.filters, gap=GRID)
        layouts.column(line, folded, self.message, (self._halves, 1), inside=self, gap=GRID)


def _up_to(largest: int) -> str:
    if not largest:
        return tr("Any size")
    return tr("Up to {n} GB", n=largest // 10**9) if largest >= 10**9 else tr("Up to {n} MB", n=largest // 10**6)
