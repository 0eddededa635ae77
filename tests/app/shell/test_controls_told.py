"""What a screen reader is told of the controls, and where Tab and the focus go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QDesktopServices, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.shell.pages import Pages
from app.widgets.controls import ShareBar
from app.widgets.focus_ring import Ring
from app.widgets.path_picker import NO_FILE_MANAGER, open_folder
from app.widgets.view_switch import ViewSwitch
from core.base.errors import Do, LuthierError
from tests.support.window import every_page

NAME, VALUE = QAccessible.Text.Name, QAccessible.Text.Value


def each_view(pages: Pages) -> Iterator[QWidget]:
    """Every page in each of its views, with nothing folded in, as it is when there is something to show."""
    for page in every_page(pages):
        if page is pages.train:
            page.recipe.show_details.setChecked(True)
            page.recipe.show_advanced.setChecked(True)
        elif page is pages.data:
            page.parts.show_data()
            page.mapping.change.setChecked(True)
            page.mapping.show()
        elif page is pages.monitor:
            page.layers.setCurrentIndex(1)
        elif page is pages.export:
            page._layers.setCurrentIndex(2)
        elif page is pages.runs:
            page.list._layers.setCurrentIndex(1)
        for switch in (one for one in page.findChildren(ViewSwitch) if one.isVisible()):
            for button in reversed([one for one in switch.buttons.values() if one.isEnabled()]):
                button.click()
                QApplication.processEvents()
                yield page
        for way in page.ways.cards if page is pages.export else []:
            page.ways.choose(way)
            QApplication.processEvents()
            yield page
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


@pytest.mark.process
def test_that_each_control_is_one_stop_with_a_name_and_a_ring(pages: Pages, qtbot: QtBot) -> None:
    """And that a combo box has a label, and one of several buttons is told as such."""
    pages.window.activateWindow()
    qtbot.waitUntil(pages.window.isActiveWindow)
    seen: set[QWidget] = set()
    for page in each_view(pages):
        where = type(page).__name__
        require_letters_of_its_own(page)
        stops = tab_stops(pages, page)
        for one in (one for one in stops if one not in seen):
            seen.add(one)
            assert told_name(one).strip(), f"{where}: {one} has no name"
            around = [other for other in stops if other is not one and other.isAncestorOf(one)]
            assert not around, f"{where}: {one} is a second stop, within {around}"
            require_ring(pages, one)
        for combo in page.findChildren(QComboBox):
            assert not combo.isVisible() or told_name(combo), f"{where}: {combo.currentText()}"
        for button in pages.window.findChildren(QPushButton):
            if button.group() is not None and button.group().exclusive() and button.isVisible():
                role = QAccessible.queryAccessibleInterface(button).role()
                assert role == QAccessible.Role.RadioButton, f"{where}: {button.text()}"
    assert len(seen) > 100


def require_letters_of_its_own(page: QWidget) -> None:
    """A letter with Alt means one control."""
    letters: dict[str, str] = {}
    for control in [*page.findChildren(QAbstractButton), *page.findChildren(QLabel)]:
        text = control.text()
        letter = QKeySequence.mnemonic(text).toString()
        if not letter or not control.isVisible() or (isinstance(control, QLabel) and control.buddy() is None):
            continue
        assert letter not in letters, f"{type(page).__name__}: {letter} is {letters[letter]} and {text}"
        letters[letter] = text


def require_ring(pages: Pages, control: QWidget) -> None:
    """The ring goes where the focus goes by keys."""
    QTest.keyClick(pages.window, Qt.Key.Key_Shift)
    control.setFocus()
    QApplication.processEvents()  # what a thread has told meanwhile is laid out
    (ring,) = pages.window.findChildren(Ring)
    around = QApplication.focusWidget()
    place = QRect(around.mapTo(ring.parentWidget(), QPoint(0, 0)), around.size())
    assert ring.isVisible() and ring.geometry().contains(place), around


def test_that_progress_is_told_in_percent(qtbot: QtBot) -> None:
    bar = ShareBar()
    qtbot.addWidget(bar)
    bar.show_share(0.429)
    told = QAccessible.queryAccessibleInterface(bar)
    found = (told.text(VALUE), told.valueInterface().maximumValue())
    assert found == ("42", 100)  # rounded down: 100% is done


def test_that_a_page_says_that_nothing_may_begin_while_it_is_shown_and_does_nothing_before(pages: Pages) -> None:
    window, welcome, told = pages.window, pages.welcome, list[str]()
    window.blocked.connect(told.append)
    window.show_key("settings")
    window.block("A run is going on.")
    assert welcome.primary.isEnabled() and pages.devices.busy_with == "A run is going on."
    assert not pages.settings.computing.device.again.isEnabled()  # in front
    window.show_key("welcome")
    assert not welcome.primary.isEnabled()
    window.block("")
    assert welcome.primary.isEnabled() and told == ["A run is going on.", ""] and not window.is_blocked


@pytest.mark.process
def test_that_the_focus_stays_on_the_page_when_its_control_is_switched_off(pages: Pages, qtbot: QtBot) -> None:
    pages.window.activateWindow()
    qtbot.waitUntil(pages.window.isActiveWindow)
    pages.window.show_page(pages.train)
    pages.train.fill_in_sample()
    pages.train.start.setFocus()
    pages.window.block("A run is going on.")
    assert not pages.train.start.isEnabled()
    assert pages.train.isAncestorOf(QApplication.focusWidget())
    pages.window.show_page(pages.runs)
    assert not pages.window.findChild(QWidget, "sidebar").isAncestorOf(QApplication.focusWidget())


@pytest.mark.process
def test_that_the_focus_comes_to_nothing_that_ends_something_and_is_where_the_page_is(
    pages: Pages, qtbot: QtBot
) -> None:
    pages.window.activateWindow()
    qtbot.waitUntil(pages.window.isActiveWindow)
    pages.window.show_key("train")
    pages.train.fill_in_sample()
    pages.train.start.setFocus()
    pages.monitor.layers.setCurrentIndex(1)
    pages.window.show_key("monitor")
    focus = QApplication.focusWidget()
    assert pages.monitor.isAncestorOf(focus) and not focus.property("ends")

    buttons = pages.window.sidebar.buttons
    buttons["data"].setFocus()
    QTest.keyClick(pages.window, Qt.Key.Key_7, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(pages.settings.isVisible)
    assert buttons["settings"].hasFocus()
    QTest.keyClick(buttons["settings"], Qt.Key.Key_Tab)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert buttons["settings"].hasFocus()


@pytest.mark.process
def test_that_the_letter_of_a_button_that_is_switched_off_is_not_typed(pages: Pages) -> None:
    pages.window.show_key("chat")
    field = pages.chat.findChild(QPlainTextEdit)
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(field, Qt.Key.Key_E)
    assert field.toPlainText() == "e"


def test_that_a_message_moves_nothing_and_goes_away_by_escape(pages: Pages, qtbot: QtBot) -> None:
    pages.window.activateWindow()
    qtbot.waitUntil(pages.window.isActiveWindow)
    page = pages.train
    pages.window.show_page(page)
    QApplication.processEvents()
    watched = [page.sample, page.start, *page.recipe.settings.findChildren(QComboBox)]
    before = [one.mapTo(pages.window, one.rect().topLeft()).y() for one in watched]
    page.message.say("bad", "It broke", "Mend it.\n" * 40)
    QApplication.processEvents()
    assert page.message.isVisible() and page.message.height() < page.height() / 2
    assert [one.mapTo(pages.window, one.rect().topLeft()).y() for one in watched] == before
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


def test_that_a_folder_that_no_program_opens_is_said(
    pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    pages.window.show_page(pages.runs)
    open_folder(tmp_path, pages.runs.message)
    assert NO_FILE_MANAGER in pages.runs.message.text and pages.runs.message.lines.text == str(tmp_path)


def test_that_an_error_leads_to_the_page_that_helps(pages: Pages) -> None:
    error = LuthierError("data.unknown-column", "rows.csv has no column q.", Do.set("columns"))
    pages.window.show_page(pages.train)
    pages.train.message.say_error("That did not work", error)
    assert "Change “Data › Columns”." in pages.train.message.text
    pages.train.message.go.click()
    assert pages.data.isVisible()
    pages.data.message.say_error("That did not work", error)
    assert not pages.data.message.go.isVisible()  # one is there already
