"""Questions and answers about a document, or other wordings of questions, written by a model on this disk: a few first,
then all.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, captioned, dim_label, drop_down, section_title
from app.widgets.inputs import whole_model
from app.widgets.job_strip import JobStrip
from app.widgets.letters import CheckBox
from app.widgets.message_bar import MessageBar
from app.widgets.path_picker import PathPicker
from app.widgets.question import Question
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.advice.advice import WORDINGS
from core.base import paths
from core.base.bounded_file import from_json
from core.base.language import tr
from core.base.numbers import brief_duration, count

SAMPLE = 3  # pieces or questions in the first trial
KINDS = {
    "qa": tr("facts"),
    "howto": tr("how to do things"),
    "definitions": tr("what words mean"),
    "summary": tr("summaries"),
}
MOST_SHOWN = 20  # rows shown of an earlier session
STOP = Question(
    tr("Stop making rows?"),
    tr("The rows that are finished stay, and the next time it goes on from there."),
    tr("&Stop and close"),
)
_WIDTH, _HIGH = 90 * GRID, 24 * GRID  # pixels


class QuestionsDialog(QDialog):
    """Makes questions and answers. Each row is saved when written, so that a stopped or failed job can resume.

    Signals:
        use_requested: the file with the rows.
    """

    use_requested = Signal(Path)

    def __init__(self, parent: QWidget, data: Path, model: str, *, is_rows: bool = False) -> None:
        """data: the document; rows: questions and answers, which are asked in other words. model: suggested."""
        super().__init__(parent)
        self.setWindowTitle("Luthier")
        self._data, self._output, self._is_rows = data, questions_file(data, is_rows=is_rows), is_rows
        self.model = PathPicker(tr("&Model that writes"), tr("Models (*.gguf)"), tr("A GGUF file"), folders=False)
        self.kind = drop_down(tr("What is asked"), KINDS)
        self.reworded = CheckBox(tr("Ask each question in {n} &other ways, too", n=WORDINGS))
        self.reworded.setToolTip(tr("A model answers best in the words that it was trained with."))
        self.reworded.setChecked(True)
        self.unanswered = CheckBox(tr("Teach it to say when the text does &not answer"))
        self.unanswered.setToolTip(tr("For each piece of the text, a question that it does not answer is added."))
        self.strip, self.message = JobStrip(), MessageBar()
        self.said, self.shown = dim_label(wraps=True), QPlainTextEdit(readOnly=True)
        few = tr("&Try {n} questions", n=SAMPLE) if is_rows else tr("&Try {n} pieces", n=SAMPLE)
        self.sample = IconButton(few, "mdi6.flask-outline")
        self.all = IconButton(tr("Make &all rows"), "mdi6.playlist-plus")
        self.use = IconButton(tr("&Use these rows"), "mdi6.arrow-right", primary=True)
        self.back = IconButton(tr("&Close"), "mdi6.close")
        self.model.edit.setText(model)
        self._arrange()
        self._update()
        self.sample.clicked.connect(lambda: self.begin(SAMPLE))
        self.all.clicked.connect(lambda: self.begin(0))
        self.use.clicked.connect(self._on_use)
        self.back.clicked.connect(self.reject)
        self.strip.cancelled.connect(self.shut_down)
        self.model.changed.connect(self._update)
        self.finished.connect(lambda _code: self.shut_down())

    def begin(self, sample: int) -> None:
        """Start on `sample` pieces from all over the document; 0 for all remaining ones."""
        self.message.hide()
        job = p.QuestionRowsJob(
            files=(str(self._data),),
            model=whole_model(self.model.text),
            output=str(self._output),
            kind=self.kind.currentData(),
            wordings=WORDINGS if self._is_rows or self.reworded.isChecked() else 0,
            unanswered=int(not self._is_rows and self.unanswered.isChecked()),
            sample=sample,
            resume=self._output.exists(),
        )
        self.strip.run(job, self._on_ended)
        self._update()

    def reject(self) -> None:
        """Close the dialog, as Escape does; ask first while rows are being made."""
        if not self.strip.is_busy or STOP.ask(self):
            super().reject()

    def event(self, event: QEvent) -> bool:
        """Fit the height to the content, which Qt does not do for wrapped text."""
        done, layout = super().event(event), self.layout()
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize) and layout is not None:
            self.setMinimumHeight(layout.totalHeightForWidth(self.width()))
        return done

    def shut_down(self) -> None:
        """Stop writing; the rows written so far are kept."""
        self.strip.stop()

    def _on_ended(self, job: BackgroundJob) -> None:
        if job.failure is not None:
            self.message.say_failure(tr("No rows were made"), job.failure)
        elif isinstance(job.result, p.QuestionRowsResult):
            self.said.setText(_in_words(job.result))
            shown = "\n\n".join(map(_row, job.result.shown or made_before(self._output)))
            self.shown.setPlainText(shown)
        self._update()

    def _on_use(self) -> None:
        self.accept()
        self.use_requested.emit(self._output)

    def _update(self) -> None:
        busy = self.strip.is_busy
        for button in (self.sample, self.all):
            button.setEnabled(bool(self.model.text) and not busy)
        self.use.setEnabled(not busy and self._output.is_file() and self._output.stat().st_size > 0)
        self.strip.setVisible(busy)
        self.said.setVisible(bool(self.said.text()))
        self.shown.setVisible(bool(self.shown.toPlainText()))

    def _arrange(self) -> None:
        if self._is_rows:
            title = tr("Other wordings of the questions in {name}", name=self._data.name)
            about = tr(
                "A model on this disk asks each question in {n} other ways; the answers stay. Choose a model of 3B or "
                "more (about 2 GB): smaller ones write little that can be used. Read some of it first.",
                n=WORDINGS,
            )
        else:
            title = tr("Questions and answers about {name}", name=self._data.name)
            about = tr(
                "A model on this disk writes questions about your text and answers them; rows that say what the text "
                "does not are dropped. Choose a model of 3B or more (about 2 GB): smaller ones write little that can "
                "be used."
            )
        column = layouts.column(inside=self, gap=GRID, margins=layouts.PAGE_MARGINS)
        layouts.put(column, section_title(title), dim_label(about, wraps=True), self.model)
        if not self._is_rows:
            layouts.put(column, captioned(tr("&What is asked"), self.kind), self.reworded, self.unanswered)
        self.shown.setAccessibleName(tr("Rows that were tried"))
        self.shown.setMinimumHeight(_HIGH)
        buttons = layouts.row(self.back, ..., self.sample, self.all, self.use, gap=GRID)
        layouts.put(column, self.message, self.said, self.shown, self.strip, buttons)
        self.message.hide()
        self.setMinimumWidth(_WIDTH)


def questions_file(data: Path, *, is_rows: bool) -> Path:
    """Return the file for the rows; an existing one is continued. Documents that differ in suffix have their own."""
    return paths.folder_beside(data) / f"{data.name}-{'wordings' if is_rows else 'questions'}.jsonl"


def made_before(file: Path) -> list[p.MadeRow]:
    """Return the first rows of a file, to show if no piece is new."""
    rows = list[p.MadeRow]()
    try:
        with file.open("rb") as lines:
            for line in itertools.islice(lines, MOST_SHOWN):
                row = from_json(line, type=_Made)
                rows.append(p.MadeRow(question=row.question, answer=row.answer, quote="", file="", heading=""))
    except (OSError, ValueError):  # missing, or edited by someone: the Data page reports its problems
        pass
    return rows


class _Made(msgspec.Struct):
    question: str
    answer: str


def _in_words(result: p.QuestionRowsResult) -> str:
    numbers = {"rows": count(result.rows), "done": count(result.done), "pieces": count(result.pieces)}
    said = [
        tr("{rows} rows from {done} of {pieces} questions.", **numbers)
        if result.own
        else tr("{rows} rows from {done} of {pieces} pieces.", **numbers)
    ]
    if result.unanswered:
        said.append(tr("{n} of them say that the text does not answer.", n=count(result.unanswered)))
    if result.fell:
        told = "; ".join(f"{count(number)}: {why}" for why, number in result.fell.items())
        said.append(tr("Rows left out: {told}.", told=told))
    if result.left_seconds:
        said.append(tr("The rest takes about {time}.", time=brief_duration(result.left_seconds)))
    return " ".join(said)


def _row(row: p.MadeRow) -> str:
    dropped = tr("left out: {why}", why=row.fault) if row.fault else ""
    quoted = f"“{row.quote}”" if row.quote else ""
    return "\n".join(filter(None, [row.question, row.answer, quoted, dropped]))
