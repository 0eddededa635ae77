"""Writes a report for troubleshooting: machine, versions, settings, logs, crashes, runs; none of the data."""

from __future__ import annotations

import json
import subprocess
import zipfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from core.base import paths, settings
from core.base.bounded_file import lines_of, open_plain
from core.base.engine_package import versions
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.base.logs import crash_files, log_files, redacted
from core.base.own_process import own_process
from core.base.systems.terminals import NO_WINDOW
from core.memory.monitor import system_facts
from core.runs import run as runs
from core.runs.run import Run, unreadable

RUNS = 5  # the newest
LOG_BYTES = 5_000_000  # bytes of the newest logs
DOCTOR_S = 120.0  # seconds for the doctor, which loads every library
LINES = 20_000  # the newest events of a run
# Events that contain none of the data; samples and rows are left out.
_TOLD = {
    "hello", "phase", "progress", "data", "plan", "training", "step", "skipped", "went_back", "evaluation",
    "checkpoint", "memory", "device", "state", "notice", "log", "failed", "finished",
}  # fmt: skip

CONTENT = """What is in this report, and what is not

system.txt       version of Luthier, system, processor, memory
packages.txt     versions of the libraries
doctor.json      what `luthier doctor` finds: what works here and what does not
devices.jsonl    graphics cards with their drivers, and what came of testing each
settings.json    the program's settings; there are no passwords or tokens among them
logs/…           what the window, workers and commands noted lately: jobs, warnings, errors
crashes/…        what was computed when a process crashed, and where in the program it was
runs/…           of the last {runs} trainings: settings, and what their workers told: steps, losses, memory, errors

Not in it: your data, samples that a model wrote, models, adapters, notes, the access token. Your home folder's name is
written as ~, Luthier's own as $LUTHIER_HOME. All files are plain text: look through them before you pass this on.
"""


def write_report(path: Path) -> Path:
    """Write the report as a zip file at `path`. Raises LuthierError `files.cannot-write`."""
    newest = runs.list_runs().runs[:RUNS]
    with written_whole(path) as partial, zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as report:
        report.writestr("README.txt", CONTENT.format(runs=len(newest)))
        report.writestr("system.txt", system_facts() + "\n")
        report.writestr("packages.txt", "\n".join(versions()) + "\n")
        report.writestr("doctor.json", _doctor())
        report.writestr("devices.jsonl", _devices())
        report.writestr("settings.json", _settings())
        for name, text in (*_logs(), *_crashes()):
            report.writestr(name, text)
        for number, run in enumerate(newest, 1):
            report.writestr(f"runs/{number}/settings.json", _run_settings(run))
            report.writestr(f"runs/{number}/events.jsonl", "".join(deque(_events(run), maxlen=LINES)))
    return path


def _doctor() -> str:
    """Return the doctor's findings as JSON, or why they are missing. The doctor loads the computing libraries, so it
    runs in a child process.
    """
    command = own_process("core.cli", "doctor", "--json")
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=DOCTOR_S, creationflags=NO_WINDOW
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return _for_others(str(error))
    return _for_others(done.stdout or done.stderr)


def _logs() -> Iterator[tuple[str, str]]:
    """Yield the name and text of each log, newest first."""
    left = LOG_BYTES
    for path in log_files():
        left -= path.stat().st_size
        if left < 0:
            return
        yield f"logs/{path.name}", _for_others(path.read_text(encoding="utf-8", errors="replace"))


def _crashes() -> Iterator[tuple[str, str]]:
    for path in crash_files():
        yield f"crashes/{path.name}", _for_others(path.read_text(encoding="utf-8", errors="replace"))


def _devices() -> str:
    """Return the verdicts kept by core/jobs/devices/verdicts.py, a line each."""
    kept = sorted((paths.cache_dir() / "devices").glob("*.json"))
    return _for_others("".join(path.read_text(encoding="utf-8", errors="replace") + "\n" for path in kept))


def _settings() -> str:
    try:
        return _for_others(json.dumps(msgspec.to_builtins(settings.load()), indent=2))
    except LuthierError as error:
        return _for_others(str(error))


def _run_settings(run: Run) -> str:
    """Return a run's settings, with file names in place of paths, and without prompts."""
    info = msgspec.to_builtins(run.info())
    info["config"]["sample_prompts"] = len(info["config"]["sample_prompts"])
    told = {key: Path(value).name if isinstance(value, str) else value for key, value in info.items()}
    return _for_others(json.dumps(told, indent=2))


def _events(run: Run) -> Iterator[str]:
    if not run.events_file.exists():  # its worker ended before its first event
        return
    try:
        with open_plain(run.events_file) as file:
            for raw in lines_of(file):
                line = raw.decode("utf-8", errors="replace")
                if _decoded(line).get("type") in _TOLD:
                    yield _for_others(line)
    except OSError as error:
        yield _for_others(str(unreadable(run.events_file, error)))


def _decoded(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):  # cut off by a crash
        return {}
    return found if isinstance(found, dict) else {}


def _for_others(text: str) -> str:
    """Return the text without secrets and the home folder's name."""
    return redacted(_without_home(text))


def _without_home(text: str) -> str:
    """Hide the home folder in text, and in JSON, where folders are separated by double backslashes."""
    for folder, name in ((paths.home(), "$LUTHIER_HOME"), (Path.home(), "~")):
        text = text.replace(json.dumps(str(folder))[1:-1], name).replace(str(folder), name)
    return text
