"""What the person chooses on the Data page: a file or folder, the model that reads it, and how."""

from __future__ import annotations

from pathlib import Path

from app.look import layouts
from app.look.theme import GRID
from app.pages.data.mapping_form import MappingForm
from app.widgets.controls import Card, IconButton, PathLabel
from app.widgets.inputs import DATA_FILES
from app.widgets.path_picker import PathPicker
from core.shared.texts.language import tr


class SourceCard(Card):
    """The model is chosen on a page of its own."""

    def __init__(self) -> None:
        super().__init__(tr("What to learn from"))
        self.data = PathPicker(
            tr("Data &file"),
            DATA_FILES,
            tr("A text, JSONL, CSV or Parquet file, or a folder"),
            folders=True,
            narrow=True,
        )
        self.sample = IconButton(tr("Sam&ple"), "mdi6.creation-outline")
        self.model = PathLabel()
        self.other_model = IconButton(tr("Ot&her model"), "mdi6.cube-outline")
        self.mapping = MappingForm()
        self.data.buttons.addWidget(self.sample)
        reader = layouts.row(gap=GRID)
        reader.addWidget(self.model, 1)
        reader.addWidget(self.other_model)
        self.body.addWidget(self.data)
        self.body.addLayout(reader)
        self.body.addWidget(self.mapping)

    def show_model(self, name: str, path: str) -> None:
        """Whose vocabulary and template the data is read with. name: "" for the file's."""
        self.model.show_path(tr("For {model}", model=name or Path(path).name or path))
        self.model.setToolTip(path)
