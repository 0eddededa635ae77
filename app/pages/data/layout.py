"""The layout of the Data page, and its cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QFontDatabase, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QScrollArea, QSizePolicy, QStackedWidget, QWidget

from app.look import layouts
from app.look.flow import Columns, Flow
from app.look.theme import BODY, CONTROL_HEIGHT, FITS, GRID, TIGHT, set_size, use_tabular_figures
from app.pages.data.mapping_form import MappingForm
from app.pages.data.row_browser import RowBrowser
from app.pages.data.statistics_view import StatisticsView
from app.pages.data.texts import ENOUGH, PLAIN_TEXT, SHAPES, counts, how_read, notes, summary, title
from app.widgets.controls import Card, IconButton, PathLabel, dim_label, page_title, scrolled, section_title
from app.widgets.inputs import DATA_FILES
from app.widgets.job_strip import JobStrip
from app.widgets.mark import IconLabel
from app.widgets.message_bar import MessageBar
from app.widgets.path_picker import PathPicker
from app.widgets.view_switch import ViewStack, ViewSwitch
from core import protocol as p
from core.advice.goals import ANSWERS
from core.base.language import tr
from core.base.numbers import count

_TABS = (
    ("rows", tr("Ro&ws"), "mdi6.format-list-text"),
    ("notes", tr("Notes and f&igures"), "mdi6.chart-bar"),
    ("unused", tr("Not use&d"), "mdi6.playlist-remove"),
)
_UNUSED = 2  # of the tabs
_FORM_WIDTH = 44 * GRID
LEAST_FOOT = 46 * GRID  # pixels for text, progress bar and Cancel; if narrower, the buttons go below


class DataLayout:
    """Shows the choices on the left and the results on the right, or a guide while no data is chosen."""

    def __init__(self, page: QWidget) -> None:
        self.guide, self.card, self.message, self.strip = Guide(), SummaryCard(), MessageBar(), JobStrip()
        self.rows, self.statistics, self.unused = RowBrowser(), StatisticsView(), ProblemList()
        self.again = IconButton(tr("Read it again"), "mdi6.refresh")
        self.foot = PathLabel(words=True)
        self.tabs = ViewSwitch(tr("Views of the data"), _TABS)
        self._views = ViewStack(self.rows, scrolled(self.statistics), self.unused)
        self.save = IconButton(tr("Sa&ve a cleaned copy…"), "mdi6.content-save-outline")
        self.save.setToolTip(tr("Writes the rows that are used to a new file. Yours stays as it is."))
        self.source = SourceCard(self.rows.view.as_tokens, self.save)
        self.use = IconButton(tr("&Use this data"), "mdi6.arrow-right", primary=True)
        self._top, self._right, self._foot = QStackedWidget(), QStackedWidget(), QStackedWidget()
        self._right.addWidget(self.guide)
        self._right.addWidget(self._found())
        content = QWidget()
        layouts.column((Columns(2 * GRID, self._chosen(), (self._right, 1), narrow=110 * GRID), 1), inside=content)
        self._area = scrolled(content)
        layouts.page(page, page_title(tr("Data")), (self._area, 1), self._bottom())
        self.message.dismissed.connect(lambda: self._top.setCurrentIndex(0))
        self.card.more_wanted.connect(lambda: self.show_tab(1))

    @property
    def tab(self) -> int:
        """Which of the views over the data is shown."""
        return self._views.currentIndex()

    def show_tab(self, tab: int) -> None:
        """Show one of the views."""
        if 0 <= tab < len(_TABS):
            self.tabs.buttons[_TABS[tab][0]].click()

    def show_guide(self) -> None:
        """Show what to do without data."""
        self._right.setCurrentIndex(0)

    def show_data(self) -> None:
        """Show the data views without a failure."""
        self._right.setCurrentIndex(1)
        self._top.setCurrentIndex(0)

    def show_failure(self, title: str, failure: p.Failed) -> None:
        """Show a failure in the summary's place, so that nothing moves."""
        self.message.say_failure(title, failure, None if failure.code == "data.other-kind" else self.again)
        self._top.setCurrentIndex(1)

    def show_reading(self, name: str) -> None:
        """Show that a file is being read."""
        self.card.say(tr("Reading {name}…", name=name), "")
        self.card.wait()

    def show_understood(self, understood: p.Understood) -> None:
        """Show the kind of data; counting follows. On small screens it is below the choices."""
        self.card.say(title(understood), how_read(understood))
        self.card.wait()
        self._area.ensureWidgetVisible(self.card)

    def show_result(self, result: p.InspectResult, notices: list[p.Notice], data: Path, model: str) -> None:
        """Show all that was counted and found. model: the name of the one that the data was read for."""
        found = notes(result, notices)
        self.card.show_found(summary(result), found)
        self.statistics.show_found(counts(result, model), found, result.statistics, result.numbered_by_row)
        only = f"{data.name}, " if data.is_file() else ""  # avoids repeating the name on every line
        self.unused.show_problems([problem.removeprefix(only) for problem in result.problems], result.dropped)
        self._name_tabs(len(found), unused := sum(result.dropped.values()))
        if self.tab == _UNUSED and not unused:
            self.show_tab(0)

    def show_no_result(self) -> None:
        """Show that nothing is counted yet."""
        self.statistics.show_found([], [], None)
        self.unused.clear()
        self._name_tabs(0, 0)
        self.foot.show_path("")

    def watch(self, job: object) -> None:
        """Show a job's progress in place of the status line."""
        self.strip.watch(job)  # type: ignore[arg-type]  # a BackgroundJob or None, through a signal
        self._foot.setCurrentIndex(0 if job is None else 1)

    def _name_tabs(self, notes: int, unused: int) -> None:
        """Name the tabs with the number of their entries; the one for unused rows is there only with some."""
        for (key, name, _), number in zip(_TABS, (0, notes, unused), strict=True):
            self.tabs.name(key, f"{name} ({count(number)})" if number else name)
        self.tabs.buttons["unused"].setVisible(unused > 0)

    def _chosen(self) -> QWidget:
        left = QWidget()
        left.setMinimumWidth(_FORM_WIDTH)
        layouts.column(self.source, ..., inside=left)
        return left

    def _found(self) -> QWidget:
        self.message.add_action(self.again)
        self._top.addWidget(self.card)
        self._top.addWidget(scrolled(self.message))
        self._top.setFixedHeight(HEIGHT)
        self.tabs.chosen.connect(lambda key: self._views.setCurrentIndex(list(self.tabs.buttons).index(key)))
        self._views.setMinimumHeight(40 * GRID)
        self._views.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # or the page would scroll
        return layouts.panel(layouts.column(self._top, self.tabs, (self._views, 1), gap=GRID))

    def _bottom(self) -> QWidget:
        self._foot.addWidget(self.foot)
        self._foot.addWidget(self.strip)
        self._foot.setFixedHeight(CONTROL_HEIGHT)
        self._foot.setMinimumWidth(LEAST_FOOT)
        return Columns(GRID, (self._foot, 1), layouts.panel(layouts.row(..., self.use)))


