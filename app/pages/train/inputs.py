"""What is to be trained and on what: two cards, filled from the pages where models and data are chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from app.look import layouts
from app.look.flow import Columns
from app.look.layouts import CARD_MARGINS
from app.look.theme import BODY, GRID
from app.pages.train.texts import data_facts, model_facts
from app.widgets.controls import IconButton, PathLabel, dim_label, error_label, show_error
from app.widgets.inputs import OLLAMA, describe_data, existing, whole_model
from core.base.errors import LuthierError
from core.base.language import tr, within
from core.gguf.model_files import CONFIG, is_checkpoint, model_folder, named_place, others_inside
from core.gguf.part_names import all_parts
from core.protocol import LocalModel
from core.protocol.config import TrainConfig, from_values
from core.runs.run import Run

READING = (
    "format",
    "columns",
    "encoding",
    "header",
    "sheet",
    "train_on",
    "thoughts",
    "duplicates",
)  # settings that the Data page chooses


class Inputs(QWidget):
    """The chosen model and the chosen data.

    Signals:
        changed: one of them is another now.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.model: LocalModel | None = None
        self.begun = ""  # the adapter that training goes on from, a file or a run's folder; "" for none
        self.begun_for = ""  # the data that it is to learn then; "" while any may be chosen
        self.data = ""  # a whole path
        self.data_settings: dict[str, str] = {}  # how it is read: fields of TrainConfig
        self.model_card = ChoiceCard(
            tr("Model"),
            "mdi6.cube-outline",
            tr("Choose a mo&del"),
            tr("Chan&ge"),
            tr("The language model to train."),
        )
        self.goes_on = GoesOn()
        self.goes_on.ended.connect(lambda: self.use_model(self.model))
        self.model_card.words.insertWidget(2, self.goes_on)
        self.data_card = ChoiceCard(
            tr("Data"),
            "mdi6.text-box-search-outline",
            tr("C&hoose data"),
            tr("C&hange"),
            tr("What it learns from: your texts."),
        )
        layouts.column(Columns(2 * GRID, (self.model_card, 1), (self.data_card, 1), narrow=76 * GRID), inside=self)

    @property
    def model_text(self) -> str:
        """The model as a job takes it: a whole path or a name of Ollama's; "" for none."""
        return whole_model(self.model.model) if self.model else ""

    def use_model(self, model: LocalModel | None, begun: str = "", begun_for: str = "") -> None:
        """Take another model. begun, begun_for: as the attributes."""
        self.model, self.begun, self.begun_for = model, begun, whole_path(begun_for)
        self.describe_model(model)
        self.changed.emit()

    def describe_model(self, model: LocalModel | None) -> None:
        """Show what is known of a model, which may be more now than when it was chosen."""
        if model is None:
            self.model_card.describe("", "")
        else:
            self.model_card.describe(_model_name(model), model_facts(model), model.model)
        self.goes_on.show_begun(self.begun)

    def learn(self, found: LocalModel) -> None:
        """Take in facts of the chosen model that its file told; what its program calls it stays."""
        if self.model is not None:
            named = {"name": self.model.name, "model": self.model.model, "source": self.model.source}
            self.model = msgspec.structs.replace(found, **named)
            self.describe_model(self.model)

    def use_data(self, data: str, settings: dict[str, str]) -> None:
        """Learn from this, read in that way. Other data than a run was to go on with begins from the model again."""
        self.data = whole_path(data)
        if self.begun_for and self.data != self.begun_for:
            self.use_model(self.model)
        self.data_settings = dict(settings)
        self.describe_data("")
        self.changed.emit()

    def reading(self) -> TrainConfig:
        """Return how the data is read; everything else as usual."""
        return from_values({key: value for key, value in self.data_settings.items() if key in READING})

    def describe_data(self, facts: str) -> None:
        """Show what is known of the data. facts: what reading it has told; "" before that."""
        self.data_card.describe(Path(self.data).name, facts or self._first_facts(), self.data)

    def check(self) -> bool:
        """Return whether both are there and can be what they should; what is wrong stands on its card."""
        checked = [
            _checked(self.model_card, check_model, self.model_text),
            _checked(self.data_card, describe_data, self.data),
        ]
        return all(checked)

    def state(self) -> dict[str, Any]:
        """Return the inputs as JSON, to be restored at the next start."""
        model = msgspec.to_builtins(self.model) if self.model else None
        begun = {"begun": self.begun, "begun_for": self.begun_for}
        return {"model": model, **begun, "data": self.data, "data_settings": self.data_settings}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` gave; what is no more of the right form is passed over."""
        try:
            model = msgspec.convert(state.get("model"), LocalModel | None)
            begun = msgspec.convert(state.get("begun", ""), str)
            data = msgspec.convert(state.get("data", ""), str)
            begun_for = msgspec.convert(state.get("begun_for", data), str)
            settings = msgspec.convert(state.get("data_settings", {}), dict[str, str])
        except msgspec.ValidationError:
            return
        self.use_model(model, *((begun, begun_for) if begun and Path(begun).exists() else ()))
        self.use_data(data, settings)

    def _first_facts(self) -> str:
        try:
            return data_facts(describe_data(self.data), self.data_settings) if self.data else ""
        except LuthierError:
            return ""


def whole_path(data: str) -> str:
    """Return the whole path of the data; "" for none."""
    return str(Path(data).expanduser().resolve()) if data else ""


def known_by_path(model: str) -> LocalModel:
    """Return a model of which nothing is known but what a job takes for it."""
    return LocalModel(name=Path(model).name or model, source="", model=model, path=model)


def _model_name(model: LocalModel) -> str:
    return Path(model.name).name or model.name


def _checked(card: ChoiceCard, check: Callable[[str], object], text: str) -> bool:
    try:
        check(text)
    except LuthierError as error:
        card.complain(str(error).replace("\n", " "))
        return False
    card.complain("")
    return True


class GoesOn(QWidget):
    """Says from what learning goes on, where that is not the model as it is.

    Signals:
        ended: it is to begin from the model.
    """

    ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = ""  # of the run, "" for none
        self.said = QLabel(wordWrap=True)
        self.end = IconButton(tr("Begin from the model instead"), "mdi6.close")
        self.end.clicked.connect(self.ended)
        layouts.column(self.said, layouts.left(self.end), inside=self, gap=GRID // 2)
        self.hide()

    def show_begun(self, begun: str) -> None:
        """Show that learning goes on from a run or an adapter file; "" for neither."""
        run = Run(Path(begun))
        self.title = run.title if begun and run.is_there else ""
        self.said.setText(tr("Continues from what {run} has learnt.", run=self.title or Path(begun).name))
        self.setVisible(bool(begun))


class ChoiceCard(QFrame):
    """The card of a choice made on another page: its name, its facts, and the way to that page.

    Signals:
    wanted: the user wants to choose, or to choose another.
    """

    wanted = Signal()

    def __init__(self, kind: str, icon: str, choose: str, change: str, empty: str) -> None:
        """kind: Model or Data. choose, change: what the button says before and after. empty: what belongs here."""
        super().__init__()
        self.setObjectName("card")
        self._kind, self._empty = kind, empty
        self._choose, self._change = (choose, icon), (change, "mdi6.swap-horizontal")
        self.name = PathLabel(pixels=BODY)
        self.facts = dim_label(wraps=True)
        self.facts.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._error = error_label()
        self._error.setWordWrap(True)
        self.change = IconButton(choose, icon)
        self.change.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.change.clicked.connect(self.wanted)
        self.words = words = layouts.column(gap=GRID // 2)
        layouts.put(words, dim_label(kind), self.name, self.facts, self._error, ...)
        layouts.row(
            (words, 1), (self.change, 0, Qt.AlignmentFlag.AlignVCenter), inside=self, gap=2 * GRID, margins=CARD_MARGINS
        )
        self.describe("", "")

    @property
    def error(self) -> str:
        """The complaint about the choice; "" for none."""
        return self._error.text()

    def describe(self, name: str, facts: str, whole: str = "") -> None:
        """Show the choice; without a name, that none was made. whole: its path, for the tooltip."""
        self.name.show_path(name or tr("No {kind} yet", kind=within(self._kind)))
        self.name.setToolTip(whole or name)
        self.facts.setText(facts if name else self._empty)
        self.change.set_look(*(self._change if name else self._choose))
        self.change.setAccessibleName(
            tr("{kind}: choose another", kind=self._kind) if name else tr("Choose {kind}", kind=within(self._kind))
        )
        self.setAccessibleName(f"{self._kind}: {name or tr('none yet')}. {self.facts.text()}")
        self.complain("")

    def complain(self, text: str) -> None:
        """Show what is wrong with the choice; "" if nothing is."""
        show_error(self._error, text)
        self.facts.setVisible(not text)


def check_model(text: str) -> None:
    """Check that a model is there and can be one. Raises LuthierError `model.*`."""
    if text.startswith(OLLAMA):
        return
    place = str(named_place(text)) if text else ""
    path = existing(place, "model", tr("Choose a GGUF file, or a folder with safetensors files from Hugging Face."))
    if path.is_dir():
        _check_folder(model_folder(path))
        return
    with path.open("rb") as file:
        magic = file.read(4)
    if magic == b"GGUF":
        _check_parts(path)
    elif path.suffix == ".safetensors":
        raise LuthierError(
            "model.single-file",
            tr("{name} holds weights only.", name=path.name),
            tr("Choose the folder it is in: it has the tokenizer."),
        )
    else:
        raise LuthierError(
            "model.unknown-format",
            tr("{name} is not a GGUF file.", name=path.name),
            tr("Choose another file."),
        )


def _check_parts(path: Path) -> None:
    parts = all_parts(path)
    missing = [part.name for part in parts if not part.is_file()]
    if missing:
        raise LuthierError(
            "model.missing-part",
            tr(
                "{name} is one of {parts} files, and {missing} is not there.",
                name=path.name,
                parts=len(parts),
                missing=missing[0],
            ),
            tr("Download the missing files into the same folder."),
        )


def _check_folder(path: Path) -> None:
    if not is_checkpoint(path):
        raise LuthierError(
            "model.not-a-model-folder",
            tr("{name} holds no model.", name=path.name),
            others_inside(path, CONFIG)
            or tr("A model folder from Hugging Face has config.json and *.safetensors files in it."),
        )
