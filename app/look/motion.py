"""Short movements where something appears or leaves; none where the system or the settings ask for less motion.

Windows says whether it wants animations; Qt does not tell what other systems want, so the settings have a switch.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QEasingCurve, QPropertyAnimation, Qt
from PySide6.QtWidgets import QApplication, QGraphicsOpacityEffect, QLabel, QWidget

from core.base.systems.machine import wants_motion

APPEAR_MS, LEAVE_MS = 160, 120
_MOVES = "moves"  # a property of the application


def allow(wanted: bool) -> None:
    """Move from now on, if the system has nothing against it. Until this is called, nothing moves."""
    application = QApplication.instance()
    assert application is not None
    application.setProperty(_MOVES, wanted and wants_motion())


def appear(widget: QWidget) -> None:
    """Fade in a widget that was shown just now."""
    if _moves(widget):
        nothing: Any = None  # which Qt takes for no effect
        _fade(widget, 0.0, 1.0, APPEAR_MS).finished.connect(partial(widget.setGraphicsEffect, nothing))


def leave(widget: QWidget) -> None:
    """Hide a widget. A picture of it fades out in its place, so that it is gone at once for all but the eye."""
    around = widget.parentWidget()
    if around is not None and _moves(widget):
        picture = QLabel(around)
        picture.setPixmap(widget.grab())
        picture.setGeometry(widget.geometry())
        picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        picture.show()
        _fade(picture, 1.0, 0.0, LEAVE_MS).finished.connect(picture.deleteLater)
    widget.hide()


def _moves(widget: QWidget) -> bool:
    application = QApplication.instance()
    return application is not None and bool(application.property(_MOVES)) and widget.isVisible()


def _fade(widget: QWidget, begin: float, end: float, duration: int) -> QPropertyAnimation:
    effect = QGraphicsOpacityEffect(widget, opacity=begin)
    widget.setGraphicsEffect(effect)  # in the place of an earlier one, whose movement ends with it
    running = QPropertyAnimation(effect, b"opacity", effect)
    running.setDuration(duration)
    running.setStartValue(begin)
    running.setEndValue(end)
    running.setEasingCurve(QEasingCurve.Type.OutCubic)
    running.start()
    return running
