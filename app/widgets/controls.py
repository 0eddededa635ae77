"""Small controls that every page shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QPalette, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QTableView,
    QTableWidget,
    QWidget,
)

from app.look import icons, layouts
from app.look.theme import CONTROL_HEIGHT, GRID, SECTION, SMALL, TITLE, set_size
from app.widgets.letters import Caption, LetterButton
from core.base.language import tr
from core.base.numbers import day_and_time

_BY_MOUSE = Qt.TextInteractionFlag.TextSelectableByMouse
LEAST_WORDS = 8 * GRID  # pixels: words that are cut to less say nothing
COPIED_MS = 2000  # for which a button says that it has copied
REVEALED = 30 * GRID  # pixels below a fold that are scrolled to as it opens
_FOLDED, _OPEN = "mdi6.chevron-right", "mdi6.chevron-down"
_ICON = 16  # pixels, at least: an icon is as large as the text beside it
_COPY, _COPIED = "mdi6.content-copy", tr("Copied")
SELECTABLE = _BY_MOUSE | Qt.TextInteractionFlag.TextSelectableByKeyboard  # text that is read only


class IconButton(LetterButton):
    """A button with an icon in the text's own colour, light or dark.

    lights_up: whether a checked one's words and icon take the accent's colour, as those of a switch of views do.
    flat: an icon without a frame.
    may_say: what else it will say at times; it is wide enough for each of these, so that nothing moves.
    """

    def __init__(
        self,
        text: str,
        icon: str,
        primary: bool = False,
        checkable: bool = False,
        lights_up: bool = False,
        flat: bool = False,
        may_say: Sequence[str] = (),
    ) -> None:
        super().__init__(text)
        self.setFlat(flat)
        self.setCheckable(checkable)
        self._icon_name, self._lights_up, self._may_say = icon, lights_up, may_say
        self.setProperty("primary", primary)
        self.setMinimumHeight(CONTROL_HEIGHT)
        self._paint_icon()

    def set_look(self, text: str, icon: str) -> None:
        """Say and show something else; nothing happens when it already does."""
        if (text, icon) != (self.text(), self._icon_name):
            self.setText(text)
            self._icon_name = icon
            self._paint_icon()

    def be_primary(self, is_primary: bool) -> None:
        """Be the page's main button, or an ordinary one."""
        self.setProperty("primary", is_primary)
        self.style().polish(self)
        self._paint_icon()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        hint = super().sizeHint()
        if self._may_say:
            hint.setWidth(max(self._width_for(words) for words in (self.text(), *self._may_say)))
        return hint

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self.sizeHint()

    def _width_for(self, words: str) -> int:
        """Return the button's width in pixels with these words."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = words
        content = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, words)
        content += QSize(self.iconSize().width() + GRID // 2, 0)
        kind = QStyle.ContentsType.CT_PushButton
        return self.style().sizeFromContents(kind, option, content, self).width()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icon()
        if event.type() == QEvent.Type.FontChange:
            side = max(_ICON, self.fontMetrics().ascent() + 2)
            self.setIconSize(QSize(side, side))

    def _paint_icon(self) -> None:
        palette = QGuiApplication.palette()  # a style sheet changes the button's own
        is_primary = self.property("primary")
        plain = palette.color(QPalette.ColorRole.HighlightedText if is_primary else QPalette.ColorRole.ButtonText)
        checked = palette.color(QPalette.ColorRole.Link) if self._lights_up else plain
        faded = palette.color(QPalette.ColorRole.PlaceholderText)
        self.setIcon(
            icons.icon(
                self._icon_name,
                color=plain,
                color_active=plain,
                color_on=checked,
                color_on_active=checked,
                color_disabled=faded,
            )
        )


class FoldButton(IconButton):
    """Shows parts of a page while it is checked; at first they are folded away."""

    def __init__(self, text: str, *parts: QWidget) -> None:
        super().__init__(text, _FOLDED, checkable=True)
        self._parts: list[QWidget] = []
        self.fold(*parts)
        self.toggled.connect(self._show)
        self.clicked.connect(lambda: QTimer.singleShot(0, self, self._reveal))  # once there is room for them

    def fold(self, *parts: QWidget) -> None:
        """Fold these, too."""
        self._parts += parts
        for part in parts:
            part.hide()

    def _show(self, is_open: bool) -> None:
        for part in self._parts:
            part.setVisible(is_open)
        self.set_look(self.text(), _OPEN if is_open else _FOLDED)

    def _reveal(self) -> None:
        """Scroll to the parts that open, if they lie below the edge."""
        above = self.parentWidget()
        while above is not None and not isinstance(above, QScrollArea):
            above = above.parentWidget()
        if self.isChecked() and self._parts and above is not None and (content := above.widget()) is not None:
            above.ensureVisible(0, self.mapTo(content, self.rect().bottomLeft()).y() + REVEALED, 0, 0)


class CopyButton(IconButton):
    """Puts a text on the clipboard, and says for a moment that it did. source: gives the text when it is wanted."""

    def __init__(self, text: str, source: Callable[[], str]) -> None:
        super().__init__(text, _COPY, may_say=[_COPIED])
        self._wording, self._source = text, source
        self._shown = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._shown.timeout.connect(lambda: self.set_look(self._wording, _COPY))
        self.clicked.connect(self._copy)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._source())
        self.set_look(_COPIED, "mdi6.check")
        self._shown.start()


class Card(QFrame):
    """A titled area with a border; `body` takes the content, `header` what stands right of the title."""

    def __init__(self, title: str, *parts: layouts.Part) -> None:
        super().__init__()
        self.setObjectName("card")
        self.header = layouts.row(section_title(title), ..., gap=GRID)
        self.body = layouts.column(self.header, *parts, inside=self, gap=GRID, margins=layouts.CARD_MARGINS)
        self.setAccessibleName(title)

    def put(self, *parts: layouts.Part) -> None:
        """Add parts at the end of its body."""
        layouts.put(self.body, *parts)


class ShareBar(QProgressBar):
    """A progress bar, in percent."""

    STEPS = 100  # screen readers say the value as it is: percent

    def __init__(self, name: str = tr("Progress")) -> None:
        super().__init__(maximum=self.STEPS, textVisible=False)
        self.setAccessibleName(name)

    def show_share(self, share: float) -> None:
        """Show a share, from 0 to 1."""
        self.setUpdatesEnabled(False)  # else Qt paints at once, and all else that waits to be painted with it
        self.setValue(int(self.STEPS * share))  # rounded down: 100% means that it is done
        self.setUpdatesEnabled(True)


class PathLabel(QLabel):
    """A path or words on one line, cut where there is no room; whole in the tooltip.

    pixels: bold and of this size; 0: text of second importance. words: their end is left out, of a path the middle.
    """

    def __init__(self, text: str = "", pixels: int = 0, words: bool = False) -> None:
        super().__init__()
        self._whole = ""
        self._cut = Qt.TextElideMode.ElideRight if words else Qt.TextElideMode.ElideMiddle
        if pixels:
            set_size(self, pixels, bold=True)
        else:
            self.setProperty("dim", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.show_path(text)

    def show_path(self, text: str) -> None:
        self._whole = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        is_told = self._cut is not Qt.TextElideMode.ElideRight or self.width() >= LEAST_WORDS
        self.setText(self.fontMetrics().elidedText(self._whole, self._cut, self.width()) if is_told else "")


def text_field(name: str, placeholder: str) -> QLineEdit:
    """Return a line to type into. name: for those who do not see it."""
    field = QLineEdit(placeholderText=placeholder, clearButtonEnabled=True)
    field.setAccessibleName(name)
    field.setMinimumHeight(CONTROL_HEIGHT)
    field.setTextMargins(GRID // 2, 0, GRID // 2, 0)
    return field


def drop_down(name: str, choices: Mapping[Any, str] | None = None, letters: int = 0) -> QComboBox:
    """Return a choice of one. name: for screen readers. choices: the words of each value. letters: it is at least as
    wide as so many, however long its entries are; 0: as wide as the longest.
    """
    combo = QComboBox()
    for value, words in (choices or {}).items():
        combo.addItem(words, value)
    combo.setAccessibleName(name)
    combo.setMinimumHeight(CONTROL_HEIGHT)
    if letters:
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(letters)
    return combo


LONGEST_NAME = 60  # letters, of an entry


def told_apart(runs: Sequence[tuple[str, float]]) -> list[str]:
    """Return the names of runs as a list shows them: cut if they are very long, and with the time at which a run was
    begun if another has its name. runs: their names, and when they were begun, seconds since 1970.
    """
    cut = [(name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…", at) for name, at in runs]
    times = Counter(name for name, _at in cut)
    return [f"{name} · {day_and_time(at)}" if times[name] > 1 and at else name for name, at in cut]


def caption_of(text: str, field: QWidget) -> QLabel:
    """Make the label of a field, whose letter leads to it."""
    return Caption(text, field)


def captioned(text: str, field: QWidget) -> QHBoxLayout:
    """Return a line of a field with its caption on the left."""
    return layouts.row(caption_of(text, field), (field, 1), gap=GRID)


def show_whole_rows(table: QTableView) -> None:
    """Have a table show rows that are chosen as a whole and not changed; Tab leaves it."""
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setHighlightSections(False)


def show_few_rows(table: QTableWidget, name: str, columns: Sequence[str], wide: int) -> None:
    """Have a table of a few rows, one of which is chosen, show them all, as wide as its words.

    name: for screen readers. columns: their headings. wide: the column that takes what width is left.
    """
    show_whole_rows(table)
    table.setAccessibleName(name)
    table.setHorizontalHeaderLabels(columns)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)


def scrolled(content: QWidget) -> QScrollArea:
    """Return the content in an area that scrolls where there is less room than the content needs."""
    area = QScrollArea(widgetResizable=True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(content)
    return area


def on_ctrl_enter(page: QWidget, action: Callable[[], object]) -> None:
    """Do this at Ctrl and either Enter key while the page is shown."""
    for keys in ("Ctrl+Return", "Ctrl+Enter"):
        QShortcut(QKeySequence(keys), page).activated.connect(action)


def page_title(text: str) -> QLabel:
    """Return a title as high as the controls beside it on some pages, so that it is at the same place on all."""
    label = _PageTitle(text)
    set_size(label, TITLE, bold=True)
    return label


class _PageTitle(QLabel):
    """A title at least as high as a control; a fixed least height would let a page cut its words if they are large."""

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's names
        return super().sizeHint().expandedTo(QSize(0, CONTROL_HEIGHT))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return super().minimumSizeHint().expandedTo(QSize(0, CONTROL_HEIGHT))


def section_title(text: str) -> QLabel:
    label = QLabel(text)
    set_size(label, SECTION, bold=True)
    return label


def dim_label(text: str = "", wraps: bool = False) -> QLabel:
    """Return text of second importance."""
    label = QLabel(text, wordWrap=wraps)
    label.setProperty("dim", True)
    set_size(label, SMALL)
    return label


def selectable_label(keys: bool = False) -> QLabel:
    """Return words that can be copied; with `keys` they are reached by Tab and marked by keys, too."""
    return QLabel(wordWrap=True, textInteractionFlags=SELECTABLE if keys else _BY_MOUSE)


def word_list(name: str) -> QPlainTextEdit:
    """Return lines to read and to copy. name: for those who do not see it."""
    lines = QPlainTextEdit(readOnly=True)
    lines.setAccessibleName(name)
    lines.setTabChangesFocus(True)
    return lines


def reason_label() -> QLabel:
    """Return the label left of a page's button: why it cannot be pressed, or what it will take."""
    label = dim_label(wraps=True)
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label


def error_label() -> QLabel:
    """Return a label for what is wrong with the control above it; it takes no room while nothing is."""
    label = selectable_label()
    label.hide()
    label.setProperty("error", True)
    return label


def show_error(label: QLabel, text: str) -> None:
    """Show the text, or hide the label when there is none."""
    label.setText(f"⚠ {text}" if text else "")
    label.setVisible(bool(text))
