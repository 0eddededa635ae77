"""The `luthier` command: the same jobs as the window, from a terminal or a script."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point. Exits 0 done, 1 an error with advice on stderr, 2 wrong usage, 130 interrupted."""
    from core.cli.commands import app
    from core.cli.running import show_error
    from core.shared.errors import LuthierError

    try:
        app()
    except LuthierError as error:
        show_error(error.message, error.hint)
        sys.exit(1)
