"""How far a run is, in numbers: each in its place, whatever they say."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.monitor.readout import Readout
from app.pages.monitor.texts import shortened, time_left
from app.workers.run_session import RunSession
from core.shared import protocol as p
from core.shared.texts import devices
from core.shared.texts.numbers import count, significant

DEVICE_LETTERS = 26  # of a card's name; the whole of it is in the run's story


class Numbers(QWidget):
    """`readouts` by name."""

    def __init__(self) -> None:
        super().__init__()
        self.readouts = {
            "step": Readout("Step", "100 000 / 100 000"),
            "epoch": Readout("Epoch", "100.00"),
            "left": Readout("Time left", "59 min 59 s"),
            "seen": Readout("Tokens seen", "1 000 000 000"),
            "speed": Readout("Tokens/s", "100 000"),
            "device": Readout("Computed by", "AMD Radeon 780M"),
        }
        flow = Flow(2 * GRID, line_gap=GRID // 2, aligned=True)
        self.setLayout(flow)
        for readout in self.readouts.values():
            flow.addWidget(readout)
        self.readouts["device"].hide()

    def show_run(self, session: RunSession) -> None:
        """As far as it is; before the first step there is nothing to tell."""
        shown = dict.fromkeys(self.readouts, "–")
        if step := session.model.step:
            shown["step"] = f"{count(step.step)} / {count(step.steps)}"
            shown["epoch"] = f"{step.epoch:.2f}"
            shown["seen"] = count(step.tokens_seen)
            shown["speed"] = significant(step.tok_s)
        shown["left"] = time_left(session)
        del shown["device"]
        for name, value in shown.items():
            self.readouts[name].show_value(value)
        self.show_device(session.model.device)

    def show_device(self, device: p.DeviceChosen | None) -> None:
        """What computes, where there was a choice."""
        readout, why = self.readouts["device"], devices.chosen(device) if device else ""
        readout.setVisible(bool(why))
        if device is not None:
            readout.show_value(shortened(devices.computed_by(device), DEVICE_LETTERS))
            readout.setToolTip(why)
