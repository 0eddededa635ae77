"""The queue: what is trained now, what follows, what failed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QLabel, QStackedLayout, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import BODY, GRID, use_tabular_figures
from app.pages.runs import queue_texts as texts
from app.widgets.controls import Card, IconButton, PathLabel, ShareBar, dim_label
from app.widgets.letters import CheckBox
from app.widgets.two_line_list import Row, TwoLineList
from app.workers.helpers import Helpers
from app.workers.queue import RunQueue
from app.workers.queue_file import Entry
from app.workers.sessions import Sessions
from core.base.language import tr

REDRAW_MS = 500


class QueueView(QWidget):
    """Signals:
    open_requested: the folder of a run to show. train_wanted: something to put into the queue.
    """

    open_requested = Signal(Path)
    train_wanted = Signal()

    def __init__(self, queue: RunQueue, sessions: Sessions, helpers: Helpers) -> None:
        super().__init__()
        self._queue, self._sessions, self._helpers = queue, sessions, helpers
        self._shown: list[tuple[str, str]] = []
        self.now = _Now()
        self.rest = QLabel(wordWrap=True)
        self.go = IconButton(tr("&Start the queue"), "mdi6.play", primary=True)
        self.helped = CheckBox(tr("Ot&her computers help with the queue"))
        self.list = _Rows(tr("Runs that wait"))
        self.up = IconButton(tr("&Up"), "mdi6.arrow-up")
        self.down = IconButton(tr("&Down"), "mdi6.arrow-down")
        self.first = IconButton(tr("Train this &now"), "mdi6.play-outline")
        self.again = IconButton(tr("Tr&y again"), "mdi6.refresh")
        self.look = IconButton(tr("Loo&k at it"), "mdi6.chart-line")
        self.remove = IconButton(tr("Re&move"), "mdi6.close")
        self.add = IconButton(tr("&Begin with a model"), "mdi6.play", primary=True)
        self._going = False
        self.foot, self._buttons = QWidget(), QWidget()  # the page has a place for them
        self._arrange()
        self._redraw = QTimer(self, interval=REDRAW_MS, singleShot=True)
        self._redraw.timeout.connect(self._show_progress)
        self._connect()

    def refresh(self) -> None:
        """Show the queue as it is now."""
        self._show_progress()
        self.helped.setVisible(bool(self._helpers.computers.known))
        self.helped.setChecked(self._helpers.wanted)
        self.rest.setText(texts.rest(self._queue, self._sessions.active is not None))
        self._going = not self._queue.rest.value
        if self._going:
            self.go.set_look(tr("&Pause the queue"), "mdi6.pause")
        else:
            self.go.set_look(texts.go(self._queue), "mdi6.play")
        self.go.setEnabled(bool(self._queue.waiting))
        is_empty = not (self._queue.entries or self._helpers.at_work) and self._sessions.active is None
        self._layers.setCurrentIndex(0 if is_empty else 1)
        self._buttons.setVisible(not is_empty)
        self._suit()

    def choose_newest(self) -> None:
        """Choose the run that was added last; Enter does nothing to it."""
        self.list.setCurrentRow(len(self._queue.waiting) - 1)
        self.list.setFocus()

    def _show_progress(self) -> None:
        self._show_now()
        self._show_rows()

    def _show_now(self) -> None:
        active = self._sessions.active
        self.now.setVisible(active is not None)
        if active is not None:
            share, words = texts.how_far(active)
            self.now.show_run(active.run.title, share, words)

    def _show_rows(self) -> None:
        """Rebuilt only where it says something else: what is being dragged or selected stays."""
        helped = [Row(f"⇄ {one.entry.title}", texts.helped_facts(one), "", one.entry) for one in self._helpers.at_work]
        own = [*self._queue.waiting, *self._queue.failed]
        rows = helped + [Row(texts.name(entry, at), texts.facts(entry), "", entry) for at, entry in enumerate(own)]
        entries = [row.value for row in rows]
        if [(row.name, row.facts) for row in rows] != self._shown:
            self._shown = [(row.name, row.facts) for row in rows]
            chosen = self.list.value
            at = next((i for i, entry in enumerate(entries) if entry is chosen), min(0, len(entries) - 1))
            self.list.show_rows(rows, at)

    def _suit(self) -> None:
        entry: Entry | None = self.list.value
        waiting = self._queue.waiting
        waits = entry is not None and entry.state == "waiting"
        at = next((i for i, other in enumerate(waiting) if other is entry), -1)
        self.up.setEnabled(waits and at > 0)
        self.down.setEnabled(waits and at < len(waiting) - 1)
        self.first.setEnabled(waits and self._sessions.active is None)
        self.again.setEnabled(entry is not None and entry.state == "failed")
        self.look.setEnabled(entry is not None and (entry.folder / "run.json").exists())
        self.remove.setEnabled(entry is not None)

    def _on_go(self) -> None:
        self._queue.hold() if self._going else self._queue.go_on()

    def _with_entry(self, key: str) -> None:
        entry: Entry | None = self.list.value
        if entry is None:
            return
        match key:
            case "up" | "down":
                self._queue.move(entry, -1 if key == "up" else 1)
            case "first":
                self._queue.start_now(entry)
            case "again":
                self._queue.try_again(entry)
            case "look":
                self.open_requested.emit(entry.folder)
            case "remove" if self._helpers.help_with(entry):
                self._helpers.remove(entry)
            case "remove":
                self._queue.remove(entry)

    def _on_dragged(self) -> None:
        self._shown = []
        self._queue.reorder([entry for entry in self.list.values() if entry.state == "waiting"])
        self.refresh()

    def _connect(self) -> None:
        self._queue.changed.connect(self.refresh)
        self._helpers.changed.connect(self._on_progress)
        self._helpers.computers.changed.connect(self.refresh)
        self.helped.clicked.connect(self._helpers.want)
        self._sessions.ended.connect(self.refresh)
        self._sessions.began.connect(self._follow)
        self._follow()
        self.list.chosen.connect(lambda _entry: self._suit())
        self.list.model().rowsMoved.connect(lambda *_: QTimer.singleShot(0, self, self._on_dragged))
        self.go.clicked.connect(self._on_go)
        self.now.look.clicked.connect(self._look_at_now)
        self.add.clicked.connect(self.train_wanted)
        for key in ("up", "down", "first", "again", "look", "remove"):
            button: IconButton = getattr(self, key)
            button.clicked.connect(lambda _checked=False, key=key: self._with_entry(key))

    def _follow(self) -> None:
        if self._sessions.active is not None:
            self._sessions.active.changed.connect(self._on_progress)
        self.refresh()

    def _on_progress(self) -> None:
        if self.isVisible() and not self._redraw.isActive():
            self._redraw.start()

    def _look_at_now(self) -> None:
        if self._sessions.active is not None:
            self.open_requested.emit(self._sessions.active.run.folder)

    def _arrange(self) -> None:
        said = QLabel(texts.EMPTY, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        empty = layouts.column(..., said, layouts.centred(self.add), ..., gap=2 * GRID)
        full = layouts.column(self.now, self.rest, layouts.left(self.helped), (self.list, 1), gap=2 * GRID)
        self._layers = QStackedLayout(self)
        self._layers.setContentsMargins(0, 0, 0, 0)
        for layer in (empty, full):
            self._layers.addWidget(layouts.panel(layer))
        each = self.up, self.down, self.first, self.again, self.look, self.remove
        self._buttons.setLayout(Flow(GRID, *each, at_end=self.go))
        layouts.row(self._buttons, inside=self.foot)


class _Now(Card):
    """The run that is trained, wherever it was started."""

    def __init__(self) -> None:
        super().__init__(tr("Training now"))
        self.name = PathLabel(pixels=BODY)
        self.words = dim_label()
        use_tabular_figures(self.words)
        self.bar = ShareBar(tr("Progress of the run that is trained"))
        self.look = IconButton(tr("L&ook at it now"), "mdi6.chart-line")
        self.put(layouts.row((self.name, 1), self.words, self.look, gap=2 * GRID), self.bar)

    def show_run(self, title: str, share: float, words: str) -> None:
        self.name.show_path(title)
        self.words.setText(words)
        self.bar.show_share(share)


class _Rows(TwoLineList):
    """Their order is changed by dragging, too."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
