"""The one thing at a time that the page has done, the line beside its button that says how far it is, and
what went wrong, with what helps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.look import layouts
from app.look.theme import CONTROL_HEIGHT, GRID, use_tabular_figures
from app.pages.export.made import Wish
from app.pages.export.ollama_part import HOW_TO_START
from app.pages.export.orders import forced
from app.widgets.controls import IconButton, ShareBar, dim_label, reason_label
from app.widgets.job_strip import fraction_done, job_status
from app.workers.advice import in_the_windows_words
from app.workers.background_job import BackgroundJob
from app.workers.process import JobState
from core import protocol as p
from core.base.language import tr

# The parts of an export in their order, by the names of their phases: about how much of the whole each takes, and in
# how many phases of that name. Those of Ollama come where it is brought in there.
_PARTS = {
    "read": (1, 2),
    "export": (30, 1),
    "imatrix": (20, 1),
    "quantize": (20, 1),
    "verify": (20, 2),
    "answers": (15, 1),
    "card": (1, 1),
}
_OLLAMA_PARTS = {"find": (1, 1), "answer": (10, 1), "upload": (10, 1), "create": (5, 1), "ask": (30, 1)}


class WholeShare:
    """How much of an export is done, of all its parts together: what is shown never goes back."""

    def __init__(self, job: p.Job) -> None:
        """Know the parts of exports; other jobs have none."""
        self._parts: dict[str, tuple[int, int]] = {}
        if isinstance(job, p.ExportJob):
            left_out = {name for name, is_done in (("quantize", job.dtype), ("imatrix", job.imatrix)) if not is_done}
            self._parts = {name: part for name, part in _PARTS.items() if name not in left_out}
        if isinstance(job, p.OllamaJob) or (isinstance(job, p.ExportJob) and job.create):
            self._parts |= _OLLAMA_PARTS
        self._phase, self._count = "", 0
        self._share, self._reached = 0.0, -1

    @property
    def share(self) -> float | None:
        """The share that is done, from 0 to 1; None if it is not known."""
        return self._share if self._parts else None

    def stage(self, parts: Collection[str]) -> str:
        """Return the mark of a step that consists of these parts: "open", "now" or "good"."""
        places = [place for place, name in enumerate(self._parts) if name in parts]
        if not places or self._reached < min(places):
            return "open"
        return "good" if self._reached > max(places) else "now"

    def take(self, event: p.Event) -> None:
        """Follow what the job says."""
        if isinstance(event, p.Phase):
            self._count = self._count + 1 if event.name == self._phase else 1
            self._phase = event.name
            self._reach(0.0)
        elif isinstance(event, p.Progress) and event.total:
            self._reach(event.done / event.total)

    def _reach(self, done: float) -> None:
        """done: of the current phase."""
        if self._phase in self._parts:
            names = list(self._parts)
            self._reached = max(self._reached, names.index(self._phase))
            before = sum(self._parts[name][0] for name in names[: names.index(self._phase)])
            weight, phases = self._parts[self._phase]
            here = min(self._count - 1 + done, phases) / phases
            whole = sum(weight for weight, _ in self._parts.values())
            self._share = max(self._share, (before + weight * here) / whole)


class Work(QObject):
    """Signals:
    changed: how far it is.
    measured: a TypeCost, and what the work is for.
    ended: what the work was for, and its job, which goes after that.
    """

    changed = Signal()
    measured = Signal(object, object)
    ended = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.job: BackgroundJob | None = None
        self.wish: Wish | None = None  # that the job is for
        self._whole: WholeShare | None = None
        self._failed: tuple[Wish, p.Job] | None = None

    def start(self, wish: Wish, job: p.Job) -> BackgroundJob:
        """Begin; nothing else may be going on."""
        self.wish = wish
        self.job, self._whole = BackgroundJob(job, self), WholeShare(job)
        self.job.received.connect(self._on_event)
        self.job.changed.connect(self.changed)
        self.job.ended.connect(self._on_ended)
        self.job.start()
        return self.job

    @property
    def forced(self) -> tuple[Wish, p.Job] | None:
        """What failed last, to be done whatever it replaces; it may be of another run than is shown by now."""
        return (self._failed[0], forced(self._failed[1])) if self._failed is not None else None

    @property
    def whole(self) -> WholeShare | None:
        """How far the parts of the job are; None while there is none."""
        return self._whole if self.job is not None else None

    @property
    def share(self) -> float | None:
        """How much is done, from 0 to 1, of an export as a whole; None where it is not known."""
        if self.job is None or self._whole is None:
            return None
        if self._whole.share is not None:
            return self._whole.share
        return fraction_done(self.job) if self.job.progress is not None else None

    def cancel(self) -> None:
        """Cancel the job, if one is in progress."""
        if self.job is not None:
            self.job.cancel()

    def _on_event(self, event: p.Event) -> None:
        if self._whole is not None:
            self._whole.take(event)
        if isinstance(event, p.TypeMeasured):
            self.measured.emit(event.cost, self.wish)

    def _on_ended(self) -> None:
        job, wish = self.job, self.wish
        assert job is not None and wish is not None
        self.job = self.wish = None
        self._failed = (wish, job.job) if job.failure is not None else None
        self.ended.emit(wish, job)
        job.deleteLater()


class JobLine(QStackedWidget):
    """Signals:
    cancelled: the user does not want to wait for it.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.reason = reason_label()
        self.status, self.bar = dim_label(), ShareBar()
        self.status.setMinimumWidth(10 * GRID)
        use_tabular_figures(self.status)
        self.cancel = IconButton(tr("&Cancel"), "mdi6.close")
        self.cancel.setProperty("ends", True)  # so that the focus does not go there by itself
        self.cancel.clicked.connect(self.cancelled)
        QShortcut(QKeySequence("Esc"), self.cancel).activated.connect(self.cancel.click)
        going = QWidget()
        layouts.row((layouts.column(self.status, self.bar, gap=GRID // 4), 1), self.cancel, inside=going, gap=GRID)
        self.addWidget(self.reason)
        self.addWidget(going)
        self.setFixedHeight(CONTROL_HEIGHT)

    def say(self, reason: str) -> None:
        """Say why nothing is being done."""
        self.reason.setText(reason)

    def watch(self, job: BackgroundJob, done: Callable[[], float | None]) -> None:
        """Show a job until it ends. done: how much of it is, from 0 to 1; None where it is not known."""
        job.changed.connect(lambda: self._show(job, done()))
        self._show(job, done())

    def _show(self, job: BackgroundJob, done: float | None) -> None:
        self.setCurrentIndex(1 if job.is_active else 0)
        if job.is_active:
            text = job_status(job)
            shown = self.status.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.status.width())
            self.status.setText(shown)
            self.status.setToolTip(text)
            self.bar.setMaximum(ShareBar.STEPS if done is not None else 0)  # without an end it moves by itself
            self.bar.show_share(done or 0.0)
            self.cancel.setEnabled(job.state is not JobState.CANCELLING)


class Trouble(NamedTuple):
    """action: on the button in the message, "" where there is none. helps: what that does, or what is shown at once:

    force (replace what is there), model (the page for models), look (for Ollama again), token (ask for one).
    """

    title: str
    text: str
    action: str = ""
    helps: str = ""
    details: str = ""


_REPLACE = tr("Replace &it")
_KNOWN = {
    "files.would-overwrite": Trouble(
        tr("Something else is there already"),
        tr("It was not written by an export of this kind. Choose another place, or replace it."),
        _REPLACE,
        "force",
    ),
    "ollama.name-taken": Trouble(
        tr("Ollama has another model of that name"),
        tr("Give this one another name, or replace that model."),
        _REPLACE,
        "force",
    ),
    "ollama.not-running": Trouble(tr("Ollama does not answer"), HOW_TO_START, tr("&Look again"), "look"),
    "lmstudio.not-found": Trouble(
        tr("LM Studio was not found"),
        tr("Open LM Studio once and come back, or choose a folder and add it in LM Studio under My Models."),
    ),
    "export.no-adapter": Trouble(
        tr("This run has learnt nothing yet"), tr("Train until its first checkpoint is saved."),
    ),
    "export.forgets": Trouble(
        tr("The file would lose what was learnt"), tr("Choose finer weights, F16 for example, and export again."),
    ),
    "push.no-token": Trouble(tr("The hub asks for a token"), tr("Get one below, and keep it here."), helps="token"),
    "push.token-read-only": Trouble(
        tr("This token can only read"),
        tr("Make one with write permission in the settings of your account, and save it here."),
        helps="token",
    ),
    "hub.token-refused": Trouble(
        tr("The hub refuses the token"), tr("Get a new one below, and save it here."), helps="token",
    ),
    "push.too-large": Trouble(
        tr("The file is too large for the hub"), tr("Choose weights with fewer bits, and export again."),
    ),
}  # fmt: skip
_MODEL = ("model.missing", "model.not-downloaded", "model.unfinished", "ollama.no-model")


def trouble_of(failure: p.Failed) -> Trouble:
    """Return a failure in the window's words where there are any; else in the worker's, which are for people, too."""
    details = failure.details or f"{failure.message}\n{failure.hint}".strip()
    if (known := _KNOWN.get(failure.code)) is not None:
        return known._replace(text=f"{failure.message} {known.text}", details=details)
    if failure.code in _MODEL:
        text = tr("{message} It has to be where it was during the training.", message=failure.message)
        return Trouble(tr("The model that you trained is not there"), text, tr("Go to &Model"), "model", details)
    return Trouble(tr("That did not work"), in_the_windows_words(failure).text, details=details)
