"""The models on this disk: a list, with the card of the current one beside it."""

from __future__ import annotations

import contextlib
import html
from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QLabel, QMenu, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, SECTION, set_size
from app.pages.models.bin import Bin
from app.pages.models.list_and_card import ListAndCard
from app.pages.models.texts import (
    FOLDED,
    breakable,
    card_rows,
    facts,
    in_the_bin,
    is_copy_of_the_sample,
    is_the_samples,
    judge,
)
from app.pages.models.type_picker import TypePicker
from app.widgets.controls import FoldButton, IconButton, PathLabel, dim_label, selectable_label, text_field
from app.widgets.mark import IconLabel
from app.widgets.message_bar import MessageBar
from app.widgets.skeleton import Skeleton
from app.widgets.two_line_list import MARKS, Row, TwoLineList
from app.workers.advice import what_to_do
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base import paths
from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.base.language import tr
from core.base.paths import SAMPLE_MODEL

FEW = 8  # models, that are found without a filter
UNQUANTIZED = ("F16", "BF16", "F32")


class LocalModels(QWidget):
    """Lists the models that the job `models` finds, the sample and the user's own files first.

    Signals:
        chosen: the current LocalModel, or None.
        opened: the double-clicked LocalModel.
        convert_wanted: a LocalModel, the name of a type, and data to learn from or "".
        chat_wanted: a LocalModel, to chat with untrained.
        listed: the list is up to date.
    """

    chosen = Signal(object)
    opened = Signal(object)
    convert_wanted = Signal(object, str, str)
    chat_wanted = Signal(object)
    listed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.job: BackgroundJob | None = None
        self.budget = 0
        self._given = recent_models()  # files and folders that the user added, newest first
        self._added: set[str] = set()  # those that have not been examined yet
        self._select = ""  # the path to make current once the list is loaded
        self.message = MessageBar()
        self.filter = text_field(tr("Filter the models"), tr("Filter"))
        self.filter.hide()  # until many are found
        self.list = TwoLineList(tr("Models on this computer"))
        self._loading = Skeleton(self.list.viewport())
        self.card, self.types, self.bin = LocalCard(), TypePicker(), Bin(self)
        self.add_one = IconButton(tr("A&dd"), "mdi6.plus")
        menu = QMenu(self)
        self.file = menu.addAction(tr("A &file…"), self._choose_file)
        self.folder = menu.addAction(tr("A f&older…"), self._choose_folder)
        self.again = menu.addAction(tr("&Look for models again"), lambda: self.reload())
        self.add_one.setMenu(menu)
        self.unfilter = IconButton(tr("Clear the filt&er"), "mdi6.filter-off-outline")
        self.unfilter.hide()
        self._halves = ListAndCard([self.card, self.types], tr("Choose a model in the list."))
        self._status = dim_label(wraps=True)
        self._arrange()
        self.filter.textChanged.connect(lambda _text: self._filter())
        self.unfilter.clicked.connect(self.filter.clear)
        self.list.chosen.connect(self._show)
        self.list.opened.connect(self.opened)
        self.card.details.toggled.connect(self.types.unfold)
        self.types.unfold(False)
        self.types.wanted.connect(lambda kind, data: self.convert_wanted.emit(self.list.value, kind, data))
        self.types.changed.connect(lambda: self.chosen.emit(self.model))
        self.card.talk.clicked.connect(lambda: self.chat_wanted.emit(self.model))
        self.card.bin.clicked.connect(self._throw_away)
        self.card.off.clicked.connect(self._take_off)
        self.bin.moved.connect(self._on_moved)
        self.bin.failed.connect(self._on_not_moved)
        self.bin.back.connect(self._on_back)

    @property
    def model(self) -> p.LocalModel | None:
        """The current model."""
        model: p.LocalModel | None = self.list.value
        return model

    @property
    def picked(self) -> str:
        """The type to convert the current model to before use; "" to use it as it is."""
        return "" if self.model is None or self.types.isHidden() else self.types.picked

    def wanted(self, path: str) -> None:
        """Make the model at this path current once the list is loaded, unless another was requested."""
        self._select = self._select or path

    def reload(self, select: str = "") -> None:
        """Search the disk again; the model at the path `select` becomes current."""
        self._select = select or self._select
        self.give_up()
        self.job = BackgroundJob(p.ListModelsJob(paths=[*self._given, str(SAMPLE_MODEL)]), self)
        self._status.setText(tr("Looking for models on this disk…"))
        self._status.show()
        self.again.setEnabled(False)
        self._loading.setVisible(not self.list.count())
        self.job.run(self._on_listed)

    def give_up(self) -> None:
        """Cancel the search in progress."""
        if self.job is not None:
            self.job.drop()
            self.job = None

    def select(self, path: str) -> None:
        """Make the model at this path current; search again if it is not listed yet."""
        paths = [model.path for model in self.list.values()]
        if path in paths:
            self.filter.clear()
            self.list.setCurrentRow(paths.index(path))
        else:
            self.reload(path)

    def add(self, path: Path) -> None:
        """Add the user's file or folder; for a file beside its tokenizer, add the folder."""
        if path.suffix == ".safetensors" or path.name == "config.json":
            path = path.parent
        text = str(path)
        self.message.hide()  # it may be about another added model
        self._added.add(text)
        self._give([text, *(given for given in self._given if given != text)])
        self.filter.clear()
        self.reload(text)

    def _on_listed(self, job: BackgroundJob) -> None:
        self.job = None
        self._loading.hide()
        self.again.setEnabled(True)
        if job.failure is not None:
            self._status.setText("")
            self.message.say_failure(tr("The models could not be listed"), job.failure)
            return
        assert isinstance(job.result, p.ListModelsResult)
        self.budget = job.result.budget_bytes
        wanted = self._select or (self.model.path if self.model else "")
        found = self._without_wrong(job.result.models)
        models = [model for model in found if model.path == wanted or not is_copy_of_the_sample(model)]
        rows = [self._row(model) for model in models]
        paths = [model.path for model in models]
        own = next((place for place, model in enumerate(models) if model.trains and not is_the_samples(model)), 0)
        current, self._select = paths.index(wanted) if wanted in paths else own, ""
        self.list.show_rows(rows, current)
        self._filter()
        self.listed.emit()

    def _filter(self) -> None:
        """Filter the list and show the number of models, and the total if some are hidden."""
        shown, found = self.list.filter(self.filter.text()), self.list.count()
        self.unfilter.setVisible(not shown and found > 0)
        if self.job is None:  # while they are searched for, nothing jumps
            self.filter.setVisible(found > FEW or bool(self.filter.text()))
        if not found or self.job is not None:
            return
        words = ""
        if not shown:
            words = tr(
                "None of the {found} models here has “{filter}” in its name or in the line below it.",
                found=found,
                filter=self.filter.text(),
            )
        elif shown < found:
            words = tr("{shown} of {found} shown.", shown=shown, found=found)
        elif found == 1:
            words = tr(
                "Only the sample is here. Get a model from Hugging Face, or drop a GGUF file or a model folder here."
            )
        self._status.setText(words)
        self._status.setVisible(bool(words))

    def _without_wrong(self, models: list[p.LocalModel]) -> list[p.LocalModel]:
        """Return the models without newly added paths that are no models, which are reported and forgotten."""
        wrong = [model for model in models if model.path in self._added and not model.format]
        self._added.clear()
        for model in wrong:
            self._give([given for given in self._given if given != model.path])
            self.message.say(
                "bad", tr("{name} was not added", name=model.name), f"{model.trouble} {what_to_do(model)}".strip()
            )
        return [model for model in models if model not in wrong]

    def _give(self, paths: list[str]) -> None:
        self._given = paths
        remember_models(paths)

    def _take_off(self) -> None:
        """Remove the model from the list; its file stays."""
        model = self.model
        if model is not None:
            self._give([given for given in self._given if given != model.path])
            self.reload()

    def _row(self, model: p.LocalModel) -> Row:
        judgement = judge(model, self.budget)
        name = tr("{name} (the sample)", name=model.name) if model.path == str(SAMPLE_MODEL) else model.name
        short = judgement.short[:1].upper() + judgement.short[1:]
        said = filter(None, (short, facts(model)))
        return Row(name, " · ".join(said), judgement.verdict, model)

    def _fill_card(self, model: p.LocalModel) -> None:
        self.card.show_model(model, self.budget, _origin(model), given=model.path in self._given)

    def _show(self, model: p.LocalModel | None) -> None:
        if model is not None:
            self._fill_card(model)
            can_shrink = model.trains and (model.format == "safetensors" or model.quantization in UNQUANTIZED)
            self.types.setVisible(can_shrink)
            if can_shrink:
                self.types.offer(model, self.budget)
        self._halves.show_card(model is not None)
        self.chosen.emit(model)

    def _throw_away(self) -> None:
        """Move the model to the bin without asking, as it can be undone."""
        if (model := self.model) is not None:
            self._status.setText(tr("Moving {name} to the bin…", name=model.name))
            self._status.show()
            self.bin.move(model)

    def _on_moved(self, model: p.LocalModel, undo: Callable[[], None] | None) -> None:
        self.message.tell(in_the_bin(model), *([(tr("&Undo"), "mdi6.undo", undo)] if undo else []))
        self.reload()

    def _on_back(self, trouble: str) -> None:
        if trouble:
            self.message.say("bad", tr("It is still in the bin"), trouble)
        self.reload()

    def _on_not_moved(self, model: p.LocalModel, path: str, trouble: str) -> None:
        self._status.setText("")
        stays = tr("{name} stays where it is", name=model.name)
        part = tr("A part of {name} is in the bin", name=model.name)
        why = tr("The system's bin did not take {path}. Delete it in your files.", path=path)
        self.message.say("bad", part if trouble else stays, f"{why}\n{trouble}".strip())
        if trouble:
            self.reload()

    def _choose_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, tr("Choose a model"), str(Path.home()), tr("Models (*.gguf *.safetensors)")
        )
        if path:
            self.add(Path(path))

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, tr("Choose a folder with safetensors"), str(Path.home()))
        if path:
            self.add(Path(path))

    def _arrange(self) -> None:
        column = self._halves.lists
        layouts.put(column, self.filter, (self.list, 1))
        layouts.put(column, self._status, layouts.left(self.unfilter), layouts.left(self.add_one))
        layouts.column(self.message, (self._halves, 1), inside=self)


