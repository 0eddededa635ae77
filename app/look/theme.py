"""The look: Fusion with a light and a dark palette that follow the system while running, one accent, one grid."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

GRID = 8  # pixels; every margin and gap is a multiple
CONTROL_HEIGHT = 4 * GRID  # of buttons and fields

# Okabe and Ito's colours, told apart by colour-blind readers, on white and on black. The same meaning everywhere.
TRAIN_LOSS = "#0072B2"
EVAL_LOSS = "#D55E00"
SPEED = "#009E73"
WORKER_MEMORY = "#CC79A7"
SYSTEM_FREE = "#56B4E9"
LEARNING_RATE = "#E69F00"
GRADIENT_NORM = "#8C8C8C"

# Whether something fits on this machine; always beside a word.
FITS = "#009E73"
TIGHT = "#C98500"
NO = "#D55E00"

_Role = QPalette.ColorRole

_LIGHT = {
    _Role.Window: "#f5f5f7",
    _Role.WindowText: "#1d1f24",
    _Role.Base: "#ffffff",
    _Role.AlternateBase: "#f0f1f4",
    _Role.Text: "#1d1f24",
    _Role.PlaceholderText: "#646b78",
    _Role.Button: "#fbfbfc",
    _Role.ButtonText: "#1d1f24",
    _Role.BrightText: "#b3261e",
    _Role.Highlight: "#3b5bdb",
    _Role.HighlightedText: "#ffffff",
    _Role.Accent: "#3b5bdb",
    _Role.Link: "#3b5bdb",
    _Role.ToolTipBase: "#ffffff",
    _Role.ToolTipText: "#1d1f24",
    _Role.Light: "#ffffff",
    _Role.Midlight: "#eceef1",
    _Role.Mid: "#d5d8de",
    _Role.Dark: "#a2a8b3",
    _Role.Shadow: "#6d7380",
}
_DARK = {
    _Role.Window: "#17191d",
    _Role.WindowText: "#e8eaee",
    _Role.Base: "#1f2227",
    _Role.AlternateBase: "#262a30",
    _Role.Text: "#e8eaee",
    _Role.PlaceholderText: "#9aa2b0",
    _Role.Button: "#2b2f36",
    _Role.ButtonText: "#e8eaee",
    _Role.BrightText: "#ff8a80",
    _Role.Highlight: "#4c6ef5",
    _Role.HighlightedText: "#ffffff",
    _Role.Accent: "#4c6ef5",
    _Role.Link: "#91a7ff",
    _Role.ToolTipBase: "#2b2f36",
    _Role.ToolTipText: "#e8eaee",
    _Role.Light: "#3b4048",
    _Role.Midlight: "#30343b",
    _Role.Mid: "#3a3f47",
    _Role.Dark: "#0f1013",
    _Role.Shadow: "#000000",
}

_STYLE = """
#sidebar { background: palette(alternate-base); border-right: 1px solid palette(mid); }
#sidebar QPushButton {
    background: transparent; border: 0; border-radius: 6px; padding: 8px 12px; text-align: left; outline: 0;
}
#sidebar QPushButton:hover { background: palette(midlight); }
#sidebar QPushButton:checked { background: palette(highlight); color: palette(highlighted-text); }
#sidebar QPushButton:focus { border: 1px solid palette(text); padding: 7px 11px; }
#card { background: palette(base); border: 1px solid palette(mid); border-radius: 8px; }
#card QLabel { background: transparent; }
QLabel[dim="true"] { color: palette(placeholder-text); }
QLabel[error="true"] { color: palette(bright-text); }
QPushButton[primary="true"] {
    background: palette(highlight); color: palette(highlighted-text);
    border: 1px solid palette(highlight); border-radius: 6px; padding: 7px 20px; font-weight: 600;
}
QPushButton[primary="true"]:focus { border: 2px solid palette(text); padding: 6px 19px; }
QPushButton[primary="true"]:disabled {
    background: palette(midlight); color: palette(placeholder-text); border-color: palette(mid);
}
QPlainTextEdit {
    background: palette(base); border: 1px solid palette(mid); border-radius: 8px; padding: 4px 8px;
}
#inset { background: palette(alternate-base); border: 1px solid palette(mid); border-radius: 8px; }
#inset QLabel { background: transparent; }
#question { background: palette(midlight); border-radius: 12px; }
#answer { background: palette(base); border: 1px solid palette(mid); border-radius: 8px; }
#question QLabel, #answer QLabel { background: transparent; }
#message { background: transparent; border: 0; }
QPushButton[quiet="true"] {
    background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 2px 6px;
}
QPushButton[quiet="true"]:hover, QPushButton[quiet="true"]:checked { background: palette(midlight); }
QPushButton[quiet="true"]:focus { border: 1px solid palette(text); }
#rows { background: palette(base); border: 1px solid palette(mid); border-radius: 8px; outline: 0; }
#rows:focus { border-color: palette(highlight); }
#rows::item:selected { background: palette(highlight); }
#rows::item:hover:!selected { background: palette(alternate-base); }
#switch QPushButton {
    background: palette(base); border: 1px solid palette(mid); border-radius: 6px; padding: 4px 14px;
}
#switch QPushButton:checked {
    background: palette(highlight); color: palette(highlighted-text); border-color: palette(highlight);
}
#switch QPushButton:focus { border: 1px solid palette(text); }
QHeaderView::section {
    background: palette(alternate-base); border: 0; border-bottom: 1px solid palette(mid); padding: 6px 8px;
}
QTableView { border: 1px solid palette(mid); border-radius: 8px; }
QTableView:focus { border-color: palette(highlight); }
QTableView::item { padding: 0 5px; }
QProgressBar { border: 0; border-radius: 4px; background: palette(mid); max-height: 8px; min-height: 8px; }
QProgressBar::chunk { border-radius: 4px; background: palette(highlight); }
"""


class Theme(QObject):
    """Applies the palette, and again whenever the system changes between light and dark.

    LUTHIER_THEME=light or dark holds one of them.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        application.setStyle("Fusion")
        self.is_dark = False
        forced = os.environ.get("LUTHIER_THEME", "").lower()
        if forced in ("light", "dark"):
            self.apply(dark=forced == "dark")
        else:
            hints = application.styleHints()
            self._follow(hints.colorScheme())
            hints.colorSchemeChanged.connect(self._follow)

    def apply(self, dark: bool) -> None:
        """Switch every widget; each gets a PaletteChange event."""
        self.is_dark = dark
        self._application.setPalette(_palette(_DARK if dark else _LIGHT))
        self._application.setStyleSheet(_STYLE)

    def _follow(self, scheme: Qt.ColorScheme) -> None:
        self.apply(dark=scheme == Qt.ColorScheme.Dark)


def _palette(colors: dict[QPalette.ColorRole, str]) -> QPalette:
    palette = QPalette()
    for role, color in colors.items():
        palette.setColor(role, QColor(color))
    faded = QColor(colors[_Role.PlaceholderText])
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, faded)
    palette.setColor(QPalette.ColorGroup.Disabled, _Role.Highlight, QColor(colors[_Role.Mid]))
    return palette


def set_size(widget: QWidget, points: float, bold: bool = False) -> None:
    """One of the look's sizes, scaled with the system font: 20 page title, 14 section, 11 body."""
    font = widget.font()
    body = QApplication.font().pointSizeF()
    font.setPointSizeF(body * points / 11)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    widget.setFont(font)


def use_tabular_figures(widget: QWidget) -> None:
    """Digits of equal width, so that a changing number does not move its neighbours."""
    font = widget.font()
    font.setFeature(QFont.Tag("tnum"), 1)
    widget.setFont(font)
