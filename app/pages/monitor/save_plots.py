"""The graphs as a picture, their numbers as a table, and an answer before and after as a picture to share."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QPoint, QStandardPaths, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QFileDialog, QFrame, QLabel, QMenu, QWidget

from app.look import layouts
from app.look.colors import LIGHT, palette_of
from app.look.skin import sheet
from app.look.theme import GRID, SECTION, SMALL, TITLE, set_size
from app.pages.monitor.texts import beginning
from app.widgets.controls import IconButton, dim_label
from app.widgets.message_bar import MessageBar
from app.widgets.path_picker import open_folder
from app.workers.run_model import RunModel
from app.workers.run_session import RunSession
from core import protocol as p
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import duration
from core.base.systems.machine import processor

PICTURE = 90 * GRID  # pixels of width, of a picture to share
QUESTION, ANSWER = 60, 600  # letters shown of a question in the menu, and of an answer in the picture
_Kind = TypeVar("_Kind")
SCALE = 2  # of a picture, so that it is sharp in print
COLUMNS = ("step", "loss", "smoothed", "evaluation", "learning_rate", "gradient_norm", "tokens_per_second")


class SavingButton(IconButton):
    """Has a menu of what can be saved, and asks where.

    Signals:
        saved: the file that it has become. failed: why it has not.
    """

    saved = Signal(Path)
    failed = Signal(str)

    def __init__(self, text: str, icon: str) -> None:
        super().__init__(text, icon)
        self.choices = QMenu(self)
        self.setMenu(self.choices)
        self.setProperty("menu", True)

    def write(self, write: Callable[[_Kind, Path], None], content: _Kind, file: Path) -> None:
        """Write the file and report the result."""
        try:
            write(content, file)
        except OSError as error:
            self.failed.emit(tr("{why}. Choose another folder.", why=error.strerror or error))
        else:
            self.saved.emit(file)


class SaveButton(SavingButton):
    """Saves the graphs, or their numbers."""

    def __init__(self, graphs: QWidget, model: Callable[[], RunModel | None]) -> None:
        super().__init__(tr("Sa&ve graphs"), "mdi6.tray-arrow-down")
        self._graphs, self._model = graphs, model
        self.choices.addAction(tr("As a &picture (PNG)…"), self._ask_picture)
        self.choices.addAction(tr("As a &table (CSV)…"), self._ask_table)

    def _ask_picture(self) -> None:
        suggested = _in_folder(QStandardPaths.StandardLocation.PicturesLocation, "graphs.png")
        name, _ = QFileDialog.getSaveFileName(
            self, tr("Save the graphs as a picture"), suggested, tr("Picture (*.png)")
        )
        if name:
            self.write(save_picture, self._graphs, Path(name))

    def _ask_table(self) -> None:
        model = self._model()
        suggested = _in_folder(QStandardPaths.StandardLocation.DocumentsLocation, "graphs.csv")
        name, _ = QFileDialog.getSaveFileName(self, tr("Save the numbers as a table"), suggested, tr("Table (*.csv)"))
        if name and model is not None:
            self.write(save_table, model, Path(name))


class ShareButton(SavingButton):
    """Makes a picture of one question with its answers before and after the training, chosen by the question."""

    def __init__(self) -> None:
        super().__init__(tr("Share"), "mdi6.image-outline")
        self.setToolTip(tr("A picture of one answer before and after, to show to others."))

    def show_session(self, session: RunSession) -> None:
        """Offer the questions that were answered before and after; hidden where there are none."""
        self.choices.clear()
        for prompt, samples in session.model.samples_by_prompt.items():
            if samples[0].label == "base" and len(samples) > 1:
                self.choices.addAction(beginning(prompt, QUESTION), partial(self._ask, session, samples))
        self.setVisible(not self.choices.isEmpty())

    def _ask(self, session: RunSession, samples: list[p.Sample]) -> None:
        suggested = _in_folder(QStandardPaths.StandardLocation.PicturesLocation, "before-and-after.png")
        name, _ = QFileDialog.getSaveFileName(self, tr("Save the picture"), suggested, tr("Picture (*.png)"))
        if name:
            picture = shared_picture(session.title, samples[0], samples[-1], _facts(session))
            self.write(save_picture, picture, Path(name))


def shared_picture(title: str, before: p.Sample, after: p.Sample, facts: str) -> QWidget:
    """Return a question with both answers, laid out to be saved; it names no file and no folder."""
    card = QFrame()
    card.setObjectName("card")
    card.setStyleSheet(sheet(dark=False))
    card.setPalette(palette_of(LIGHT))
    heading, asked = QLabel(title), QLabel(before.prompt, wordWrap=True)
    set_size(heading, SMALL)
    set_size(asked, TITLE, bold=True)
    answers = [
        layouts.panel(layouts.column(dim_label(name), _large(beginning(said.text.strip(), ANSWER)), ..., gap=4))
        for name, said in ((tr("Before training"), before), (tr("After training"), after))
    ]
    layouts.column(
        heading, asked, layouts.row(*((answer, 1) for answer in answers), gap=4 * GRID), dim_label(facts, wraps=True),
        inside=card, gap=2 * GRID, margins=(4 * GRID, 3 * GRID, 4 * GRID, 3 * GRID),
    )  # fmt: skip
    card.setFixedWidth(PICTURE)
    card.setMinimumHeight(card.heightForWidth(PICTURE))
    card.adjustSize()
    return card


def _large(text: str) -> QLabel:
    label = QLabel(text, wordWrap=True)
    set_size(label, SECTION)
    return label


def _facts(session: RunSession) -> str:
    """Return the model, the time and the computer in a line."""
    try:
        model = Path(session.run.info().model).stem
    except LuthierError:
        model = ""
    computer = session.on or processor()
    return tr("{model} · {minutes} on {computer} · Luthier", model=model, minutes=duration(session.model.seconds),
              computer=computer)  # fmt: skip


class SaveMessage(MessageBar):
    """A line about the saved file, and the way to its folder."""

    def __init__(self, *buttons: SavingButton) -> None:
        super().__init__()
        self._file = Path()
        self.folder = IconButton(tr("&Open folder"), "mdi6.folder-open-outline")
        self.folder.clicked.connect(lambda: open_folder(self._file.parent, self))
        self.add_action(self.folder)
        for button in buttons:
            button.saved.connect(self._on_saved)
            button.failed.connect(self._on_failed)

    def _on_saved(self, file: Path) -> None:
        self._file = file
        text = tr("{name} is in the folder {folder}.", name=file.name, folder=file.parent.name)
        self.say("good", tr("Saved"), text, action=self.folder)

    def _on_failed(self, why: str) -> None:
        self.say("bad", tr("It could not be saved"), why)


def _in_folder(place: QStandardPaths.StandardLocation, name: str) -> str:
    """Return the path of a name in the user's own folder of that kind; in home if the system names none."""
    return str(Path(QStandardPaths.writableLocation(place) or Path.home()) / name)


