"""Jobs with an Ollama of ollama_server.py, in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.jobs.context import Control, JobContext
from core.jobs.ollama.job import create_in_ollama
from core.shared import protocol as p
from core.shared.errors import LuthierError


def bring(
    folder: Path, run: Path, *, control: Control | None = None, **job: Any
) -> tuple[p.OllamaResult, list[p.Notice]]:
    """The result, and what the user is told."""
    events: list[p.Event] = []
    with JobContext(events.append, control) as context:
        outcome, result = create_in_ollama(p.OllamaJob(folder=str(folder), run=str(run), **job), context)
    assert outcome == "done"
    return result, [event for event in events if isinstance(event, p.Notice)]


def refusal(folder: Path, run: Path, **job: Any) -> LuthierError:
    """The error with which it ends."""
    with pytest.raises(LuthierError) as caught:
        bring(folder, run, **job)
    return caught.value