def _origin(model: p.LocalModel) -> str:
    if model.path == str(SAMPLE_MODEL):
        return tr("Comes with Luthier")
    return "" if model.source == "File" else tr("From {source}", source=model.source)


MOST = 20  # limit of the remembered models


class _Remembered(msgspec.Struct):
    models: list[str] = []  # paths, the newest first


def recent_models() -> list[str]:
    """Return the remembered models that still exist, newest first. An unreadable file counts as empty."""
    try:
        known = from_json(_file().read_bytes(), type=_Remembered).models
    except (OSError, msgspec.DecodeError):
        return []
    return [path for path in known if _is_there(path)]


def remember_models(models: list[str]) -> None:
    """Save the list of models, newest first. A write error is ignored: the list is lost with the session."""
    with contextlib.suppress(LuthierError), written_whole(_file()) as partial:
        partial.write_bytes(msgspec.json.encode(_Remembered(models[:MOST])) + b"\n")


def _file() -> Path:
    return paths.config_dir() / "window.json"


def _is_there(path: str) -> bool:
    try:
        return Path(path).is_absolute() and Path(path).exists()
    except (OSError, ValueError):  # an unreadable folder, or not a path
        return False


OURS = "Luthier"  # the source of models it downloaded or made


class LocalCard(QWidget):
    """The card with a model's facts."""

    def __init__(self) -> None:
        super().__init__()
        self._name = selectable_label()
        set_size(self._name, SECTION, bold=True)
        self._place = PathLabel()
        self._mark = IconLabel()
        self.verdict = selectable_label()
        self.verdict.setTextFormat(Qt.TextFormat.RichText)
        self.rows: dict[str, tuple[QLabel, QLabel]] = {}
        self._grid = layouts.grid(2 * GRID, GRID // 2, 1)
        self.details = FoldButton(tr("Det&ails"), self._place)
        self.details.toggled.connect(self._show_details)
        self._shown: set[str] = set()  # names of the model's rows
        self._is_ours = self._is_given = False
        self.talk = IconButton(tr("&Talk to it as it is"), "mdi6.chat-outline")
        self.bin = IconButton(tr("Move to the &bin"), "mdi6.delete-outline")
        self.off = IconButton(tr("Take it &off the list"), "mdi6.playlist-remove")
        self.off.setToolTip(tr("The file stays where it is."))
        verdict = layouts.row(layouts.top(self._mark), (self.verdict, 1), gap=GRID)
        buttons = Flow(GRID, self.details, self.talk, self.bin, self.off)
        layouts.column(self._name, self._place, verdict, self._grid, buttons, inside=self, gap=GRID)

    def show_model(self, model: p.LocalModel, budget: int, origin: str, *, given: bool = False) -> None:
        """Show a model. budget: bytes available for training. origin: its source, as text. given: the user added it."""
        judgement = judge(model, budget)
        self._mark.show_icon(*MARKS[judgement.verdict])
        self._name.setText(breakable(model.name))
        self._place.show_path(f"{origin} · {model.path}" if origin else model.path)
        self.verdict.setText(tr("<b>Trains here:</b> {text}", text=_escaped(judgement.text)))
        rows = dict(card_rows(model, budget))
        for name, text in rows.items():
            self._label(name)[1].setText(text)
        self._shown, self._is_ours, self._is_given = set(rows), model.source == OURS, given
        self._show_details(self.details.isChecked())
        self.talk.setVisible(model.trains)
        self.setAccessibleName(tr("{name}. Trains here: {text}", name=model.name, text=judgement.text))

    def _show_details(self, on: bool) -> None:
        """Show or hide the details that beginners do not need."""
        for name, labels in self.rows.items():
            for label in labels:
                label.setVisible(name in self._shown and (on or name not in FOLDED))
        self.bin.setVisible(on and self._is_ours)
        self.off.setVisible(on and self._is_given)

    def _label(self, name: str) -> tuple[QLabel, QLabel]:
        if name not in self.rows:
            label = selectable_label()
            row = self._grid.rowCount()
            self.rows[name] = dim_label(name), label
            self._grid.addWidget(self.rows[name][0], row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(label, row, 1)
        return self.rows[name]


def _escaped(text: str) -> str:
    return html.escape(breakable(text)).replace("\n", "<br>")
