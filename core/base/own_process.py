"""Modules of ours as programs, each in a process of its own: also in the program that is downloaded, which holds its
modules in itself and has no `python -m`. And programs of others, by their names.

Nothing of the current folder is run: it is a person's, with whatever they brought home (SECURITY.md).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.base.systems.terminals import file_endings, with_a_terminal

SWITCH = "--module"  # the downloaded program's first argument when it is started as one of MODULES
# A person's folder holds files of any name, json.py and numpy.py too, and `python -m` would import those first.
FLAGS = (
    "-P",  # no module is looked for in the current folder, nor in that of a script
    "-E",  # nor where PYTHONPATH says; the user's own site-packages stay, where `pip install --user` puts Luthier
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
    "core.runs.figures_process",
    "core.worker",
)


def own_process(module: str, *arguments: str) -> list[str]:
    """Return the command that starts a module as a program; one of MODULES, where Luthier was downloaded as a program.

    Wherever it is started, it imports what is installed and nothing else.
    """
    return [_executable(), *((SWITCH,) if is_bundled() else (*_flags(), "-m")), module, *arguments]


@contextmanager
def spawning() -> Iterator[None]:
    """Have multiprocessing start processes that import nothing else either, within this context.

    It starts them by `python -c` with the flags of this process. The `luthier` command was given none, and has the
    environment say it for so long: other programs that are started later are not to hear of it.
    """
    said = {name: os.environ.pop(name, None) for name in ("PYTHONPATH", "PYTHONSAFEPATH")}
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        del os.environ["PYTHONSAFEPATH"]
        os.environ.update({name: value for name, value in said.items() if value is not None})


def other_program(name: str, path: str | None = None) -> str | None:
    """Return the place of a program by its name or path. A name is searched on the PATH (path: in those folders) and
    never in the current folder, where Windows' search begins and a PATH with an empty or relative entry leads.
    """
    if Path(name).name != name:
        return shutil.which(name)
    folders = map(Path, (path or os.environ.get("PATH", os.defpath)).split(os.pathsep))
    files = (folder / (name + ending) for folder in folders if folder.is_absolute() for ending in file_endings())
    return next((str(file) for file in files if file.is_file() and os.access(file, os.X_OK)), None)


def is_bundled() -> bool:
    """Return whether this is the program that is downloaded, and not Python with Luthier in it."""
    return bool(getattr(sys, "frozen", False))


def typed_program() -> list[str]:
    """Return how people start the downloaded program in a terminal. An AppImage is a file of its own around it."""
    return [os.environ.get("APPIMAGE") or _executable()]


def _flags() -> list[str]:
    """FLAGS, and without the user's site-packages where this process has none: the children do not hear of
    PYTHONNOUSERSITE either.
    """
    return [*FLAGS, *(("-s",) if sys.flags.no_user_site else ())]


def _executable() -> str:
    return with_a_terminal(sys.executable) if is_bundled() else sys.executable
