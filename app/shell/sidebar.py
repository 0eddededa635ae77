"""The side bar: the welcome, the road from a model to an export, what is beside it, and the run that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPalette, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QButtonGroup,
    QFrame,
    QGridLayout,
    QRadioButton,
    QSizePolicy,
    QSpacerItem,
    QWidget,
)

from app.look import icons, layouts
from app.look.skin import CARD
from app.look.theme import BODY, GRID, SMALL, set_size, use_tabular_figures
from app.shell.checklist import Mark, Stand
from app.shell.page import Entry
from app.shell.run_words import LiveRun
from app.widgets.controls import IconButton, PathLabel, ShareBar
from core.base.language import tr

WIDTH = 21 * GRID  # pixels, at least
PAUSE = 26  # pixels of width, which leave room for the words beside it
ARROW = 2 * GRID  # pixels of the card, in which its arrow stands


class SideBar(QWidget):
    """A button for each page; a press on one asks for its page, by the page's name.

    Signals:
        wanted: a page's key. run_wanted: the run that goes on. pause_wanted: it is to pause, or to go on.
    """

    wanted = Signal(str)
    run_wanted = Signal()
    pause_wanted = Signal()

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.buttons: dict[str, RoadButton] = {}
        self.live = LiveCard()
        self.pause = IconButton("", "mdi6.pause", flat=True)
        self.pause.setFixedWidth(PAUSE)
        self._group = QButtonGroup(self, exclusive=True)
        self._column = layouts.column(inside=self, gap=0, margins=(GRID, 2 * GRID, GRID, 2 * GRID))
        self._gaps: list[QSpacerItem] = []
        for _is_on_road, some in groupby(entries, key=lambda entry: entry.on_road):
            if self._group.buttons():
                self._add_gap()
            for entry in some:
                self._add(entry)
        layouts.put(self._column, ..., self._running())
        self.live.clicked.connect(self.run_wanted)
        self.pause.clicked.connect(self.pause_wanted)

    def mark(self, key: str) -> None:
        """Mark the page that is in front, so that Tab comes to it."""
        for one in self.buttons.values():
            one.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.buttons[key].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.buttons[key].setChecked(True)
        if self.isAncestorOf(self.window().focusWidget() or self) and not self.buttons[key].hasFocus():
            self.buttons[key].setFocus()

    def show_stands(self, stands: dict[str, Stand]) -> None:
        """Show how the steps of the road stand."""
        for key, stand in stands.items():
            if key in self.buttons:
                self.buttons[key].show_stand(stand)

    def show_run(self, run: LiveRun | None) -> None:
        """Show the run that goes on; None: no run does."""
        self.live.show_run(run)
        self._run.setVisible(run is not None)
        self.pause.setVisible(run is not None and run.goes_on)
        words, icon = (tr("Resume"), "mdi6.play") if run and run.is_paused else (tr("Pause"), "mdi6.pause")
        self.pause.set_look("", icon)
        self.pause.setAccessibleName(words)
        self.pause.setToolTip(words)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's names
        """Return a size wide enough for the longest name."""
        width = max((button.sizeHint().width() for button in self.buttons.values()), default=0) + 2 * GRID
        return QSize(max(WIDTH, width), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(self.sizeHint().width(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        tight = self.height() < layouts.LOW
        margin = GRID if tight else 2 * GRID
        self._column.setContentsMargins(GRID, margin, GRID, margin)
        for gap in self._gaps:
            gap.changeSize(0, margin // 2 if tight else margin)
        for button in self.buttons.values():
            button.be_tight(tight)
        self.live.be_tight(tight)

    def _running(self) -> QWidget:
        """Return the card of the run that goes on, with the button that pauses it."""
        self._run = QFrame()
        self._run.setObjectName("card")
        over = QGridLayout(self._run)  # the pause stands in a corner of what leads to the run
        over.setContentsMargins(0, 0, 0, 0)
        over.addWidget(self.live, 0, 0)
        over.addWidget(self.pause, 0, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
        self._run.hide()
        return self._run

    def _add_gap(self) -> None:
        gap = QSpacerItem(0, 2 * GRID)
        self._gaps.append(gap)
        self._column.addItem(gap)

    def _add(self, entry: Entry) -> None:
        keys = QKeySequence(f"Ctrl+{len(self.buttons)}")
        button = RoadButton(entry.title(), entry.icon, keys)
        button.clicked.connect(lambda: self.wanted.emit(entry.key))
        self._group.addButton(button)
        self.buttons[entry.key] = button
        self._column.addWidget(button)
        QShortcut(keys, self).activated.connect(lambda: self.wanted.emit(entry.key))


class LiveCard(QAbstractButton):
    """The run that goes on, seen from every page: its name, how far it is, and the way to it.

    A press leads to the run; hidden while no run goes on.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("live")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name = PathLabel(words=True)
        set_size(self._name, BODY, bold=True)
        self._name.setProperty("dim", False)
        self._bar, self._state, self._watched = ShareBar(), PathLabel(words=True), PathLabel(words=True)
        for label in (self._state, self._watched):
            set_size(label, SMALL)
            use_tabular_figures(label)
        self._beside = layouts.column(gap=6, margins=(0, 0, PAUSE - ARROW + 4, 0))  # the pause
        self._column = layouts.column(
            self._name, self._watched, self._beside, inside=self, gap=6, margins=(10, 10, ARROW, 10)
        )  # fmt: skip
        layouts.put(self._beside, self._bar, self._state)
        for part in (self._name, self._bar, self._state, self._watched):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_run(self, run: LiveRun | None) -> None:
        """Show how a run stands; nothing with None."""
        self.setVisible(run is not None)
        if run is not None:
            self._name.show_path(run.name)
            self._bar.show_share(run.share)
            self._state.show_path(run.brief)
            self._watched.show_path(run.watched)
            self.setAccessibleName(f"{run.name}: {', '.join(filter(None, (run.brief, run.watched)))}")
            self.setToolTip(tr("{name}\n{words}\nPress to watch it.", name=run.name, words=run.words))

    def be_tight(self, tight: bool) -> None:
        """Show one line less, where the window has little height."""
        self._name.setVisible(not tight)
        self._watched.setVisible(not tight)
        margin = 6 if tight else 10
        self._column.setContentsMargins(10, margin, ARROW, margin)
        self._beside.setSpacing(4 if tight else 6)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's names, here and below
        return self._column.sizeHint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return self._column.minimumSize()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        painter, palette = QPainter(self), QApplication.palette()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse():
            painter.setBrush(palette.color(QPalette.ColorRole.Midlight))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(self.rect(), CARD, CARD)
        side = self.fontMetrics().ascent() + 2
        if self._name.isHidden():  # only in a low window, where the pause takes its place
            return
        arrow = QRect(self.width() - side, self._name.geometry().center().y() - side // 2, side, side)
        color = palette.color(QPalette.ColorRole.PlaceholderText)
        icons.icon("mdi6.chevron-right", color=color).paint(painter, arrow)


ROOMY, TIGHT = 5 * GRID, 28  # pixels of height, with the gap below
_ICON = 18  # pixels
_MARKS = {Mark.DONE: "mdi6.check-circle", Mark.NEXT: "mdi6.arrow-right-circle-outline"}


class RoadButton(QRadioButton):
    """One of a group, as the pages are: arrow keys go from one to the next, and Tab leaves them all."""

    def __init__(self, title: str, icon: str, keys: QKeySequence) -> None:
        """keys: that lead there, from wherever the focus is. Letters of Alt are left to the pages."""
        super().__init__(title)
        self._icon, self._stand, self._keys = icon, Stand(), keys.toString(QKeySequence.SequenceFormat.NativeText)
        self._height = ROOMY
        use_tabular_figures(self)
        self.show_stand(Stand())

    def name_it(self, title: str) -> None:
        """Change its name."""
        self.setText(title)
        self.show_stand(self._stand)
        self.updateGeometry()

    def show_stand(self, stand: Stand) -> None:
        """Say how this step stands: by a mark, and in words for those who do not see it."""
        self._stand = stand
        words = ", ".join(filter(None, (self.text(), stand.words)))
        self.setAccessibleName(words)
        self.setToolTip(f"{words} ({self._keys})")
        self.update()

    @property
    def stand(self) -> Stand:
        return self._stand

    def be_tight(self, tight: bool) -> None:
        """Take less height, where the window has little."""
        self._height = TIGHT if tight else ROOMY
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's names, here and below
        """Return a size with room for its icon, its name and its state."""
        words = self.fontMetrics()
        width = 12 + _ICON + 10 + words.horizontalAdvance(self.text()) + 4 + _ICON + GRID
        return QSize(max(18 * GRID, width), max(self._height, words.height() + 4))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(12 * GRID, TIGHT)

    def hitButton(self, place: QPoint) -> bool:  # noqa: N802
        """Return whether a place is in the button: all of it, not only the circle that others of its kind have."""
        return self.rect().contains(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Go to the page by Enter as by Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = QApplication.palette()
        area = self.rect().adjusted(0, 2, 0, -2)
        self._paint_ground(painter, palette, area)
        role = QPalette.ColorRole.HighlightedText if self.isChecked() else QPalette.ColorRole.ButtonText
        color = palette.color(role)
        left = area.left() + 12
        self._paint_icon(painter, self._icon, color, left)
        end = self._paint_stand(painter, palette, area)
        painter.setPen(color)
        words = QRect(left + _ICON + 10, area.top(), end - left - _ICON - 14, area.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self.text())

    def _paint_ground(self, painter: QPainter, palette: QPalette, area: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked():
            painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
        elif self.underMouse():
            painter.setBrush(palette.color(QPalette.ColorRole.Midlight))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, 6, 6)

    def _paint_icon(self, painter: QPainter, name: str, color: QColor, left: int) -> None:
        icon = icons.icon(name, color=color)
        icon.paint(painter, QRect(left, (self.height() - _ICON) // 2, _ICON, _ICON))

    def _paint_stand(self, painter: QPainter, palette: QPalette, area: QRect) -> int:
        """Paint the mark at the right end; return where it begins."""
        right = area.right() - GRID
        checked = self.isChecked()
        if self._stand.mark is Mark.RUNNING:
            role = QPalette.ColorRole.HighlightedText if checked else QPalette.ColorRole.ButtonText
            painter.setPen(palette.color(role))
            width = self.fontMetrics().horizontalAdvance("100%")
            place = QRect(right - width, area.top(), width, area.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._stand.percent)
            return right - width
        if name := _MARKS.get(self._stand.mark):
            plain = QPalette.ColorRole.Link if self._stand.mark is Mark.NEXT else QPalette.ColorRole.PlaceholderText
            color = palette.color(QPalette.ColorRole.HighlightedText if checked else plain)
            self._paint_icon(painter, name, color, right - _ICON)
            return right - _ICON
        return right
