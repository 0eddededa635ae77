"""Modules of ours as programs, each in a process of its own: also in the program that is downloaded, which holds its
modules in itself and has no `python -m`.
"""

from __future__ import annotations

import os
import sys

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
    return [sys.executable, *((SWITCH,) if is_bundled() else ("-m",)), module, *arguments]


def is_bundled() -> bool:
    """Whether this is the program that is downloaded, and not Python with Luthier in it."""
    return bool(getattr(sys, "frozen", False))


def typed_program() -> list[str]:
    """How people start the downloaded program in a terminal. An AppImage is a file of its own around it."""
    return [os.environ.get("APPIMAGE") or sys.executable]
