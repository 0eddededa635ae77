"""A run goes on while the window is out of sight: in the tray, or minimised where the desktop has none."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from app.shell.run_words import LiveRun
from core.base.language import tr

SHOWN_MS = 15_000  # for which a message of the tray stays


class Background(QObject):
    """Signals:
    stop_wanted: stop the run and keep it. quit_wanted: end the program.
    """

    stop_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._tray: QSystemTrayIcon | None = None
        self._run = QAction("")
        self._run.setEnabled(False)
        self._stop, self._show, self._quit = QAction(), QAction(), QAction()
        self._stop.triggered.connect(self.stop_wanted)
        self._show.triggered.connect(self.leave)
        self._quit.triggered.connect(self.quit_wanted)
        self.retell()

    @property
    def has_tray(self) -> bool:
        """Whether this desktop shows icons of programs that have no window."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    def enter(self) -> None:
        """Go out of sight; the program goes on."""
        if not self.has_tray:
            self._window.showMinimized()
            return
        QApplication.setQuitOnLastWindowClosed(False)  # the last one is hidden, which is no reason to end
        self._icon().show()
        self._window.hide()
        self._icon().showMessage(
            tr("Luthier goes on"), tr("The run is in the tray until it ends."), self._window.windowIcon()
        )

    def leave(self) -> None:
        """Come back to the front."""
        QApplication.setQuitOnLastWindowClosed(True)
        if self._tray is not None:
            self._tray.hide()
        self._window.setVisible(True)
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.raise_()
        self._window.activateWindow()

    def retell(self) -> None:
        """Say what its menu offers in the language that was chosen."""
        self._stop.setText(tr("&Stop and keep"))
        self._show.setText(tr("Show &Luthier"))
        self._quit.setText(tr("&Quit"))

    def show_run(self, run: LiveRun | None) -> None:
        """Show a run in the tray's icon, and its percent on the window's button in the task bar."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)  # no window can be there without one
        application.setBadgeNumber(int(100 * run.share) if run else 0)
        self._run.setText(f"{run.name}: {run.words}" if run else tr("Nothing is training"))
        self._stop.setEnabled(run is not None)
        if self._tray is not None:
            self._tray.setToolTip(f"Luthier · {run.title}\n{run.words}" if run else "Luthier")

    def tell(self, title: str, text: str) -> None:
        """Tell the desktop that something ended that the user may wait for, unless the window is in front."""
        if self._window.isActiveWindow():
            return
        QApplication.alert(self._window)
        if self.has_tray:
            self._icon().show()
            self._icon().showMessage(title, text, self._window.windowIcon(), SHOWN_MS)

    def _icon(self) -> QSystemTrayIcon:
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._window.windowIcon(), self)
            self._menu = QMenu(self._window)
            self._menu.addActions([self._run, self._show, self._stop, self._quit])
            self._tray.setContextMenu(self._menu)
            self._tray.activated.connect(self._on_activated)
            self._tray.messageClicked.connect(self.leave)
        return self._tray

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.leave()
