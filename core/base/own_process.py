"""Commands that run our modules as separate processes, also from the bundled program, which contains its modules and
has no `python -m`; and the paths of other programs.

Nothing is run from the current folder, which may hold downloaded files (SECURITY.md).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.base.systems.places import installed_places
from core.base.systems.terminals import file_endings, with_a_terminal

SWITCH = "--module"  # the bundled program's first argument to run one of MODULES
# The current folder may contain a json.py or numpy.py, which `python -m` would import first.
FLAGS = (
    "-P",  # do not import modules from the current folder or a script's folder
    "-E",  # nor PYTHONPATH; the user's site-packages stay, which hold Luthier after `pip install --user`
)
MODULES = (
    "app",
    "core.chat.grammar_process",
    "core.cli",
    "core.cli.loads",
    "core.convert.quantizer",
    "core.data.chat.render_child",
    "core.data.read.documents.child",
    "core.engine.trial.listing",
    "core.engine.trial.process",
    "core.hub.push_process",
    "core.jobs.computers.keeper",
    "core.runs.figures_process",
    "core.worker",
)


def own_process(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module as a program; in the bundled program, one of MODULES.

    It imports installed packages only, whatever the current folder is.
    """
    return [_executable(), *((SWITCH,) if is_bundled() else (*_flags(), "-m")), module, *arguments]


@contextmanager
def spawning() -> Iterator[None]:
    """Let multiprocessing start processes that import installed packages only, within this context.

    multiprocessing runs `python -c` with this process's flags. The `luthier` command has none, so an environment
    variable replaces them, for this context only: programs started later must not inherit it.
    """
    said = {name: os.environ.pop(name, None) for name in ("PYTHONPATH", "PYTHONSAFEPATH")}
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        del os.environ["PYTHONSAFEPATH"]
        os.environ.update({name: value for name, value in said.items() if value is not None})


def other_program(name: str, path: str | None = None) -> str | None:
    """Return the path of a program, given its name or path. A name is searched on the PATH (or in the folders of
    `path`), but never in the current folder, where Windows starts searching and where empty or relative PATH entries
    lead.
    """
    if Path(name).name != name:
        return shutil.which(name)
    folders = map(Path, (path or os.environ.get("PATH", os.defpath)).split(os.pathsep))
    files = (folder / (name + ending) for folder in folders if folder.is_absolute() for ending in file_endings())
    return next((str(file) for file in files if file.is_file() and os.access(file, os.X_OK)), None)


def desktop_program(name: str) -> str:
    """Return the path of a program with a window, such as LM Studio, if its installer put it on this machine; else
    "".
    """
    found = (place if Path(place).is_absolute() else other_program(place) for place in installed_places(name))
    return next((place for place in found if place and Path(place).exists()), "")


def is_bundled() -> bool:
    """Return whether this is the bundled program, as opposed to Python with Luthier installed."""
    return bool(getattr(sys, "frozen", False))


def typed_program() -> list[str]:
    """Return the command that starts the bundled program in a terminal; for an AppImage, the AppImage file."""
    return [os.environ.get("APPIMAGE") or _executable()]


def _flags() -> list[str]:
    """Return FLAGS, plus `-s` if this process ignores the user's site-packages: under -E, children ignore
    PYTHONNOUSERSITE.
    """
    return [*FLAGS, *(("-s",) if sys.flags.no_user_site else ())]


def _executable() -> str:
    return with_a_terminal(sys.executable) if is_bundled() else sys.executable
