"""Fetch jobs against the hub of hub_server.py, in this process."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest

from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.hub.client import Timeouts
from core.jobs.context import Control, JobContext
from core.jobs.models.fetch import fetch_model

WAIT = 60  # seconds: far more than needed, so that only a hanging test is stopped
QUICK = Timeouts(connect=WAIT, response=WAIT, stall=2 * WAIT, retry_delays=(0, 0, 0))
NO_RETRY = Timeouts(connect=WAIT, response=WAIT, stall=2 * WAIT, retry_delays=())
HURRIED = Timeouts(connect=WAIT, response=WAIT, stall=0.5, retry_delays=(0, 0))
SIZE = 300_000
MODEL = random.Random(0).randbytes(SIZE)
OTHER_MODEL = random.Random(1).randbytes(SIZE)
REPO = "ann/tiny-GGUF"
FILE = "tiny-Q4_K_M.gguf"


class Fetch:
    """A job and what it says."""

    def __init__(self, timeouts: Timeouts = QUICK, **job: Any) -> None:
        self.job = p.FetchJob(**{"repo": REPO, **job})
        self.timeouts = timeouts
        self.events: list[p.Event] = []
        self.control = Control()
        self.outcome = ""
        self.result: Any = None
        self.error: BaseException | None = None
        self._states = threading.Condition()
        self._thread = threading.Thread(target=self._catch, daemon=True)

    def run(self) -> Fetch:
        """Do it in this thread; what it raises comes out."""
        self.outcome, self.result = fetch_model(self.job, JobContext(self._emit, self.control), self.timeouts)
        return self

    def start(self) -> Fetch:
        """Do it in a thread of its own."""
        self._thread.start()
        return self

    def join(self) -> Fetch:
        """Wait for its end."""
        self._thread.join(WAIT)
        assert not self._thread.is_alive()
        return self

    def until_state(self, state: str) -> None:
        """Wait until it says that it is in this state."""
        with self._states:
            assert self._states.wait_for(lambda: state in self.states, WAIT)

    def until_event(self) -> None:
        """Wait until it says something more."""
        with self._states:
            count = len(self.events)
            assert self._states.wait_for(lambda: len(self.events) > count, WAIT)

    def files(self) -> dict[str, int]:
        """Bytes that have come, by file, as it said last."""
        told = [event for event in list(self.events) if isinstance(event, p.Files)]
        return {file.name: file.done for file in told[-1].files} if told else {}

    @property
    def states(self) -> list[str]:
        return [event.state for event in self.events if isinstance(event, p.State)]

    def _emit(self, event: p.Event) -> None:
        with self._states:
            self.events.append(event)
            self._states.notify_all()

    def _catch(self) -> None:
        try:
            self.run()
        except BaseException as error:  # handed to the test
            self.error = error


def failed(fetch: Fetch) -> LuthierError:
    """The error with which it ends."""
    with pytest.raises(LuthierError) as caught:
        fetch.run()
    return caught.value


def place(name: str = FILE, repo: str = REPO) -> Path:
    """Where a downloaded file lies."""
    return paths.models_dir() / repo / name


def leftovers(folder: Path) -> list[str]:
    """Files of a folder that are no whole downloads."""
    return sorted(path.name for path in folder.rglob("*.part*"))
