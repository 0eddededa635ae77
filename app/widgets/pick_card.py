"""A card to pick one of several by: an area with words in it, and a frame around the one that is picked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QWidget

from app.look import icons, layouts
from app.look.skin import CARD
from app.look.theme import BODY, GRID, set_size

_ICON = 24  # pixels
_FRAME = 2  # pixels


class PickCard(QAbstractButton):
    """A button with a layout of its own; what stands in it takes no clicks. ground: what it is filled with.

    It has an icon in `mark` and its name in `title`, which the one who makes it puts into its layout.
    """

    def __init__(self, name: str, icon: str, ground: QPalette.ColorRole = QPalette.ColorRole.Base) -> None:
        super().__init__()
        self.setText(name)
        self.setCheckable(True)
        # A button is only as high as its size hint otherwise, whatever height its words take when they are wrapped.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.mark, self.title = QLabel(), QLabel(name)
        set_size(self.title, BODY, bold=True)
        self._icon_name, self._ground = icon, ground
        self.toggled.connect(lambda _on: self._paint_icon())
        self._paint_icon()

    def let_clicks_through(self, *labels: QLabel) -> None:
        """Have clicks on these go to the card."""
        for label in (self.mark, self.title, *labels):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's names, here and below
        layout = self.layout()
        assert layout is not None  # made with it
        return layout.sizeHint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "mark"):
            self._paint_icon()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        palette, chosen = self.palette(), self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QPalette.ColorRole.Midlight if self.underMouse() and not chosen else self._ground
        painter.setBrush(palette.color(ground))
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), _FRAME) if chosen else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), CARD, CARD)

    def _paint_icon(self) -> None:
        role = QPalette.ColorRole.Highlight if self.isChecked() else QPalette.ColorRole.PlaceholderText
        icon = icons.icon(self._icon_name, color=self.palette().color(role))
        self.mark.setPixmap(icon.pixmap(_ICON, _ICON))


class Tiles(QWidget):
    """Cards of one width, in as many columns as fit. least: pixels of a card's width."""

    def __init__(self, least: int, most: int) -> None:
        """most: columns."""
        super().__init__()
        self._least, self._most, self._columns = least, most, 0
        self._tiles: list[QWidget] = []
        self._grid = layouts.grid(GRID, GRID, inside=self)

    def add(self, tile: QWidget) -> None:
        """Add one behind the others."""
        self._tiles.append(tile)
        self._columns = 0
        self._place(self._fitting(self.width()))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place(self._fitting(self.width()))
        return super().event(event)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(min(self._least, max((tile.minimumSizeHint().width() for tile in self._tiles), default=0)), 0)

    def _fitting(self, width: int) -> int:
        return max(1, min(self._most, (width + GRID) // (self._least + GRID)))

    def _place(self, columns: int) -> None:
        if columns == self._columns:
            return
        for tile in self._tiles:
            self._grid.removeWidget(tile)
        for column in range(self._most):
            self._grid.setColumnStretch(column, int(column < columns))
        for number, tile in enumerate(self._tiles):
            self._grid.addWidget(tile, number // columns, number % columns)
        self._columns = columns
