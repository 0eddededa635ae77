"""Grey bars where something loads: not at once, and gone with what they stand for."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.widgets.skeleton import LATE_MS, Skeleton


def has_bars(widget: QWidget) -> bool:
    image, bar = widget.grab().toImage(), widget.palette().color(QPalette.ColorRole.Midlight).name()
    places = [(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)]
    return any(image.pixelColor(x, y).name() == bar for x, y in places)


def test_that_bars_come_late_fill_what_they_cover_and_go(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    bars = Skeleton(window)
    window.show()
    assert not bars.isVisible()
    bars.show()
    assert bars.late.interval() == LATE_MS == 300 and bars.late.isActive() and not has_bars(window)
    bars.late.timeout.emit()
    assert has_bars(window)
    window.resize(500, 200)
    assert bars.size() == window.size()
    bars.hide()
    assert not has_bars(window)
    bars.show()
    assert not has_bars(window)