def save_picture(graphs: QWidget, path: Path) -> None:
    """Save what is in view, in twice as many pixels. Raises OSError."""
    picture = QPixmap(graphs.size() * SCALE)
    picture.setDevicePixelRatio(SCALE)
    picture.fill(graphs.palette().window().color())
    painter = QPainter(picture)
    graphs.render(painter, QPoint())
    painter.end()
    if not picture.save(str(path), "PNG"):
        raise OSError(tr("{parent} does not take the picture", parent=path.parent))


def save_table(model: RunModel, path: Path) -> None:
    """Write a row for each step, and one for an evaluation at a step that has no other. What was not measured stays
    empty.
    """
    steps, evaluations = model.steps, model.evaluations
    measured = dict(zip(evaluations["step"].tolist(), evaluations["loss"].tolist(), strict=True))
    rows: dict[float, list[float]] = {step: [math.nan] * 5 for step in measured}
    columns = [steps[name].tolist() for name in ("loss", "smoothed", "learning_rate", "grad_norm", "tok_s")]
    rows |= {step: list(values) for step, *values in zip(steps["step"].tolist(), *columns, strict=True)}
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        for step in sorted(rows):
            loss, smoothed, *rest = rows[step]
            values = [loss, smoothed, measured.get(step, math.nan), *rest]
            table.writerow([int(step), *("" if math.isnan(value) else repr(value) for value in values)])
