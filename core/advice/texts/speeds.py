"""How fast this computer trains, in words, for the window and the terminal."""

from __future__ import annotations

from core.advice.texts.language import tr

MANY_TOKENS = 100_000
BUSY = tr(
    "Other programs were running: these are the figures without them. They are more reliable when nothing else "
    "is running."
)
