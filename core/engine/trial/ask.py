"""Ask the trial's processes, which may end, hang or be ended, while the asking process goes on."""

from __future__ import annotations

import queue
import tempfile
from collections.abc import Callable
from typing import TypeVar

from core.base.line_process import line_process
from core.engine.trial.messages import Line, Listing, ListOrder, Outcome, TrialOrder

PATIENCE = 180.0  # seconds that one stage, a layer at most, may take: the first use of a card compiles its programs
_POLL = 0.1

KeepGoing = Callable[[], None]  # called a few times a second; what it raises ends the process
L = TypeVar("L")


def list_devices(
    keep_going: KeepGoing = lambda: None, *, module: str = "core.engine.trial.listing", patience: float = PATIENCE
) -> Listing:
    """All that plug-ins find here. module: the process."""
    with line_process(module, ListOrder(), Listing, quiet=True) as lines:
        try:
            found = _next(lines, keep_going, patience)
        except TimeoutError:
            return Listing([], [], "A graphics driver gave no answer when it was asked for its cards.")
    return found or Listing([], [], "A graphics driver crashed when it was asked for its cards.")


def try_device(
    name: str,
    keep_going: KeepGoing = lambda: None,
    *,
    module: str = "core.engine.trial.process",
    patience: float = PATIENCE,
) -> Outcome:
    """Let a device compute, and compare. module: the process. patience: seconds for each of its stages."""
    with (
        tempfile.TemporaryDirectory(prefix="luthier-trial-") as folder,
        line_process(module, TrialOrder(name, folder), Line, quiet=True) as lines,
    ):
        while True:
            try:
                line = _next(lines, keep_going, patience)
            except TimeoutError:
                return Outcome(verdict="crashes", reason=f"It gave no answer in the self-test for {patience:.0f} s.")
            if line is None:
                return Outcome(verdict="crashes", reason="Its driver crashed in the self-test.")
            if line.outcome is not None:
                return line.outcome


def _next(lines: queue.Queue[L | None], keep_going: KeepGoing, patience: float) -> L | None:
    """None after the last. Raises TimeoutError, and what keep_going raises."""
    waited = 0.0
    while waited < patience:
        keep_going()
        try:
            return lines.get(timeout=_POLL)
        except queue.Empty:
            waited += _POLL
    raise TimeoutError
