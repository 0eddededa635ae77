"""The graphs as a picture, and their numbers as a table."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QPoint, QStandardPaths, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.widgets.controls import IconButton
from app.widgets.message_bar import MessageBar
from app.widgets.path_picker import open_folder
from app.workers.run_model import RunModel
from core.base.language import tr

_Kind = TypeVar("_Kind")
SCALE = 2  # of a picture, so that it is sharp in print
COLUMNS = ("step", "loss", "smoothed", "evaluation", "learning_rate", "gradient_norm", "tokens_per_second")


class SaveButton(IconButton):
    """Asks for which of the two, and where.

    Signals:
        saved: the file that it has become. failed: why it has not.
    """

    saved = Signal(Path)
    failed = Signal(str)

    def __init__(self, graphs: QWidget, model: Callable[[], RunModel | None]) -> None:
        super().__init__(tr("Sa&ve graphs"), "mdi6.tray-arrow-down")
        self._graphs, self._model = graphs, model
        menu = QMenu(self)
        menu.addAction(tr("As a &picture (PNG)…"), self._ask_picture)
        menu.addAction(tr("As a &table (CSV)…"), self._ask_table)
        self.setMenu(menu)
        self.setProperty("menu", True)

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

    def write(self, write: Callable[[_Kind, Path], None], content: _Kind, file: Path) -> None:
        """Write the file and report the result."""
        try:
            write(content, file)
        except OSError as error:
            self.failed.emit(tr("{why}. Choose another folder.", why=error.strerror or error))
        else:
            self.saved.emit(file)


class SaveMessage(MessageBar):
    """What came of it, and the way to the folder."""

    def __init__(self, button: SaveButton) -> None:
        super().__init__()
        self._file = Path()
        self.folder = IconButton(tr("&Open folder"), "mdi6.folder-open-outline")
        self.folder.clicked.connect(lambda: open_folder(self._file.parent, self))
        self.add_action(self.folder)
        button.saved.connect(self._on_saved)
        button.failed.connect(self._on_failed)

    def _on_saved(self, file: Path) -> None:
        self._file = file
        self.folder.show()
        self.say("good", tr("Saved"), tr("{name} is in the folder {folder}.", name=file.name, folder=file.parent.name))

    def _on_failed(self, why: str) -> None:
        self.folder.hide()
        self.say("bad", tr("The graphs could not be saved"), why)


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
