"""The program that is downloaded: the window where nothing else is asked for, else the `luthier` command.

Its worker and other processes of its own are the same program once more (core/base/own_process.py).
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys

from core.base.own_process import MODULES, SWITCH


def main() -> None:
    """Run as `luthier`; without arguments as `luthier app`."""
    multiprocessing.freeze_support()  # a process of multiprocessing's goes no further
    leave_other_programs_alone()
    match sys.argv[1:]:
        case [first, module, *arguments] if first == SWITCH:
            if module not in MODULES:
                sys.exit(f"Luthier has no program {module}.")
            sys.argv[1:] = arguments
            runpy.run_module(module, run_name="__main__", alter_sys=False)
        case []:
            runpy.run_module("app", run_name="__main__", alter_sys=False)
        case _:
            from core.cli import main as command

            command()


def leave_other_programs_alone() -> None:
    """Let programs started from here, such as a browser or Ollama, load their own libraries, not this folder's.

    PyInstaller's loader puts this folder first for itself, keeps what was there before under another name, and takes a
    program that it starts for a part of the one that started it unless it is told otherwise.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


if __name__ == "__main__":
    main()
