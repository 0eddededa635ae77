"""Shows what the button would do, what keeps it from that, and what was made already."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from app.pages.export import texts
from app.pages.export.form import Form
from app.pages.export.job_line import JobLine
from app.pages.export.made import Made
from app.pages.export.orders import Order
from app.pages.export.run_choice import RunChoice
from app.pages.export.way_list import WayList
from app.pages.export.work import Work
from app.widgets.controls import IconButton
from core import protocol as p
from core.advice.texts.numbers import share, size


class Display:
    """Shows the state in these parts of the page; it decides nothing. primary: the page's button. talk: the one in what
    was made.
    """

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
        """order: None while what is chosen is not known: then nothing can be done."""
        if order is not None:
            self._primary.set_look(order.action, order.icon)
            self._form.hub.show_export(order.job.path if isinstance(order.job, p.PushJob) else "")
        problem, is_free = self._problem(order), self._work.job is None
        self._primary.setEnabled(not problem and is_free)
        self._form.types.measure.setEnabled(order is not None and is_free and self._choice.learnt)
        self._line.say(problem)
        self._show_result(order)
        self.mark_cards(order)

    def mark_cards(self, order: Order | None) -> None:
        """Each with its size, and the one that is worked on with how far it is."""
        for key, card in self._ways.cards.items():
            n_bytes = self._form.size_of(key) if order is not None else 0
            card.say(size(n_bytes) if n_bytes else "")
        if (wish := self._work.wish) is not None:
            self._ways.cards[wish.way].say(share(done) if (done := self._work.share) is not None else "…")

    def _problem(self, order: Order | None) -> str:
        if order is None:
            return texts.looking_at(self._choice.runs.currentText())
        if not self._choice.learnt and order.wish.way != "elsewhere":
            return texts.UNLEARNT
        if isinstance(order.job, p.PushJob) and self._form.hub.listed is None:
            return self._form.hub.wrong or texts.LOOKING_AT_FILES
        return self._form.problem()

    def _show_result(self, order: Order | None) -> None:
        told = self._made.told(order.wish) if order is not None else None
        self._form.result.setVisible(told is not None)
        if order is not None and told is not None:
            self._form.result.say(*told)
            self._talk.setVisible(order.wish.way != "elsewhere" or self._made.is_home(order.wish))
