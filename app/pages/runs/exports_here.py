"""What was exported into the folder for that: a file or a folder each, in a folder for each run.

The folder may be one in which a person keeps other things: what no export is called is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.shared import runs, settings
from core.shared.run_disk import size_of
from core.shared.texts.language import tr

_KINDS = {
    "ollama": tr("folder for Ollama"),
    "peft": tr("folder for Python"),
    "elsewhere": tr("folder for a bigger machine"),
}
_FILES = {"-merged": tr("whole model"), "-adapter": tr("adapter")}
_BESIDE = (".README.md", ".loss.png")  # the model card of a single file, and its picture


@dataclass(frozen=True)
class Export:
    """paths: the folder, or the file with its model card. run: its name. changed: seconds since 1970."""

    paths: tuple[Path, ...]
    run: str
    kind: str
    bytes: int
    changed: float

    @property
    def name(self) -> str:
        return f"{self.run}: {self.kind}"


def exports_here() -> list[Export]:
    """The largest first. Looks at every file: for a thread."""
    titles = {run.name: run.title for run in runs.list_runs().runs}
    folder = settings.load().exports
    found = [
        _export(entry, titles.get(of.name, of.name))
        for of in (folder.iterdir() if folder.is_dir() else ())
        if of.is_dir()
        for entry in of.iterdir()
        if _kind(entry)
    ]
    return sorted(found, key=lambda one: -one.bytes)


def _export(entry: Path, run: str) -> Export:
    beside = [entry.with_name(entry.stem + end) for end in _BESIDE]
    paths = (entry, *(file for file in beside if entry.is_file() and file.is_file()))
    taken = sum(size_of(path) if path.is_dir() else path.stat().st_size for path in paths)
    return Export(paths, run, _kind(entry), taken, entry.stat().st_mtime)


def _kind(entry: Path) -> str:
    """ "" for what is no export."""
    if entry.is_dir():
        return _KINDS.get(entry.name, "")
    endings = (kind for end, kind in _FILES.items() if entry.name.endswith(f"{end}.gguf"))
    return next(endings, "")
