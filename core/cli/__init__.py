"""The `luthier` command: the same jobs as the window, from a terminal or a script."""

from __future__ import annotations

import os
import site
import sys


def main() -> None:
    """Run the command line. Exits with 0 done, 1 an error with advice on stderr, 2 wrong usage, 130 interrupted."""
    leave_other_folders()  # before any further imports
    from core.base.engine_package import missing_package
    from core.base.errors import LuthierError
    from core.base.systems.terminals import take_every_character
    from core.cli.commands import app
    from core.cli.running import show_error

    take_every_character(sys.stdin, sys.stdout, sys.stderr)
    try:
        try:
            app()
        except ModuleNotFoundError as error:
            raise missing_package(error) from error
    except LuthierError as error:
        show_error(error.message, error.hint)
        sys.exit(1)


def leave_other_folders() -> None:
    """Import only installed modules from now on. Python, started by a script, would search the script's or the current
    folder, and PYTHONPATH, first. Our child processes are started without these (core/base/own_process.py).
    """
    if getattr(sys, "frozen", False):  # the bundled program contains its modules
        return
    script = sys.argv[0]
    if not sys.flags.safe_path and sys.path[0] in {
        "",
        _here(),
        *map(os.path.dirname, (script, os.path.realpath(script))),
    }:
        del sys.path[0]
    if not sys.flags.ignore_environment and (named := os.environ.get("PYTHONPATH")):
        library = os.path.dirname(os.__file__)
        installed = {library, os.path.join(library, "lib-dynload"), *site.getsitepackages(), site.getusersitepackages()}
        others = {os.path.abspath(folder or _here()) for folder in named.split(os.pathsep)} - installed
        sys.path[:] = [folder for folder in sys.path if folder not in others]


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:  # the current folder was deleted
        return ""
