"""The other computers, a row each: what they are, what they do, and whether they have the model."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import BODY, GRID, set_size
from app.widgets.controls import IconButton, dim_label
from app.widgets.mark import MarkLabel
from core import protocol as p
from core.advice.texts.devices import title
from core.advice.texts.language import tr
from core.advice.texts.numbers import count, significant, size


class MachineRows(QWidget):
    """Signals:
    send_wanted: have this computer, by its name, fetch the model. removal_wanted: let it come no more.
    """

    send_wanted, removal_wanted = Signal(str), Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, MachineRow] = {}
        self._column = layouts.column(self, gap=GRID)
        self.hide()

    def show_machines(
        self, machines: list[p.ClusterMachine], model: str, is_sending: bool, let_in: Collection[str] = ()
    ) -> None:
        """model: that is to be trained. is_sending: one is fetching it now. let_in: here, and so can be taken out here;
        those of them that are away are shown, too.
        """
        away = sorted(set(let_in) - {machine.name for machine in machines})
        machines = [*machines, *(p.ClusterMachine(name=name, address="") for name in away)]
        names = [machine.name for machine in machines]
        for name in [name for name in self.rows if name not in names]:
            row = self.rows.pop(name)
            row.hide()
            row.deleteLater()
        for machine in machines:
            if machine.name not in self.rows:
                row = self.rows[machine.name] = MachineRow(machine.name)
                row.send.clicked.connect(lambda _checked=False, name=machine.name: self.send_wanted.emit(name))
                row.remove.clicked.connect(lambda _checked=False, name=machine.name: self.removal_wanted.emit(name))
                self._column.addWidget(row)
            row = self.rows[machine.name]
            row.show_machine(machine, Path(model).name, is_sending)
            row.remove.setVisible(machine.name in let_in)
        self.setVisible(bool(machines))


class MachineRow(QWidget):
    """One of them."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self.facts, self.base = QLabel(name), dim_label(wraps=True), dim_label(wraps=True)
        for label in (self.name, self.facts, self.base):
            label.setTextFormat(Qt.TextFormat.PlainText)  # another computer says what stands in it
        set_size(self.name, BODY, bold=True)
        self.mark = MarkLabel("good")
        self.send = IconButton(tr("Send it there"), "mdi6.file-send-outline")
        self.remove = IconButton(tr("Take it out…"), "mdi6.account-remove-outline")
        words = layouts.column(gap=2)
        for label in (self.name, self.facts, self.base):
            words.addWidget(label)
        line = layouts.row(self, gap=GRID)
        line.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)
        for button in (self.send, self.remove):
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def show_machine(self, machine: p.ClusterMachine, model: str, is_sending: bool) -> None:
        """model: its name, "" for none."""
        is_there = bool(machine.address)
        self.mark.show_mark("wait" if not is_there else "bad" if machine.problem else "good")
        self.facts.setText(machine.problem or (machine_facts(machine) if is_there else tr("Is not there now.")))
        self.base.setText(_has(machine.base, model))
        self.base.setVisible(bool(self.base.text()))
        self.send.setVisible(bool(model) and machine.base in ("missing", "other"))
        self.send.setEnabled(not is_sending)
        self.remove.setAccessibleName(tr("Take {machine} out", machine=machine.name))
        self.setAccessibleName(f"{machine.name}: {self.facts.text()} {self.base.text()}".strip())


def machine_facts(machine: p.ClusterMachine) -> str:
    """Intel Core i5, 4 cores · 16 GB, 9 GB of it free · 210 tokens/s · waits for a training."""
    facts = [
        tr("{processor}, {cores} cores", processor=machine.processor, cores=count(machine.cores)),
        tr("{memory}, {free} of it free", memory=size(machine.memory_bytes), free=size(machine.free_bytes)),
    ]
    if machine.device not in ("", "auto", "cpu"):
        facts.append(title(machine.device))
    if machine.tok_s is not None:
        facts.append(tr("{speed} tokens/s as measured", speed=significant(machine.tok_s)))
    facts.append(tr("computes for {run}", run=machine.run) if machine.run else tr("waits for a training"))
    return " · ".join(facts)


def _has(base: p.BaseThere, model: str) -> str:
    if not model or not base:
        return ""
    return {
        "here": tr("Has the model {model}.", model=model),
        "other": tr("Has another file by the name of {model}: the contents differ.", model=model),
        "missing": tr("Does not have the model {model}.", model=model),
    }[base]
