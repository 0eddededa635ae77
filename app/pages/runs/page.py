"""The Runs page: what was trained, to look at again, go on with, compare, tidy up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.runs import queue_texts
from app.pages.runs.listed_run import ListedRun, Reading, read_all
from app.pages.runs.run_actions import RunDeeds, RunMenu
from app.pages.runs.run_rows import KEYS
from app.pages.runs.run_table import RunList
from app.widgets.controls import IconButton, page_title, scrolled
from app.widgets.message_bar import MessageBar
from app.widgets.path_picker import open_folder
from app.widgets.question import Question
from app.widgets.view_switch import ViewSwitch
from app.workers.computers import on_computer
from app.workers.helpers import Helpers
from app.workers.queue import RunQueue
from app.workers.sessions import Sessions
from app.workers.thread_call import Reader, in_thread
from core.base import settings
from core.base.language import tr
from core.protocol import ResumeJob
from core.runs.compare import MOST_COMPARED, Compared, read_compared
from core.runs.summary import FiguresCache

if TYPE_CHECKING:
    from app.pages.runs.compare_view import CompareView
    from app.pages.runs.disk_view import DiskView
    from app.pages.runs.queue_view import QueueView
    from app.pages.runs.sweeps_view import SweepsView


FEW = 8  # runs, that are found without a filter
REFRESH_MS = 2000  # while a run that is shown is being trained
VIEWS = [
    ("runs", tr("&List"), "mdi6.format-list-bulleted"),
    ("queue", tr("&Queue"), "mdi6.tray-full"),
    ("disk", tr("D&isk"), "mdi6.harddisk"),
]


class RunsPage(QWidget):
    """Signals:
    open_requested, resume_requested, duplicate_requested, further_requested: the folder of a run.
    chat_requested, export_requested, assess_requested: that, and "" for its newest adapter.
    assess_both_requested: the folders of two runs, the newer first.
    train_wanted: the first step, where there are no runs yet.
    models_wanted: what takes room there.
    idle: what other computers did here has ended.
    """

    open_requested = Signal(Path)
    resume_requested = Signal(Path)
    duplicate_requested = Signal(Path)
    further_requested = Signal(Path)
    chat_requested = Signal(Path, str)
    export_requested = Signal(Path, str)
    assess_requested = Signal(Path, str)
    assess_both_requested = Signal(Path, Path)
    train_wanted = Signal()
    models_wanted = Signal()
    idle = Signal()

    def __init__(self, queue: RunQueue, sessions: Sessions, helpers: Helpers) -> None:
        super().__init__()
        self._queue, self._sessions, self._helpers = queue, sessions, helpers
        self._blocked = ""
        self._wanted: dict[str, Any] | None = None  # of an earlier session, until the runs are read
        self.message = MessageBar()
        self.list = RunList()
        self.table, self.filter = self.list.table, self.list.filter
        self.deeds = RunDeeds(self, self.message)
        self.views = ViewSwitch(tr("View"), VIEWS)
        self.menu = RunMenu(self.table)
        self.actions_button = IconButton(tr("&Actions"), "mdi6.dots-horizontal")
        self.compare = IconButton(tr("Co&mpare"), "mdi6.chart-multiline")
        self.open = IconButton(tr("&Open"), "mdi6.chart-line", primary=True)
        self._arrange()
        self._cache = FiguresCache()
        self.reader = Reader(self)
        self.reader.partly.connect(self._on_partly)
        self.reader.done.connect(self._on_read)
        self.reader.failed.connect(lambda error: self.message.say_error(tr("The runs cannot be read"), error))
        self._refresh = QTimer(self, interval=REFRESH_MS, singleShot=True)
        self._refresh.timeout.connect(self.refresh)
        self._connect()
        self._suit()
        self._show_view("runs")

    def shown(self) -> None:
        """Read the runs folder again."""
        self._show_counts()
        self._read()

    def refresh(self) -> None:
        """Read the runs again, where somebody sees them."""
        if self.isVisible():
            self._read()

    def _read(self) -> None:
        cache = self._cache
        self.reader.start(lambda tell: read_all(cache, tell))

    def block(self, reason: str) -> None:
        """Keep other runs from going on. They can be looked at beside one that does."""
        if reason == self._blocked:
            return
        self._blocked = reason
        if "disk" in self._stack.by:
            self.disk.block(reason)
        self._suit()
        self.refresh()

    @property
    def busy(self) -> bool:
        """Whether other computers train runs of the queue."""
        return bool(self._helpers.at_work)

    @property
    def warning(self) -> Question | None:
        return queue_texts.helped(len(self._helpers.at_work)) if self.busy else None

    def shut_down(self) -> None:
        self._helpers.stop()

    is_at_work = False  # helpers and the queue are the window's

    def hand_on(self, page: RunsPage) -> None:
        """Hand on nothing: the other reads the runs again."""

    def state(self) -> dict[str, Any]:
        look, words = self.table.look_of_it(), self.filter.text()
        return {"table": look, "filter": words, "view": self.views.key, "helped": self._helpers.wanted}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` gave; what is old or wrong is passed over."""
        table, words = state.get("table"), state.get("filter")
        if isinstance(table, dict):
            self.table.restore(table)
            self._wanted = table
        if isinstance(words, str):
            self.filter.setText(words)
        if state.get("helped") is True:  # else it may be wanted since
            self._helpers.want(True)
        if state.get("view") in self.views.buttons:
            self._show_view(state["view"])

    def show_queue(self) -> None:
        """Show what waits to be trained."""
        self._show_view("queue")

    def show_added(self) -> None:
        """Show what has just been put into the queue."""
        self._show_view("queue")
        self.queue.choose_newest()

    @cached_property
    def queue(self) -> QueueView:
        """The queue's view, made when it is first wanted, as are the views below."""
        from app.pages.runs.queue_view import QueueView

        view = QueueView(self._queue, self._sessions, self._helpers)
        view.train_wanted.connect(self.train_wanted)
        view.open_requested.connect(self.open_requested)
        return self._stack.hold("queue", view, view.foot)

    def show_sweep(self, name: str) -> None:
        """Show the trainings of one sweep, side by side."""
        self._show_view("sweeps")
        self.sweeps.show_sweep(name)

    def _show_sweep_of(self, run: ListedRun) -> None:
        if run.info.sweep is not None:
            self.show_sweep(run.info.sweep.name)

    @cached_property
    def sweeps(self) -> SweepsView:
        from app.pages.runs.sweeps_view import SweepsView

        view = SweepsView()
        view.left.connect(lambda: self._show_view("runs"))
        view.open_requested.connect(self.open_requested)
        view.chat_requested.connect(lambda folder: self.chat_requested.emit(folder, ""))
        view.failed.connect(lambda error: self.message.say_error(tr("The runs cannot be read"), error))
        return self._stack.hold("sweeps", view)

    @cached_property
    def disk(self) -> DiskView:
        from app.pages.runs.disk_view import DiskView

        view = DiskView()
        view.block(self._blocked)
        view.largest_wanted.connect(self._show_largest)
        view.models_wanted.connect(self.models_wanted)
        view.changed.connect(self._read)
        return self._stack.hold("disk", view)

    @cached_property
    def comparison(self) -> CompareView:
        from app.pages.runs.compare_view import CompareView

        view = CompareView()
        view.left.connect(lambda: self._show_view("runs"))
        view.failed.connect(lambda words: self.message.say("bad", tr("This could not be saved"), words))
        view.saved.connect(
            lambda file: self.message.tell(tr("{name} is in the folder {parent}.", name=file.name, parent=file.parent))
        )
        return self._stack.hold("compare", view)

    def _show_view(self, key: str) -> None:
        if key == "queue":
            self.queue.refresh()
        if key == "disk":
            self.disk.refresh()
        if key == "sweeps":
            self.sweeps.refresh()
        self._stack.show_only(key)
        self._show_filter()
        if key in self.views.buttons:
            self.views.choose(key)

    def _show_filter(self) -> None:
        """Show the filter if the list is long."""
        is_of_use = len(self.table.rows.runs) > FEW or bool(self.filter.text())
        self.filter.setVisible(is_of_use and not self.list.isHidden())

    def _show_largest(self) -> None:
        self.table.want_column("size", wanted=True)
        self.table.sortByColumn(KEYS.index("size"), Qt.SortOrder.DescendingOrder)
        self._show_view("runs")

    def _show_counts(self) -> None:
        if self.isVisible():
            self.views.name("queue", queue_texts.tab(self._queue))

    def _on_helped(self) -> None:
        self.refresh()
        if not self.busy:
            self.idle.emit()

    def _compare(self) -> None:
        chosen = self.table.selected
        if 2 <= len(chosen) <= MOST_COMPARED:
            call = in_thread(lambda: read_compared([one.run for one in chosen]), self._show_compared, self)
            call.failed.connect(lambda error: self.message.say("bad", tr("They cannot be compared"), str(error)))

    def _show_compared(self, compared: list[Compared]) -> None:
        self.comparison.show_runs(compared)
        self._show_view("compare")

    def _assess(self) -> None:
        """Assess one run against its base, or two against each other."""
        chosen = sorted(self.table.selected, key=lambda run: run.info.created, reverse=True)
        if len(chosen) == 1:
            self.assess_requested.emit(chosen[0].folder, "")
        elif len(chosen) == 2:
            self.assess_both_requested.emit(chosen[0].folder, chosen[1].folder)

    def _resume_later(self) -> None:
        """Queue all selected runs, in the order of the list."""
        for listed in self.table.selected:
            self._queue.add(ResumeJob(run=str(listed.folder), on=on_computer(listed.info.on)), listed.title)
        self.show_added()

    def _on_partly(self, reading: Reading) -> None:
        """Show a first look, rather than nothing."""
        if len(reading.runs) > len(self.table.rows.runs):
            self.list.show_runs(reading.runs)

    def _on_read(self, reading: Reading) -> None:
        self.list.show_runs(reading.runs)
        if reading.unreadable:
            self.message.say("bad", tr("A run cannot be read"), "\n".join(reading.unreadable))
        if self._wanted is not None:
            folders = self._wanted.get("selected")
            self._wanted = None
            if isinstance(folders, list):
                self.table.select(Path(folder) for folder in folders if isinstance(folder, str))
        if not self.table.selected and self.table.rows.rowCount():
            self.table.select(self.table.rows.folders()[:1])
        self._suit()
        if "sweeps" in self._stack.by and self.sweeps.isVisible():
            self.sweeps.refresh()
        is_beginning = self._sessions.active is not None  # its folder may not be there yet
        if is_beginning or any(run.status == "running" for run in reading.runs):
            self._refresh.start()

    def _suit(self) -> None:
        chosen = self.table.selected
        self.menu.suit(chosen, self._blocked)
        actions = self.menu.actions_by
        self.open.setEnabled(actions["open"].isEnabled())
        self.compare.setEnabled(actions["compare"].isEnabled())
        self.compare.setVisible(len(chosen) > 1)
        self._show_filter()

    def _with_one(self, action: Callable[[ListedRun], object]) -> Callable[[], None]:
        def act() -> None:
            if len(self.table.selected) == 1:
                action(self.table.selected[0])

        return act

    def _show_menu_at(self, point: QPoint) -> None:
        self.table.setFocus()  # so that the keys that stand in it work afterwards, too
        self.menu.popup(point)

    def _show_menu(self, menu: QMenu) -> None:
        """Show a menu above its button, which is at the foot of the page."""
        above = QPoint(0, -menu.sizeHint().height())
        menu.popup(self.actions_button.mapToGlobal(above))

    def _browse(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Choose a run folder"), str(settings.runs_dir()))
        if folder:
            self.open_requested.emit(Path(folder))

    def _connect(self) -> None:
        self.table.chosen.connect(self._suit)
        self.table.opened.connect(self._with_one(lambda run: self.open_requested.emit(run.folder)))
        self.table.menu_wanted.connect(self._show_menu_at)
        self.list.start.clicked.connect(self.train_wanted)
        self.views.chosen.connect(self._show_view)
        self.deeds.changed.connect(self._read)
        self.deeds.gone.connect(self._queue.remove_run)
        self._queue.changed.connect(self._show_counts)
        self._sessions.ended.connect(self._show_counts)
        self._helpers.ended.connect(self._on_helped)
        self.open.clicked.connect(self.table.opened)
        self.actions_button.clicked.connect(lambda: self._show_menu(self.menu))
        self.compare.clicked.connect(self._compare)
        do: dict[str, Callable[[], None]] = {
            "open": self.table.opened.emit,
            "resume": self._with_one(lambda run: self.resume_requested.emit(run.folder)),
            "later": self._resume_later,
            "chat": self._with_one(lambda run: self.chat_requested.emit(run.folder, "")),
            "export": self._with_one(lambda run: self.export_requested.emit(run.folder, "")),
            "assess": self._assess,
            "further": self._with_one(lambda run: self.further_requested.emit(run.folder)),
            "duplicate": self._with_one(lambda run: self.duplicate_requested.emit(run.folder)),
            "compare": self._compare,
            "sweep": self._with_one(self._show_sweep_of),
            "tidy": lambda: self.deeds.tidy(self.table.selected),
            "edit": self._with_one(self.deeds.edit),
            "folder": self._with_one(lambda run: open_folder(run.folder, self.message)),
            "delete": lambda: self.deeds.delete(self.table.selected),
            "browse": self._browse,
            "columns": lambda: self._show_menu(self.table.columns_menu()),
        }
        for key, action in do.items():
            self.menu.actions_by[key].triggered.connect(lambda _checked=False, action=action: action())

    def _arrange(self) -> None:
        foot = layouts.panel(Flow(GRID, self.actions_button, self.compare, at_end=self.open))
        self._stack = Views(self.message)
        self._stack.hold("runs", self.list, foot)
        layouts.page(self, Flow(2 * GRID, page_title(tr("Runs")), self.views, at_end=self.filter), (self._stack, 1))


_V = TypeVar("_V", bound=QWidget)


class Views(QWidget):
    """The views of the Runs page in one place, of which one is seen; each comes when it is first wanted.

    by: the views by their keys, which scroll; the buttons of each stand below.
    """

    def __init__(self, above: QWidget) -> None:
        """above: what stands over them all."""
        super().__init__()
        self.by: dict[str, QWidget] = {}
        self._feet: dict[str, QWidget] = {}
        content = QWidget()
        self._inside = layouts.column(above, inside=content, gap=2 * GRID)
        self._whole = layouts.column((scrolled(content), 1), inside=self, gap=2 * GRID)

    def hold(self, key: str, view: _V, foot: QWidget | None = None) -> _V:
        """Take a view in; it is not seen before `show_only`."""
        self.by[key] = view
        self._inside.addWidget(view, 1)
        if foot is not None:
            self._feet[key] = foot
            self._whole.addWidget(foot)
        return view

    def show_only(self, key: str) -> None:
        for name, widget in (*self.by.items(), *self._feet.items()):
            widget.setVisible(name == key)
