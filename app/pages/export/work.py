"""The Export page's job, one at a time: its progress, the line beside the button, and failures with their remedies."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.look import layouts
from app.look.theme import CONTROL_HEIGHT, GRID, use_tabular_figures
from app.pages.export.destinations import HOW_TO_START
from app.pages.export.made import Wish
from app.pages.export.orders import forced
from app.pages.export.texts import Fact
from app.widgets.controls import IconButton, ShareBar, dim_label, reason_label
from app.widgets.job_strip import fraction_done, job_status
from app.workers.advice import in_the_windows_words
from app.workers.background_job import BackgroundJob
from app.workers.process import JobState
from core import protocol as p
from core.advice.export_kinds import EXPORT_KINDS
from core.base.language import tr

Step = tuple[str, tuple[str, ...]]  # a step's label, and the phases of the job that belong to it
_WRITTEN: Step = (tr("Write the files"), ("read", "export", "imatrix", "quantize"))
_CHECKED: Step = (tr("Check them in llama.cpp"), ("verify",))
_READ_BACK: Step = (tr("Read them back"), ("verify",))  # llama.cpp cannot load DoRA adapters
_ANSWERS: Step = (tr("Compare its answers"), ("answers", "card"))
_BROUGHT: Step = (tr("Add it to Ollama"), ("find", "answer", "upload", "create"))
_ANSWERS_THERE: Step = (tr("Compare its answers in Ollama"), ("ask",))

# The parts of an export in order, by phase name: each one's approximate share of the whole, and its number of phases
# with that name. The Ollama parts apply to imports into Ollama.
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


def steps_of(job: p.Job) -> list[Step]:
    """Return an export's steps in order."""
    if not isinstance(job, p.ExportJob) or EXPORT_KINDS[job.kind].trains_anew:
        return []
    if not EXPORT_KINDS[job.kind].is_gguf:
        return [_WRITTEN, _READ_BACK]
    return [_WRITTEN, _CHECKED, _ANSWERS, *([_BROUGHT, _ANSWERS_THERE] if job.create else [])]


class WholeShare:
    """Tracks the progress of an export over all its parts; the share never decreases."""

    def __init__(self, job: p.Job) -> None:
        """Set up the parts of an export; other jobs have none."""
        self._steps = steps_of(job)
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
        """The completed share, from 0 to 1; None if unknown."""
        return self._share if self._parts else None

    def stage(self, parts: Collection[str]) -> str:
        """Return the mark of a step that consists of these parts: "open", "now" or "good"."""
        places = [place for place, name in enumerate(self._parts) if name in parts]
        if not places or self._reached < min(places):
            return "open"
        return "good" if self._reached > max(places) else "now"

    def marked(self) -> list[Fact]:
        """Return the steps with their marks."""
        return [Fact(self.stage(parts), words) for words, parts in self._steps]

    def take(self, event: p.Event) -> None:
        """Update the progress from a job's event."""
        if isinstance(event, p.Phase):
            self._count = self._count + 1 if event.name == self._phase else 1
            self._phase = event.name
            self._reach(0.0)
        elif isinstance(event, p.Progress) and event.total:
            self._reach(event.done / event.total)

    def _reach(self, done: float) -> None:
        """Advance the share. done: share of the current phase."""
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
    changed: the progress.
    measured: a TypeCost, and the wish that the work is for.
    ended: the wish that the work was for, and its job, which is deleted afterwards.
    """

    changed = Signal()
    measured = Signal(object, object)
    ended = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.job: BackgroundJob | None = None
        self.wish: Wish | None = None  # the wish that the job is for
        self._whole: WholeShare | None = None
        self._failed: tuple[Wish, p.Job] | None = None

    def start(self, wish: Wish, job: p.Job) -> BackgroundJob:
        """Start a job; no other may be in progress."""
        self.wish = wish
        self.job, self._whole = BackgroundJob(job, self), WholeShare(job)
        self.job.received.connect(self._on_event)
        self.job.changed.connect(self.changed)
        self.job.run(self._on_ended)
        return self.job

    @property
    def forced(self) -> tuple[Wish, p.Job] | None:
        """The last failed job, set to replace existing files; it may belong to a run that is no longer shown."""
        return (self._failed[0], forced(self._failed[1])) if self._failed is not None else None

    @property
    def whole(self) -> WholeShare | None:
        """The progress of the job's parts; None without a job."""
        return self._whole if self.job is not None else None

    @property
    def share(self) -> float | None:
        """The completed share, from 0 to 1, of the whole export; None if unknown."""
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

    def _on_ended(self, job: BackgroundJob) -> None:
        wish = self.wish
        assert wish is not None  # given with its job
        self.job = self.wish = None
        self._failed = (wish, job.job) if job.failure is not None else None
        self.ended.emit(wish, job)


