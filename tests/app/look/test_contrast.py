"""Text, curves, icons and borders stand out on every ground that they stand on, in both palettes (WCAG 2.2)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QSpinBox,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.look import colors
from app.look.theme import Theme
from app.pages.monitor.axes import FAINT
from app.shell.input_behaviour import InputBehaviour
from app.widgets.controls import IconButton, drop_down, show_few_rows
from app.widgets.two_line_list import Row, TwoLineList

APP = Path(colors.__file__).parents[1]
Role = QPalette.ColorRole
PALETTES = {"light": colors.LIGHT, "dark": colors.DARK}
TEXT, SHAPE = 4.5, 3.0  # the least contrast: of words; of lines, icons and borders

GROUNDS = (Role.Window, Role.Base, Role.AlternateBase, Role.Button, Role.Midlight, Role.LinkVisited)
WORDS = (
    Role.WindowText, Role.Text, Role.ButtonText, Role.PlaceholderText, Role.BrightText, Role.Link,
)  # fmt: skip
OTHER_WORDS = (
    (Role.HighlightedText, Role.Highlight), (Role.HighlightedText, Role.Accent), (Role.ToolTipText, Role.ToolTipBase),
)  # fmt: skip
SHAPES = (
    (Role.Dark, (Role.Window, Role.Base)),  # borders of fields, which are filled with the base; scroll bars
    (Role.Highlight, (Role.Window, Role.Base)),  # the primary button
    (Role.Accent, (Role.Window, Role.Base)),
    (Role.Link, (Role.Mid, Role.Window, Role.Base)),  # how much is done; the ring around what has the focus
)
# Nobody needs these to see: Fusion's bevels, hairlines around lists and tables, which are told by their rows. A card is
# told by its title and its place, a button by its words; so is a card that is pressed: the chosen one has a border.
ORNAMENTS = {Role.Mid, Role.Light, Role.Shadow}
SIGNALS = (colors.FITS, colors.TIGHT, colors.NO, colors.INFORMS)
CURVES = (
    colors.TRAIN_LOSS, colors.EVAL_LOSS, colors.SPEED, colors.WORKER_MEMORY, colors.SYSTEM_FREE, colors.LEARNING_RATE,
    colors.GRADIENT_NORM, colors.DEVICE_MEMORY,
)  # fmt: skip
# The table in docs/look.md: what stands on what.
TOLD = {
    "Words": ((Role.WindowText, Role.Text, Role.ButtonText), GROUNDS),
    "Words of second importance": ((Role.PlaceholderText,), GROUNDS),
    "Links, and what is chosen": ((Role.Link,), GROUNDS),
    "Errors": ((Role.BrightText,), GROUNDS),
    "On the primary button": ((Role.HighlightedText,), (Role.Highlight,)),
    "Borders of fields, scroll bars": ((Role.Dark,), (Role.Window, Role.Base)),
    "The primary button on the page": ((Role.Highlight,), (Role.Window, Role.Base)),
}


def primary() -> IconButton:
    return IconButton("", "mdi6.play", primary=True)


# What is seen by its border alone.
FIELDS = (
    QLineEdit, QComboBox, QSpinBox, QCheckBox, QRadioButton, QPlainTextEdit, primary,
)  # fmt: skip


def luminance(color: QColor) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color.getRgbF()[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.fixture(params=PALETTES)
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[dict[Role, str]]:
    """The window in one of its palettes."""
    palette, sheet = qapp.palette(), qapp.styleSheet()
    applied = Theme(qapp)
    applied.apply(dark=request.param == "dark")
    yield PALETTES[request.param]
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    applied.deleteLater()


@pytest.mark.parametrize("name", PALETTES)
def test_that_text_can_be_read_on_every_ground(name: str) -> None:
    palette = PALETTES[name]
    for word, ground in [*itertools.product(WORDS, GROUNDS), *OTHER_WORDS]:
        found = contrast(QColor(palette[word]), QColor(palette[ground]))
        assert found >= TEXT, f"{word.name} on {ground.name}: {found:.2f}"


@pytest.mark.parametrize("name", PALETTES)
def test_that_borders_stand_out(name: str) -> None:
    palette = PALETTES[name]
    for shape, grounds in SHAPES:
        for ground in grounds:
            found = contrast(QColor(palette[shape]), QColor(palette[ground]))
            assert found >= SHAPE, f"{shape.name} on {ground.name}: {found:.2f}"


def test_that_the_documents_table_is_what_is_computed() -> None:
    page = (APP.parent / "docs" / "look.md").read_text(encoding="utf-8")
    for name, (over, under) in TOLD.items():
        least = [
            min(contrast(QColor(palette[a]), QColor(palette[b])) for a, b in itertools.product(over, under))
            for palette in PALETTES.values()
        ]
        assert f"| {name} | {least[0]:.1f} | {least[1]:.1f} |" in page


def test_that_colors_with_a_meaning_stand_out(theme: dict[Role, str]) -> None:
    for ground in (Role.Window, Role.Base, Role.AlternateBase):
        for color, least in [*((signal, TEXT) for signal in SIGNALS), *((curve, SHAPE) for curve in CURVES)]:
            found = contrast(colors.ink(color), QColor(theme[ground]))
            assert found >= least, f"{color} on {ground.name}: {found:.2f}"


def test_that_a_curve_behind_another_stands_out(theme: dict[Role, str]) -> None:
    curve, ground = colors.ink(colors.TRAIN_LOSS), QColor(theme[Role.Base])
    faint = [FAINT * a + (1 - FAINT) * b for a, b in zip(curve.getRgbF()[:3], ground.getRgbF()[:3], strict=True)]
    assert contrast(QColor.fromRgbF(*faint), ground) >= SHAPE


def test_that_every_color_is_in_this_table() -> None:
    told = {*GROUNDS, *WORDS, *ORNAMENTS, *itertools.chain(*OTHER_WORDS), *(shape for shape, _ in SHAPES)}
    assert set(colors.LIGHT) == set(colors.DARK) == told
    assert set(colors.ON_DARK) == {*SIGNALS, *CURVES}
    named = {value for name, value in vars(colors).items() if name.isupper() and isinstance(value, str)}
    assert named == set(colors.ON_DARK)


def test_that_no_other_file_has_colors_of_its_own() -> None:
    elsewhere = {
        f"{file.relative_to(APP)}: {color}"
        for file in APP.rglob("*.py")
        if file != Path(colors.__file__)
        for color in re.findall(r"""["'#]#?[0-9a-fA-F]{6}\b|\brgba?\(""", file.read_text(encoding="utf-8"))
        if color.startswith(("#", "rgb")) or color[1:2] == "#"
    }
    assert elsewhere == set()