class ProblemList(QPlainTextEdit):
    """Lists the unused rows: the number for each reason, and the first ones by name.

    A text, so that it can be searched and copied.
    """

    def __init__(self) -> None:
        super().__init__(readOnly=True)
        self.setObjectName("rows")
        self.setAccessibleName(tr("Rows that are not used"))

    def show_problems(self, problems: list[str], dropped: dict[str, int]) -> None:
        """Show why rows are not used. dropped: reason -> rows."""
        reasons = [f"{count(number)} × {why}" for why, number in dropped.items()]
        self.setPlainText("\n\n".join(filter(None, ["\n".join(reasons), "\n".join(problems)])))


class SourceCard(Card):
    """The card of the choices on the Data page: a file or folder, and how it is read.

    seldom: parts that few need, below the settings that are folded away.
    """

    def __init__(self, *seldom: QWidget) -> None:
        super().__init__(tr("What to learn from"))
        self.data = PathPicker(
            tr("Data &file"),
            DATA_FILES,
            tr("Excel, CSV, JSON, text, PDF…"),
            folders=True,
            narrow=True,
        )
        self.mapping = MappingForm(*seldom)
        self.questions = IconButton("", "mdi6.comment-question-outline")
        self.questions.hide()
        self.put(self.data, self.mapping, self.questions)

    def offer_questions(self, row_format: str) -> None:
        """Offer what a model can make of data in this format: questions about a text, other wordings of questions."""
        texts = {
            "text": tr("Make &questions of it…"),
            **dict.fromkeys(ANSWERS, tr("Add other wordings of the &questions…")),
        }
        self.questions.setText(texts.get(row_format, ""))
        self.questions.setVisible(row_format in texts)


