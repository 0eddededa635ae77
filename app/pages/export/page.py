"""The Export page: what was trained, for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.pages.export import texts
from app.pages.export.form import Form
from app.pages.export.job_line import JobLine
from app.pages.export.made import Made, Wish
from app.pages.export.orders import Orders
from app.pages.export.questions import Questions
from app.pages.export.remembered import Wanted, restore, state_of
from app.pages.export.run_choice import RunChoice
from app.pages.export.texts import WAYS
from app.pages.export.troubles import Trouble, trouble_of
from app.pages.export.way_list import WayList
from app.widgets.controls import IconButton, on_ctrl_enter, page_title, scrolled
from app.widgets.job_words import fraction_done
from app.widgets.message_bar import MessageBar
from app.widgets.question import Question
from app.workers.background_job import BackgroundJob
from app.workers.lifecycle import JobState
from core.shared import protocol as p
from core.shared.texts.numbers import share, size

IN_LM_STUDIO = "LM Studio's list has an export of this run already."
CLOSING = Question("An export is going on.", "Closing now throws away what is done of it.", "&Close anyway")


class ExportPage(QWidget):
    """Signals:
    chat_requested: the folder of a run and one of its checkpoints, to talk to.
    train_wanted, model_wanted: the page that helps.
    exported: something was exported, and is good.
    idle: the last work ended.
    """

    chat_requested = Signal(Path, str)
    train_wanted = Signal()
    model_wanted = Signal()
    exported = Signal()
    idle = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.found: p.ExportsResult | None = None
        self.job: BackgroundJob | None = None  # the export, upload or measurement that goes on
        self._wanted = Wanted()  # to be shown as soon as what there is is known
        self._wish: Wish | None = None  # that the job is for
        self._trouble: Trouble | None = None
        self.made = Made()
        self.questions = Questions(self)
        self.message = MessageBar()
        self.helping = IconButton("Replace &it", "mdi6.arrow-right")
        self.message.add_action(self.helping)
        self.choice, self.ways, self.form, self.line = RunChoice(), WayList(), Form(), JobLine()
        self.talk = IconButton("Talk to it &here", "mdi6.chat-outline")
        self.form.result.buttons.addWidget(self.talk)
        self.train = IconButton("&Go to Train", "mdi6.school-outline")
        self.primary = IconButton(WAYS[0].action, "mdi6.export-variant", primary=True)
        self.orders = Orders(self.choice, self.form, self.made)
        self._layers = QStackedWidget()
        self._arrange()
        self._connect()
        self.ways.choose(WAYS[0].key)

    def show_run(self, folder: Path, checkpoint: str = "") -> None:
        """This run is to be exported; checkpoint: a step, or "" for the best that is known."""
        self._wanted = Wanted(str(folder), checkpoint)
        self._look()
        self._refresh()

    def prefer(self, folder: Path) -> None:
        """This run is what the page shows when it next comes to the front: it was trained or talked to last."""
        if self.job is None and not self.isVisible():
            self._wanted = Wanted(str(folder))

    def shown(self) -> None:
        """Runs, files and Ollama may have changed since."""
        if not self.questions.is_asking(p.ExportsJob):
            self._look()
        self._look_for_ollama()

    @property
    def busy(self) -> bool:
        return self.job is not None

    @property
    def warning(self) -> Question | None:
        return CLOSING if self.job is not None else None

    def block(self, reason: str) -> None:
        """Exports go on beside a run."""

    def shut_down(self) -> None:
        """Nothing is left of an export that goes on; `idle` tells when it has ended."""
        self.questions.give_up()
        if self.job is not None:
            self.job.cancel()

    def state(self) -> dict[str, Any]:
        """What was chosen, and what was made of it."""
        state = state_of(self.choice, self.form, self.made)
        return state if self.choice.run else state | self._wanted._asdict()  # it was never shown

    def restore(self, state: dict[str, Any]) -> None:
        """What is old or wrong in it is passed over."""
        self._wanted = restore(state, self.ways, self.form, self.made)

    # What there is

    def _look(self) -> None:
        self.questions.ask(p.ExportsJob(run=self._wanted.run))

    def _look_for_ollama(self) -> None:
        self.form.ollama.show_found(None)
        self._refresh()
        self.questions.ask(p.FindOllamaJob())

    def _on_answer(self, answer: msgspec.Struct) -> None:
        match answer:
            case p.ExportsResult():
                self._show_found(answer)
            case p.FindOllamaResult():
                self.form.ollama.show_found(answer)
            case p.PushableResult():
                self.form.hub.show_files(answer)
        self._refresh()

    def _on_no_answer(self, kind: type[p.Job], failure: p.Failed) -> None:
        if kind is p.ExportsJob and self._wanted.run:  # it has gone: show what else there is
            self._wanted = Wanted()
            self._look()
            return
        self._say(trouble_of(failure))
        self._refresh()

    def _show_found(self, found: p.ExportsResult) -> None:
        is_other = self.found is None or self.found.run != found.run
        self.found, checkpoint = found, self._wanted.checkpoint
        self._wanted = Wanted(found.run)
        self._layers.setCurrentIndex(2 if found.run else 1)
        if not found.run:
            return
        self.choice.show_runs(found, checkpoint or (None if is_other else self.choice.checkpoint))
        if is_other:
            self.form.types.forget()
            self.form.ollama.name.setText(found.name)
            self.form.hub.repo.setPlaceholderText(f"your-name/{found.name}")
        self.form.hub.token.show_for(found.endpoint, found.token)
        self.form.show_places(found)
        if not self.choice.learnt and self.form.way.key != "elsewhere":
            self.ways.choose("elsewhere")

    # What is done

    def act(self, force: bool = False) -> None:
        """Do what the button says. force: replace what is there, whoever made it."""
        if self.primary.isEnabled() and (force or self._may_write()):
            self.message.hide()
            self._start(self.orders.wish, self.orders.job(force))

    def bring_home(self, given: Path) -> None:
        """What was trained elsewhere becomes a run, or part of the one it is of."""
        if self.job is None and self.choice.run:
            self.message.hide()
            self._start(self.orders.wish, p.BringHomeJob(run=self.choice.run, adapter=str(given)))

    def measure(self) -> None:
        """What each type of weights costs."""
        if self.job is None:
            self.message.hide()
            self.form.types.forget()
            matrix = self.form.types.imatrix.isChecked()
            wish = self.orders.wish
            self._start(wish, p.TypesJob(run=wish.run, checkpoint=wish.checkpoint, imatrix=matrix))

    def _may_write(self) -> bool:
        """Asks where something would be replaced."""
        target = self.orders.target
        if target is None:
            return True
        what = f"{target.name} is there already." if self.form.kind != "lmstudio" else IN_LM_STUDIO
        return Question(what, "The new export takes the place of the earlier one.", "&Replace it").ask(self)

    def _start(self, wish: Wish, job: p.Job) -> None:
        self._wish = wish
        self.job = BackgroundJob(job, self)
        self.job.received.connect(self._on_event)
        self.job.changed.connect(self._mark_cards)
        self.job.ended.connect(self._on_ended)
        self.job.start()
        self.line.watch(self.job)
        self._refresh()

    def _on_event(self, event: p.Event) -> None:
        if isinstance(event, p.TypeMeasured):
            self.form.types.add(event.cost)

    def _bring_into_view(self) -> None:
        """What came of it, once it is laid out."""
        QTimer.singleShot(0, self, lambda: self._area.ensureWidgetVisible(self.form.result, 0, GRID))

    def _on_ended(self) -> None:
        job, wish = self.job, self._wish
        self.job = self._wish = None
        assert job is not None and wish is not None
        if job.failure is not None:
            self._say(trouble_of(job.failure))
        elif job.state is JobState.DONE and job.result is not None:
            self._take(wish, job)
        job.deleteLater()
        self._refresh()
        if self.form.result.isVisible() and not isinstance(job.result, p.TypesResult):
            self._bring_into_view()
        self.idle.emit()

    def _take(self, wish: Wish, job: BackgroundJob) -> None:
        notes = [texts.Fact("note", notice.message) for notice in job.notices if notice.code not in texts.SAID]
        match job.result:
            case p.ExportResult() as result:
                self.made.add(wish, result, notes)
                if wish.way != "elsewhere":
                    self.exported.emit()
                if wish.way == "hub":
                    self.questions.ask(p.PushableJob(path=result.path))
                self._look()
            case p.OllamaResult() as result:
                self.made.bring(wish, result, notes)
            case p.PushResult() as result:
                self.made.push(wish, result, notes)
            case p.BringHomeResult() as result:
                self.made.come_home(wish, result, notes)
                self._wanted = Wanted(result.run)
                self._look()
            case p.TypesResult() as result:
                self.form.types.conclude(result)

    def _say(self, trouble: Trouble) -> None:
        self._trouble = trouble
        self.helping.setVisible(bool(trouble.action))
        self.helping.set_look(trouble.action, "mdi6.arrow-right")
        self.message.say("bad", trouble.title, trouble.text, trouble.details)
        if trouble.helps == "token" and self.found:
            self.form.hub.token.show_for(self.found.endpoint, False)

    def _help(self) -> None:
        match self._trouble.helps if self._trouble else "":
            case "force":
                self.message.hide()
                self.act(force=True)
            case "model":
                self.model_wanted.emit()
            case "look":
                self._look_for_ollama()

    # What is shown

    def _refresh(self) -> None:
        wish = self.orders.wish
        self.primary.set_look(*self.orders.action)
        problem = self._problem()
        self.primary.setEnabled(not problem and self.job is None)
        for part in (self.form, self.choice.checkpoints):
            part.setEnabled(not self._is_behind)
        self.form.types.measure.setEnabled(self.job is None and self.choice.learnt)
        self.line.say(problem)
        self._show_result(wish)
        self._mark_cards()

    @property
    def _is_behind(self) -> bool:
        """Whether another run was chosen than the one whose places, sizes and checkpoints are known."""
        return self.found is None or self.choice.run != self.found.run or self._wanted.run not in ("", self.found.run)

    def _problem(self) -> str:
        if self._is_behind or not self.choice.run:
            return texts.LOOKING
        if not self.choice.learnt and self.form.way.key != "elsewhere":
            return texts.UNLEARNT
        return self.form.problem()

    def _show_result(self, wish: Wish) -> None:
        told = self.made.told(wish)
        self.form.result.setVisible(told is not None)
        if told is not None:
            self.form.result.say(*told)
        self.talk.setVisible(wish.way != "elsewhere" or self.made.is_home(wish))

    def _mark_cards(self) -> None:
        for key, card in self.ways.cards.items():
            n_bytes = self.form.size_of(key)
            card.say(size(n_bytes) if n_bytes else "")
        if self.job is not None and self._wish is not None:
            self.ways.cards[self._wish.way].say(share(fraction_done(self.job)))

    def _connect(self) -> None:
        self.questions.answered.connect(self._on_answer)
        self.questions.failed.connect(self._on_no_answer)
        self.choice.run_chosen.connect(lambda run: self.show_run(Path(run)))
        self.choice.changed.connect(self.form.types.forget)
        self.choice.changed.connect(self._refresh)
        self.ways.chosen.connect(lambda key: self.form.show_way(next(way for way in WAYS if way.key == key)))
        self.form.changed.connect(self._refresh)
        self.form.ollama.look_wanted.connect(self._look_for_ollama)
        self.form.types.measure_wanted.connect(self.measure)
        self.form.hub.token.kept.connect(self._look)
        self.form.home.given.connect(self.bring_home)
        self.form.result.not_opened.connect(
            lambda folder: self.message.say("info", "No program shows folders here", f"It lies in {folder}.")
        )
        self.helping.clicked.connect(self._help)
        self.talk.clicked.connect(lambda: self.chat_requested.emit(Path(self.choice.run), self.choice.checkpoint))
        self.train.clicked.connect(self.train_wanted)
        self.line.cancelled.connect(lambda: self.job.cancel() if self.job else None)
        self.primary.clicked.connect(lambda: self.act())
        on_ctrl_enter(self, self.act)

    def _arrange(self) -> None:
        empty = QWidget()
        words = QLabel(texts.EMPTY, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        nothing = layouts.column(empty, gap=2 * GRID)
        nothing.addStretch(1)
        nothing.addWidget(words)
        nothing.addWidget(self.train, 0, Qt.AlignmentFlag.AlignHCenter)
        nothing.addStretch(1)
        columns = Columns(2 * GRID)
        columns.add(self.ways, 2)
        columns.add(self.form, 3)
        content = QWidget()
        inside = layouts.column(content, gap=2 * GRID)
        inside.addWidget(self.choice)
        inside.addWidget(self.message)
        inside.addWidget(columns, 1)
        bottom = layouts.row(gap=2 * GRID)
        bottom.addWidget(self.line, 1)
        bottom.addWidget(self.primary)
        full = QWidget()
        page = layouts.column(full, gap=2 * GRID)
        self._area = scrolled(content)
        page.addWidget(self._area, 1)
        page.addLayout(bottom)
        self._layers.addWidget(QLabel(texts.LOOKING, alignment=Qt.AlignmentFlag.AlignCenter))
        self._layers.addWidget(empty)
        self._layers.addWidget(full)
        layout = layouts.page(self)
        layout.addWidget(page_title("Export"))
        layout.addWidget(self._layers, 1)
