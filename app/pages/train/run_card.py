"""The run itself: its name and notes, what it is asked while it learns, and whether other computers compute with it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import Card, caption_of, dim_label, drop_down, text_field
from app.widgets.letters import CheckBox
from app.workers.computers import Computers
from core import protocol as p
from core.base.language import tr

ROWS_ASKED = 2  # held-out questions that are samples, where nothing else is asked
_LINES = 3  # of the larger fields

SENT = {
    "f32": tr("as they are: the same losses as on one computer"),
    "f16": tr("rounded to 16 bits: half as many bytes"),
    "int8": tr("rounded to 8 bits: a quarter, for Wi-Fi"),
    "int4": tr("rounded to 4 bits: an eighth, for slow Wi-Fi"),
}


class RunCard(Card):
    """Everything here may stay empty. Its name is always seen, the rest with the advanced settings."""

    def __init__(self) -> None:
        super().__init__(tr("This run"))
        self.title = text_field(tr("Name of the run"), tr("Named after the data if you leave this empty"))
        self.notes = _lines(tr("Notes on the run"), tr("What you want to find out"))
        self.prompts = _lines(tr("Questions to ask while it learns"), tr("One a line, such as: Who are you?"))
        self._more = QWidget()
        more = layouts.column(inside=self._more, gap=GRID)
        for label, field in ((tr("Notes"), self.notes), (tr("Ask it while it learns"), self.prompts)):
            layouts.put(more, caption_of(label, field), field)
        about = tr(
            "Each question is answered at every evaluation, so that you can read how it changes. Without any, two "
            "rows are asked: held-out ones, if there are some."
        )
        more.addWidget(dim_label(about, wraps=True))
        self.put(layouts.row(caption_of(tr("Na&me"), self.title), (self.title, 1), gap=2 * GRID), self._more)
        self.show_all(False)

    def show_all(self, on: bool) -> None:
        self._more.setVisible(on)

    def sample_prompts(self) -> list[str]:
        """Return the prompts without empty lines."""
        return [line.strip() for line in self.prompts.toPlainText().splitlines() if line.strip()]

    def fill(self, title: str, notes: str, prompts: list[str]) -> None:
        self.title.setText(title)
        self.notes.setPlainText(notes)
        self.prompts.setPlainText("\n".join(prompts))

    def state(self) -> dict[str, Any]:
        return {"title": self.title.text(), "notes": self.notes.toPlainText(), "prompts": self.sample_prompts()}


def _lines(name: str, placeholder: str) -> QPlainTextEdit:
    field = QPlainTextEdit(placeholderText=placeholder, tabChangesFocus=True)
    field.setAccessibleName(name)
    field.setFixedHeight(_LINES * field.fontMetrics().lineSpacing() + 2 * GRID)
    return field


class TogetherCard(Card):
    """Asks who is there while it is seen and switched on."""

    def __init__(self, computers: Computers) -> None:
        super().__init__(tr("Other computers"))
        self._computers, self._is_seen = computers, False
        self.switch = CheckBox(tr("Train to&gether with them"))
        self.said = dim_label(wraps=True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)  # other computers say what they are called
        self.copy = CheckBox(tr("Send the model to those that lack it"))
        self.sends = drop_down(tr("How gradients travel"))
        for name, words in SENT.items():
            self.sends.addItem(words, name)
        self._more = QWidget()
        self._arrange()
        self.switch.toggled.connect(self._suit)
        computers.changed.connect(self._suit)
        self._suit()

    @property
    def value(self) -> p.WithCluster | None:
        """The value as a job takes it; None: this computer alone."""
        if not self.switch.isChecked() or self.isHidden():
            return None
        return p.WithCluster(sends=self.sends.currentData(), copy=self.copy.isChecked())

    def fill(self, cluster: p.WithCluster | None) -> None:
        """Fill the card from an earlier run."""
        self.switch.setChecked(cluster is not None)
        if cluster is not None:
            self.copy.setChecked(cluster.copy)
            self.sends.setCurrentIndex(self.sends.findData(cluster.sends))

    def state(self) -> dict[str, Any]:
        """Return the state, to be restored at the next start."""
        sends, copy = self.sends.currentData(), self.copy.isChecked()
        return {"together": {"on": self.switch.isChecked(), "sends": sends, "copy": copy}}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` gave; what is wrong in it is passed over."""
        known = state.get("together")
        if not isinstance(known, dict):
            return
        self.switch.setChecked(known.get("on") is True)
        self.copy.setChecked(known.get("copy") is True)
        self.sends.setCurrentIndex(max(0, self.sends.findData(str(known.get("sends")))))

    def look(self, is_seen: bool) -> None:
        """Note whether the page is in front: a cluster may be another since it was last."""
        self._is_seen = is_seen
        self._suit()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's names
        super().showEvent(event)
        self.look(True)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self._is_seen = False
        self._computers.unwatch(self)

    def _suit(self) -> None:
        if self._computers.cluster is None or self.parent() is not None:  # without one it would be a window of its own
            self.setHidden(self._computers.cluster is None)
        is_on = self.switch.isChecked()
        self._more.setVisible(is_on)
        if is_on and self._is_seen:
            self._computers.watch(self)
        else:
            self._computers.unwatch(self)
        self.said.setText(self._who_is_there() if is_on else "")
        self.said.setVisible(is_on)

    def _who_is_there(self) -> str:
        machines = self._computers.machines
        if machines is None and self._computers.link is None:
            return tr("They are not connected: do that first, on the Settings page under “Other computers”.")
        if machines is None:
            return tr("Looking for other computers…")
        names = [machine.name for machine in machines if not machine.problem]
        if not names:
            return tr("No other computer is connected yet. One that joins later takes part from then on.")
        return tr("Connected: {names}. A computer that joins later takes part from then on.", names=", ".join(names))

    def _arrange(self) -> None:
        line = layouts.row(caption_of(tr("Gradients &travel"), self.sends), (self.sends, 1), gap=GRID)
        layouts.column(layouts.left(self.copy), line, inside=self._more, gap=GRID)
        self.put(layouts.left(self.switch), self.said, self._more)
