"""A report for whoever is to find a fault: machine, versions, settings, the last runs; and none of the data."""

from __future__ import annotations

import json
import zipfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from core.shared import paths, runs, settings
from core.shared.errors import LuthierError
from core.shared.files import written_whole
from core.shared.libraries import versions
from core.shared.runs import Run
from core.shared.system_facts import system_facts

RUNS = 5  # the newest
LINES = 20_000  # of a run's events, the newest
# What events tell of a run without a word of its data; samples and rows are not among them.
_TOLD = {
    "hello", "phase", "progress", "data", "plan", "training", "step", "skipped", "went_back", "evaluation",
    "checkpoint", "memory", "device", "state", "notice", "log", "failed", "finished",
}  # fmt: skip

CONTENT = """What is in this report, and what is not

system.txt       version of Luthier, system, processor, memory
packages.txt     versions of the libraries
devices.jsonl    graphics cards with their drivers, and what came of testing each
settings.json    the program's settings; there are no passwords or tokens among them
runs/…           of the last {runs} trainings: settings, and what their workers told: steps, losses, memory, errors

Not in it: your data, samples that a model wrote, models, adapters, notes, the access token. Your home folder's name is
written as ~. All files are plain text: look through them before you pass this on.
"""


def write_report(path: Path) -> Path:
    """A zip file at `path`. Raises LuthierError `files.cannot-write`."""
    newest = runs.list_runs().runs[:RUNS]
    with written_whole(path) as partial, zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as report:
        report.writestr("README.txt", CONTENT.format(runs=len(newest)))
        report.writestr("system.txt", system_facts() + "\n")
        report.writestr("packages.txt", "\n".join(versions()) + "\n")
        report.writestr("devices.jsonl", _devices())
        report.writestr("settings.json", _settings())
        for number, run in enumerate(newest, 1):
            report.writestr(f"runs/{number}/settings.json", _run_settings(run))
            report.writestr(f"runs/{number}/events.jsonl", "".join(deque(_events(run), maxlen=LINES)))
    return path


def _devices() -> str:
    """The verdicts that core/jobs/device_verdicts.py keeps, a line each."""
    kept = sorted((paths.cache_dir() / "devices").glob("*.json"))
    return _without_home("".join(path.read_text(encoding="utf-8", errors="replace") + "\n" for path in kept))


def _settings() -> str:
    try:
        return _without_home(json.dumps(msgspec.to_builtins(settings.load()), indent=2))
    except LuthierError as error:
        return _without_home(str(error))


def _run_settings(run: Run) -> str:
    """Of model and data the names only, and none of the person's prompts."""
    info = msgspec.to_builtins(run.info())
    info["config"]["sample_prompts"] = len(info["config"]["sample_prompts"])
    told = {key: Path(value).name if isinstance(value, str) else value for key, value in info.items()}
    return _without_home(json.dumps(told, indent=2))


def _events(run: Run) -> Iterator[str]:
    if not run.events_file.exists():  # its worker never came to say a word
        return
    with run.events_file.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            event = _decoded(line)
            if event.get("type") in _TOLD:
                yield _without_home(line)


def _decoded(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:  # cut off by a crash
        return {}
    return found if isinstance(found, dict) else {}


def _without_home(text: str) -> str:
    """As it stands in text, and as JSON has it where folders are parted by backslashes."""
    home = str(Path.home())
    return text.replace(json.dumps(home)[1:-1], "~").replace(home, "~")
