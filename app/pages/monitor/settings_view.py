"""What a run was asked to do, as a list to read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import Card, IconButton, dim_label, selectable_label
from core.advice import devices
from core.advice.training_settings import in_words, title_of
from core.base.language import tr, within
from core.base.numbers import count, moment, share, significant, size, small
from core.protocol.config import TrainConfig
from core.runs.run import Run, RunInfo


class SettingsView(QWidget):
    """Two columns, a name and a value in each row."""

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None
        self._card = Card(tr("What it was asked to do"))
        self._grid = layouts.grid(3 * GRID, GRID // 2, 1)
        self.open = IconButton(tr("Open the &folder"), "mdi6.folder-open-outline")
        self.open.clicked.connect(self._open)
        self._card.header.addWidget(self.open)
        self._card.body.addLayout(self._grid)
        layouts.column(self._card, ..., inside=self)

    def show_run(self, run: Run, info: RunInfo) -> None:
        """Show this run's settings."""
        self._run = run
        layouts.clear(self._grid)
        for row, (name, value, whole) in enumerate(asked_for(info)):
            shown = selectable_label()
            shown.setText(value)
            shown.setToolTip(whole)
            shown.setAccessibleName(f"{name}: {value}")
            label: QLabel = dim_label(name)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(shown, row, 1)

    def _open(self) -> None:
        if self._run is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._run.folder)))


Row = tuple[str, str, str]  # name, value, and the whole of a value that is shortened, else ""


def asked_for(info: RunInfo) -> Iterator[Row]:
    """Yield every setting that says something about this run, the most important first."""
    config, usual = info.config, TrainConfig()
    yield tr("Model"), _file_name(info.model), info.model
    yield tr("Data"), _file_name(info.data), info.data
    if info.eval_data:
        yield tr("Held-out data"), _file_name(info.eval_data), info.eval_data
    if info.adapter:
        yield tr("Goes on from"), _file_name(info.adapter), info.adapter
    yield tr("Begun"), moment(info.created), ""
    length = (
        tr("{max_steps} steps", max_steps=count(config.max_steps))
        if config.max_steps
        else tr("{epochs} times all data", epochs=significant(config.epochs))
    )
    yield tr("Length"), length, ""
    yield title_of("context"), tr("{context} tokens", context=count(config.context)), ""
    yield title_of("rank"), tr("{rank}, strength {alpha}", rank=count(config.rank), alpha=significant(config.alpha)), ""
    yield title_of("learning_rate"), f"{small(config.learning_rate)}, {_SCHEDULES[config.schedule]}", ""
    yield title_of("grad_accumulation"), count(config.grad_accumulation), ""
    if not info.eval_data:
        yield title_of("eval_share"), share(config.eval_share) if config.eval_share else tr("nothing"), ""
    every = (
        tr("every {eval_every} steps", eval_every=count(config.eval_every))
        if config.eval_every
        else tr("before and after")
    )
    yield tr("Evaluated"), every, ""
    saved = (
        tr("every {save_every} steps", save_every=count(config.save_every)) if config.save_every else tr("at the end")
    )
    yield (
        tr("Saved"),
        tr(
            "{saved}; the newest {keep_checkpoints} and the best stay",
            saved=saved,
            keep_checkpoints=count(config.keep_checkpoints),
        ),
        "",
    )
    for prompt in config.sample_prompts:
        yield tr("Sample"), prompt, ""
    for key in _WHERE_UNUSUAL:
        value = getattr(config, key)
        if value != getattr(usual, key):
            yield title_of(key), _VALUES.get((key, value)) or in_words(value), ""
    if config.memory_budget:
        yield title_of("memory_budget"), size(config.memory_budget), ""
    if config.device != usual.device:
        yield title_of("device"), devices.title(config.device), ""
    yield title_of("seed"), str(config.seed), ""
    if special := ", ".join(_special(config, usual)):
        yield tr("Besides"), special, ""


_SCHEDULES = {"constant": tr("held"), "linear": tr("falling in a line"), "cosine": tr("falling in a curve")}
_WHERE_UNUSUAL = ("targets", "layers", "train_on", "thoughts", "threads", "priority")
_VALUES = {
    ("train_on", "last"): tr("the last answer only"),
    ("train_on", "all"): tr("every turn"),
    ("thoughts", "with"): tr("only rows that have some"),
    ("thoughts", "without"): tr("left out"),
    ("thoughts", "empty"): tr("left out, and learnt not to think"),
}
_BESIDES = (
    "rslora", "dora", "lora_plus_ratio", "dropout", "neftune_alpha", "weight_decay", "early_stopping_patience",
    "rollback", "packing", "duplicates",
)  # fmt: skip


def _special(config: TrainConfig, usual: TrainConfig) -> Iterator[str]:
    for key in _BESIDES:
        value, word = getattr(config, key), within(title_of(key))
        if value != getattr(usual, key):
            yield word if value is True else f"{word} {in_words(value)}"


def _file_name(text: str) -> str:
    return Path(text).name or text
