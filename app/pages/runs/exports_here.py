"""What was exported into the folder for that: a file or a folder each, in a folder for each run.

The folder may be one in which a person keeps other things: what no export is called is none.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.advice.texts.language import tr
from core.base import paths, settings
from core.gguf.kind import is_adapter_of_ours, made_by
from core.runs import run as runs
from core.runs.disk import size_of

_KINDS = {
    "ollama": tr("folder for Ollama"),
    "peft": tr("folder for Python"),
    "elsewhere": tr("folder for a bigger machine"),
}
_FILES = {"-merged": tr("whole model"), "-adapter": tr("adapter")}
# What says in a file that Luthier wrote it: in the model card, its picture, and in the folders of exports.
_CARD, _PICTURE, _EARLIER_PICTURE = b"<!-- Made by Luthier from the run ", b"<!-- Made by Luthier -->", b"Luthier"
_BESIDE = {".README.md": _CARD, ".loss.svg": _PICTURE, ".loss.png": _EARLIER_PICTURE}  # of a single file
_MARKS = {
    "ollama": ("Modelfile", b"# Made by Luthier from the run "),
    "peft": ("adapter_model.safetensors", b'"luthier.run"'),
    "elsewhere": ("manifest.json", b'"luthier"'),
}
_WITH_CARD = {"README.md", "loss.svg", "loss.png"}  # which an earlier version drew
_SETTINGS = {"manifest.json", "settings.json", "chat_template.jinja"}
_IN_FOLDERS = {
    "ollama": {"Modelfile", "ollama.json", "model.gguf"} | _WITH_CARD,
    "peft": {"adapter_config.json", "adapter_model.safetensors"} | _WITH_CARD,
    "elsewhere": {"data", "start"} | _SETTINGS | _WITH_CARD,
}
# That only earlier versions wrote.
_OLDER = {"ollama": {"adapter.gguf"}, "elsewhere": {"axolotl.yaml", "requirements-axolotl.txt"}}
_LOOKED_AT = 64 << 10  # bytes of a file's beginning


@dataclass(frozen=True)
class Export:
    """paths: the folder, or what of it was exported where other things are in it, or the file with its model card.
    run: its name. changed: seconds since 1970.
    """

    paths: tuple[Path, ...]
    run: str
    kind: str
    bytes: int
    changed: float

    @property
    def name(self) -> str:
        return f"{self.run}: {self.kind}"


def exports_here() -> list[Export]:
    """Return the exports on this disk, the largest first. Looks at every file: for a thread."""
    titles = {run.name: run.title for run in runs.list_runs().runs}
    folder = settings.load().exports
    found = [
        _export(entry, titles.get(of.name, of.name))
        for of in (folder.iterdir() if folder.is_dir() else ())
        if of.is_dir()
        for entry in of.iterdir()
        if _kind(entry) and is_of_luthier(entry)
    ]
    return sorted(found, key=lambda one: -one.bytes)


def is_of_luthier(entry: Path) -> bool:
    """Return whether an export was written there, by its mark: a person may call a folder `ollama`, too."""
    if entry.is_symlink():
        return False
    if entry.is_file():
        return made_by("export")(entry) if entry.name.endswith("-merged.gguf") else is_adapter_of_ours(entry)
    file, mark = _MARKS[entry.name]
    return _says(entry / file, mark)


def _export(entry: Path, run: str) -> Export:
    beside = {entry.with_name(entry.stem + end): mark for end, mark in _BESIDE.items()}
    if entry.is_dir():
        inside = [path for path in entry.iterdir() if path.name != ".DS_Store"]
        own = [path for path in inside if _is_exported(path, entry.name)]
        paths = [entry] if own == inside else own  # what a person put beside it stays
    else:
        paths = [entry, *(file for file, mark in beside.items() if _says(file, mark))]
    taken = sum(size_of(path) if path.is_dir() else path.stat().st_size for path in paths)
    return Export(tuple(paths), run, _kind(entry), taken, entry.stat().st_mtime)


def _is_exported(path: Path, kind: str) -> bool:
    """Return whether it has the name of what an export of this kind writes into its folder."""
    names = _IN_FOLDERS[kind] | _OLDER.get(kind, set())
    if kind == "elsewhere":
        names = names | {file.name for file in (paths.RESOURCES / "elsewhere").iterdir()}
    return path.name in names and not path.is_symlink()


def _says(file: Path, mark: bytes) -> bool:
    with suppress(OSError), file.open("rb") as stream:
        return mark in stream.read(_LOOKED_AT)
    return False


def _kind(entry: Path) -> str:
    """ "" for what is no export."""
    if entry.is_dir():
        return _KINDS.get(entry.name, "")
    endings = (kind for end, kind in _FILES.items() if entry.name.endswith(f"{end}.gguf"))
    return next(endings, "")
