"""The icons: QtAwesome's, of the one font that the window uses; by itself QtAwesome loads a dozen at once."""

from __future__ import annotations

from functools import cache
from typing import Any

from PySide6.QtGui import QIcon
from qtawesome.iconic_font import IconicFont

_FONT = "mdi6", "materialdesignicons6-webfont-6.9.96.ttf", "materialdesignicons6-webfont-charmap-6.9.96.json"


def icon(name: str, **options: Any) -> QIcon:
    """Return an icon. name: with its font, "mdi6.NAME". options: colours, as QtAwesome takes them."""
    drawn: QIcon = _loaded().icon(name, **options)
    return drawn


@cache
def _loaded() -> IconicFont:
    """Load the font, which needs an application."""
    return IconicFont(_FONT)