@pytest.mark.usefixtures("theme")
@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("on_card", [True, False])
def test_that_a_control_is_seen_where_it_stands(
    qtbot: QtBot, qapp: QApplication, kind: Callable[[], QWidget], on_card: bool
) -> None:
    ground, field = QWidget(), kind()
    qtbot.addWidget(ground)
    qapp.findChildren(Theme)[-1].dress(ground)
    if on_card:
        ground.setObjectName("card")
        ground.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    field.setParent(ground)
    field.setVisible(True)
    field.setGeometry(20, 20, 120, 32)
    ground.resize(160, 72)
    ground.show()
    ground.setFocus()
    image = ground.grab().toImage()
    around = image.pixelColor(5, 36)
    line = (image.pixelColor(x, 36) for x in range(18, 40))
    found = max(contrast(around, color) for color in line)
    assert found >= SHAPE, f"{kind.__name__}: {found:.2f}"


@pytest.mark.parametrize("kind", [QTableWidget, TwoLineList])
def test_that_a_chosen_row_is_quieter_than_the_primary_button(
    qtbot: QtBot, qapp: QApplication, theme: dict[Role, str], kind: type[QWidget]
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    qapp.findChildren(Theme)[-1].dress(window)
    if kind is QTableWidget:
        rows: QWidget = QTableWidget(1, 1, window)
        show_few_rows(rows, "Runs", ["Name"], 0)
        rows.selectRow(0)
    else:
        rows = TwoLineList("Models")
        rows.setParent(window)
        rows.show_rows([Row("Qwen3", "4B", "fits", 1)], 0)
    window.show()
    image = rows.viewport().grab().toImage()
    y = rows.visualRect(rows.model().index(0, 0)).center().y()
    assert image.pixelColor(image.width() - 20, y) == QColor(theme[Role.LinkVisited])


@pytest.mark.usefixtures("theme")
def test_that_a_list_opens_below_its_field_with_round_corners(qtbot: QtBot, qapp: QApplication) -> None:
    window, choice = QWidget(), drop_down("Sort by")
    qtbot.addWidget(window)
    behaviour = InputBehaviour(window)
    qapp.findChildren(Theme)[-1].dress(window)
    choice.addItems(["Name", "Date", "Loss"])
    choice.setCurrentIndex(2)
    choice.setParent(window)
    choice.move(20, 60)
    window.show()
    choice.showPopup()
    popup = choice.view().window()
    assert popup.geometry().top() >= choice.mapToGlobal(choice.rect().bottomLeft()).y()
    image = popup.grab().toImage()
    assert image.pixelColor(0, 0).alpha() == 0 and image.pixelColor(image.rect().center()).alpha() == 255
    choice.hidePopup()
    behaviour.deleteLater()