class JobLine(QStackedWidget):
    """Signals:
    cancelled: the user cancelled the job.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._job: BackgroundJob | None = None
        self._done: Callable[[], float | None] = lambda: None
        self.reason = reason_label()
        self.status, self.bar = dim_label(), ShareBar()
        self.status.setMinimumWidth(10 * GRID)
        use_tabular_figures(self.status)
        self.cancel = IconButton(tr("&Cancel"), "mdi6.close")
        self.cancel.setProperty("ends", True)  # keeps the focus from moving here automatically
        self.cancel.clicked.connect(self.cancelled)
        QShortcut(QKeySequence("Esc"), self.cancel).activated.connect(self.cancel.click)
        going = QWidget()
        layouts.row((layouts.column(self.status, self.bar, gap=GRID // 4), 1), self.cancel, inside=going, gap=GRID)
        self.addWidget(self.reason)
        self.addWidget(going)
        self.setFixedHeight(CONTROL_HEIGHT)

    def say(self, reason: str) -> None:
        """Show the reason why nothing is in progress."""
        self.reason.setText(reason)

    def watch(self, job: BackgroundJob, done: Callable[[], float | None]) -> None:
        """Show a job until it ends. done: returns the completed share, from 0 to 1; None if unknown."""
        self._job, self._done = job, done
        job.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        job, done = self._job, self._done()
        self.setCurrentIndex(1 if job is not None and job.is_active else 0)
        if job is not None and job.is_active:
            text = job_status(job)
            shown = self.status.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.status.width())
            self.status.setText(shown)
            self.status.setToolTip(text)
            self.bar.setMaximum(ShareBar.STEPS if done is not None else 0)  # a maximum of 0 makes the bar indeterminate
            self.bar.show_share(done or 0.0)
            self.cancel.setEnabled(job.state is not JobState.CANCELLING)


class Trouble(NamedTuple):
    """A failure with its remedy. action: on the message's button, "" for no button. helps: what the button does, or
    what happens at once: force (replace existing files), model (open the Model page), look (for Ollama again), token
    (ask for one).
    """

    title: str
    text: str
    action: str = ""
    helps: str = ""
    details: str = ""


_REPLACE = tr("Replace &it")
_KNOWN = {
    "files.would-overwrite": Trouble(
        tr("Other files are there already"),
        tr("Choose another place, or replace them."),
        _REPLACE,
        "force",
    ),
    "ollama.name-taken": Trouble(
        tr("Ollama has another model of that name"),
        tr("Choose another name, or replace that model."),
        _REPLACE,
        "force",
    ),
    "ollama.not-running": Trouble(tr("Ollama does not answer"), HOW_TO_START, tr("&Look again"), "look"),
    "lmstudio.not-found": Trouble(
        tr("LM Studio was not found"),
        tr("Open LM Studio once and look again, or choose a folder and add it in LM Studio under My Models."),
    ),
    "export.no-adapter": Trouble(
        tr("This run has learnt nothing yet"), tr("Train until its first checkpoint is saved."),
    ),
    "export.forgets": Trouble(
        tr("The file would lose what was learnt"), tr("Choose larger weights, such as F16, and export again."),
    ),
    "push.no-token": Trouble(tr("The hub asks for a token"), tr("Get one below, and save it."), helps="token"),
    "push.token-read-only": Trouble(
        tr("This token can only read"),
        tr("Get one that can write, and save it below."),
        helps="token",
    ),
    "hub.token-refused": Trouble(
        tr("The hub refuses the token"), tr("Get a new one below, and save it."), helps="token",
    ),
    "push.too-large": Trouble(
        tr("The file is too large for the hub"), tr("Choose smaller weights, and export again."),
    ),
}  # fmt: skip
_MODEL = ("model.missing", "model.not-downloaded", "model.unfinished", "ollama.no-model")


def trouble_of(failure: p.Failed) -> Trouble:
    """Return a failure with the window's own text if one exists, else with the worker's."""
    details = failure.details or f"{failure.message}\n{failure.hint}".strip()
    if (known := _KNOWN.get(failure.code)) is not None:
        return known._replace(text=f"{failure.message} {known.text}", details=details)
    if failure.code in _MODEL:
        text = tr("{message} Put it back where it was during the training.", message=failure.message)
        return Trouble(tr("The model that you trained is not there"), text, tr("Go to &Model"), "model", details)
    return Trouble(tr("That did not work"), in_the_windows_words(failure).text, details=details)
