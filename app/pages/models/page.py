"""The Model page: choose a model from this disk or the Hugging Face hub, and convert it if needed."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.models.hub_card import Choice
from app.pages.models.hub_models import HubModels
from app.pages.models.local_models import LocalModels
from app.pages.models.transfers import TransferRow, Transfers, made
from app.widgets.controls import IconButton, on_ctrl_enter, page_title, reason_label, scrolled
from app.widgets.question import Question
from app.widgets.view_switch import ViewSwitch
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base import paths, settings
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import size
from core.gguf import downloads
from core.gguf.part_names import part

THROW_AWAY = Question(
    tr("A model is being converted."), tr("Closing now discards what has been done so far."), tr("&Close anyway")
)
VIEWS = (
    ("here", tr("On this &computer"), "mdi6.laptop"),
    ("there", tr("From &Hugging Face"), "mdi6.cloud-download-outline"),
)


class ModelsPage(QWidget):
    """Signals:
    use_requested: the LocalModel to train. chat_requested: the LocalModel to chat with untrained.
    idle: no download or conversion is in progress any more.
    """

    use_requested = Signal(object)
    chat_requested = Signal(object)
    idle = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.local, self.hub, self.transfers = LocalModels(), HubModels(), Transfers()
        self.views = ViewSwitch(tr("Models"), VIEWS)
        self.here, self.there = self.views.buttons.values()
        self.primary = IconButton(tr("&Use this model"), "mdi6.arrow-right", primary=True, may_say=[tr("&Download")])
        self._reason = reason_label()
        self._views = QStackedWidget()
        self._began = self._is_stale = False
        self._made = MadeFiles()
        self._to_use = ""  # a converted file, to use once it is listed
        self._arrange()
        self.here.clicked.connect(lambda: self.show_view(self.local))
        self.there.clicked.connect(lambda: self.show_view(self.hub))
        self.local.chosen.connect(lambda _model: self._update_primary())
        self.local.opened.connect(lambda _model: self._act())
        self.local.convert_wanted.connect(self.convert)
        self.local.chat_wanted.connect(self.chat_requested)
        self.local.listed.connect(self._use_made)
        self.hub.chosen.connect(lambda _choice: self._update_primary())
        self.hub.opened.connect(lambda _choice: self._act())
        self.transfers.finished.connect(self._on_finished)
        self.transfers.show_wanted.connect(self.show_model)
        self.primary.clicked.connect(self._act)
        on_ctrl_enter(self, self._act)
        self.show_view(self.local)

    def show_view(self, view: QWidget) -> None:
        """Show this computer's models, or the hub's."""
        self._views.setCurrentWidget(view)
        (self.here if view is self.local else self.there).setChecked(True)
        if view is self.hub:
            self.hub.check_switch()
            if self.hub.is_fresh:
                self.hub.show_picks()
            self.hub.words.setFocus()
        self._update_primary()

    def show_model(self, path: str) -> None:
        """Show the model at this path."""
        self.show_view(self.local)
        self.local.select(path)

    def download(self, choice: Choice) -> TransferRow:
        """Start or resume a download."""
        job = p.FetchJob(repo=choice.repo, files=list(choice.files))
        row = self.transfers.row_of(job)
        if row is None:
            self.transfers.drop_idle(choice.repo)
            row = self._add(choice.title, job)
        if not row.job.is_active:
            row.job.start()
        return row

    def convert(self, model: p.LocalModel, kind: str, data: str = "") -> TransferRow:
        """Convert a model to a GGUF file of this type; the original stays. data: calibration text, or ""."""
        output = new_file(model.name, kind)
        kind_of_job = p.QuantizeJob if model.format == "gguf" else p.ConvertJob
        job = kind_of_job(source=model.path, output=str(output), dtype=kind, imatrix=data or None)
        row = self._add(output.name, job)
        row.job.start()
        return row

    def use(self, model: p.LocalModel) -> None:
        """Train a model in the picked type; if that needs a conversion, train once it is done."""
        order = self.local.types.order() if self.local.picked else ("", "")
        if order is None:
            return
        if not order[0]:
            self.use_requested.emit(model)
            return
        if earlier := self._made.of(model, order[0]):
            self._to_use = earlier
            self.local.reload(earlier)
        else:
            row = self.convert(model, *order)
            assert isinstance(row.job.job, p.ConvertJob | p.QuantizeJob)
            self._to_use = row.job.job.output

    def _use_made(self) -> None:
        model = self.local.model
        if self._to_use and model is not None and model.path == self._to_use:
            self._to_use = ""
            if model.trains:
                self.use_requested.emit(model)

    def _on_finished(self, job: BackgroundJob) -> None:
        is_made_here = isinstance(job.job, p.ConvertJob | p.QuantizeJob)
        if isinstance(job.job, p.ConvertJob | p.QuantizeJob):
            self._made.add(job.job.source, job.job.dtype, made(job))
        self.local.reload(made(job) if is_made_here or self._views.currentWidget() is self.hub else "")

    def state(self) -> dict[str, Any]:
        """Return the choices, the search, and the converted files."""
        model, hub = self.local.model, self.hub
        return {
            "hub": self._views.currentWidget() is hub,
            "model": model.path if model else "",
            "words": hub.words.text(),
            "fits": hub.fits.isChecked(),
            "made": self._made.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` returned; outdated or malformed values are skipped."""
        if isinstance(model := state.get("model"), str) and model:
            self.local.wanted(model)
        if isinstance(words := state.get("words"), str):
            self.hub.words.setText(words)
        if isinstance(fits := state.get("fits"), bool):
            self.hub.fits.setChecked(fits)
        self._made.restore(state.get("made"))
        if state.get("hub") is True:
            self.show_view(self.hub)

    def shut_down(self) -> None:
        """Stop all workers: partial downloads are kept, partial conversions are not. `idle` signals the end."""
        self.hub.give_up()
        self.local.give_up()
        for job in self.transfers.active:
            job.stop() if isinstance(job.job, p.FetchJob) else job.cancel()

    @property
    def busy(self) -> bool:
        """Whether a download or a conversion is in progress."""
        return bool(self.transfers.active)

    @property
    def warning(self) -> Question | None:
        """The question before closing: a conversion in progress would be lost."""
        converts = any(not isinstance(job.job, p.FetchJob) for job in self.transfers.active)
        return THROW_AWAY if converts else None

    def shown(self) -> None:
        """Do nothing: only the first display matters, see showEvent."""

    def look_anew(self) -> None:
        """List the models again when next shown: a finished run changes which models are in use."""
        self._is_stale = True

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        if not self._began:  # not earlier: without this page its workers are not needed
            self._offer_unfinished()
        if self._is_stale or not self._began:
            self._began, self._is_stale = True, False
            self.local.reload()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        self.show_view(self.local)
        self.local.add(Path(event.mimeData().urls()[0].toLocalFile()))

    def _add(self, title: str, job: p.Job) -> TransferRow:
        background = BackgroundJob(job)
        row = self.transfers.add(title, background)
        background.ended.connect(self._on_ended)
        return row

    def _on_ended(self) -> None:
        if not self.transfers.active:
            self.idle.emit()

    def _offer_unfinished(self) -> None:
        """List unfinished downloads of an earlier session, to resume or delete."""
        try:
            left = downloads.unfinished()
        except LuthierError:
            return  # unreadable settings: the hub's view reports them
        for one in left:
            title = f"{one.repo} · {one.files[0]}" if len(one.files) == 1 else one.repo
            row = self._add(title, p.FetchJob(repo=one.repo, files=one.files))
            row.before = (one.done, one.total)
            row.discard_wanted.connect(lambda row=row, one=one: self._discard(row, one))
            row.refresh()

    def _discard(self, row: TransferRow, left: downloads.Unfinished) -> None:
        try:
            downloads.discard(left)
        except LuthierError as error:
            self.local.message.say_error(tr("The download cannot be deleted"), error)
            return
        row.dismissed.emit()

    def _act(self) -> None:
        if not self.primary.isEnabled():
            return
        if self._views.currentWidget() is self.local:
            if self.local.model is not None:
                self.use(self.local.model)
        elif choice := self.hub.card.choice:
            self.download(choice)

    def _update_primary(self) -> None:
        if self._views.currentWidget() is self.local:
            model = self.local.model
            picked = self.local.picked
            self.primary.set_look(
                tr("&Use this model"),
                "mdi6.arrow-right",
            )
            self.primary.setEnabled(model is not None and model.trains)
            why = tr("Trains a smaller copy ({picked}). The original stays.", picked=picked.upper()) if picked else ""
            self._reason.setText(tr("This model does not train here.") if model and not model.trains else why)
        else:
            choice = self.hub.card.choice if self.hub.results.value else None
            self.primary.set_look(tr("&Download"), "mdi6.download")
            self.primary.setEnabled(choice is not None)
            self._reason.setText(tr("{bytes} to download", bytes=size(choice.bytes)) if choice else "")

    def _arrange(self) -> None:
        self._views.addWidget(self.local)
        self._views.addWidget(self.hub)
        head = Flow(GRID, page_title(tr("Model")), at_end=self.views)
        content = layouts.panel(layouts.column((self._views, 1), self.transfers, gap=2 * GRID))
        layouts.page(self, head, (scrolled(content), 1), layouts.row((self._reason, 1), self.primary, gap=2 * GRID))


