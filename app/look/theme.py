"""The look: Fusion with a light and a dark palette that follow the system while running, one accent, one grid."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.look import colors
from app.look.colors import (
    DEVICE_MEMORY,
    EVAL_LOSS,
    FITS,
    GRADIENT_NORM,
    INFORMS,
    LEARNING_RATE,
    NO,
    SPEED,
    SYSTEM_FREE,
    TIGHT,
    TRAIN_LOSS,
    WORKER_MEMORY,
    ink,
)
from core.base.settings import Settings

__all__ = [
    "CONTROL_HEIGHT",
    "DEVICE_MEMORY",
    "EVAL_LOSS",
    "FITS",
    "GRADIENT_NORM",
    "GRID",
    "INFORMS",
    "LEARNING_RATE",
    "NO",
    "SPEED",
    "SYSTEM_FREE",
    "TIGHT",
    "TRAIN_LOSS",
    "WORKER_MEMORY",
    "Theme",
    "ink",
    "set_size",
    "use_tabular_figures",
]

GRID = 8  # pixels; every margin and gap is a multiple
CONTROL_HEIGHT = 4 * GRID  # of buttons and fields

_STYLE = """
#sidebar { background: palette(alternate-base); border-right: 1px solid palette(mid); }
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
#notice { background: palette(base); border: 1px solid palette(link); border-radius: 8px; }
#notice QLabel { background: transparent; }
#question { background: palette(midlight); border-radius: 12px; }
#answer { background: palette(base); border: 1px solid palette(mid); border-radius: 8px; }
#question QLabel, #answer QLabel { background: transparent; }
QPushButton[quiet="true"] {
    background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 2px 6px;
}
QPushButton[quiet="true"]:hover, QPushButton[quiet="true"]:checked { background: palette(midlight); }
QPushButton[quiet="true"]:focus { border: 1px solid palette(text); }
#rows { background: palette(base); border: 1px solid palette(dark); border-radius: 8px; outline: 0; }
QListWidget#rows { padding: 3px; }
#rows::item { border-radius: 5px; }
#rows::item:selected { background: palette(highlight); }
#rows::item:hover:!selected { background: palette(alternate-base); }
#switch QPushButton {
    background: transparent; border: 0; border-bottom: 2px solid transparent; padding: 4px 10px;
}
#switch QPushButton:hover { background: palette(midlight); }
#switch QPushButton:disabled { color: palette(placeholder-text); }
#switch QPushButton:checked { color: palette(link); border-bottom: 2px solid palette(link); }
QHeaderView { background: transparent; border: 0; }
QHeaderView::section {
    background: palette(base); border: 0; border-bottom: 1px solid palette(mid); padding: 6px 8px; font-weight: 600;
}
QHeaderView::section:first { border-top-left-radius: 7px; }
QHeaderView::section:last { border-top-right-radius: 7px; }
QHeaderView::section:only-one { border-top-left-radius: 7px; border-top-right-radius: 7px; }
QTableView { background: palette(base); border: 1px solid palette(dark); border-radius: 8px; padding: 1px; }
QTableCornerButton::section { background: transparent; border: 0; }
QCheckBox::indicator, QRadioButton::indicator { width: 1.1em; height: 1.1em; }
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
_POINTS, _BOLD, _TABULAR = "points", "semibold", "tabular"  # what a widget's text has of its own


class Theme(QObject):
    """Applies the palette, and again whenever the system changes between light and dark.

    LUTHIER_THEME=light or dark holds one of them.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._windows: list[QWidget] = []
        self._usual, self._percent = application.font(), 100
        self._held = os.environ.get("LUTHIER_THEME", "").lower()
        application.setStyle("Fusion")
        self.is_dark, self._follows = False, True
        self._scheme: str | None = None  # that was chosen last
        application.styleHints().colorSchemeChanged.connect(self._follow)
        self.choose("")

    def dress(self, window: QWidget) -> None:
        """Give a window the look, and with it all that it holds and the dialogs over it.

        The style sheet is the window's and not the application's: Qt then goes through a page once, when that comes
        into the window, and not again for every widget that is put into another while the page is made. That takes a
        third of the time (docs/speed.md).
        """
        self._windows.append(window)
        window.setStyleSheet(_STYLE)

    def choose(self, scheme: str) -> None:
        """Hold light or dark; with anything else, follow the system. What the environment says goes first."""
        if scheme == self._scheme:
            return
        self._scheme = scheme
        dark, light = Qt.ColorScheme.Dark, Qt.ColorScheme.Light
        held = {"dark": dark, "light": light}.get(self._held or scheme, Qt.ColorScheme.Unknown)
        self._follows = held == Qt.ColorScheme.Unknown
        hints = self._application.styleHints()
        hints.setColorScheme(held)  # so that the window's frame is held, too
        self.apply(dark=(hints.colorScheme() if self._follows else held) == dark)

    def follow(self, known: Settings) -> None:
        """Follow the settings."""
        self.choose(known.theme)
        if known.text_size != self._percent:
            self.set_text_size(known.text_size)

    def apply(self, dark: bool) -> None:
        """Switch every widget; each gets a PaletteChange event."""
        self.is_dark = dark
        chosen = colors.DARK if dark else colors.LIGHT
        self._application.setPalette(colors.palette_of(chosen))
        for kind in _OUTLINED:
            self._application.setPalette(colors.outlined(chosen), kind)  # type: ignore[arg-type]  # takes no bytes
        self._set_sheet(_STYLE)  # again: its colours are the palette's

    def set_text_size(self, percent: int) -> None:
        """Set the text size, in percent of the system's; every existing text follows."""
        self._percent = percent
        font = QFont(self._usual)
        font.setPointSizeF(self._usual.pointSizeF() * percent / 100)
        self._application.setFont(font)
        for window in filter(isValid, self._windows):
            window.setFont(font)  # what stands under a window's style sheet does not hear of the application's
        self._set_sheet("")  # after the fonts: a sheet gives each widget the one that it had found there before
        self._set_sheet(_STYLE)
        for widget in self._application.allWidgets():
            _set_font(widget)

    def _set_sheet(self, sheet: str) -> None:
        for window in filter(isValid, self._windows):
            window.setStyleSheet(sheet)

    def _follow(self, scheme: Qt.ColorScheme) -> None:
        if self._follows:
            self.apply(dark=scheme == Qt.ColorScheme.Dark)


def set_size(widget: QWidget, points: float, bold: bool = False) -> None:
    """One of the look's sizes, scaled with the system font: 20 page title, 14 section, 11 body."""
    widget.setProperty(_POINTS, points)
    widget.setProperty(_BOLD, bold)
    _set_font(widget)


def use_tabular_figures(widget: QWidget) -> None:
    """Digits of equal width, so that a changing number does not move its neighbours."""
    widget.setProperty(_TABULAR, True)
    _set_font(widget)


def _set_font(widget: QWidget) -> None:
    """What the widget's text has of its own; everything else is the application's."""
    points, tabular = widget.property(_POINTS), widget.property(_TABULAR)
    if points is None and not tabular:
        return
    font = QFont(QApplication.font())
    if points is not None:
        font.setPointSizeF(font.pointSizeF() * points / 11)
        font.setWeight(QFont.Weight.DemiBold if widget.property(_BOLD) else QFont.Weight.Normal)
    if tabular:
        font.setFeature(QFont.Tag("tnum"), 1)
    widget.setFont(font)
