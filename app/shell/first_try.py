"""The sample, from the welcome to an answer, with nothing more to press."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtWidgets import QApplication

from app.shell.memory import Memory
from app.shell.notice import Action
from app.shell.progress_state import ProgressState
from app.shell.run_life import RunLife
from app.shell.window import MainWindow
from core.advice.picks import Sample
from core.base import paths
from core.base.language import tr
from core.protocol import TrainJob
from core.runs import run as runs

if TYPE_CHECKING:
    from app.workers.run_session import RunSession

EVAL_EVERY = 25  # steps, so that the loss on unseen rows is seen falling
ASKED = tr(
    "Trained: its new answer is beside the old one. This sample model is tiny, so it learns only a manner of speaking. "
    "Larger models learn facts, too."
)
LONGEST = 160  # tokens of an answer: the base model knows no end, and both are to be read at a glance


class FirstTry:
    """Follows one sample at a time."""

    def __init__(
        self,
        window: MainWindow,
        life: RunLife,
        progress: ProgressState,
        memory: Memory,
        ask_run: Callable[[Path, str, int], object],
    ) -> None:
        """ask_run: shows the chat with a run and puts it a question; at most so many tokens long is the answer."""
        self._window, self._life, self._progress, self._memory = window, life, progress, memory
        self._ask_run = ask_run
        self._said = ""  # in the window's notice
        window.page_shown.connect(self._on_page)
        self._folder: Path | None = None  # of the run that tries it
        self._sample: Sample | None = None

    def say(self, text: str, *actions: Action) -> None:
        """Say a text in the window's notice, until it does not hold any more."""
        self._said = text
        self._window.notice.say(text, *actions)

    def end_notice(self) -> None:
        """Take the notice back: something else goes on now."""
        self._window.notice.take_back(self._said)
        self._said = ""

    def _on_page(self, key: str) -> None:
        """Take the notice back on a page that it does not suit: one is for the Chat page, the other leads there."""
        if self._said and (key == "chat") != (self._said == ASKED):
            self.end_notice()

    def begin(self, sample: Sample) -> None:
        """Train the sample, in view."""
        model, data = str(paths.SAMPLE_MODEL), str(sample.data)
        self._memory.greeted = True
        self._progress.choose(model, data)  # and nothing on the pages themselves, which are for what is one's own
        config = msgspec.structs.replace(sample.config, eval_every=EVAL_EVERY, sample_prompts=(sample.prompt,))
        self._folder, self._sample = runs.new_folder(model, data), sample
        title = runs.free_title(sample.title, data)
        self._life.start(TrainJob(model=model, data=data, run=str(self._folder), config=config, title=title))

    def end(self, session: RunSession) -> None:
        """Ask the run that is over something where the user has stayed to watch, if it was this; else offer that."""
        folder, sample = self._folder, self._sample
        if sample is None or folder != session.run.folder:
            return
        self._folder = self._sample = None
        if session.ending is None or session.ending.kind != "done":
            return
        ask = partial(self._ask_run, folder, sample.prompt, LONGEST)
        if self._memory.page == "monitor" and QApplication.activeModalWidget() is None:
            ask()
            look = tr("&Look at the training"), "mdi6.chart-line", lambda: self._life.open(folder)
            self.say(ASKED, look, (tr("&Good"), "mdi6.check", lambda: None))
        else:
            self.say(
                tr("{title}: trained.", title=sample.title),
                (tr("&Ask it something"), "mdi6.chat-outline", ask),
                (tr("&Not now"), "mdi6.close", lambda: None),
            )
