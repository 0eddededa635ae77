"""A window whose theme is changed looks like one that was begun in it: no colour of the other theme stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QFont, QImage
from PySide6.QtWidgets import QApplication, QScrollBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.look.skin import FAMILY
from app.look.theme import Theme
from app.pages.data.layout import SummaryCard
from app.pages.data.row_view import RowView
from app.pages.data.statistics_view import LengthPlot
from app.pages.export.run_choice import WayList
from app.pages.export.type_choice import TypeChoice
from app.pages.models.local_models import LocalCard
from app.pages.monitor.headline import Headline
from app.pages.monitor.run_plots import RunPlots
from app.pages.runs.compare_view import _Table
from app.pages.welcome.page import WelcomePage
from app.shell.notice import Notice
from app.shell.pages import Pages
from app.widgets.mark import MarkLabel
from app.widgets.message_bar import MessageBar
from app.widgets.two_line_list import Row, TwoLineList
from app.widgets.view_switch import ViewSwitch
from core import protocol as p
from tests.support.window import every_page

SIZE = QSize(900, 600)
ROW = p.PreviewRow(
    file="chat.jsonl", line=1, ids=[1, 2], pieces=["Why", " so"], stretches=[(1, False, "read"), (1, True, "learnt")],
    messages=[p.PreviewMessage(role="user", text="Why"), p.PreviewMessage(role="assistant", text="So")],
)  # fmt: skip
SIZES = [p.RowSize(file="chat.jsonl", line=1, tokens=3, trained=1)]
LENGTHS = p.Statistics(
    rows=3, median=2, most=3, edges=[1, 2, 3], counts=[1, 2], longest=SIZES, fewest_trained=SIZES, languages={},
    n_similar=0, similar=[], all_compared=True,
)  # fmt: skip
MODEL = p.LocalModel(name="tiny", path="tiny.gguf", source="Luthier", model="tiny.gguf", format="gguf", trains=True)


def types() -> TypeChoice:
    widget = TypeChoice()
    for cost in (0.0, 0.05, 0.5):
        widget.add(p.TypeCost(dtype="q8_0", cost=cost, perplexity=2.0, bytes=10**6))
    return widget


def made(kind: Callable[[], QWidget], method: str, *values: object, **named: object) -> Callable[[], QWidget]:
    """Makes one, and has it show these."""

    def make() -> QWidget:
        widget = kind()
        getattr(widget, method)(*values, **named)
        return widget

    return make


def a_list() -> TwoLineList:
    widget = TwoLineList("Rows")
    widget.show_rows([Row("one", "facts", "fits", 1), Row("two", "facts", "no", 2)], 0)
    return widget


def a_summary() -> SummaryCard:
    widget = SummaryCard()
    widget.show_found("", ["Rows are lost."])
    return widget


def a_comparison() -> QWidget:
    table = _Table("What they came to")
    table.show_rows(["first", "second"], [("Loss", ["1", "2"])])
    return table


MAKERS: dict[str, Callable[[], QWidget]] = {
    "types": types,
    "list": a_list,
    "summary": a_summary,
    "row": made(RowView, "show_row", ROW, None),
    "lengths": made(LengthPlot, "show_lengths", LENGTHS),
    "model": made(LocalCard, "show_model", MODEL, 10**9, "", given=True),
    "headline": made(Headline, "say", "warn", "Unstable", "Lower the rate."),
    "message": made(MessageBar, "say", "bad", "It broke", "Mend it.", "details"),
    "notice": made(Notice, "say", "The training is done.", ("Ask it", "mdi6.chat-outline", lambda: None)),
    "mark": lambda: MarkLabel("tight"),
    "switch": lambda: ViewSwitch("Views", [("a", "One", "mdi6.laptop"), ("b", "Two", "mdi6.laptop")]),
    "compared": a_comparison,
    "ways": WayList,
    "plots": RunPlots,
    "welcome": WelcomePage,
}


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = Theme(qapp)
    yield theme
    theme.deleteLater()


def picture(widget: QWidget) -> QImage:
    widget.resize(SIZE)
    widget.grab()  # plots find the room for their numbers as they are drawn
    QApplication.processEvents()
    return widget.grab().toImage()


@pytest.mark.slow
def test_that_no_colour_of_the_other_theme_stays(qtbot: QtBot, theme: Theme) -> None:
    theme.apply(dark=False)
    changed = {name: make() for name, make in MAKERS.items()}
    for widget in changed.values():
        qtbot.addWidget(widget)
        theme.dress(widget)
        picture(widget)
    theme.apply(dark=True)
    differing = []
    for name, make in MAKERS.items():
        begun = make()
        qtbot.addWidget(begun)
        theme.dress(begun)
        picture(begun)  # as often as the other: some find their height only then
        if picture(changed[name]) != picture(begun):
            differing.append(name)
    assert differing == []


@pytest.mark.parametrize("kind", ["QAbstractItemView", "QMenu", "QMessageBox"])
def test_that_a_look_of_the_system_brings_no_fonts_of_its_own(qtbot: QtBot, theme: Theme, kind: str) -> None:
    """As Windows and macOS do, which have some for lists, menus and messages, each time that their look changes."""
    window = QWidget()
    qtbot.addWidget(window)
    theme.dress(window)
    for change in (
        lambda: theme.apply(dark=True),
        lambda: QApplication.sendEvent(window, QEvent(QEvent.Type.ThemeChange)),
    ):
        QApplication.setFont(QFont("The system's"), kind)
        change()
        assert QApplication.font(kind).family() == FAMILY


def test_that_a_list_as_high_as_its_rows_does_not_scroll_whatever_the_size_of_the_text(
    qtbot: QtBot, theme: Theme
) -> None:
    rows = a_list()
    rows.be_as_high_as(2)
    holder = QWidget()
    QVBoxLayout(holder).addWidget(rows)
    qtbot.addWidget(holder)
    theme.dress(holder)
    holder.show()
    for percent in (100, 125, 150, 100):
        theme.set_text_size(percent)
        picture(holder)
        assert rows.verticalScrollBar().maximum() == 0 and rows.viewport().height() == 2 * rows.sizeHintForRow(0)


@pytest.mark.slow
def test_that_every_text_follows_a_larger_size_and_back(qtbot: QtBot, theme: Theme) -> None:
    pages = Pages(theme)
    qtbot.addWidget(pages.window)
    pages.window.show()
    for page in every_page(pages):
        page.grab()  # the style sheet finds each widget's font as that is first drawn
    texts = [one for one in pages.window.findChildren(QWidget) if not isinstance(one, QScrollBar)]
    before = {widget: widget.font().pointSizeF() for widget in texts}
    for percent in (150, 125, 100):
        theme.set_text_size(percent)
        for page in every_page(pages):
            page.grab()
    assert [widget for widget, points in before.items() if widget.font().pointSizeF() != points] == []
