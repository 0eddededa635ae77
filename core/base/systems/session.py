"""Platform differences of a user's session that ends: logging out, or shutting the computer down."""

from __future__ import annotations

import ctypes
import sys

# Windows asks each window before the session ends, and waits for its answer. Desktops on Linux send signals or close
# the connection to the screen, and may ask to save without an end; macOS closes windows.
ASKS_WINDOWS = sys.platform == "win32"


def say_why_it_waits(window: int, reason: str) -> None:
    """Let Windows show why a window holds the session's end up, after a few seconds. window: its handle."""
    if sys.platform == "win32":
        ctypes.windll.user32.ShutdownBlockReasonCreate(ctypes.c_void_p(window), reason)
