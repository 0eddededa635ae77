"""Who takes how much room: buttons that say other words at times, and figures in several lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.look import layouts
from app.look.flow import Flow
from app.look.language import speak
from app.look.theme import CONTROL_HEIGHT, Theme
from app.pages.train.recipe import GoalCard
from app.widgets.controls import IconButton, scrolled
from app.widgets.message_bar import MessageBar

ICON = "mdi6.play"


@pytest.fixture(params=["en", "de", "es"])
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    speak(request.param)
    yield
    speak("en")


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    usual = qapp.font()
    yield Theme(qapp)
    qapp.setFont(usual)


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("percent", [100, 150, 200])
def test_that_goals_are_as_high_as_their_words_and_those_beside_each_other_alike(
    qtbot: QtBot, theme: Theme, percent: int
) -> None:
    page, card = QWidget(), GoalCard()
    qtbot.addWidget(page)
    theme.dress(page)
    theme.set_text_size(percent)
    column = layouts.column(inside=page)
    column.addWidget(card)
    column.addStretch(1)
    for width in (380, 560, 800, 1100):
        page.resize(width, 2000)
        page.show()
        goals = card.choices.values()
        words = [one for goal in goals for one in (goal, *goal.findChildren(QLabel))]
        qtbot.waitUntil(
            lambda words=words: not [one for one in words if one.height() < one.heightForWidth(one.width())]
        )
        assert all(one.height() == other.height() for one in goals for other in goals if one.y() == other.y())


def test_that_a_button_is_as_wide_whatever_it_says(qtbot: QtBot) -> None:
    button = IconButton("&Pause", ICON, primary=True, may_say=["Res&ume", "Back to the settings"])
    qtbot.addWidget(button)
    before = button.sizeHint()
    for words in ("Res&ume", "Back to the settings"):
        button.set_look(words, ICON)
        assert button.sizeHint() == before == button.minimumSizeHint()
    assert before.width() > IconButton("&Pause", ICON, primary=True).sizeHint().width()


def test_that_figures_in_several_lines_stand_in_columns(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    labels = [QLabel("x" * length) for length in (20, 5, 12, 12, 8)]
    flow = Flow(16, line_gap=4, aligned=True)
    page.setLayout(flow)
    flow.setContentsMargins(0, 0, 0, 0)
    for label in labels:
        flow.addWidget(label)
    widest = max(label.sizeHint().width() for label in labels)
    page.resize(3 * widest + 32, 200)  # four would fit into the first line, and one be left
    page.show()
    QApplication.processEvents()
    tops, lefts = [label.y() for label in labels], [label.x() for label in labels]
    assert tops[0] == tops[1] == tops[2] < tops[3] == tops[4]
    assert lefts[3:] == lefts[:2] and lefts[1] == widest + 16
    assert flow.heightForWidth(page.width()) == 2 * labels[0].sizeHint().height() + 4


def test_that_a_page_gives_its_margins_away_where_the_window_is_low(qtbot: QtBot) -> None:
    page, content = QWidget(), QWidget()
    qtbot.addWidget(page)
    layouts.page(page).addWidget(content)
    for height, margins in ((720, layouts.PAGE_MARGINS), (340, layouts.LOW_MARGINS), (720, layouts.PAGE_MARGINS)):
        page.resize(QSize(1000, height))
        page.show()
        qtbot.waitUntil(lambda margins=margins: (content.x(), content.y()) == margins[:2])


def test_that_a_message_is_as_high_as_its_words_whatever_was_said_before(qtbot: QtBot) -> None:
    page, content, bar = QWidget(), QWidget(), MessageBar()
    qtbot.addWidget(page)
    layouts.column(inside=content).addWidget(bar)
    layouts.column(inside=page).addWidget(scrolled(content))
    page.resize(900, 700)
    page.show()
    for text in ("Short.", "Nothing in rows.csv can be used.\n" * 9, "Short.", "A longer line. " * 40, "Short."):
        bar.say("bad", "The training could not begin", text)
        labels = [label for label in bar.findChildren(QLabel) if label.isVisible() and label.wordWrap()]
        assert len(labels) == 2

        (area,) = bar.findChildren(QScrollArea)

        def fits(labels: list[QLabel] = labels, area: QScrollArea = area) -> bool:
            needs = [(label.height(), label.heightForWidth(label.width())) for label in labels]
            is_whole = area.verticalScrollBar().maximum() == 0
            return is_whole and all(need <= height < need + CONTROL_HEIGHT for height, need in needs)

        qtbot.waitUntil(fits, timeout=5_000)
