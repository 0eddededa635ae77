"""Starts the window, in the language of the settings."""

from __future__ import annotations

import contextlib
import sys

from core.base import settings
from core.base.engine_package import how_to_get_qt
from core.base.errors import LuthierError

_OF_QT = ("PySide6", "shiboken6")


def main(arguments: list[str] | None = None) -> int:
    """Run app.shell.application's main, which is imported only when the language of its texts is known."""
    language = ""
    with contextlib.suppress(LuthierError):  # settings that cannot be read; the Settings page says so
        language = settings.load().language
    try:
        from app.look.language import speak

        speak(language)
        from app.shell.application import main as show
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in _OF_QT:
            raise
        print(
            f"Error: The window cannot open: a library that Qt needs is missing ({error}).\n{how_to_get_qt()}\n"
            "The commands work without it: `luthier --help` has them.",
            file=sys.stderr,
        )
        return 1
    return show(arguments)


if __name__ == "__main__":
    sys.exit(main())
