"""What a screen reader is told of the controls, and where Tab and the focus go."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.shell.pages import Pages
from app.widgets.controls import ShareBar
from app.widgets.focus_ring import FocusRing
from core.shared.errors import LuthierError
from tests.support.window import every_page

NAME, VALUE = QAccessible.Text.Name, QAccessible.Text.Value


def each_page(pages: Pages) -> Iterator[QWidget]:
    """Every page, in front and with nothing folded in."""
    for page in every_page(pages):
        if page is pages.train:
            page.recipe.show_advanced.setChecked(True)
        QApplication.processEvents()
        yield page


def told_name(widget: QWidget) -> str:
    """As Linux has it: of a combo box that of its label, of anything else its own."""
    told = QAccessible.queryAccessibleInterface(widget)
    if isinstance(widget, QComboBox):
        labels = [one for one, relation in told.relations() if relation == QAccessible.RelationFlag.Label]
        return labels[0].text(NAME) if labels else ""
    return told.text(NAME)


def tab_stops(pages: Pages, page: QWidget) -> list[QWidget]:
    """Where the focus comes by Tab on this page, until it is back in the side bar."""
    window = pages.window
    window.activateWindow()
    first = next(iter(pages.window.sidebar.buttons.values()))
    first.setFocus()
    stops: list[QWidget] = []
    while len(stops) < 200:
        window.focusNextChild()
        now = QApplication.focusWidget()
        if now in stops or now is first or now is None:
            return [one for one in stops if page.isAncestorOf(one)]
        stops.append(now)
    raise AssertionError("Tab never comes back")


def test_that_each_control_is_one_stop_with_a_name(pages: Pages, qtbot: QtBot) -> None:
    pages.window.activateWindow()
    qtbot.waitUntil(pages.window.isActiveWindow)
    seen = 0
    for page in each_page(pages):
        stops = tab_stops(pages, page)
        seen += len(stops)
        for one in stops:
            assert told_name(one).strip(), f"{type(page).__name__}: {one} has no name"
            around = [other for other in stops if other is not one and other.isAncestorOf(one)]
            assert not around, f"{one} is a second stop, within {around}"
    assert seen > 20


def test_that_a_ring_shows_where_the_focus_is(pages: Pages, qtbot: QtBot) -> None:
    pages.window.activateWindow()
    qtbot.waitUntil(pages.window.isActiveWindow)
    for page in each_page(pages):
        for one in tab_stops(pages, page):
            one.setFocus()
            (ring,) = pages.window.findChildren(FocusRing)
            around = QApplication.focusWidget()
            place = QRect(around.mapTo(ring.parentWidget(), QPoint(0, 0)), around.size())
            assert ring.isVisible() and ring.geometry().contains(place), around


def test_that_one_of_several_buttons_is_told_as_such(pages: Pages) -> None:
    for page in each_page(pages):
        for button in page.window().findChildren(QPushButton):
            if button.group() is not None and button.group().exclusive() and button.isVisible():
                role = QAccessible.queryAccessibleInterface(button).role()
                assert role == QAccessible.Role.RadioButton, button.text()


def test_that_every_combo_box_has_a_label(pages: Pages) -> None:
    for page in each_page(pages):
        for combo in page.findChildren(QComboBox):
            if combo.isVisible():
                assert told_name(combo), f"{type(page).__name__}: {combo.currentText()}"


def test_that_progress_is_told_in_percent(qtbot: QtBot) -> None:
    bar = ShareBar()
    qtbot.addWidget(bar)
    bar.show_share(0.416)
    told = QAccessible.queryAccessibleInterface(bar)
    assert (told.text(VALUE), told.valueInterface().maximumValue()) == ("42", 100)


def test_that_the_focus_stays_on_the_page_when_its_control_is_switched_off(pages: Pages, qtbot: QtBot) -> None:
    pages.window.activateWindow()
    qtbot.waitUntil(pages.window.isActiveWindow)
    pages.window.show_page(pages.train)
    pages.train.start.setFocus()
    pages.window.block("A run is going on.")
    assert not pages.train.start.isEnabled()
    assert pages.train.isAncestorOf(QApplication.focusWidget())
    pages.window.show_page(pages.runs)
    assert not pages.window.findChild(QWidget, "sidebar").isAncestorOf(QApplication.focusWidget())


def test_that_a_message_moves_nothing_and_goes_away_by_escape(pages: Pages, qtbot: QtBot) -> None:
    pages.window.activateWindow()
    qtbot.waitUntil(pages.window.isActiveWindow)
    page = pages.train
    pages.window.show_page(page)
    QApplication.processEvents()
    watched = [page.sample, page.start, *page.recipe.settings.findChildren(QComboBox)]
    before = [one.mapTo(pages.window, one.rect().topLeft()) for one in watched]
    page.message.say("bad", "It broke", "Mend it.\n" * 40)
    QApplication.processEvents()
    assert page.message.isVisible() and page.message.height() < page.height() / 2
    assert [one.mapTo(pages.window, one.rect().topLeft()) for one in watched] == before
    page.start.setFocus()
    with qtbot.waitSignal(page.message.dismissed):
        QTest.keyClick(page.start, Qt.Key.Key_Escape)
    assert not page.message.isVisible()
    page.message.say("info", "Again", "")
    QTest.mouseClick(page.message.put_away, Qt.MouseButton.LeftButton)
    assert not page.message.isVisible()


def test_that_copied_details_say_what_machine_this_is(pages: Pages) -> None:
    pages.train.message.say("bad", "It broke", "Mend it.", "exit code 9")
    pages.train.message.copy.click()
    copied = QApplication.clipboard().text()
    for word in ("It broke", "exit code 9", "Luthier 0.", "System:", "Processor:", "Memory:"):
        assert word in copied
    assert pages.train.message.copy.text() == "Copied"
    assert isinstance(pages.train.message.findChild(QLabel), QLabel)


def test_that_an_error_leads_to_the_page_that_helps(pages: Pages) -> None:
    error = LuthierError("data.unknown-column", "rows.csv has no column q.", "Write --set columns=FIELD:COLUMN.")
    pages.window.show_page(pages.train)
    pages.train.message.say_error("That did not work", error)
    assert "Choose the columns on the Data page." in pages.train.message.text
    pages.train.message.go.click()
    assert pages.data.isVisible()
    pages.data.message.say_error("That did not work", error)
    assert not pages.data.message.go.isVisible()  # one is there already
