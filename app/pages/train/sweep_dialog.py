"""Several values of a setting or two, each combination a training of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.train.knob import shown
from app.pages.train.texts import time_range
from app.widgets.controls import (
    IconButton,
    dim_label,
    drop_down,
    error_label,
    section_title,
    show_error,
    text_field,
)
from app.widgets.letters import CheckBox
from app.workers.advice import in_the_windows_words
from core import protocol as p
from core.advice.goals import alpha_for
from core.advice.training_settings import SETTINGS, title_of
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import count
from core.protocol.config import TrainConfig, from_values
from core.runs import sweeps

OF_THE_ADAPTER = ("rank", "alpha", "targets", "layers")  # which a run that goes on from one has from it
ROWS = 3  # settings that can be tried together
TRIED = ("learning_rate", "rank", "epochs", "grad_accumulation", "targets", "dropout", "lora_plus_ratio")
_WIDTH = 76 * GRID  # pixels


class SweepDialog(QDialog):
    """`configs` are what is to be trained, once it was accepted."""

    def __init__(
        self,
        parent: QWidget,
        config: TrainConfig,
        seconds: tuple[float, float] | None = None,
        *,
        has_others: bool = False,
        goes_on: bool = False,
    ) -> None:
        """seconds: the least and the most that a training with this config takes. has_others: others can train.
        goes_on: from an adapter, whose rank and layers it keeps.
        """
        super().__init__(parent)
        self.setWindowTitle("Luthier")
        self._config, self._seconds = config, seconds
        self.configs: list[TrainConfig] = []
        keys = tuple(key for key in TRIED if not (goes_on and key in OF_THE_ADAPTER))
        self.rows = [_Row(config, keys) for _ in range(ROWS)]
        self.spread = CheckBox(tr("&One on each of the other computers"))
        if not has_others:
            self.spread.hide()
        self.said, self.error = dim_label(wraps=True), error_label()
        self.add = IconButton(tr("Add to the &queue"), "mdi6.playlist-plus", primary=True)
        self.back = IconButton(tr("&Go back"), "mdi6.arrow-left")
        self.add.setDefault(True)
        self.back.setAutoDefault(False)
        self._arrange()
        for row in self.rows:
            row.setting.activated.connect(self._count)
            row.values.textChanged.connect(self._count)
        self.spread.toggled.connect(self._count)
        self.add.clicked.connect(self.accept)
        self.back.clicked.connect(self.reject)
        self.rows[0].choose("learning_rate")
        self._count()

    @property
    def of(self) -> p.OfSweep:
        """The sweep of the trainings, which has no name yet."""
        return p.OfSweep(name="", trials=len(self.configs))

    def _count(self) -> None:
        """Check the values and count the trainings."""
        self.configs, wrong = [], next(filter(None, (row.complaint for row in self.rows)), "")
        try:
            if not wrong:
                tried = [row.tried for row in self.rows]
                wanted = sweeps.configs(self._config, [one for one in tried if one[0]], [])
                self.configs = list(map(self._with_alpha, wanted))
        except LuthierError as error:
            wrong = in_the_windows_words(error).text
        show_error(self.error, wrong)
        self.said.setText(self._in_words() if self.configs else "")
        self.add.setEnabled(bool(self.configs))

    def _with_alpha(self, config: TrainConfig) -> TrainConfig:
        """Set alpha by the rank, as the page does, unless it was chosen there."""
        rank, rslora = self._config.rank, self._config.rslora
        follows = self._config.alpha == alpha_for(rank, rslora)
        return msgspec.structs.replace(config, alpha=alpha_for(config.rank, rslora)) if follows else config

    def _in_words(self) -> str:
        number = len(self.configs)
        if self.spread.isChecked():
            words = tr("{number} trainings, as many at once as there are computers.", number=count(number))
        else:
            words = tr("{number} trainings, one after the other.", number=count(number))
        return f"{words} {self._time()}".strip()

    def _time(self) -> str:
        """Return how long they take one after the other, in words; "" while that is not known."""
        if self._seconds is None:
            return ""
        times = sum(config.epochs for config in self.configs) / self._config.epochs
        low, high = (seconds * times for seconds in self._seconds)
        return tr("On this computer alone that takes {time}.", time=time_range(low, high))

    def _arrange(self) -> None:
        about = tr(
            "Each combination is trained with everything else as it is on the page. {best} Separate values "
            "with spaces.",
            best=_which_is_best(self._config),
        )
        head = section_title(tr("Try several values")), dim_label(about, wraps=True)
        foot = self.spread, self.said, self.error, layouts.row(..., self.back, self.add, gap=GRID)
        layouts.column(*head, *self.rows, *foot, inside=self, gap=GRID, margins=layouts.PAGE_MARGINS)
        self.setMinimumWidth(_WIDTH)


def _which_is_best(config: TrainConfig) -> str:
    if config.choices:
        return tr("The best gets the most held-out choices right without moving too far from the model it began with.")
    if config.best_by == "right":
        return tr("The best is the one with the most right held-out answers.")
    return tr("The best is the one with the lowest loss on held-out text.")


class _Row(QWidget):
    """A setting, and the values of it."""

    def __init__(self, config: TrainConfig, keys: Sequence[str]) -> None:
        super().__init__()
        self._config = config
        self.setting = drop_down(tr("Setting"), {"": tr("none")} | {key: title_of(key) for key in keys})
        self.values: QLineEdit = text_field(tr("Values"), tr("such as 1e-4 2e-4 5e-4"))
        layouts.row(self.setting, (self.values, 1), inside=self, gap=GRID)
        self.setting.activated.connect(lambda _index: self._suggest())

    @property
    def tried(self) -> tuple[str, list[str]]:
        """The setting's name, "" for none, and what is typed."""
        return self.setting.currentData(), self.values.text().replace(";", " ").split()

    @property
    def complaint(self) -> str:
        """The complaint about a value; "" for none."""
        key, values = self.tried
        try:
            for value in values if key else []:
                from_values({key: value})
        except LuthierError:
            return SETTINGS[key].complaint
        return ""

    def choose(self, key: str) -> None:
        self.setting.setCurrentIndex(self.setting.findData(key))
        self._suggest()

    def _suggest(self) -> None:
        """Suggest values around the one on the page."""
        value: Any = getattr(self._config, self.setting.currentData() or "", None)
        if isinstance(value, bool) or not isinstance(value, int | float) or not value:
            self.values.setText(shown(value) if value is not None else "")
            return
        kind = type(value)
        self.values.setText(" ".join(shown(one) for one in dict.fromkeys((kind(value / 2) or value, value, value * 2))))
