"""The look: Fusion with a light and a dark palette that follow the system while running, one accent, one grid."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

GRID = 8  # pixels; every margin and gap is a multiple
CONTROL_HEIGHT = 4 * GRID  # of buttons and fields

# Colours with a meaning, the same everywhere. Of Okabe and Ito's, told apart by colour-blind readers, and darkened
# until they stand out on white; `ink` has them as they stand out on the palette in use.
TRAIN_LOSS = "#0072b2"
EVAL_LOSS = "#c75300"
SPEED = "#008a64"
WORKER_MEMORY = "#b8578e"
SYSTEM_FREE = "#2e8bc0"
LEARNING_RATE = "#ab7600"
GRADIENT_NORM = "#767676"

# Whether something fits on this machine; always beside a word.
FITS = "#00734f"
TIGHT = "#8a5a00"
NO = "#b04300"
INFORMS = "#2563b8"

_ON_DARK = {
    TRAIN_LOSS: "#5aaee6",
    EVAL_LOSS: "#f08a45",
    SPEED: "#2fc79b",
    WORKER_MEMORY: "#dd93bb",
    SYSTEM_FREE: "#7cc8f2",
    LEARNING_RATE: "#e8ab2e",
    GRADIENT_NORM: "#a3a8b0",
    FITS: "#3fcf9f",
    TIGHT: "#e8ab2e",
    NO: "#f5935a",
    INFORMS: "#8fb4f0",
}

_Role = QPalette.ColorRole

_LIGHT = {
    _Role.Window: "#f5f5f7",
    _Role.WindowText: "#1d1f24",
    _Role.Base: "#ffffff",
    _Role.AlternateBase: "#f0f1f4",
    _Role.Text: "#1d1f24",
    _Role.PlaceholderText: "#5c6370",
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
    _Role.Dark: "#7b828f",
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
    _Role.Highlight: "#4666e8",
    _Role.HighlightedText: "#ffffff",
    _Role.Accent: "#4666e8",
    _Role.Link: "#91a7ff",
    _Role.ToolTipBase: "#2b2f36",
    _Role.ToolTipText: "#e8eaee",
    _Role.Light: "#3b4048",
    _Role.Midlight: "#30343b",
    _Role.Mid: "#3a3f47",
    _Role.Dark: "#828a98",
    _Role.Shadow: "#000000",
}

_STYLE = """
#sidebar { background: palette(alternate-base); border-right: 1px solid palette(mid); }
#sidebar QPushButton {
    background: transparent; border: 0; border-radius: 6px; padding: 8px 12px; text-align: left; outline: 0;
}
#sidebar QPushButton:hover { background: palette(midlight); }
#sidebar QPushButton:checked { background: palette(highlight); color: palette(highlighted-text); }
#card { background: palette(base); border: 1px solid palette(mid); border-radius: 8px; }
#card QLabel { background: transparent; }
QLabel[dim="true"] { color: palette(placeholder-text); }
QLabel[error="true"] { color: palette(bright-text); }
QPushButton[primary="true"] {
    background: palette(highlight); color: palette(highlighted-text);
    border: 1px solid palette(highlight); border-radius: 6px; padding: 7px 20px; font-weight: 600;
}
QPushButton[primary="true"]:disabled {
    background: palette(midlight); color: palette(placeholder-text); border-color: palette(mid);
}
QPlainTextEdit, QTextEdit {
    background: palette(base); border: 1px solid palette(dark); border-radius: 8px; padding: 4px 8px;
}
#inset { background: palette(alternate-base); border: 1px solid palette(mid); border-radius: 8px; }
#inset QLabel { background: transparent; }
#rows { background: palette(base); border: 1px solid palette(dark); border-radius: 8px; outline: 0; }
#rows::item:selected { background: palette(highlight); }
#rows::item:hover:!selected { background: palette(alternate-base); }
#switch QPushButton {
    background: palette(base); border: 1px solid palette(dark); border-radius: 6px; padding: 4px 14px;
}
#switch QPushButton:checked {
    background: palette(highlight); color: palette(highlighted-text); border-color: palette(highlight);
}
QHeaderView { background: transparent; border: 0; }
QHeaderView::section {
    background: palette(base); border: 0; border-bottom: 1px solid palette(mid); padding: 6px 8px; font-weight: 600;
}
QHeaderView::section:first { border-top-left-radius: 7px; }
QHeaderView::section:last { border-top-right-radius: 7px; }
QHeaderView::section:only-one { border-top-left-radius: 7px; border-top-right-radius: 7px; }
QTableView { background: palette(base); border: 1px solid palette(dark); border-radius: 8px; padding: 1px; }
QTableCornerButton::section { background: transparent; border: 0; }
QScrollArea#plain, #plain > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; border: 0; width: 12px; margin: 3px 2px; }
QScrollBar:horizontal { background: transparent; border: 0; height: 12px; margin: 2px 3px; }
QScrollBar::handle { background: palette(dark); border-radius: 4px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: palette(placeholder-text); }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QTableView::item { padding: 0 5px; }
QProgressBar { border: 0; border-radius: 4px; background: palette(mid); max-height: 8px; min-height: 8px; }
QProgressBar::chunk { border-radius: 4px; background: palette(link); }
"""


_OUTLINED = ("QLineEdit", "QComboBox", "QAbstractSpinBox", "QCheckBox", "QRadioButton", "QPushButton", "QGroupBox")


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
        colors = _DARK if dark else _LIGHT
        self._application.setPalette(_palette(colors))
        for kind in _OUTLINED:
            self._application.setPalette(_outlined(colors), kind.encode())
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


def _outlined(colors: dict[QPalette.ColorRole, str]) -> QPalette:
    """For what Fusion frames: with the window's colour, darkened, which on dark ground is next to nothing."""
    palette = _palette(colors)
    border = QColor(colors[_Role.Dark])
    palette.setColor(_Role.Window, QColor.fromHsvF(border.hueF(), border.saturationF(), min(1, border.valueF() * 1.4)))
    return palette


def ink(color: str) -> QColor:
    """One of the colours with a meaning, as it stands out on the palette that is in use."""
    is_dark = QGuiApplication.palette().color(_Role.Base).lightness() < 128
    return QColor(_ON_DARK[color] if is_dark else color)


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
