"""The look: Fusion with a light and a dark palette that follow the system while running, one accent, one grid."""

from __future__ import annotations

import os

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.look import colors, motion
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
from app.look.skin import BODY, CONTROL_HEIGHT, FAMILY, FONTS, GRID, SECTION, SMALL, TITLE, sheet
from core.base.paths import RESOURCES
from core.base.settings import Settings

__all__ = [
    "BODY",
    "CONTROL_HEIGHT",
    "DEVICE_MEMORY",
    "EVAL_LOSS",
    "FITS",
    "GRADIENT_NORM",
    "GRID",
    "INFORMS",
    "LEARNING_RATE",
    "NO",
    "SECTION",
    "SMALL",
    "SPEED",
    "SYSTEM_FREE",
    "TIGHT",
    "TITLE",
    "TRAIN_LOSS",
    "WORKER_MEMORY",
    "Theme",
    "ink",
    "set_size",
    "use_tabular_figures",
]

_PIXELS, _BOLD, _TABULAR = "pixels", "semibold", "tabular"  # what a widget's text has of its own


class Theme(QObject):
    """Applies the palette, and again whenever the system changes between light and dark.

    LUTHIER_THEME=light or dark holds one of them.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._windows: list[QWidget] = []
        self._usual, self._percent = _usual_font(application.font()), 100
        application.setFont(self._usual)
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
        window.setStyleSheet(sheet(self.is_dark))
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Take the fonts back that a change of the system's look has brought."""
        if event.type() == QEvent.Type.ThemeChange:
            self._give_all_one_font()
        return super().eventFilter(watched, event)

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
        motion.allow(not known.reduce_motion)
        self.choose(known.theme)
        if known.text_size != self._percent:
            self.set_text_size(known.text_size)

    def apply(self, dark: bool) -> None:
        """Switch every widget; each gets a PaletteChange event."""
        self.is_dark = dark
        chosen = colors.DARK if dark else colors.LIGHT
        self._application.setPalette(colors.palette_of(chosen))
        self._give_all_one_font()
        self._set_sheet(sheet(dark))  # again: its colours are the palette's

    def set_text_size(self, percent: int) -> None:
        """Set the text size, in percent of the system's; every existing text follows."""
        self._percent = percent
        font = QFont(self._usual)
        font.setPointSizeF(self._usual.pointSizeF() * percent / 100)
        self._application.setFont(font)
        for window in filter(isValid, self._windows):
            window.setFont(font)  # what stands under a window's style sheet does not hear of the application's
        self._set_sheet("")  # after the fonts: a sheet gives each widget the one that it had found there before
        self._set_sheet(sheet(self.is_dark))
        for widget in self._application.allWidgets():
            _set_font(widget)

    def _give_all_one_font(self) -> None:
        """Windows and macOS have fonts of their own for lists, menus and messages, which Qt reads again at each change
        of the system's look. Setting the application's font drops them.
        """
        self._application.setFont(self._application.font())

    def _set_sheet(self, sheet: str) -> None:
        for window in filter(isValid, self._windows):
            window.setStyleSheet(sheet)

    def _follow(self, scheme: Qt.ColorScheme) -> None:
        if self._follows:
            self.apply(dark=scheme == Qt.ColorScheme.Dark)


def set_size(widget: QWidget, pixels: int, bold: bool = False) -> None:
    """Give a widget's text one of the look's sizes (skin.py); it grows with the text of the window."""
    widget.setProperty(_PIXELS, pixels)
    widget.setProperty(_BOLD, bold)
    _set_font(widget)


def use_tabular_figures(widget: QWidget) -> None:
    """Give digits equal width, so that a changing number does not move its neighbours."""
    widget.setProperty(_TABULAR, True)
    _set_font(widget)


def _usual_font(system: QFont) -> QFont:
    """Return the font of the body at 100%: the bundled one, and for letters that it lacks the system's.

    Its size is the look's, or the system's where that is larger: somebody has chosen that.
    """
    for file in FONTS:
        QFontDatabase.addApplicationFont(str(RESOURCES / "fonts" / file))
    font = QFont(system)
    font.setFamilies([FAMILY, *(family for family in system.families() if family != FAMILY)])
    font.setPointSizeF(system.pointSizeF() * max(1.0, BODY / QFontInfo(system).pixelSize()))
    return font


def _set_font(widget: QWidget) -> None:
    """Set what the widget's text has of its own; everything else is the application's."""
    pixels, tabular = widget.property(_PIXELS), widget.property(_TABULAR)
    if pixels is None and not tabular:
        return
    font = QFont(QApplication.font())
    if pixels is not None:
        font.setPointSizeF(font.pointSizeF() * pixels / BODY)
        font.setWeight(QFont.Weight.DemiBold if widget.property(_BOLD) else QFont.Weight.Normal)
    if tabular:
        font.setFeature(QFont.Tag("tnum"), 1)
    widget.setFont(font)