_OLD_TYPE = re.compile(r"[-.](bf16|f16|f32)$", re.IGNORECASE)


class MadeFiles:
    """Remembers converted files and whether they are still up to date.

    Maps a model's path and a type to the newest file converted from it.
    """

    def __init__(self) -> None:
        self._files: dict[str, str] = {}

    def add(self, source: str, kind: str, file: str) -> None:
        self._files[f"{source}\n{kind}"] = file

    def of(self, model: p.LocalModel, kind: str) -> str:
        """Return the file converted from a model; "" if none exists, or the model changed since."""
        file = self._files.get(f"{model.path}\n{kind}", "")
        return file if is_newer(file, model) else ""

    def state(self) -> dict[str, str]:
        return dict(self._files)

    def restore(self, state: object) -> None:
        """Restore what `state` returned; outdated or malformed values are skipped."""
        if isinstance(state, dict):
            self._files |= {key: file for key, file in state.items() if isinstance(file, str)}


def is_newer(file: str, model: p.LocalModel) -> bool:
    """Return whether a converted file exists and the model has not changed since."""
    source = Path(model.path)
    sources = list(source.glob("*.safetensors")) if source.is_dir() else [source]
    newest = max((one.stat().st_mtime for one in sources), default=0.0)
    return bool(file) and Path(file).is_file() and Path(file).stat().st_mtime >= newest


def new_file(name: str, kind: str) -> Path:
    """Return the file for a conversion: <name>-<TYPE>.gguf in the models folder, numbered if that is taken."""
    first = file = _file_of(name, kind)
    count = 1
    while file.exists():
        count += 1
        file = first.with_name(f"{first.stem}-{count}.gguf")
    return file


def _file_of(name: str, kind: str) -> Path:
    path, piece = PurePosixPath(name), part(PurePosixPath(name))
    stem = piece.of if piece else path.name.removesuffix(".gguf")
    return settings.models_dir() / f"{paths.plain(_OLD_TYPE.sub('', stem))}-{kind.upper()}.gguf"
