"""The program that is downloaded: the window where nothing else is asked for, else the `luthier` command.

Its worker and other processes of its own are the same program once more (core/shared/own_process.py).
"""

from __future__ import annotations

import multiprocessing
import runpy
import sys

from core.shared.own_process import MODULES, SWITCH


def main() -> None:
    """As `luthier`; without arguments as `luthier app`."""
    multiprocessing.freeze_support()  # a process of multiprocessing's goes no further
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


if __name__ == "__main__":
    main()
