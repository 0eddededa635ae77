"""The Export page: exports a trained run for other programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.pages.export import texts
from app.pages.export.form import Form
from app.pages.export.layers import Display, Layers
from app.pages.export.made import Made, Wish
from app.pages.export.orders import Order, Orders, Questions
from app.pages.export.run_choice import RunChoice, WayList
from app.pages.export.texts import WAYS
from app.pages.export.work import JobLine, Trouble, Work, trouble_of
from app.widgets.controls import IconButton, on_ctrl_enter, page_title
from app.widgets.message_bar import MessageBar
from app.widgets.question import Question
from app.widgets.strength import STEPS
from app.workers.background_job import BackgroundJob
from app.workers.process import JobState
from core import protocol as p
from core.base.language import tr

CLOSING = Question(
    tr("An export is running."), tr("Closing now discards what has been done so far."), tr("&Close anyway")
)


class ExportPage(QWidget):
    """Signals:
    chat_requested: the folder of a run and one of its checkpoints, to chat with.
    train_wanted, model_wanted: open that page.
    exported: an export succeeded and passed its checks.
    run_chosen: the folder of another run.
    idle: no work is in progress any more.
    """

    chat_requested = Signal(Path, str)
    train_wanted = Signal()
    model_wanted = Signal()
    exported = Signal()
    run_chosen = Signal(str)
    idle = Signal()

    def __init__(self, current: Callable[[], str] = str) -> None:
        """current: returns the folder of the run trained, opened or chatted with last, "" if none."""
        super().__init__()
        self.found: p.ExportsResult | None = None  # the shown result; None while another run is examined
        self.order: Order | None = None  # the button's action
        self._current, self._followed = current, ""
        self._typed_for = ""  # the run whose type was chosen
        self._wanted = Wanted()  # the requested run and checkpoint
        self.made = Made()
        self.questions, self.work, self.message = Questions(self), Work(self), TroubleBar()
        self.choice, self.ways, self.line = RunChoice(), WayList(), JobLine()
        self.form = Form(self.choice.checkpoint_row)
        self.talk = IconButton(tr("Talk to it &here"), "mdi6.chat-outline")
        self.form.result.buttons.addWidget(self.talk)
        self.train = IconButton(tr("&Go to Train"), "mdi6.school-outline")
        self.primary = IconButton(self.form.way.action, "mdi6.export-variant", primary=True)
        self._display = Display(
            self.choice, self.ways, self.form, self.made, self.work, self.line, self.primary, self.talk
        )
        self._orders = Orders(self.choice, self.form, self.made)
        self._layers = Layers(self.train, [self.choice, self.message], self.ways, self.form, self.line, self.primary)
        layouts.page(self, page_title(tr("Export")), (self._layers, 1))
        self._connect()
        self.ways.choose(self.form.way.key)

    def show_run(self, folder: Path, checkpoint: str = "") -> None:
        """Show a run to export. checkpoint: a step, or "" for the best known one."""
        self._followed = self._current()
        self._ask_for(Wanted(str(folder), checkpoint))

    def shown(self) -> None:
        """Refresh: runs, files and Ollama may have changed, and another run may be current."""
        current = self._current()
        if current and current != self._followed and current != self._wanted.run:
            self._ask_for(Wanted(current))
        elif not self.questions.is_asking(p.ExportsJob):
            self._look()
        self._followed = current
        self.form.hub.show_export("")
        self._look_for_ollama()

    @property
    def busy(self) -> bool:
        return self.work.job is not None

    @property
    def warning(self) -> Question | None:
        return CLOSING if self.busy else None

    def shut_down(self) -> None:
        """Cancel the export in progress, which leaves no files; `idle` signals its end."""
        self.questions.give_up()
        self.work.cancel()

    def state(self) -> dict[str, Any]:
        """Return the choices and the exports made."""
        state = state_of(self.choice, self.form, self.made) | {"followed": self._followed}
        return state if self.found is not None else state | self._wanted._asdict()

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` returned; outdated or malformed values are skipped."""
        self._wanted = restore(state, self.ways, self.form, self.made)
        self._typed_for = self._wanted.run
        self._followed = str(state.get("followed", ""))

    # Queries

    def _ask_for(self, wanted: Wanted) -> None:
        """Query another run; the display and the button's action of the previous one are cleared first."""
        if wanted.run != self._wanted.run:
            self.form.place.chosen.clear()
        self._wanted, self.found = wanted, None
        self.message.hide()
        self._look()

    def _look(self) -> None:
        if self.found is None or not self.found.run:
            self.found = None
            self._layers.look(self.choice.show_looking(self._wanted.run))
        self.questions.ask(p.ExportsJob(run=self._wanted.run, places=dict(self.form.place.chosen)))
        self._refresh()

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
        if kind is p.ExportsJob and self._wanted.run:  # the run was deleted: show the others
            self._ask_for(Wanted())
            return
        self._say(trouble_of(failure))
        self._refresh()

    def _show_found(self, found: p.ExportsResult) -> None:
        if self._wanted.run and found.run != self._wanted.run:
            return  # a result of an earlier query
        is_other = self.found is None or self.found.run != found.run
        picked = self._wanted.checkpoint or ("" if is_other else self.choice.picked)
        measured = self.choice.checkpoint
        self.found, self._wanted = found, Wanted(found.run)
        self._layers.show_found(bool(found.run))
        if not found.run:
            return
        self.choice.show_runs(found, picked)
        if is_other or measured != self.choice.checkpoint:
            self._forget_measured()
        if self._typed_for not in ("", found.run):
            self.form.types.choose_anew()
            self.form.strength.slider.setValue(STEPS)
        self._typed_for = found.run
        if is_other:
            self._show_unusual()
            self.form.ollama.suggest(found.name)
            self.form.hub.repo.setPlaceholderText(f"your-name/{found.name}")
        self.form.hub.token.show_for(found.endpoint, found.token)
        self.form.show_places(found)
        if not self.choice.learnt and self.form.way.key != "elsewhere":
            self.ways.choose("elsewhere")

    def _show_unusual(self) -> None:
        """Unfold what is chosen, if that is not the usual: the best checkpoint as a whole."""
        form = self.form
        is_usual = self.choice.checkpoints.currentIndex() <= 0 and form.strength.slider.value() == STEPS
        if not is_usual or form.types.is_by_hand:
            form.more.setChecked(True)

    # Actions

    def act(self) -> None:
        """Carry out the button's action; ask first if something would be replaced."""
        order = self.order
        if order is not None and self.primary.isEnabled() and (order.warning is None or order.warning.ask(self)):
            self._start(order.wish, order.job)

    def bring_home(self, given: Path) -> None:
        """Import a run trained on another machine: it becomes a new run, or part of the run it came from."""
        if not self.busy and self.order is not None:
            self._start(self.order.wish, p.BringHomeJob(run=self.order.wish.run, adapter=str(given)))

    def measure(self) -> None:
        """Measure the quality loss of each weight type."""
        if not self.busy and self.order is not None:
            self.form.types.forget()
            wish, matrix = self.order.wish, self.form.types.imatrix.isChecked()
            self._start(wish, p.TypesJob(run=wish.run, checkpoint=wish.checkpoint, imatrix=matrix))

    def measure_strengths(self) -> None:
        """Measure correct answers and side effects at several adapter strengths."""
        if not self.busy and self.order is not None:
            self.form.strength.forget()
            wish = self.order.wish
            self._start(wish, p.StrengthsJob(run=wish.run, checkpoint=wish.checkpoint))

    def _forget_measured(self) -> None:
        """Discard the measurements of another run or checkpoint."""
        self.form.types.forget()
        self.form.strength.forget()

    def _start(self, wish: Wish, job: p.Job) -> None:
        self.message.hide()
        self.line.watch(self.work.start(wish, job), lambda: self.work.share)
        self._refresh()
        if isinstance(job, p.ExportJob):
            self._layers.bring(self.form.result)

    def _shows(self, wish: Wish) -> bool:
        """Return whether the page still shows the wish's run and checkpoint."""
        return self.found is not None and (self.found.run, self.choice.checkpoint) == (wish.run, wish.checkpoint)

    def _on_measured(self, cost: p.TypeCost, wish: Wish) -> None:
        if self._shows(wish):
            self.form.types.add(cost)

    def _on_ended(self, wish: Wish, job: BackgroundJob) -> None:
        if job.failure is not None:
            self._say(trouble_of(job.failure))
        elif job.state is JobState.DONE and job.result is not None:
            self._take(wish, job)
            self.message.tell_elsewhere(tr("{title} is done.", title=self.ways.cards[wish.way].way.title))
        self._refresh()
        if self.form.result.isVisible() and not isinstance(job.result, p.TypesResult | p.StrengthsResult):
            self._layers.bring(self.form.result)
        self.idle.emit()

    def _take(self, wish: Wish, job: BackgroundJob) -> None:
        notes = [texts.Fact("note", notice.message) for notice in job.notices if notice.code not in texts.SAID]
        match job.result:
            case p.ExportResult() as result:
                self.made.add(wish, result, notes)
                if wish.way != "elsewhere":
                    self.exported.emit()
                self.form.hub.show_export("")
                self._look()
            case p.OllamaResult() as result:
                self.made.bring(wish, result, notes)
            case p.PushResult() as result:
                self.made.push(wish, result, notes)
            case p.BringHomeResult() as result:
                self.made.come_home(wish, result, notes)
                if self.found is not None and self.found.run == wish.run:
                    self._ask_for(Wanted(result.run))
            case p.StrengthsResult() as result if self._shows(wish):
                self.form.strength.show_result(result)
            case p.TypesResult() as result if self._shows(wish):
                self.form.types.conclude(result)

    def _say(self, trouble: Trouble) -> None:
        self.message.say_trouble(trouble)
        if trouble.helps == "token" and self.found:
            self.form.hub.token.show_for(self.found.endpoint, False)

    def _help(self, how: str) -> None:
        match how:
            case "force" if self.work.forced is not None and not self.busy:
                self._start(*self.work.forced)
            case "model":
                self.model_wanted.emit()
            case "look":
                self._look_for_ollama()

    def _talk(self) -> None:
        if self.order is not None:
            self.chat_requested.emit(Path(self.order.wish.run), self.choice.checkpoint)

    # Display

    def _refresh(self) -> None:
        self.order = self._orders.order(self.found, self._wanted.run)
        self._display.show(self.order)

    def _connect(self) -> None:
        self.questions.answered.connect(self._on_answer)
        self.questions.failed.connect(self._on_no_answer)
        self.choice.run_chosen.connect(lambda run: self.show_run(Path(run)))
        self.choice.run_chosen.connect(self.run_chosen)
        self.choice.changed.connect(self._forget_measured)
        self.choice.changed.connect(self._refresh)
        self.ways.chosen.connect(lambda key: self.form.show_way(WAYS[key]))
        self.ways.chosen.connect(lambda _key: self.message.hide())  # it was about another way
        self.ways.chosen.connect(lambda _key: self._layers.bring_form())
        self.form.changed.connect(self._refresh)
        self.form.place_chosen.connect(self._look)
        self.form.hub.files_wanted.connect(lambda path: self.questions.ask(p.PushableJob(path=path)))
        self.form.ollama.look_wanted.connect(self._look_for_ollama)
        self.form.place.program.look_wanted.connect(self._look)
        self.form.types.measure_wanted.connect(self.measure)
        self.form.strength.measure_wanted.connect(self.measure_strengths)
        self.form.hub.token.kept.connect(self._look)
        self.form.home.given.connect(self.bring_home)
        for opener in (self.form.result, self.form.ollama.program, self.form.place.program):
            opener.not_opened.connect(self.message.say_where)
        self.message.help_wanted.connect(self._help)
        self.work.changed.connect(lambda: self._display.mark(self.order))
        self.work.measured.connect(self._on_measured)
        self.work.ended.connect(self._on_ended)
        self.talk.clicked.connect(self._talk)
        self.train.clicked.connect(self.train_wanted)
        self.line.cancelled.connect(self.work.cancel)
        self.primary.clicked.connect(self.act)
        on_ctrl_enter(self, self.act)