class Guide(QScrollArea):
    """The Data page's guide while no data is chosen: which data to use, how much of it, and a first step.

    With the two samples to try.
    """

    def __init__(self) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.chat_sample = IconButton(tr("Try the sample conversations"), "mdi6.forum-outline")
        self.text_sample = IconButton(tr("Try the sample text"), "mdi6.book-open-page-variant-outline")
        card = Card(tr("Examples of what the model should say"))
        card.body.addWidget(dim_label(tr("Drop a file or a folder anywhere on this page, or choose one."), wraps=True))
        for name, about, example in SHAPES:
            card.put(GRID, _bold(name), dim_label(about, wraps=True), *map(_example, example))
        more = Card(tr("How much, and what for"))
        more.put(QLabel(ENOUGH, wordWrap=True), QLabel(PLAIN_TEXT, wordWrap=True))
        more.put(GRID, Flow(GRID, self.chat_sample, self.text_sample))
        self.setWidget(layouts.panel(layouts.column(card, more, ..., gap=2 * GRID)))


def _bold(text: str) -> QLabel:
    label = QLabel(text)
    set_size(label, BODY, bold=True)
    return label


def _example(text: str) -> QFrame:
    frame = QFrame()
    frame.setObjectName("inset")
    label = QLabel(text, wordWrap=True)
    label.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    layouts.row((label, 1), inside=frame, margins=(12, GRID, 12, GRID))
    return frame


HEIGHT = 14 * GRID  # pixels, regardless of the content
NOTE_HEIGHT = 36  # pixels: two lines
_ICON = 18  # pixels


class _Note(QLabel):
    """Text on two lines, elided if too long; the tooltip has all of it."""

    def __init__(self) -> None:
        super().__init__(wordWrap=True, textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse)
        self._whole = ""
        self.setFixedHeight(NOTE_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def say(self, text: str) -> None:
        self._whole = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._cut()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        kept = shown = self._whole
        while kept and not self._has_room_for(shown):
            kept = kept.rpartition(" ")[0] or kept[:-1]  # some languages have no spaces
            shown = f"{kept}…"
        self.setText(shown)

    def _has_room_for(self, text: str) -> bool:
        room = QRect(0, 0, self.width(), 0)
        return self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text).height() <= self.height()


class SummaryCard(QFrame):
    """A card that keeps its height, empty or full.

    Signals:
    more_wanted: show all notes.
    """

    more_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setMinimumHeight(HEIGHT)
        self.title, self.how = section_title(""), PathLabel(words=True)
        self.summary = QLabel()
        use_tabular_figures(self.summary)
        self._icon, self.note = IconLabel(_ICON), _Note()
        self.more = IconButton("", "mdi6.chevron-right")
        self.more.clicked.connect(self.more_wanted)
        head = layouts.row(self.title, (self.how, 1), gap=2 * GRID)
        foot = layouts.row(self._icon, (self.note, 1), self.more, gap=GRID)
        policy = self.more.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # nothing moves while it is hidden
        self.more.setSizePolicy(policy)
        self.more.hide()
        layouts.column(head, self.summary, foot, inside=self, gap=GRID, margins=layouts.CARD_MARGINS)

    def say(self, title: str, how: str) -> None:
        """Show what the data is, and how it was read."""
        self.title.setText(title)
        self.how.show_path(how)
        self.setAccessibleName(f"{title}. {how}")

    def show_found(self, summary: str, notes: Sequence[str]) -> None:
        """Show how much can be learnt from, and the gravest note, with a link to the others."""
        self.summary.setText(summary)
        self.note.say(notes[0] if notes else tr("Nothing looks wrong."))
        self._icon.show_icon(*(("mdi6.alert-circle-outline", TIGHT) if notes else ("mdi6.check-circle-outline", FITS)))
        self._icon.show()
        self.more.setVisible(bool(notes))
        self.more.setText(tr("{notes} notes", notes=len(notes)) if len(notes) > 1 else tr("Read it all"))

    def wait(self) -> None:
        """Show that nothing is counted yet."""
        self.show_found("", [])
        self.note.say("")
        self._icon.hide()
