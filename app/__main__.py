"""Starts the window, in the language of the settings."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from core.shared import settings
from core.shared.errors import LuthierError

_OF_QT = ("PySide6", "shiboken6")


def main(arguments: list[str] | None = None) -> int:
    """As app.shell.application's, which is imported only when it is known what language its texts are in."""
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
        return _cannot_open(f"a library that Qt needs is missing ({error})", _install())
    return show(arguments)


def _install() -> str:
    """How to get Qt's libraries, which are the system's own."""
    if (Path(__file__).parents[1] / "packaging" / "setup_env.py").exists():
        return "Run `make setup` in Luthier's folder: it says how to install them."
    return "Install the package of your system that has it, and try again."


def _cannot_open(why: str, what_to_do: str) -> int:
    print(f"Error: The window cannot open: {why}.\n{what_to_do}", file=sys.stderr)
    print("The commands work without it: `luthier --help` has them.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
