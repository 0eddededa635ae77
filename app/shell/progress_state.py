"""The step that the user has reached, and the run in progress: shown in the side bar, the title and the tray."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.shell.background import Background
from app.shell.checklist import stands
from app.shell.memory import Memory
from app.shell.run_words import LiveRun
from app.shell.window import MainWindow
from app.workers.endings import ready
from app.workers.sessions import Sessions
from core.runs.run import Run

if TYPE_CHECKING:
    from app.workers.run_session import RunSession


class ProgressState(QObject):
    """Keeps what is done in the window's memory, so that the next start shows it, too."""

    def __init__(self, window: MainWindow, sessions: Sessions, background: Background, memory: Memory) -> None:
        super().__init__(window)
        self._window, self._sessions, self._background, self._memory = window, sessions, background, memory
        self.ended: RunSession | None = None  # a run that nobody has looked at since it ended
        sessions.began.connect(self._on_began)
        sessions.changed.connect(self.show)
        self.show()

    def show(self) -> None:
        """Show all of it, as it is now."""
        active, memory = self._sessions.active, self._memory
        live = LiveRun.of(active) if active else None
        self._window.show_run(live)
        if live is None and self.ended is not None:
            self._window.sidebar.show_run(LiveRun.ended(self.ended))
        self._background.show_run(live)
        done = {
            "models": memory.model, "data": memory.data, "train": memory.trained, "chat": memory.chatted,
            "export": memory.exported,
        }  # fmt: skip
        marks = stands({key: bool(value) for key, value in done.items()}, live.share if live else None)
        self._window.sidebar.show_stands(marks)

    def choose(self, model: str, data: str) -> None:
        """Choose what is to be trained, and on what. A new choice has not been trained yet."""
        if (model or data) and (model, data) != (self._memory.model, self._memory.data):
            self.begin_anew(model, data)
        else:
            self.show()

    def begin_anew(self, model: str = "", data: str = "") -> None:
        """Begin with the first step that these leave to do."""
        memory = self._memory
        memory.model, memory.data = model, data
        memory.trained, memory.chatted, memory.exported = "", False, False
        self.show()

    def end(self, session: RunSession, *, is_seen: bool) -> None:
        """Note that a run is over; where it left an adapter, that is what is talked to next. Only a whole one is a step
        done.

        Its card stays until a person has seen what came of it.
        """
        self.ended = None if is_seen else session
        folder, ending = str(session.run.folder), session.ending
        if session.run.adapter.is_file():
            self._memory.to_talk = folder
        if ending is not None and ending.kind == "done":
            self._memory.trained = folder
        self.show()
        if ending is not None:
            title = session.run.title
            if ending.kind == "done":
                self._background.tell(ready(title), ending.text)
            else:
                self._background.tell(ending.title, f"{title}: {ending.text}")

    def forget(self, folder: Path) -> None:
        """Forget a run that was deleted: what was remembered of it does not lead there any more."""
        memory = self._memory
        for name in ("trained", "to_talk", "to_export", "stopped", "run"):
            if getattr(memory, name) == str(folder):
                setattr(memory, name, "")
        if self.ended is not None and self.ended.run.folder == folder:
            self._forget_ended()
        self.show()

    def look_at(self, session: RunSession) -> None:
        """Note that a run is watched now."""
        if self.ended is not None and self.ended.run.folder == session.run.folder:
            self._forget_ended()
            self.show()

    def newly_trained(self) -> str:
        """Return the run that Chat goes to when it is shown next, told once; "" where it was told, or deleted since."""
        folder, self._memory.to_talk = self._memory.to_talk, ""
        return folder if folder and Run(Path(folder)).adapter.is_file() else ""

    def _on_began(self) -> None:
        """Forget the run that ended; one that is resumed is not there to be talked to before it ends again."""
        self._forget_ended()
        if (active := self._sessions.active) is not None and self._memory.to_talk == str(active.run.folder):
            self._memory.to_talk = ""

    def _forget_ended(self) -> None:
        self.ended = None

    def answered(self) -> None:
        """Note that a run was talked to."""
        self._memory.chatted = True
        self.show()

    def exported(self) -> None:
        """Note that a run went to other programs."""
        self._memory.exported = True
        self.show()
