"""What is to be trained and on what: two cards, filled from the pages where models and data are chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.pages.train.choice_card import ChoiceCard
from app.pages.train.model_path import describe_model
from app.pages.train.texts import data_facts, model_facts
from app.widgets.inputs import describe_data, whole_model
from core.shared.config import TrainConfig, from_values
from core.shared.errors import LuthierError
from core.shared.protocol import LocalModel
from core.shared.texts.language import tr

READING = (
    "format",
    "columns",
    "encoding",
    "header",
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
        self.data = ""  # a whole path
        self.data_settings: dict[str, str] = {}  # how it is read, as TrainConfig has it
        self.model_card = ChoiceCard(
            tr("Model"),
            "mdi6.cube-outline",
            tr("Choose a mo&del"),
            tr("Chan&ge"),
            tr("The language model that is to learn."),
        )
        self.data_card = ChoiceCard(
            tr("Data"),
            "mdi6.text-box-search-outline",
            tr("C&hoose data"),
            tr("C&hange"),
            tr("What it is to learn from: your texts."),
        )
        cards = Columns(2 * GRID, narrow=76 * GRID)
        cards.add(self.model_card, 1)
        cards.add(self.data_card, 1)
        layouts.column(self).addWidget(cards)

    @property
    def model_text(self) -> str:
        """As a job takes it: a whole path or a name of Ollama's; "" for none."""
        return whole_model(self.model.model) if self.model else ""

    def use_model(self, model: LocalModel | None) -> None:
        self.model = model
        self.describe_model(model)
        self.changed.emit()

    def describe_model(self, model: LocalModel | None) -> None:
        """Show what is known of it, which may be more now than when it was chosen."""
        if model is None:
            self.model_card.describe("", "")
        else:
            self.model_card.describe(_model_name(model), model_facts(model), model.model)

    def learn(self, found: LocalModel) -> None:
        """Facts of the chosen model that its file told; what its program calls it stays."""
        if self.model is not None:
            named = {"name": self.model.name, "model": self.model.model, "source": self.model.source}
            self.model = msgspec.structs.replace(found, **named)
            self.describe_model(self.model)

    def use_data(self, data: str, settings: dict[str, str]) -> None:
        self.data = whole_path(data)
        self.data_settings = dict(settings)
        self.describe_data("")
        self.changed.emit()

    def reading(self) -> TrainConfig:
        """How the data is read; everything else as usual."""
        return from_values({key: value for key, value in self.data_settings.items() if key in READING})

    def describe_data(self, facts: str) -> None:
        """Show what is known of it. facts: what reading it has told; "" before that."""
        self.data_card.describe(Path(self.data).name, facts or self._first_facts(), self.data)

    def check(self) -> bool:
        """Whether both are there and can be what they should; what is wrong stands on its card."""
        checked = [
            _checked(self.model_card, describe_model, self.model_text),
            _checked(self.data_card, describe_data, self.data),
        ]
        return all(checked)

    def state(self) -> dict[str, Any]:
        """As JSON, to be had again at the next start."""
        model = msgspec.to_builtins(self.model) if self.model else None
        return {"model": model, "data": self.data, "data_settings": self.data_settings}

    def restore(self, state: dict[str, Any]) -> None:
        """What is no more of the right form is passed over."""
        try:
            model = msgspec.convert(state.get("model"), LocalModel | None)
            data = msgspec.convert(state.get("data", ""), str)
            settings = msgspec.convert(state.get("data_settings", {}), dict[str, str])
        except msgspec.ValidationError:
            return
        self.use_model(model)
        self.use_data(data, settings)

    def _first_facts(self) -> str:
        try:
            return data_facts(describe_data(self.data), self.data_settings) if self.data else ""
        except LuthierError:
            return ""


def whole_path(data: str) -> str:
    """Of the data; "" for none."""
    return str(Path(data).expanduser().resolve()) if data else ""


def known_by_path(model: str) -> LocalModel:
    """A model of which nothing is known but what a job takes for it."""
    return LocalModel(name=Path(model).name or model, source="", model=model, path=model)


def _model_name(model: LocalModel) -> str:
    return Path(model.name).name or model.name


def _checked(card: ChoiceCard, describe: Any, text: str) -> bool:
    try:
        describe(text)
    except LuthierError as error:
        card.complain(str(error).replace("\n", " "))
        return False
    card.complain("")
    return True
