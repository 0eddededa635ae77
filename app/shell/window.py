"""The window: a side bar, its pages, and the one training that may be going on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMainWindow, QMessageBox, QStackedWidget, QVBoxLayout, QWidget

from app.look.theme import GRID
from app.pages.data.page import DataPage
from app.pages.models.page import ModelsPage
from app.pages.monitor.page import MonitorPage
from app.pages.runs.page import RunsPage
from app.pages.train.page import TrainPage
from app.shell.manners import Manners
from app.widgets.controls import IconButton, section_title
from app.workers.run_session import Session
from core.shared import runs
from core.shared.errors import LuthierError
from core.shared.protocol import LocalModel, TrainJob

BUSY = "A run is going on. It has to end first: see Monitor."


class MainWindow(QMainWindow):
    """Holds the pages together. `active` is the session whose worker runs, `monitor.session` the one on screen."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Luthier")
        self.setMinimumSize(QSize(600, 288))  # fits 1280x720 at twice the scale, panels and all
        self.active: Session | None = None
        self._closing = False
        Manners(self)
        self.models, self.data, self.train = ModelsPage(), DataPage(), TrainPage()
        self.monitor, self.runs = MonitorPage(), RunsPage()
        self._pages = QStackedWidget()
        self._buttons = QButtonGroup(self, exclusive=True)
        self._arrange()
        self.models.use_requested.connect(self.use_model)
        self.models.idle.connect(self._close_when_idle)
        self.data.use_requested.connect(self.use_data)
        self.data.model_wanted.connect(lambda: self.show_page(self.models))
        self.train.start_requested.connect(self.start_training)
        self.monitor.resume_requested.connect(self.resume)
        self.monitor.settings_wanted.connect(lambda: self.show_page(self.train))
        self.runs.open_requested.connect(self.open_run)
        self.show_page(self.train)
        self._mention_interrupted_run()

    def show_page(self, page: QWidget) -> None:
        """Bring a page to the front."""
        index = self._pages.indexOf(page)
        self._pages.setCurrentIndex(index)
        self._buttons.button(index).setChecked(True)
        if page is self.runs:
            self.runs.reload()
        elif page is self.monitor:
            self.monitor.refresh()
        elif page is self.data:
            self.data.use_context(self.train.context)
            self.data.use_model(self.train.model.text)

    def use_model(self, model: LocalModel) -> None:
        """Read data and train with this model."""
        self.train.use_model(model.model)
        self.show_page(self.data)

    def use_data(self, data: str, settings: dict[str, str]) -> None:
        """Train on this, read in that way."""
        self.train.use_data(data, settings)
        self.show_page(self.train)

    def start_training(self, job: TrainJob) -> None:
        """Start a new run and show it."""
        session = Session(runs.Run(Path(job.run)), self)
        self._activate(session)
        session.start(job)
        self.monitor.show_session(session)
        self.show_page(self.monitor)

    def resume(self) -> None:
        """Go on with the run on the Monitor page."""
        session = self.monitor.session
        if session is None or self.active is not None:
            return
        self._activate(session)
        session.resume()

    def open_run(self, folder: Path) -> None:
        """Show a run from its files; the active one is shown live."""
        if self.active is not None and self.active.run.folder == folder:
            self.monitor.show_session(self.active)
        else:
            try:
                session = Session.reopen(folder, self)
            except LuthierError as error:
                self.runs.message.say("bad", "This folder cannot be opened", str(error))
                self.show_page(self.runs)
                return
            self.monitor.show_session(session)
        self.show_page(self.monitor)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """A training in progress is stopped and kept first, if that is what the user wants."""
        if not self._closing and not self._confirm_end():
            event.ignore()
            return
        self.models.shut_down()
        self.data.reading.give_up()
        if self.active is not None and not self._closing:
            self.show_page(self.monitor)
            self.active.stop()
        self._closing = True
        event.setAccepted(self._is_idle())

    def _activate(self, session: Session) -> None:
        self.active = session
        session.ended.connect(self._on_ended)
        self._block(BUSY)

    def _on_ended(self) -> None:
        if self.active is not None:
            self.active.ended.disconnect(self._on_ended)
        self.active = None
        self._block("")
        self._close_when_idle()

    def _close_when_idle(self) -> None:
        if self._closing and self._is_idle():
            self.close()

    def _is_idle(self) -> bool:
        return self.active is None and not self.models.transfers.active

    def _confirm_end(self) -> bool:
        """Asks only where closing would stop or throw away something."""
        if self.active is not None:
            return self._confirm_stop()
        return not self.models.converts or self._confirm_throw_away()

    def _confirm_throw_away(self) -> bool:
        return self._confirm(
            "A model is being converted.", "Closing now throws away what is done of it.", "&Close anyway"
        )

    def _block(self, reason: str) -> None:
        self.train.block(reason)
        self.monitor.block_resume(reason)

    def _confirm_stop(self) -> bool:
        return self._confirm(
            "A run is going on.",
            "Stop and keep finishes the step and saves; you can go on with it later. Then the window closes.",
            "&Stop and keep",
        )

    def _confirm(self, text: str, explanation: str, action: str) -> bool:
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Luthier")
        box.setText(text)
        box.setInformativeText(explanation)
        stop = box.addButton(action, QMessageBox.ButtonRole.AcceptRole)
        back = box.addButton("&Go back", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(back)
        box.exec()
        return box.clickedButton() is stop

    def _mention_interrupted_run(self) -> None:
        """The newest run did not end by itself: offer to look at it and go on."""
        newest = next(iter(runs.list_runs().runs), None)
        if newest is None or newest.status() != "interrupted":
            return
        look = IconButton("&Look at it", "mdi6.chart-line")
        look.clicked.connect(lambda: self.open_run(newest.folder))
        look.clicked.connect(self.train.message.hide)
        self.train.message.add_action(look)
        self.train.message.say("info", "A run was interrupted", f"{newest.name} can go on where it was saved last.")

    def _arrange(self) -> None:
        sidebar = QWidget(objectName="sidebar")
        sidebar.setFixedWidth(20 * GRID)
        column = QVBoxLayout(sidebar)
        column.setContentsMargins(GRID, 2 * GRID, GRID, 2 * GRID)
        column.setSpacing(GRID // 2)
        name = section_title("Luthier")
        name.setContentsMargins(12, 0, 0, GRID)
        column.addWidget(name)
        pages = (
            (self.models, "M&odel", "mdi6.cube-outline"),
            (self.data, "D&ata", "mdi6.text-box-search-outline"),
            (self.train, "&Train", "mdi6.school-outline"),
            (self.monitor, "&Monitor", "mdi6.chart-line"),
            (self.runs, "&Runs", "mdi6.history"),
        )
        for index, (page, text, icon) in enumerate(pages):
            button = IconButton(text, icon, checkable=True)
            button.clicked.connect(lambda _checked=False, page=page: self.show_page(page))
            self._buttons.addButton(button, index)
            column.addWidget(button)
            self._pages.addWidget(page)
        column.addStretch(1)
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(sidebar)
        row.addWidget(self._pages, 1)
        self.setCentralWidget(content)
