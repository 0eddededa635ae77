"""Finds out which run an export is of: it says so itself, wherever it was moved to."""

from __future__ import annotations

from pathlib import Path

from core.adapters.peft_write import run_of as run_of_peft
from core.base.errors import LuthierError
from core.export.elsewhere.folder import read_manifest
from core.export.ollama.folder import read_contents
from core.gguf.kind import run_of as run_of_gguf


def runs_of(place: Path) -> set[str]:
    """The names of the folders of the runs whose exports are there; of a folder, in it and one level below.

    Empty where there is nothing, or nothing that says of which run it is.
    """
    try:
        inside = sorted(place.iterdir()) if place.is_dir() else []
    except OSError:
        inside = []
    found = {run_of(one) for one in (place, *inside)}
    return {run for run in found if run}


def run_of(place: Path) -> str:
    """Return the run of an export, a file or a folder; "" if it is none or does not say."""
    if place.is_file():
        return (run_of_gguf(place) or "") if place.suffix == ".gguf" else ""
    manifest = read_manifest(place)
    return manifest.run if manifest is not None else _run_of_contents(place) or run_of_peft(place)


def _run_of_contents(place: Path) -> str:
    try:
        return read_contents(place).run
    except LuthierError:
        return ""
