"""The Data page: choose a file, check and correct how it is read and learnt, and pass it on to training."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from app.pages.data.layout import DataLayout
from app.pages.data.questions import QuestionsDialog
from app.pages.data.reading import DataReading
from app.pages.data.saving import OF_THE_FILE, Saving
from app.pages.data.texts import changed, told
from app.widgets.controls import on_ctrl_enter
from app.widgets.inputs import describe_data, whole_model
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base import paths
from core.base.bounded_file import is_archive
from core.base.errors import LuthierError
from core.base.language import tr
from core.protocol.config import TrainConfig, from_values

SAMPLE_DATA, SAMPLE_TEXT = paths.DEMO / "chat.jsonl", paths.DEMO / "holmes.txt"
SETTLED_MS = 400  # delay after the last key before a file is read or recounted


class DataPage(QWidget):
    """Rows come first, from the file's beginning; the whole file is tokenized and counted after that.

    Signals:
        use_requested: the data's path, and the settings that say how it is read.
    """

    busy, warning = False, None  # nothing is lost: the file can be read again
    use_requested = Signal(str, object)

    def __init__(self, chosen: Callable[[], tuple[str, int]]) -> None:
        """chosen: returns the model to train, or "", and its context length in tokens."""
        super().__init__()
        self._chosen = chosen
        self.reading = DataReading(self)
        self.saving = Saving(self.reading, self)
        self.parts = DataLayout(self)
        self.data, self.mapping = self.parts.source.data, self.parts.source.mapping
        self.use = self.parts.use
        self.rows, self.statistics, self.unused = self.parts.rows, self.parts.statistics, self.parts.unused
        self.card, self.message, self.strip = self.parts.card, self.parts.message, self.parts.strip
        self._model, self._context = "", TrainConfig().context
        self._understood = p.Understood()
        self._result: p.InspectResult | None = None
        self._counts = False  # whether a change is being counted
        self._read_as: tuple[str, dict[str, str]] = ("", {})  # the file, and how its rows were read
        self._saved = ""  # message about a newly saved file
        self._row = 0  # the row to show once rows are loaded
        self.questions: QuestionsDialog | None = None
        self._rewords = False  # reword the questions once the file is understood
        self._hands_on = False  # pass the file on to training once read, if all rows are usable
        self._waits = False  # the restored file is read when the page is first shown
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._changed = QTimer(self, singleShot=True, interval=SETTLED_MS)  # rows may be left out one a moment
        self.setAcceptDrops(True)
        self._connect()
        self.use_model("")
        self._reset()

    def use_model(self, model: str) -> None:
        """Read the data with this model's vocabulary and template; with the sample's when it is empty."""
        model = model or str(paths.SAMPLE_MODEL)
        if model == self._model:
            return
        self._model = model
        self._look_again()

    def use_context(self, context: int) -> None:
        """Set the context length of training, in tokens. The shown rows stay; rows that are too long are recounted."""
        if context == self._context:
            return
        self._context = context
        if self._result is None:
            self._look_again()
        else:
            self.reading.inspect(self._config(), self.rows.changes.all(), quietly=True)

    def use_file(self, path: Path) -> None:
        """Look at a file or a folder."""
        self.data.set_path(path)
        self.look()

    def hand_on(self, path: Path) -> None:
        """Read a file and use it at once, unless some of its rows are unusable or the user left the page."""
        self.use_file(path)
        self._hands_on = True

    def look(self) -> None:
        """Read the file."""
        self._settled.stop()
        self._changed.stop()
        self.reading.give_up()
        self._reset()
        try:
            self.data.say(describe_data(self.data.text))
            config = self._config()
        except LuthierError as error:
            self.data.say("", str(error).replace("\n", " ") if self.data.text else "")
            self.parts.show_guide()
            return
        self.parts.show_data()
        self.parts.show_reading(Path(self.data.text).name)
        settings = self.mapping.settings()
        read_as = (self._path(), {key: settings[key] for key in OF_THE_FILE if key in settings})
        if self._read_as not in (read_as, ("", {})):
            self.rows.changes.clear()  # they belong to other rows
        self._read_as = read_as
        self.reading.look(whole_model(self._model), self._path(), config, self.rows.changes.all())

    def submit(self) -> None:
        """Pass the data on to training; with changed rows, save them to a new file first and use that."""
        self.rows.view.editor.finish()
        if not self.use.isEnabled():
            return
        if len(self.rows.changes):
            self.saving.save_and_use(*self._to_save())
        else:
            self.use_requested.emit(self._path(), self.mapping.settings())

    def shown(self) -> None:
        """Adapt to the model and the context length, which may have changed on the Train page."""
        model, context = self._chosen()
        self.use_context(context)
        self.use_model(model)
        if self._waits:
            self._waits = False
            self.look()

    def shut_down(self) -> None:
        self.reading.give_up()
        if self.questions is not None:
            self.questions.shut_down()

    def ask_questions(self) -> None:
        """Offer to have a model make questions and answers of the text that is shown, or ask those of its rows in
        other words.
        """
        model = "" if self._model == str(paths.SAMPLE_MODEL) else self._model
        self.questions = QuestionsDialog(self, Path(self._path()), model, is_rows=self._understood.format != "text")
        self.questions.use_requested.connect(self.use_file)
        self.questions.open()

    def reword(self, data: Path) -> None:
        """Show data, and offer to ask its questions in other words."""
        self._rewords = True
        self.use_file(data)

    def state(self) -> dict[str, Any]:
        """Return the choices as JSON values."""
        return {
            "data": self.data.text,
            "settings": self.mapping.settings(),
            "tab": self.parts.tab,
            "as_tokens": self.rows.view.as_tokens.isChecked(),
            "row": max(0, self.rows.list.currentRow()),
            "changes": msgspec.to_builtins(self.rows.changes.all()),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore the page as it was left; the file is read once the page is seen."""
        data, settings = state.get("data"), state.get("settings")
        if not isinstance(data, str) or not data:
            return
        self.data.edit.blockSignals(True)
        self.data.edit.setText(data)
        self.data.edit.blockSignals(False)
        if isinstance(settings, dict):
            self.mapping.restore({str(key): str(value) for key, value in settings.items()})
        self._row = row if isinstance(row := state.get("row"), int) else 0
        self.parts.show_tab(tab if isinstance(tab := state.get("tab"), int) else 0)
        self.rows.view.as_tokens.setChecked(state.get("as_tokens") is True)
        with suppress(msgspec.ValidationError):  # written by another version
            self.rows.changes.restore(msgspec.convert(state.get("changes", []), list[p.RowChange], strict=False))
        self._read_as, self._waits = ("", {}), True

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        self.use_file(Path(next(url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile())))
        event.acceptProposedAction()

    def _look_again(self) -> None:
        if self.data.text and not self._waits:
            self.look()

    def _config(self) -> TrainConfig:
        return from_values({"context": self._context, **self.mapping.settings()})

    def _on_path(self) -> None:
        if not self._read_as[0]:
            self.rows.changes.clear()  # restored for another file, which was never read
        self._waits, self._hands_on, self._saved = False, False, ""
        self.mapping.forget()
        self._understood = p.Understood()
        self.parts.show_tab(0)
        self._settled.start()

    def _path(self) -> str:
        return str(Path(self.data.text).expanduser().resolve())

    def _on_understood(self, understood: p.Understood) -> None:
        self._understood = understood
        self.parts.show_understood(understood)
        self.parts.source.offer_questions(understood.format)
        if self._rewords:
            self._rewords = False
            self.ask_questions()
        data = Path(self._path())
        self.rows.name_places(by_row=understood.numbered_by_row, with_file=data.is_dir() or is_archive(data))
        self.mapping.show_understood(understood)
        self.mapping.show()

    def _on_failed(self, failure: p.Failed, of: str) -> None:
        self._counts = self._rewords = self._hands_on = False
        if of == "inspect":
            self.use.setEnabled(False)
        if of == "rows":
            self.rows.stop_waiting()
        if failure.code == "data.changed":
            self.rows.changes.clear()
        can_be_corrected = not self.mapping.isHidden()
        said = told(failure)
        if of == "inspect" and can_be_corrected:
            self.mapping.change.setChecked(True)
        title = tr("It was not saved") if of == "clean" else tr("This cannot be used as it is")
        self.parts.show_failure(title, said)
        if failure.code == "data.bad-encoding" and self.mapping.isHidden():
            self.mapping.show_encoding_only()

    def _on_rows(self, rows: list[p.PreviewRow], start: int, more: bool) -> None:
        if start:
            self.rows.add_rows(rows, more)
        else:
            self.rows.show_rows(rows, more, self._row)
            self._row = 0

    def _on_inspected(self, job: BackgroundJob) -> None:
        result = job.result
        assert isinstance(result, p.InspectResult)
        self._result, self._counts = result, False
        self.parts.show_data()
        model = tr("the sample model") if self._model == str(paths.SAMPLE_MODEL) else Path(self._model).name
        self.parts.show_result(result, job.notices, Path(self._path()), model)
        self.use.setEnabled(True)
        self.parts.save.setEnabled(True)
        self._say_foot()
        goes_on, self._hands_on = self._hands_on and not any(result.dropped.values()), False
        if goes_on and self.isVisible():
            self.submit()

    def _on_change(self, row: p.PreviewRow) -> None:
        """Read the changed row again and recount the file."""
        change, changes = self.rows.changes.of(row), self.rows.changes.all()
        if change is None or not change.leave_out:
            self.reading.read_again(row.place, changes)
        self._changed.start()
        self._counts = True
        self._say_foot()

    def _count_changes(self) -> None:
        self.reading.inspect(self._config(), self.rows.changes.all(), quietly=self._result is not None)

    def _say_foot(self) -> None:
        said = changed(len(self.rows.changes), self.rows.changes.n_left_out)
        said += tr(" Counting…") if self._counts and said else ""
        self.parts.foot.show_path(said or self._saved)

    def _to_save(self) -> tuple[Path, dict[str, str], tuple[p.RowChange, ...], str]:
        return Path(self._path()), self.mapping.settings(), self.rows.changes.all(), self._understood.format

    def _save(self) -> None:
        self.rows.view.editor.finish()
        self.saving.ask(*self._to_save())

    def _on_saved(self, path: str, settings: dict[str, str], said: str, is_used: bool) -> None:
        """Show the new file from now on, and train on it."""
        self.data.set_path(Path(path))
        self.mapping.restore(settings)
        self.look()
        self._saved = said
        if is_used:
            self.use_requested.emit(path, settings)

    def _reset(self) -> None:
        self._result, self._counts = None, False
        self.rows.forget()
        self.parts.show_no_result()
        self.use.setEnabled(False)
        self.parts.save.setEnabled(False)
        self.parts.source.questions.hide()
        if not self.data.text:
            self.mapping.hide()

    def _read_rows(self, start: int) -> None:
        if self._read_as[0]:
            self.rows.view.editor.finish()
            self.reading.read_rows(start, self.rows.wanted, self.rows.changes.all(), doubted=self.rows.only_doubted)

    def _recount(self) -> None:
        if self._result is not None:
            self.parts.card.wait()
            self.use.setEnabled(False)
            self.reading.inspect(self._config(), self.rows.changes.all())

    def _connect(self) -> None:
        self._settled.timeout.connect(self.look)
        self._changed.timeout.connect(self._count_changes)
        self.data.changed.connect(self._on_path)
        self.mapping.changed.connect(self.look)
        self.mapping.recount.connect(self._recount)
        self.parts.guide.chat_sample.clicked.connect(lambda: self.use_file(SAMPLE_DATA))
        self.parts.guide.text_sample.clicked.connect(lambda: self.use_file(SAMPLE_TEXT))
        self.parts.source.questions.clicked.connect(self.ask_questions)
        self.rows.more_wanted.connect(lambda: self._read_rows(self.rows.n_rows))
        self.rows.searched.connect(lambda: self._read_rows(0))
        self.rows.changed.connect(self._on_change)
        self.reading.working.connect(self.parts.watch)
        self.reading.understood.connect(self._on_understood)
        self.reading.rows.connect(self._on_rows)
        self.reading.again.connect(self.rows.replace_row)
        self.reading.inspected.connect(self._on_inspected)
        self.saving.saved.connect(self._on_saved)
        self.reading.failed.connect(self._on_failed)
        self.strip.cancelled.connect(self.reading.give_up)
        self.strip.cancelled.connect(self.rows.stop_waiting)
        self.parts.again.clicked.connect(self.look)
        self.parts.save.clicked.connect(self._save)
        self.use.clicked.connect(self.submit)
        on_ctrl_enter(self, self.submit)