_ICON = "mdi6.arrow-right"


class TroubleBar(MessageBar):
    """Reports a failure, with a button for its remedy.

    Signals:
    help_wanted: Trouble.helps of the shown failure.
    """

    help_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._helps = ""
        self.helping = IconButton(tr("Replace &it"), _ICON)
        self.helping.clicked.connect(lambda: self.help_wanted.emit(self._helps))
        self.add_action(self.helping)

    def say_trouble(self, trouble: Trouble) -> None:
        """Show a failure until it is hidden or replaced."""
        self._helps = trouble.helps
        self.helping.set_look(trouble.action, _ICON)
        action = self.helping if trouble.action else None
        self.say("bad", trouble.title, trouble.text, trouble.details, action=action)

    def say_where(self, what: str) -> None:
        """Show the path or address of something that the desktop could not open, to open it by hand."""
        self.say("info", texts.NOT_OPENED, tr("It is here:"), lines=[what])


class Wanted(NamedTuple):
    """The run to show, and its checkpoint; "" for the first one listed."""

    run: str = ""
    checkpoint: str = ""


def state_of(choice: RunChoice, form: Form, made: Made) -> dict[str, Any]:
    """Return the state as JSON values."""
    return {
        "run": choice.run,
        "checkpoint": choice.picked,
        "way": form.way.key,
        "type": form.types.dtype,
        "type_by_hand": form.types.is_by_hand,
        "matrix": form.types.imatrix.isChecked(),
        "strength": form.strength.slider.value(),
        "places": dict(form.place.chosen),
        "repo": form.hub.repo.text(),
        "made": made.to_json(),
    }


def restore(state: dict[str, Any], ways: WayList, form: Form, made: Made) -> Wanted:
    """Restore everything but the run, which has to be queried. Outdated or malformed values are skipped."""
    said = {key: value for key, value in state.items() if isinstance(value, str)}
    if (way := said.get("way")) in ways.cards:
        ways.choose(way)
    if state.get("type_by_hand") is True:
        form.types.choose(said.get("type", ""))
    form.types.imatrix.setChecked(state.get("matrix") is True)
    if isinstance(strength := state.get("strength"), int):
        form.strength.slider.setValue(strength)
    places = state.get("places")
    if isinstance(places, dict) and all(isinstance(value, str) for value in places.values()):
        form.place.chosen |= places
    form.hub.repo.setText(said.get("repo", ""))
    made.restore(state.get("made"))
    run = said.get("run", "")
    return Wanted(run, said.get("checkpoint", "")) if run and (Path(run) / "run.json").is_file() else Wanted()
