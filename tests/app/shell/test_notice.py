"""What concerns the whole window is said over the page: nothing moves for it, and nothing that is used is covered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QAbstractButton, QDialog, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import GRID
from app.pages.chat.talk import Exchange, Said
from app.shell.first_try import ASKED
from app.shell.pages import Pages
from app.widgets.question import Question, QuestionDialog
from core.runs.examples import Kept
from tests.support.window import every_page

GOOD, LOOK = ("&Good", "mdi6.check", lambda: None), ("&Look at the training", "mdi6.chart-line", lambda: None)


@pytest.fixture
def pointer() -> Iterator[None]:
    """The pointer goes back to where it was."""
    before = QCursor.pos()
    yield
    QCursor.setPos(before)


def seen(widget: QWidget) -> QRect:
    """Where on the screen."""
    shown = widget.visibleRegion().boundingRect()
    return QRect(widget.mapToGlobal(shown.topLeft()), shown.size())


def places(page: QWidget) -> dict[QWidget, QRect]:
    return {widget: seen(widget) for widget in page.findChildren(QWidget) if widget.isVisible()}


def moved(before: dict[QWidget, QRect]) -> list[QWidget]:
    """What is elsewhere now, or of another size; not what is gone, or covered."""
    return [
        widget for widget, rect in before.items()
        if widget.isVisible() and (widget.mapToGlobal(QPoint()), widget.size()) != (rect.topLeft(), rect.size())
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("size", [QSize(1280, 720), QSize(1024, 600), QSize(640, 344)])
def test_that_nothing_moves_as_a_notice_comes_and_goes(pages: Pages, size: QSize) -> None:
    window = pages.window
    window.resize(size)
    for page in every_page(pages):
        before = {widget: QRect(widget.mapToGlobal(QPoint()), widget.size()) for widget in places(page)}
        window.notice.say(ASKED, LOOK, GOOD)
        assert window.notice.isVisible() and moved(before) == []
        assert window.centralWidget().rect().contains(window.notice.geometry())
        window.notice.take_back(ASKED)
        assert not window.notice.isVisible() and moved(before) == []


@pytest.mark.slow
def test_that_a_notice_covers_no_button_and_no_field_where_there_is_room(pages: Pages) -> None:
    window, covered = pages.window, []
    for page in every_page(pages):
        window.notice.say("Your run holmes stopped at step 102 of 300.", GOOD)
        used = {one: rect for one, rect in places(page).items() if isinstance(one, QAbstractButton | QLineEdit)}
        covered += [one for one, rect in used.items() if rect.intersects(seen(window.notice))]
    assert covered == []


@pytest.mark.parametrize("size", [QSize(1280, 720), QSize(640, 344)])
def test_that_a_notice_does_not_cover_what_is_typed_into_on_a_page_that_is_shown_after_it(
    pages: Pages, size: QSize
) -> None:
    pages.window.resize(size)
    pages.window.show_key("settings")
    pages.window.notice.say("Your run holmes stopped at step 102 of 300.", GOOD)
    pages.window.show_key("chat")
    assert not seen(pages.window.notice).intersects(seen(pages.chat.prompt))


@pytest.mark.usefixtures("pointer")
def test_that_the_next_notice_does_not_come_under_the_pointer(pages: Pages, qtbot: QtBot) -> None:
    """A double click on the first one's button would press one of the next."""
    notice, pressed = pages.window.notice, []
    notice.say("The first.", GOOD)
    notice.say_when_free("The second.", ("&Delete it", "mdi6.close", lambda: pressed.append(True)))
    (good,) = notice.findChildren(QPushButton)
    QCursor.setPos(good.mapToGlobal(good.rect().center()))
    qtbot.mouseClick(good, Qt.MouseButton.LeftButton)
    assert notice.text == "The second." and notice.isVisible()
    assert not seen(notice).contains(QCursor.pos()) and not pressed


def test_that_what_has_happened_is_said_on_every_page_and_goes_by_itself(pages: Pages, qtbot: QtBot) -> None:
    window, undone = pages.window, []
    notice = window.notice
    window.show_key("runs")
    pages.runs.message.tell("“Pirate” is in the bin.", ("&Undo", "mdi6.undo", lambda: undone.append(True)))
    assert notice.isVisible() and [one.text() for one in notice.findChildren(QPushButton)] == ["&Undo", "&Dismiss"]
    window.show_key("settings")
    assert notice.isVisible()
    undo, _ = notice.findChildren(QPushButton)
    undo.setFocus()
    if undo.hasFocus():  # of a window that is active
        notice.passing.timeout.emit()
        assert notice.isVisible()  # somebody is at it
    qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert undone == [True] and notice.isHidden() and not notice.passing.isActive()
    pages.runs.message.tell("Saved.")
    notice.passing.timeout.emit()
    assert notice.isHidden()
    notice.say("A question.", GOOD)
    pages.runs.message.tell("Saved.")
    assert notice.text == "A question."  # which waits for an answer


