"""Starts the window, in the language of the settings."""

from __future__ import annotations

import contextlib
import sys

from app.look.language import speak
from core.shared import settings
from core.shared.errors import LuthierError


def main(arguments: list[str] | None = None) -> int:
    """As app.shell.application's, which is imported only when it is known what language its texts are in."""
    language = ""
    with contextlib.suppress(LuthierError):  # settings that cannot be read; the Settings page says so
        language = settings.load().language
    speak(language)
    from app.shell.application import main as show

    return show(arguments)


if __name__ == "__main__":
    sys.exit(main())
