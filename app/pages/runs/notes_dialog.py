"""What a person writes on a run: its name, tags and notes."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QLabel, QPlainTextEdit, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.runs.listed_run import ListedRun
from app.widgets.controls import IconButton, dim_label, section_title, text_field
from core.shared.runs import RunNotes, own_title, tags_in
from core.shared.texts.language import tr


class NotesDialog(QDialog):
    """`ask` gives what was written, or None."""

    def __init__(self, listed: ListedRun, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Name, tags and notes"))
        self._own_name = own_title(listed.folder.name)
        self.title = text_field(tr("Name"), self._own_name)
        self.title.setText(listed.title)
        self.tags = text_field(tr("Tags"), tr("style, first try"))
        self.tags.setText(", ".join(listed.notes.tags))
        self.notes = QPlainTextEdit(listed.notes.notes)
        self.notes.setAccessibleName(tr("Notes"))
        self.notes.setTabChangesFocus(True)
        self.notes.setFixedHeight(16 * GRID)
        self.save = IconButton(tr("&Save"), "mdi6.check", primary=True)
        self.save.setDefault(True)
        self.back = IconButton(tr("&Go back"), "mdi6.arrow-left")
        self.back.setAutoDefault(False)
        self.save.clicked.connect(self.accept)
        self.back.clicked.connect(self.reject)
        buttons = layouts.row(gap=GRID)
        buttons.addStretch(1)
        buttons.addWidget(self.back)
        buttons.addWidget(self.save)
        layout = layouts.column(self, gap=GRID, margins=layouts.PAGE_MARGINS)
        layout.addWidget(section_title(listed.title))
        for label, field in (
            (tr("&Name"), self.title),
            (tr("&Tags, with commas between"), self.tags),
            (tr("N&otes"), self.notes),
        ):
            caption = QLabel(label)
            caption.setBuddy(field)
            layout.addWidget(caption)
            layout.addWidget(field)
        layout.addWidget(dim_label(tr("The run's folder keeps its name.")))
        layout.addSpacing(GRID)
        layout.addLayout(buttons)
        self.setMinimumWidth(60 * GRID)
        self.title.selectAll()
        self.title.setFocus()

    @property
    def written(self) -> RunNotes:
        title = self.title.text().strip()
        return RunNotes(
            title="" if title == self._own_name else title,
            notes=self.notes.toPlainText().strip(),
            tags=tags_in(self.tags.text()),
        )

    def ask(self) -> RunNotes | None:
        return self.written if self.exec() == QDialog.DialogCode.Accepted else None