def test_that_what_can_be_undone_is_said_long_enough_whatever_comes_meanwhile(pages: Pages, qtbot: QtBot) -> None:
    notice, undo = pages.window.notice, ("&Undo", "mdi6.undo", lambda: None)
    notice.say("A question.", GOOD)
    notice.pass_by("The first is in the bin.", undo)
    notice.pass_by("Saved.")
    assert notice.text == "A question."
    qtbot.mouseClick(notice.findChildren(QPushButton)[0], Qt.MouseButton.LeftButton)
    assert notice.text == "The first is in the bin." and notice.passing.isActive()
    notice.pass_by("The second is in the bin.", undo)
    notice.say_when_free("Another question.", GOOD)
    assert notice.text == "The first is in the bin."
    notice.say("An urgent question.", GOOD)
    assert notice.text == "An urgent question." and not notice.passing.isActive()
    notice.take_back("Another question.")
    notice.take_back("An urgent question.")
    assert notice.text == "The first is in the bin."
    notice.passing.timeout.emit()
    assert notice.text == "The second is in the bin." and notice.passing.isActive()
    notice.passing.timeout.emit()
    assert notice.isHidden()


def test_that_what_goes_wrong_on_another_page_is_said_with_a_way_there(pages: Pages, qtbot: QtBot) -> None:
    window = pages.window
    window.show_key("runs")
    window.show_key("settings")
    pages.runs.message.say("bad", "They cannot be compared", "One of them is gone.\nLook again.")
    assert window.notice.text == "Runs: They cannot be compared. One of them is gone."
    window.notice.findChildren(QPushButton)[0].click()
    qtbot.waitUntil(pages.runs.isVisible)
    assert pages.runs.message.isVisible() and window.notice.isHidden()
    pages.runs.message.say("bad", "They cannot be compared", "One of them is gone.")
    assert window.notice.isHidden()  # it is seen where it stands


def test_that_what_went_well_on_another_page_goes_by_itself(pages: Pages) -> None:
    window = pages.window
    window.show_key("runs")
    window.show_key("settings")
    pages.runs.message.tell_elsewhere("One file is done.")
    assert window.notice.text == "Runs: One file is done." and window.notice.passing.isActive()
    assert [one.text() for one in window.notice.findChildren(QPushButton)] == ["&Show it", "&Dismiss"]
    window.notice.passing.timeout.emit()
    assert window.notice.isHidden()


def test_that_a_question_is_answered_by_its_buttons_and_enter_goes_back(pages: Pages, qtbot: QtBot) -> None:
    asked = QuestionDialog(Question("A run is going on.", "Closing now stops it.", "&Stop it"), pages.window)
    asked.show()
    qtbot.keyClick(asked, Qt.Key.Key_Return)
    assert asked.result() == QDialog.DialogCode.Rejected
    asked.show()
    asked.act.click()
    assert asked.result() == QDialog.DialogCode.Accepted


def test_that_a_notice_is_as_high_as_its_words(pages: Pages) -> None:
    def height(text: str) -> int:
        pages.window.notice.say(text, GOOD)
        return pages.window.notice.height()

    pages.window.notice.say("", GOOD)
    (button,) = pages.window.notice.findChildren(QPushButton)
    assert height("Short.") < button.height() + 3 * GRID < height("Long. " * 60)


def test_that_nothing_moves_in_the_chat_as_something_is_said_below_it(qtbot: QtBot, pages: Pages) -> None:
    talk = pages.chat.conversation
    pages.window.show_key("chat")
    answers = {"tuned": Said(text="Ahoy."), "base": Said(text="word " * 300)}
    talk.show_exchanges([Exchange(id="1", question="Why?", answers=answers)])
    qtbot.waitUntil(lambda: bool(talk.view.views) and not talk.view.views[0].votes[0].visibleRegion().isEmpty())
    before = {widget: QRect(widget.mapToGlobal(QPoint()), widget.size()) for widget in places(pages.chat)}
    assert talk.view.views[0].votes[0] in before
    talk.kept.file = "my-examples.jsonl"
    for said in (
        lambda: talk.kept.show_kept(Kept(examples=1, how="added")),
        talk.kept.hide,
        lambda: talk.tell("It still answers."),
        lambda: talk.tell(""),
        lambda: talk.undo.keep([], "The answer was replaced."),
        talk.undo.forget,
    ):
        said()
        pages.chat.layout().activate()
        assert moved(before) == []
