"""The Export page's layout, and the display of its state: the next action and earlier exports."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QStackedWidget, QWidget

from app.look import layouts
from app.look.flow import Columns
from app.look.theme import GRID
from app.pages.export import texts
from app.pages.export.form import Form
from app.pages.export.made import Made, Told
from app.pages.export.orders import Order
from app.pages.export.run_choice import RunChoice, WayList
from app.pages.export.work import JobLine, Work
from app.widgets.controls import IconButton, dim_label, scrolled
from app.widgets.skeleton import Skeleton
from core import protocol as p
from core.base.numbers import share

_LOOKING, _EMPTY, _FULL = range(3)


class Layers(QStackedWidget):
    """Lays out the page's widgets."""

    def __init__(
        self,
        train: QPushButton,
        above: list[QWidget],
        ways: QWidget,
        form: QWidget,
        line: QWidget,
        primary: QPushButton,
    ) -> None:
        """train: for the empty page. above: over both columns. line, primary: at the bottom."""
        super().__init__()
        self._ways, self._form = ways, form
        self._looking = layouts.panel(layouts.column(dim_label(texts.LOOKING), (Skeleton(), 1), gap=GRID))
        self._beside = dim_label(wraps=True)
        self._beside.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._right = QStackedWidget()
        card = QFrame()
        card.setObjectName("card")  # stands in for the form while a run is examined
        layouts.column(inside=card).addWidget(self._beside)
        for widget in (form, card):
            self._right.addWidget(widget)
        self.addWidget(self._looking)
        self.addWidget(_empty(train))
        self.addWidget(self._full(above, line, primary))

    def look(self, run: str) -> None:
        """Hide another run's display at once. run: the name of the run being examined, if known."""
        self._beside.setText(texts.looking_at(run))
        self._right.setCurrentIndex(1)
        if self.currentIndex() != _FULL or not run:
            self.setCurrentIndex(_LOOKING)

    def show_found(self, is_any: bool) -> None:
        """Show the runs, or the empty page."""
        self._right.setCurrentIndex(0)
        self.setCurrentIndex(_FULL if is_any else _EMPTY)

    def bring(self, widget: QWidget) -> None:
        """Scroll a widget into view, once it is laid out."""
        QTimer.singleShot(0, self, lambda: self._area.ensureWidgetVisible(widget, 0, GRID))

    def bring_form(self) -> None:
        """Scroll to the form's beginning, where it stands below the ways."""
        if self._right.y() > self._ways.y():
            top = self._right.mapTo(self._content, self._right.rect().topLeft()).y()
            QTimer.singleShot(0, self, lambda: self._area.verticalScrollBar().setValue(top))

    def _full(self, above: list[QWidget], line: QWidget, primary: QPushButton) -> QWidget:
        self._content = layouts.panel(
            layouts.column(*above, (Columns(2 * GRID, (self._ways, 2), (self._right, 3)), 1), gap=2 * GRID)
        )
        full = QWidget()
        self._area = scrolled(self._content)
        layouts.column((self._area, 1), layouts.row((line, 1), primary, gap=2 * GRID), inside=full, gap=2 * GRID)
        return full


def _empty(train: QPushButton) -> QWidget:
    words = QLabel(texts.EMPTY, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
    return layouts.panel(layouts.column(..., words, layouts.centred(train), ..., gap=2 * GRID))


class Display:
    """Shows the state in the page's widgets; it decides nothing. primary: the page's button. talk: the result's."""

    def __init__(
        self,
        choice: RunChoice,
        ways: WayList,
        form: Form,
        made: Made,
        work: Work,
        line: JobLine,
        primary: IconButton,
        talk: QPushButton,
    ) -> None:
        self._choice, self._ways, self._form, self._made, self._work = choice, ways, form, made, work
        self._line, self._primary, self._talk = line, primary, talk

    def show(self, order: Order | None) -> None:
        """Show an order; None disables the button, as the chosen run is not examined yet."""
        if order is not None:
            self._primary.set_look(order.action, order.icon)
            self._form.ollama.show_exported(isinstance(order.job, p.OllamaJob))
            self._form.hub.show_export(order.job.path if isinstance(order.job, p.PushJob) else "")
        problem, is_free = self._problem(order), self._work.job is None
        self._primary.setEnabled(not problem and is_free)
        for measure in (self._form.types.measure, self._form.strength.measure):
            measure.setEnabled(order is not None and is_free and self._choice.learnt)
        self._line.say(problem)
        self.mark(order)

    def mark(self, order: Order | None) -> None:
        """Show what was made; while work goes on, its progress on its card and its steps."""
        for card in self._ways.cards.values():
            card.say("")
        if (wish := self._work.wish) is not None:
            self._ways.cards[wish.way].say(share(done) if (done := self._work.share) is not None else "…")
        is_made_now = self._is_made_now(order)
        told = self._made.told(order.wish) if order is not None else None
        if is_made_now and self._work.whole is not None:
            told = Told(texts.EXPORTING, self._work.whole.marked())
        self._form.result.setVisible(told is not None)
        if order is not None and told is not None:
            self._form.result.say(told)
            is_run = order.wish.way != "elsewhere" or self._made.is_home(order.wish)
            self._talk.setVisible(is_run and not is_made_now)

    def _is_made_now(self, order: Order | None) -> bool:
        job = self._work.job
        is_export = job is not None and isinstance(job.job, p.ExportJob)  # not a measurement or an upload
        return is_export and order is not None and order.wish == self._work.wish

    def _problem(self, order: Order | None) -> str:
        if order is None:
            return texts.looking_at(self._choice.runs.currentText())
        if not self._choice.learnt and order.wish.way != "elsewhere":
            return texts.UNLEARNT
        if isinstance(order.job, p.PushJob) and self._form.hub.listed is None:
            return self._form.hub.wrong or texts.LOOKING_AT_FILES
        if isinstance(order.job, p.OllamaJob) and not self._form.ollama.runs:
            return texts.OLLAMA_FIRST
        return self._form.problem()
