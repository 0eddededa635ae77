"""A worker takes the threads and the priority that the settings say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from core.shared import settings
from core.shared.config import from_values
from core.shared.cores import LOW_PRIORITY, THREADS, physical_cores
from core.shared.protocol import ResumeJob, SearchJob, TrainJob
from core.shared.runs import create
from core.shared.settings import Settings
from core.worker import is_gentle

ASK = """
import json, psutil
from core.shared import settings
from core.shared.cores import compute_threads, leave_room
known = settings.load()
leave_room(known.threads, known.gentle)
print(json.dumps([compute_threads(), psutil.Process().nice()]))
"""


def asked(known: Settings) -> list[int]:
    """Threads and niceness of a process that is held to these settings, as a worker's are."""
    settings.save(known)
    environment = {name: value for name, value in os.environ.items() if name != THREADS}
    done = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout)


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="priorities have other names there")
def test_that_settings_hold_threads_and_priority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    usual = psutil.Process().nice()
    assert asked(Settings()) == [physical_cores(), usual]
    assert asked(Settings(threads=3)) == [3, usual]
    threads, nice = asked(Settings(threads=3, gentle=True))
    assert (threads, nice) == (2, max(usual, LOW_PRIORITY))
    assert asked(Settings(gentle=True))[0] == max(1, physical_cores() - 1)


def test_that_a_training_goes_by_its_own_priority_and_other_jobs_by_the_settings(tmp_path: Path) -> None:
    def told(priority: str, gentle: bool) -> list[bool]:
        job = TrainJob(
            model="m", data="d", run=str(tmp_path / priority / str(gentle)), config=from_values({"priority": priority})
        )
        create(job)
        return [is_gentle(one, Settings(gentle=gentle)) for one in (job, ResumeJob(run=job.run))]

    assert told("low", gentle=False) == told("auto", gentle=True) == [True, True]
    assert told("normal", gentle=True) == told("auto", gentle=False) == [False, False]
    assert is_gentle(SearchJob(words="fox"), Settings(gentle=True))
