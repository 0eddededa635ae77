"""Fields keep what was typed and leave the wheel to the page; labels and tooltips take no markup from files."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSlider,
    QSpinBox,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from app.shell.input_behaviour import InputBehaviour, first_control
from app.shell.pages import Pages
from app.widgets.focus_ring import FocusRing, Ring
from core import protocol as p

NOTCH = 120
TYPED = {  # each the beginning of something longer
    "learning_rate": "1", "max_steps": "10", "eval_every": "2", "context": "2", "rank": "1", "save_every": "20",
    "eval_share": "0.0",
}  # fmt: skip
ALT = Qt.KeyboardModifier.AltModifier
ROWS = p.Understood(
    format="messages", columns=["role", "frage_text", "tools"], formats={"messages": ["messages", "system", "tools"]}
)


def turn_wheel(widget: QWidget, notches: int = -3) -> None:
    """As a mouse does over the middle of it, wherever it lies on its page."""
    QApplication.processEvents()  # what is laid out later
    for area in areas_of(widget):
        area.ensureWidgetVisible(widget)
    window = widget.window()
    place = widget.mapTo(window, widget.rect().center())
    hit = window.childAt(place)
    assert hit is widget or hit.parent() is widget, f"{hit} is in front of it"
    QTest.wheelEvent(window.windowHandle(), QPointF(place), QPoint(0, notches * NOTCH))


def areas_of(widget: QWidget) -> list[QScrollArea]:
    """What scrolls it, the innermost first."""
    parent, found = widget.parentWidget(), []
    while parent is not None:
        found += [parent] if isinstance(parent, QScrollArea) else []
        parent = parent.parentWidget()
    return found


def value_of(field: QWidget) -> str:
    return field.currentText() if isinstance(field, QComboBox) else field.text()


@pytest.fixture
def shown(pages: Pages, qtbot: QtBot) -> Pages:
    """Everything that can be folded out is, and a file with columns has been understood."""
    pages.window.activateWindow()
    qtbot.waitUntil(pages.window.isActiveWindow)
    pages.window.show_page(pages.train)
    pages.train.recipe.show_details.setChecked(True)
    pages.train.recipe.show_advanced.setChecked(True)
    pages.data.mapping.show_understood(ROWS)
    pages.data.mapping.change.setChecked(True)
    pages.data.mapping.show()
    pages.models.hub.filters.setChecked(True)
    return pages


def fields(pages: Pages) -> Iterator[QWidget]:
    """Every field of every page, with its page in front."""
    for page in (pages.models, pages.data, pages.train, pages.monitor, pages.chat, pages.runs, pages.assess):
        pages.window.show_page(page)
        for kind in (QComboBox, QAbstractSpinBox):
            yield from (field for field in page.findChildren(kind) if field.isVisible())
    pages.window.show_page(pages.models)
    pages.models.show_view(pages.models.hub)
    yield from pages.models.hub.findChildren(QComboBox)


@pytest.mark.process
def test_that_enter_changes_no_knob(shown: Pages) -> None:
    recipe = shown.train.recipe
    before = recipe.values()
    for letter in (Qt.Key.Key_E, Qt.Key.Key_N, Qt.Key.Key_K, Qt.Key.Key_L):
        QTest.keyClick(shown.window, letter, ALT)
        assert QApplication.focusWidget() in [knob.field for knob in recipe.settings.knobs.values()]
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    for field in fields(shown):
        text = value_of(field)
        field.setFocus()
        QTest.keyClick(field, Qt.Key.Key_Enter)
        assert value_of(field) == text, field.accessibleName()
    assert recipe.values() == before


@pytest.mark.process
@pytest.mark.parametrize("leave", [Qt.Key.Key_Tab, Qt.Key.Key_Return])
def test_that_a_typed_number_stays(shown: Pages, leave: Qt.Key) -> None:
    recipe = shown.train.recipe
    for key, typed in TYPED.items():
        form = recipe.settings if key in recipe.settings.values() else recipe.advanced
        field = form.knobs[key].field
        field.setFocus()
        field.lineEdit().selectAll()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, leave)
        assert form.values()[key] == typed


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_that_enter_presses_the_button_that_has_the_focus(qtbot: QtBot, key: Qt.Key) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    InputBehaviour(window)
    button, pressed = QPushButton("Begin", window), []
    button.clicked.connect(lambda: pressed.append(key))
    window.show()
    QTest.keyClick(button, key)
    assert pressed == [key]
    QTest.keyClick(button, key, Qt.KeyboardModifier.ControlModifier)  # that of the page's main button
    button.setEnabled(False)
    QTest.keyClick(button, key)
    assert pressed == [key]


@pytest.mark.process
def test_that_the_wheel_changes_no_field(shown: Pages) -> None:
    names = set()
    for field in fields(shown):
        text = value_of(field)
        turn_wheel(field)
        turn_wheel(field, 3)
        assert not field.hasFocus() and value_of(field) == text, field.accessibleName()
        field.setFocus(Qt.FocusReason.TabFocusReason)
        turn_wheel(field)
        assert value_of(field) == text, field.accessibleName()
        names.add(field.accessibleName())
    assert {"Epochs", "Evaluate every", "Column of tools", "Which answers are learnt", "Largest size"} <= names


@pytest.mark.process
def test_that_the_wheel_scrolls_the_page_instead(shown: Pages) -> None:
    field = shown.train.recipe.settings.knobs["epochs"].field
    turn_wheel(field, 1)
    bar = areas_of(field)[0].verticalScrollBar()
    before = bar.value()
    turn_wheel(field)
    assert before < bar.value()


def test_that_a_field_that_was_clicked_takes_the_wheel(qtbot: QtBot) -> None:
    window, slider = QWidget(), QSlider(Qt.Orientation.Horizontal)
    qtbot.addWidget(window)
    InputBehaviour(window)
    combo, number = QComboBox(editable=True), QSpinBox()
    combo.addItems(["1", "2", "3"])
    layout = QVBoxLayout(window)
    for field in (combo, number, slider):
        layout.addWidget(field)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for field in (combo, number, slider):
        turn_wheel(field, 1)
    assert (combo.currentText(), number.value(), slider.value()) == ("1", 0, 0)
    QTest.mouseClick(combo.lineEdit(), Qt.MouseButton.LeftButton)
    turn_wheel(combo, -1)
    QTest.mouseClick(number.findChild(QLineEdit), Qt.MouseButton.LeftButton)
    turn_wheel(combo, -1)
    turn_wheel(number, 1)
    assert (combo.currentText(), number.value(), slider.value()) == ("2", 1, 0)


@pytest.mark.process
def test_that_the_focus_of_a_button_comes_back_and_goes_to_none_that_ends_something(shown: Pages) -> None:
    monitor = shown.monitor
    monitor.layers.setCurrentIndex(1)
    shown.window.show_page(monitor)
    monitor.main.setEnabled(True)
    for button in (monitor.save, monitor.sample):
        button.setEnabled(False)
    monitor.main.setFocus()
    monitor.main.setEnabled(False)
    now = QApplication.focusWidget()
    assert now is not monitor.stop and monitor.isAncestorOf(now)
    monitor.main.setEnabled(True)
    assert monitor.main.hasFocus()


def test_that_the_end_of_one_control_ends_no_other_for_python(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    buttons = [QPushButton(str(number)) for number in range(3)]
    for button in buttons:
        column.addWidget(button)
    action = buttons[2].addAction("open")
    page.show()
    buttons[0].setEnabled(False)
    buttons[1].setEnabled(False)
    assert first_control(page) is buttons[2]  # past the others
    delete(buttons[0])
    assert isValid(action) and action.text() == "open"


@pytest.mark.process
def test_that_labels_and_tooltips_take_no_markup_from_files(shown: Pages) -> None:
    evil = "<b>yours</b><img src='file:///etc/passwd'>"
    shown.monitor.message.say("bad", evil, evil)
    for page in (shown.models, shown.data, shown.train, shown.runs, shown.monitor):
        shown.window.show_page(page)
        labels = [label for label in page.findChildren(QLabel) if label.isVisible()]
        assert [label.text() for label in labels if label.textFormat() == Qt.TextFormat.AutoText] == []
    for label in (shown.monitor.message._title, shown.monitor.message._text):
        label.ensurePolished()
        assert (label.text(), label.textFormat()) == (evil, Qt.TextFormat.PlainText)
    QToolTip.showText(QPoint(10, 10), evil, shown.window)
    tips = [tip for tip in QApplication.topLevelWidgets() if isinstance(tip, QLabel) and tip.text() == evil]
    assert [tip.textFormat() for tip in tips] == [Qt.TextFormat.PlainText]
    QToolTip.hideText()


def test_that_letters_and_ring_are_seen_only_by_who_uses_keys(pages: Pages, qtbot: QtBot) -> None:
    window = pages.window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page(pages.train)
    (ring,) = window.findChildren(Ring)
    pages.train.sample.setFocus()
    assert not ring.isVisible()
    plain = pages.train.sample.grab().toImage()
    QTest.keyPress(window, Qt.Key.Key_Alt)
    assert pages.train.sample.grab().toImage() != plain
    QTest.keyRelease(window, Qt.Key.Key_Alt)
    assert pages.train.sample.grab().toImage() == plain
    QTest.keyClick(pages.train.sample, Qt.Key.Key_Tab)
    assert ring.isVisible()
    QTest.mouseClick(window.sidebar, Qt.MouseButton.LeftButton)
    assert not ring.isVisible()


def test_that_the_ring_is_laid_once_at_a_time(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shown, it moves what it watches, which asks for it again: laid in the midst of that, it ended the process."""
    window, laid = QWidget(), list[Ring]()
    qtbot.addWidget(window)
    button, ring = QPushButton("one", window), FocusRing(window)

    def raise_within(self: Ring) -> None:
        laid.append(self)
        button.move(button.x() + 1, 10)  # an event of what it watches

    monkeypatch.setattr(Ring, "raise_", raise_within)
    window.show()
    ring.follow_keys(True)
    laid.clear()
    ring._on_focus(None, button)
    assert laid == [ring.ring]
    button.move(40, 40)
    assert laid == [ring.ring, ring.ring]
