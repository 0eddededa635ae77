"""The sample, from the welcome to an answer, with nothing more to press."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtWidgets import QApplication

from core.shared import paths, runs
from core.shared.protocol import TrainJob
from core.shared.sample import Sample

if TYPE_CHECKING:
    from app.shell.pages import Pages
    from app.workers.run_session import RunSession

EVAL_EVERY = 25  # steps, so that the loss on unseen rows is seen falling
ASKED = (
    "It is trained. Here it answers a first question, beside the base model as it was before. "
    "A model as small as this learns the manner, not what is true."
)
LONGEST = 160  # tokens of an answer: the base model knows no end, and both are to be read at a glance


class FirstTry:
    """Of one sample at a time."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._folder: Path | None = None  # of the run that tries it
        self._sample: Sample | None = None

    def begin(self, sample: Sample) -> None:
        """Train it, in view."""
        pages, model, data = self._pages, str(paths.SAMPLE_MODEL), str(sample.data)
        pages.memory.greeted = True
        pages.standing.choose(model, data)  # and nothing on the pages themselves, which are for what is one's own
        config = msgspec.structs.replace(sample.config, eval_every=EVAL_EVERY, sample_prompts=(sample.prompt,))
        self._folder, self._sample = runs.new_folder(model, data), sample
        pages.start_training(TrainJob(model=model, data=data, run=str(self._folder), config=config, title=sample.title))

    def end(self, session: RunSession) -> None:
        """A run is over. If it was this, ask it something where the person has stayed to watch; else offer that."""
        folder, sample = self._folder, self._sample
        if sample is None or folder != session.run.folder:
            return
        self._folder = self._sample = None
        if session.ending is None or session.ending.kind != "done":
            return
        if self._pages.memory.page == "monitor" and QApplication.activeModalWidget() is None:
            self._ask(folder, sample.prompt)
            look = "&Look at the training", "mdi6.chart-line", lambda: self._pages.open_run(folder)
            self._pages.window.notice.say(ASKED, look, ("&Good", "mdi6.check", lambda: None))
        else:
            ask = "&Ask it something", "mdi6.chat-outline", lambda: self._ask(folder, sample.prompt)
            self._pages.window.notice.say(f"{sample.title}: trained.", ask)

    def _ask(self, folder: Path, prompt: str) -> None:
        self._pages.chat_with_run(folder)
        self._pages.chat.ask(prompt, LONGEST)
