"""Name runs and note on them, tidy them, move them to the bin and back; and the menu of all actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QMenu, QPlainTextEdit, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.runs import texts
from app.pages.runs.disk_use import spare_of, tidy_all
from app.pages.runs.listed_run import ListedRun
from app.widgets.controls import IconButton, caption_of, dim_label, section_title, text_field
from app.widgets.message_bar import MessageBar
from app.workers.bin import Binned, paths_to_the_bin, put_back
from app.workers.thread_call import in_thread
from core.base.errors import LuthierError
from core.base.language import tr
from core.runs.compare import MOST_COMPARED
from core.runs.disk import delete_for_good, movable, require_deletable, trained_on_files_of
from core.runs.run import Run, RunNotes, own_title, tags_in


class RunDeeds(QWidget):
    """Never shown itself; its questions stand over it. message: where it says what went wrong.

    Signals:
        changed: runs are not as they were listed. gone: the folder of a run that is in the bin, or deleted.
    """

    changed = Signal()
    gone = Signal(Path)

    def __init__(self, parent: QWidget, message: MessageBar) -> None:
        super().__init__(parent)
        self.hide()
        self._message = message
        self._moving = False

    def edit(self, listed: ListedRun) -> None:
        """Ask for a run's name, tags and notes."""
        written = NotesDialog(listed, self).ask()
        if written is None or written == listed.notes:
            return
        try:
            listed.run.write_notes(written)
        except LuthierError as error:
            self._message.say("bad", tr("This could not be saved"), str(error))
        self.changed.emit()

    def tidy(self, chosen: Sequence[ListedRun]) -> None:
        """Keep the newest and the best checkpoint of each; what can go is measured first."""
        folders = [run.folder for run in chosen if run.status != "running"]
        call = in_thread(lambda: spare_of(folders), lambda spare: self._ask_to_tidy(folders, spare), self)
        call.failed.connect(lambda error: self._message.say("bad", tr("A run cannot be read"), str(error)))

    def delete(self, chosen: Sequence[ListedRun]) -> None:
        """Move runs to the bin, which can be undone; if there is none, delete them after a question."""
        training = [run for run in chosen if run.status == "running"]
        if training:
            self._message.say("bad", tr("A run that is training cannot be deleted"), texts.in_training(training))
        elif chosen:
            folders = [run.folder for run in chosen]
            pupils = list[str]()

            def work() -> Binned:
                pupils[:] = pupils_of(folders)
                return to_the_bin(folders)

            self._move(work, lambda moved: self._on_binned(moved, chosen, pupils))

    def _ask_to_tidy(self, folders: list[Path], spare: int) -> None:
        if not spare:
            self._message.say("info", tr("Nothing can go"), texts.NOTHING_SPARE)
        elif texts.tidy_question(spare).ask(self):
            call = in_thread(lambda: tidy_all(folders), self._on_tidied, self)
            call.failed.connect(lambda error: self._on_tidied((0, [str(error)])))

    def _on_tidied(self, done: tuple[int, list[str]]) -> None:
        freed, trouble = done
        if trouble:
            self._message.say("bad", texts.freed(freed), "\n".join(trouble))
        else:
            self._message.tell(texts.freed(freed))
        self.changed.emit()

    def _on_binned(self, result: Binned, chosen: Sequence[ListedRun], pupils: Sequence[str]) -> None:
        """pupils: other runs that are trained on files of these."""
        self._finish(result)
        for folder, _ in result.moved:
            self.gone.emit(folder)
        if result.moved:
            undo = lambda: self._move(lambda: put_back(result.moved), self._finish)  # noqa: E731
            gone = [run for run in chosen if run.folder in dict(result.moved)]
            actions = [(tr("&Undo"), "mdi6.undo", undo)] if result.can_go_back else []
            self._message.tell(texts.moved(gone, pupils), *actions)
        left = [run for run in chosen if run.folder in result.left]
        if left and texts.no_bin_question(left, pupils).ask(self):
            self._move(lambda: for_good([run.folder for run in left]), lambda moved: self._on_deleted(moved, left))

    def _on_deleted(self, result: Binned, chosen: Sequence[ListedRun]) -> None:
        for run in chosen:
            if not run.folder.exists():
                self.gone.emit(run.folder)
        self._finish(result)

    def _finish(self, result: Binned) -> None:
        if result.trouble:
            self._message.say("bad", tr("Some of it could not be done"), "\n".join(result.trouble))
        self.changed.emit()

    def _move(self, work: Callable[[], Binned], then: Callable[[Binned], None]) -> None:
        """One thing at a time: they may be about the same folders."""
        if not self._moving:
            self._moving = True
            call = in_thread(work, lambda result: self._on_moved(result, then), self)
            call.failed.connect(lambda error: self._on_moved(Binned([], [], [str(error)]), self._finish))

    def _on_moved(self, result: Binned, then: Callable[[Binned], None]) -> None:
        self._moving = False
        then(result)


