"""Modules of ours as programs, each in a process of its own: also in the program that is downloaded, which holds its
modules in itself and has no `python -m`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

# For programs without a window, beside start_new_session, which Windows passes over: none flashes up there beside ours,
# and Ctrl+C in a terminal is not for them.
if sys.platform == "win32":
    NO_WINDOW = subprocess.CREATE_NO_WINDOW
else:
    NO_WINDOW = 0
SWITCH = "--module"  # the downloaded program's first argument when it is started as one of MODULES
MODULES = (
    "app",
    "core.cli",
    "core.cli.loads",
    "core.convert.quantizer",
    "core.data.chat.render_child",
    "core.engine.trial.listing",
    "core.engine.trial.process",
    "core.hub.push_process",
    "core.shared.figures_process",
    "core.worker",
)


def own_process(module: str, *arguments: str) -> list[str]:
    """The command that starts a module as a program; one of MODULES, where Luthier was downloaded as a program."""
    return [_executable(), *((SWITCH,) if is_bundled() else ("-m",)), module, *arguments]


def is_bundled() -> bool:
    """Whether this is the program that is downloaded, and not Python with Luthier in it."""
    return bool(getattr(sys, "frozen", False))


def typed_program() -> list[str]:
    """How people start the downloaded program in a terminal. An AppImage is a file of its own around it."""
    return [os.environ.get("APPIMAGE") or _executable()]


def _executable() -> str:
    """On Windows a program has a terminal or none: what is typed and what speaks over pipes is the one that has."""
    if sys.platform == "win32" and is_bundled():
        return str(Path(sys.executable).with_name("luthier.exe"))  # packaging/luthier.spec makes both
    return sys.executable
