"""How far a run is, in numbers: each in its place, whatever they say."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.monitor.readout import Readout
from app.pages.monitor.texts import time_left
from app.widgets.controls import PathLabel
from app.workers.run_session import RunSession
from core.shared import protocol as p
from core.shared.texts import devices
from core.shared.texts.language import tr
from core.shared.texts.numbers import count, decimals, significant


class Numbers(QWidget):
    """`readouts` by name."""

    def __init__(self) -> None:
        super().__init__()
        self.readouts = {
            "step": Readout(tr("Step"), "100 000 / 100 000"),
            "epoch": Readout(tr("Epoch"), "100.00"),
            "left": Readout(tr("Time left"), "59 min 59 s"),
            "seen": Readout(tr("Tokens seen"), "1 000 000 000"),
            "speed": Readout(tr("Tokens/s"), "100 000"),
        }
        self.device = PathLabel(words=True)
        self.device.hide()
        flow = Flow(2 * GRID, line_gap=GRID // 2, aligned=True)
        column = layouts.column(self, gap=GRID // 2)
        column.addLayout(flow)
        column.addWidget(self.device)
        for readout in self.readouts.values():
            flow.addWidget(readout)

    def show_run(self, session: RunSession) -> None:
        """As far as it is; before the first step there is nothing to tell."""
        shown = dict.fromkeys(self.readouts, "–")
        if step := session.model.step:
            shown["step"] = f"{count(step.step)} / {count(step.steps)}"
            shown["epoch"] = decimals(step.epoch, 2)
            shown["seen"] = count(step.tokens_seen)
            shown["speed"] = significant(step.tok_s)
        shown["left"] = time_left(session)
        for name, value in shown.items():
            self.readouts[name].show_value(value)
        self.show_device(session.model.device)

    def show_device(self, device: p.DeviceChosen | None) -> None:
        """What computes and why, where there was a choice; else nothing is said."""
        why = devices.chosen(device) if device else ""
        self.device.setVisible(bool(why))
        self.device.show_path(why)
