"""How the page is laid out: the ways out beside the chosen one; or that it is looking, or that there is nothing yet."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QStackedWidget, QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.pages.export import texts
from app.widgets.controls import dim_label, scrolled

_LOOKING, _EMPTY, _FULL = range(3)


class Layers(QStackedWidget):
    """Holds what the page made."""

    def __init__(
        self,
        train: QPushButton,
        above: list[QWidget],
        ways: QWidget,
        form: QWidget,
        line: QWidget,
        primary: QPushButton,
    ) -> None:
        """train: for the empty page. above: over both columns. line, primary: at the bottom."""
        super().__init__()
        self._ways, self._form = ways, form
        self._looking = QLabel(texts.LOOKING, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self._beside = dim_label(wraps=True)
        self._beside.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._right = QStackedWidget()
        card = QFrame()
        card.setObjectName("card")  # in the place of the form's
        layouts.column(card).addWidget(self._beside)
        for widget in (form, card):
            self._right.addWidget(widget)
        self.addWidget(self._looking)
        self.addWidget(_empty(train))
        self.addWidget(self._full(above, line, primary))

    def look(self, run: str) -> None:
        """What is shown of another run goes at once. run: the name of the one that is looked at, where it is known."""
        self._beside.setText(texts.looking_at(run))
        self._right.setCurrentIndex(1)
        if self.currentIndex() != _FULL or not run:
            self.setCurrentIndex(_LOOKING)

    def show_found(self, is_any: bool) -> None:
        """What there is, or that there is nothing."""
        self._right.setCurrentIndex(0)
        self.setCurrentIndex(_FULL if is_any else _EMPTY)

    def bring(self, widget: QWidget) -> None:
        """Into view, once it is laid out."""
        QTimer.singleShot(0, self, lambda: self._area.ensureWidgetVisible(widget, 0, GRID))

    def bring_form(self) -> None:
        """Its beginning, where it stands below the ways."""
        if self._right.y() > self._ways.y():
            top = self._right.mapTo(self._content, self._right.rect().topLeft()).y()
            QTimer.singleShot(0, self, lambda: self._area.verticalScrollBar().setValue(top))

    def _full(self, above: list[QWidget], line: QWidget, primary: QPushButton) -> QWidget:
        columns = Columns(2 * GRID)
        columns.add(self._ways, 2)
        columns.add(self._right, 3)
        self._content = QWidget()
        inside = layouts.column(self._content, gap=2 * GRID)
        for widget in above:
            inside.addWidget(widget)
        inside.addWidget(columns, 1)
        bottom = layouts.row(gap=2 * GRID)
        bottom.addWidget(line, 1)
        bottom.addWidget(primary)
        full = QWidget()
        page = layouts.column(full, gap=2 * GRID)
        self._area = scrolled(self._content)
        page.addWidget(self._area, 1)
        page.addLayout(bottom)
        return full


def _empty(train: QPushButton) -> QWidget:
    empty = QWidget()
    column = layouts.column(empty, gap=2 * GRID)
    column.addStretch(1)
    column.addWidget(QLabel(texts.EMPTY, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True))
    column.addWidget(train, 0, Qt.AlignmentFlag.AlignHCenter)
    column.addStretch(1)
    return empty
