"""The colours: a palette for light and one for dark, and the colours with a meaning on each of them."""

from __future__ import annotations

from PySide6.QtGui import QColor, QGuiApplication, QPalette

# Colours with a meaning, the same everywhere. Of Okabe and Ito's, told apart by colour-blind readers, and darkened
# until they stand out on white; `ink` has them as they stand out on the palette in use.
TRAIN_LOSS = "#0072b2"
EVAL_LOSS = "#c75300"
SPEED = "#008a64"
WORKER_MEMORY = "#b8578e"
SYSTEM_FREE = "#2e8bc0"
DEVICE_MEMORY = "#7a7300"
LEARNING_RATE = "#ab7600"
GRADIENT_NORM = "#767676"

# Whether something fits on this machine; always beside a word.
FITS = "#00734f"
TIGHT = "#8a5a00"
NO = "#b04300"
INFORMS = "#2563b8"

ON_DARK = {
    TRAIN_LOSS: "#5aaee6",
    EVAL_LOSS: "#f08a45",
    SPEED: "#2fc79b",
    WORKER_MEMORY: "#dd93bb",
    SYSTEM_FREE: "#7cc8f2",
    DEVICE_MEMORY: "#cfc64a",
    LEARNING_RATE: "#e8ab2e",
    GRADIENT_NORM: "#a3a8b0",
    FITS: "#3fcf9f",
    TIGHT: "#e8ab2e",
    NO: "#f5935a",
    INFORMS: "#8fb4f0",
}

_Role = QPalette.ColorRole

# Light is paper on a desk: what one works on is the lightest. Dark is lamps in a room: what one works on is nearer.
LIGHT = {
    _Role.Window: "#f3f4f7",
    _Role.WindowText: "#1d1f24",
    _Role.Base: "#ffffff",
    _Role.AlternateBase: "#ebedf2",
    _Role.Text: "#1d1f24",
    _Role.PlaceholderText: "#5a6170",
    _Role.Button: "#e7eaf0",
    _Role.ButtonText: "#1d1f24",
    _Role.BrightText: "#b3261e",
    _Role.Highlight: "#3b5bdb",
    _Role.HighlightedText: "#ffffff",
    _Role.Accent: "#2f4dc4",
    _Role.Link: "#3553d0",
    _Role.LinkVisited: "#dfe6fb",  # the ground of a row that is chosen: nothing here has links
    _Role.ToolTipBase: "#ffffff",
    _Role.ToolTipText: "#1d1f24",
    _Role.Light: "#ffffff",
    _Role.Midlight: "#e1e5ec",
    _Role.Mid: "#d6dae2",
    _Role.Dark: "#868d9b",
    _Role.Shadow: "#6d7380",
}
DARK = {
    _Role.Window: "#15171b",
    _Role.WindowText: "#e8eaee",
    _Role.Base: "#1f2227",
    _Role.AlternateBase: "#111317",
    _Role.Text: "#e8eaee",
    _Role.PlaceholderText: "#a2aab8",
    _Role.Button: "#2c3038",
    _Role.ButtonText: "#e8eaee",
    _Role.BrightText: "#ff8a80",
    _Role.Highlight: "#4666e8",
    _Role.HighlightedText: "#ffffff",
    _Role.Accent: "#4363e2",
    _Role.Link: "#91a7ff",
    _Role.LinkVisited: "#2c3658",
    _Role.ToolTipBase: "#2b2f36",
    _Role.ToolTipText: "#e8eaee",
    _Role.Light: "#3b4048",
    _Role.Midlight: "#33383f",
    _Role.Mid: "#3a3f47",
    _Role.Dark: "#6c7380",
    _Role.Shadow: "#000000",
}


def palette_of(colors: dict[QPalette.ColorRole, str]) -> QPalette:
    """Return LIGHT or DARK as Qt takes it."""
    palette = QPalette()
    for role, color in colors.items():
        palette.setColor(role, QColor(color))
    faded = QColor(colors[_Role.PlaceholderText])
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, faded)
    palette.setColor(QPalette.ColorGroup.Disabled, _Role.Highlight, QColor(colors[_Role.Mid]))
    return palette


def ink(color: str) -> QColor:
    """Return one of the colours with a meaning, as it stands out on the palette that is in use."""
    is_dark = QGuiApplication.palette().color(_Role.Base).lightness() < 128
    return QColor(ON_DARK[color] if is_dark else color)
