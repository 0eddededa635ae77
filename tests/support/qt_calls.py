"""Has Qt call a method of one of its objects in the place of its own: from C++, below a call of Python's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QIdentityProxyModel, QMimeData, QObject, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QEnterEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractScrollArea,
    QApplication,
    QHBoxLayout,
    QLayout,
    QListWidget,
    QWidget,
)

_HERE, _HERE_F = QPoint(3, 3), QPointF(3, 3)
_LEFT, _NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
_COPY, _DATA = Qt.DropAction.CopyAction, QMimeData()


def _mouse(kind: QEvent.Type) -> QMouseEvent:
    return QMouseEvent(kind, _HERE_F, _HERE_F, _HERE_F, _LEFT, _LEFT, _NO_KEY)


EVENTS: dict[str, Callable[[], QEvent]] = {
    "event": lambda: QEvent(QEvent.Type.User),
    "changeEvent": lambda: QEvent(QEvent.Type.FontChange),
    "closeEvent": QCloseEvent,
    "contextMenuEvent": lambda: QContextMenuEvent(QContextMenuEvent.Reason.Mouse, _HERE, _HERE),
    "enterEvent": lambda: QEnterEvent(_HERE_F, _HERE_F, _HERE_F),
    "focusInEvent": lambda: QFocusEvent(QEvent.Type.FocusIn),
    "hideEvent": QHideEvent,
    "keyPressEvent": lambda: QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Q, _NO_KEY),
    "leaveEvent": lambda: QEvent(QEvent.Type.Leave),
    "mouseDoubleClickEvent": lambda: _mouse(QEvent.Type.MouseButtonDblClick),
    "mouseMoveEvent": lambda: _mouse(QEvent.Type.MouseMove),
    "mousePressEvent": lambda: _mouse(QEvent.Type.MouseButtonPress),
    "mouseReleaseEvent": lambda: _mouse(QEvent.Type.MouseButtonRelease),
    "paintEvent": lambda: QPaintEvent(QRect(0, 0, 9, 9)),
    "resizeEvent": lambda: QResizeEvent(QSize(9, 9), QSize(8, 8)),
    "showEvent": QShowEvent,
}


def _filter(watcher: Any) -> None:
    watched = QObject()
    watched.installEventFilter(watcher)
    QApplication.sendEvent(watched, QEvent(QEvent.Type.User))


def _hint(one: Any) -> None:
    holder = QWidget()
    match one:
        case QAbstractItemDelegate():
            _painted(one)
        case QLayout():
            holder.setLayout(one)
            one.totalSizeHint()
        case _:
            row = QHBoxLayout(holder)
            row.addWidget(one)
            row.totalSizeHint()
            row.totalMinimumSize()


def _painted(delegate: Any) -> None:
    view = QListWidget()
    view.setItemDelegate(delegate)
    view.addItem("a row")
    view.sizeHintForRow(0)
    view.grab()


def _in_proxy(ask: Callable[[QIdentityProxyModel], object]) -> Callable[[Any], None]:
    def call(model: Any) -> None:
        proxy = QIdentityProxyModel()
        proxy.setSourceModel(model)
        ask(proxy)

    return call


def _laid_out(ask: Callable[[QLayout], object]) -> Callable[[Any], None]:
    def call(layout: Any) -> None:
        holder = QWidget()
        holder.setLayout(layout)
        ask(layout)

    return call


def _within(layout: QLayout) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addLayout(layout)
    return row


def _suits_width(one: QLayout | QWidget) -> None:
    if isinstance(one, QLayout):
        _within(one).hasHeightForWidth()
        return
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.addWidget(one)
    one.show()  # Qt asks nothing of what is hidden; its holder is not shown
    row.hasHeightForWidth()


_OTHERS: dict[str, Callable[[Any], object]] = {
    # QApplication hands these out only while something is dragged
    "dragEnterEvent": lambda one: QWidget.event(one, QDragEnterEvent(_HERE, _COPY, _DATA, _LEFT, _NO_KEY)),
    "dropEvent": lambda one: QWidget.event(one, QDropEvent(_HERE_F, _COPY, _DATA, _LEFT, _NO_KEY)),
    "eventFilter": _filter,
    "reject": lambda dialog: QApplication.sendEvent(
        dialog, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, _NO_KEY)
    ),
    "sizeHint": _hint,
    "minimumSizeHint": _hint,
    "hitButton": lambda button: QApplication.sendEvent(button, _mouse(QEvent.Type.MouseButtonPress)),
    "paint": _painted,
    "initStyleOption": lambda button: button.grab(),
    "rowCount": _in_proxy(lambda proxy: proxy.rowCount()),
    "columnCount": _in_proxy(lambda proxy: proxy.columnCount()),
    "headerData": _in_proxy(lambda proxy: proxy.headerData(0, Qt.Orientation.Horizontal)),
    "sort": _in_proxy(lambda proxy: proxy.sort(0)),
    "data": lambda model: model.createIndex(0, 0).data(),
    "addItem": _laid_out(lambda layout: layout.addWidget(QWidget())),
    "count": _laid_out(lambda layout: layout.indexOf(QWidget())),
    "itemAt": _laid_out(lambda layout: layout.removeWidget(QWidget())),
    "heightForWidth": _laid_out(lambda layout: layout.totalHeightForWidth(9)),
    "hasHeightForWidth": _suits_width,
    "minimumSize": _laid_out(lambda layout: layout.totalMinimumSize()),
    "setGeometry": lambda layout: _within(layout).setGeometry(QRect(0, 0, 9, 9)),
    "expandingDirections": lambda layout: _within(layout).expandingDirections(),
    "takeAt": lambda layout: layout.takeAt(0),  # Qt comes to it only from children; Python's call has the same guard
}


def call_by_qt(one: Any, name: str) -> None:
    """Have Qt come to this method. Raises KeyError for one that nobody has written down here."""
    if name not in EVENTS:
        _OTHERS[name](one)
        return
    QApplication.sendEvent(one, EVENTS[name]())
    if isinstance(one, QAbstractScrollArea):  # which gets many events from what it scrolls
        QApplication.sendEvent(one.viewport(), EVENTS[name]())
