"""The `luthier` command: the same jobs as the window, from a terminal or a script."""

from __future__ import annotations

import io
import sys
from typing import TextIO


def main() -> None:
    """Entry point. Exits 0 done, 1 an error with advice on stderr, 2 wrong usage, 130 interrupted."""
    from core.cli.commands import app
    from core.cli.running import show_error
    from core.shared.engine_package import missing_package
    from core.shared.errors import LuthierError

    if sys.platform == "win32":
        speak_utf8(sys.stdin, sys.stdout, sys.stderr)
    try:
        try:
            app()
        except ModuleNotFoundError as error:
            raise missing_package(error) from error
    except LuthierError as error:
        show_error(error.message, error.hint)
        sys.exit(1)


def speak_utf8(*streams: TextIO | None) -> None:
    """Where Windows has output go to a file or to another program, it would be in an encoding that lacks most signs."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
