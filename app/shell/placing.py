"""Where the window stands and how large it is: as it was left, and never beyond the screen with its frame."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRect, QSize, QTimer
from PySide6.QtWidgets import QWidget

from app.look.theme import GRID

USUAL = QSize(160 * GRID, 100 * GRID)  # pixels
FRAME = QSize(GRID, 5 * GRID)  # of the window manager's frame, until it is known
LOOKS_MS = (0, 150, 600)  # after the window is shown; window managers put frames around later


def place(window: QWidget, geometry: str) -> None:
    """Place a window before it is shown. geometry: what `left` gave, of any screen; "" at the first start."""
    if not (geometry and window.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "replace")))):
        window.resize(USUAL)
    room = window.screen().availableGeometry().size() - FRAME
    if not window.isMaximized():
        window.resize(window.size().boundedTo(room))
    for delay in LOOKS_MS:
        QTimer.singleShot(delay, window, lambda: _fit(window))


def left(window: QWidget) -> str:
    """Place and size, to be remembered."""
    return bytes(window.saveGeometry().toBase64().data()).decode()


def _fit(window: QWidget) -> None:
    """Fit the window, with its frame as it is."""
    if window.isMaximized() or window.isFullScreen() or window.isMinimized() or not window.isVisible():
        return
    screen, frame = window.screen().availableGeometry(), window.frameGeometry()
    over = QSize(max(0, frame.width() - screen.width()), max(0, frame.height() - screen.height()))
    if not over.isNull():
        window.resize(window.size() - over)
        frame = QRect(frame.topLeft(), frame.size() - over)
    inside = _moved_into(frame, screen)
    if inside.topLeft() != frame.topLeft():
        window.move(inside.topLeft())


def _moved_into(frame: QRect, screen: QRect) -> QRect:
    moved = QRect(frame)
    moved.moveLeft(max(screen.left(), min(frame.left(), screen.right() - frame.width() + 1)))
    moved.moveTop(max(screen.top(), min(frame.top(), screen.bottom() - frame.height() + 1)))
    return moved
