"""Computes the primary button's action from the page's state, and runs the page's queries."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import UnsetType
from PySide6.QtCore import QObject, Signal

from app.pages.export import texts
from app.pages.export.form import Form
from app.pages.export.made import Made, Wish
from app.pages.export.run_choice import RunChoice
from app.widgets.question import Question
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.advice.export_kinds import EXPORT_KINDS
from core.base.language import tr

_EXPORT, _UPLOAD = "mdi6.export-variant", "mdi6.cloud-upload-outline"


class Order(NamedTuple):
    """The button's action. Immutable, so that its label always matches its job, and the run and destination shown.

    action, icon: on the button. warning: the question to ask first if something would be replaced.
    """

    wish: Wish
    action: str
    icon: str
    job: p.Job
    warning: Question | None = None


def forced(job: p.Job) -> p.Job:
    """Return the same job, set to replace existing files of any origin."""
    return msgspec.structs.replace(job, force=True) if isinstance(job, p.ExportJob | p.OllamaJob) else job


class Orders:
    """Computes orders from the form, the earlier exports and an ExportsResult."""

    def __init__(self, choice: RunChoice, form: Form, made: Made) -> None:
        self._choice, self._form, self._made = choice, form, made

    def wish(self, found: p.ExportsResult) -> Wish:
        """Return the wish that the form describes, for the run in `found`."""
        form = self._form
        checkpoint, strength = self._choice.checkpoint, form.strength.strength
        if EXPORT_KINDS[form.kind].trains_anew:
            checkpoint, strength = "", 1.0
        return Wish(found.run, checkpoint, form.way.key, form.kind, form.dtype, form.with_matrix, strength)

    def order(self, found: p.ExportsResult | None, wanted: str) -> Order | None:
        """Return the button's action. found: the result that is shown. Returns None until it covers the wanted run and
        its chosen destinations.
        """
        if found is None or not found.run or not found.run == wanted == self._choice.run:
            return None
        chosen = self._form.place.chosen
        if any(place.output != chosen.get(place.kind, place.output) for place in found.places):
            return None
        wish, form = self.wish(found), self._form
        done, for_ollama = self._made.of(wish), wish.way == "ollama"
        create, name = for_ollama and form.ollama.runs, form.ollama.name.text().strip() if for_ollama else ""
        is_there = done is not None and done.path == form.place.output
        if done is not None and for_ollama and (create or is_there) and isinstance(done.ollama, UnsetType):
            job: p.Job = p.OllamaJob(folder=done.path, name=name, run=wish.run)
            return Order(wish, texts.ADD_TO_OLLAMA, _EXPORT, job)
        if done is not None and wish.way == "hub":
            job = p.PushJob(path=done.path, repo=form.hub.repo.text().strip(), public=not form.hub.private.isChecked())
            return Order(wish, tr("Uploa&d"), _UPLOAD, job)
        job = p.ExportJob(
            run=wish.run,
            kind=wish.kind,
            output=form.place.output,
            checkpoint=wish.checkpoint,
            dtype=wish.dtype or None,
            imatrix=wish.matrix,
            strength=wish.strength,
            create=create,
            name=name,
        )
        action = form.way.action if create or not for_ollama else tr("&Export the folder")
        return Order(wish, action, _EXPORT, job, self._warning())

    def _warning(self) -> Question | None:
        """Return a question about what would be replaced, as far as the result shows."""
        place, kind = self._form.place.place, self._form.kind
        if EXPORT_KINDS[kind].own_place:
            types = self._form.types
            dtype = (
                types.base.lower()
                if types.dtype in p.FITTED_TYPES
                else types.dtype or types.finer or types.base.lower()
            )
            is_there = dtype in place.types_there
        else:
            is_there = place.is_there
        if not is_there:
            return None
        text = texts.there_already(kind, Path(place.output).name, place.run, place.made)
        return Question(text, tr("The new export takes the place of the earlier one."), tr("&Replace it"))


class Questions(QObject):
    """Signals:
    answered: a job's result.
    failed: the kind of the failed job, and its Failed.
    """

    answered = Signal(object)
    failed = Signal(type, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.jobs: dict[type[p.Job], BackgroundJob] = {}

    def ask(self, job: p.Job) -> None:
        """Start a query; an earlier one of the same kind is cancelled."""
        self.drop(type(job))
        self.jobs[type(job)] = BackgroundJob(job, self)
        self.jobs[type(job)].run(self._on_ended)

    def is_asking(self, kind: type[p.Job]) -> bool:
        """Return whether a query of this kind is in progress."""
        return kind in self.jobs

    def drop(self, kind: type[p.Job]) -> None:
        """Cancel the query of this kind without an answer."""
        if (job := self.jobs.pop(kind, None)) is not None:
            job.drop()

    def give_up(self) -> None:
        """Cancel all queries without an answer."""
        for kind in list(self.jobs):
            self.drop(kind)

    def _on_ended(self, asked: BackgroundJob) -> None:
        kind = type(asked.job)
        del self.jobs[kind]
        if asked.failure is not None:
            self.failed.emit(kind, asked.failure)
        elif asked.result is not None:
            self.answered.emit(asked.result)