class NotesDialog(QDialog):
    """Asks for a run's name, tags and notes. `ask` returns them, or None."""

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
        layout = layouts.column(section_title(listed.title), inside=self, gap=GRID, margins=layouts.PAGE_MARGINS)
        for label, field in (
            (tr("&Name"), self.title),
            (tr("&Tags, with commas between"), self.tags),
            (tr("N&otes"), self.notes),
        ):
            layouts.put(layout, caption_of(label, field), field)
        layout.addWidget(dim_label(tr("The run's folder keeps its name.")))
        layout.addSpacing(GRID)
        layout.addLayout(layouts.row(..., self.back, self.save, gap=GRID))
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


def to_the_bin(folders: list[Path]) -> Binned:
    """Move runs to the bin, which takes a while on a slow disk: for a thread. A run that is being trained stays, and
    one in whose folder a user keeps something.
    """
    result = Binned([], [], [])
    for folder in folders:
        try:
            require_deletable(Run(folder))
            with movable(Run(folder)):
                one = paths_to_the_bin([folder])
        except LuthierError as error:
            result.trouble.append(str(error))
            continue
        result.moved.extend(one.moved)
        result.left.extend(one.left)
    return result


def pupils_of(folders: list[Path]) -> list[str]:
    """Return the titles of the other runs that are trained on files of these. Reads all runs: for a thread."""
    return [run.title for run in trained_on_files_of(folders)]


def for_good(folders: list[Path]) -> Binned:
    """Delete runs without a bin."""
    result = Binned([], [], [])
    for folder in folders:
        try:
            delete_for_good(Run(folder))
        except LuthierError as error:
            result.trouble.append(str(error))
    return result


@dataclass(frozen=True)
class _Entry:
    key: str
    text: str
    shortcut: str = ""
    line_before: bool = False


_ENTRIES = (
    _Entry("open", tr("&Open")),
    _Entry("resume", tr("&Resume from where it stopped")),
    _Entry("later", tr("Resume &later, in the queue")),
    _Entry("chat", tr("&Chat with it")),
    _Entry("assess", tr("Is it &better?…")),
    _Entry("export", tr("&Export…")),
    _Entry("further", tr("&Train more, with other data…")),
    _Entry("duplicate", tr("A&gain, with other settings…"), line_before=True),
    _Entry("compare", tr("Co&mpare")),
    _Entry("sweep", tr("Show its s&weep")),
    _Entry("edit", tr("&Name, tags and notes…"), "F2", line_before=True),
    _Entry("folder", tr("Open the &folder")),
    _Entry("tidy", tr("Delete &spare checkpoints…")),
    _Entry("delete", tr("Move to the b&in"), "Del"),
    _Entry("browse", tr("Open a run from &another folder…"), line_before=True),
    _Entry("columns", tr("Columns of the list…")),
)


class RunMenu(QMenu):
    """`actions_by` has each by its key; the page connects them."""

    def __init__(self, shortcuts_in: QWidget) -> None:
        super().__init__(shortcuts_in)
        self.actions_by: dict[str, QAction] = {}
        for entry in _ENTRIES:
            if entry.line_before:
                self.addSeparator()
            action = self.addAction(entry.text)
            if entry.shortcut:
                action.setShortcut(QKeySequence(entry.shortcut))
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcuts_in.addAction(action)
            self.actions_by[entry.key] = action

    def suit(self, chosen: list[ListedRun], blocked: str) -> None:
        """Offer what makes sense for these. blocked: why no run can begin now."""
        one = chosen[0] if len(chosen) == 1 else None
        at_rest = [run for run in chosen if run.status != "running"]
        allowed = {
            "open": one is not None,
            "resume": one is not None and one.can_resume and not blocked,
            "later": bool(chosen) and all(run.can_resume for run in chosen),
            "chat": one is not None and one.has_adapter,
            "assess": len(chosen) in (1, 2) and all(run.has_adapter for run in chosen),
            "export": one is not None and one.has_adapter,
            "further": one is not None and one.has_adapter,
            "duplicate": one is not None,
            "compare": 2 <= len(chosen) <= MOST_COMPARED,
            "sweep": one is not None and one.info.sweep is not None,
            "edit": one is not None and not one.trouble,
            "folder": one is not None,
            "tidy": bool(at_rest),
            "delete": bool(chosen),
        }
        for key, action in self.actions_by.items():
            action.setVisible(allowed.get(key, True))  # what is not seen is off, too
