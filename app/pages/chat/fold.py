"""The beginning of something high, until all of it is wanted."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

LINES = 18  # of text that are shown of it
_WORTH = 4  # lines that have to be saved


class Fold(QWidget):
    """Signals:
    changed: it is cut now, or is not any more.
    """

    changed = Signal()

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        inside.setParent(self)
        self._folds = self._is_open = self._was_cut = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def can_cut(self) -> bool:
        """Whether there is more than the beginning."""
        return self._folds and self._inside.sizeHint().height() > (LINES + _WORTH) * self.fontMetrics().lineSpacing()

    @property
    def is_open(self) -> bool:
        """Whether all of it is wanted."""
        return self._is_open

    def be_folding(self, folds: bool) -> None:
        """Whether it is to be cut at all."""
        if folds != self._folds:
            self._folds = folds
            self._fit()

    def open(self, is_open: bool) -> None:
        """All of it, or the beginning."""
        self._is_open = is_open
        self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's names, here and below
        whole = self._inside.sizeHint()
        most = LINES * self.fontMetrics().lineSpacing()
        return QSize(whole.width(), most if self.can_cut and not self._is_open else whole.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        self._inside.resize(self.width(), self._inside.sizeHint().height())
        self.updateGeometry()
        if self.can_cut != self._was_cut:
            self._was_cut = self.can_cut
            self.changed.emit()
