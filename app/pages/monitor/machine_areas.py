"""What each computer adds to a training's speed: areas, one on the other, below the speed of all."""

from __future__ import annotations

from app.look import theme
from app.pages.monitor.curve import Curve
from app.pages.monitor.live_plot import LivePlot
from app.workers.run_model import RunModel
from core.shared.texts.numbers import significant

_COLORS = (
    theme.TRAIN_LOSS, theme.EVAL_LOSS, theme.WORKER_MEMORY, theme.DEVICE_MEMORY, theme.SYSTEM_FREE, theme.LEARNING_RATE,
)  # fmt: skip


def draw_machines(plot: LivePlot, model: RunModel) -> str:
    """In the order in which they came. Returns what each adds now, in words; "" for a training on one computer."""
    steps, machines = model.steps["step"], model.machines
    said = []
    for number, (name, speeds) in enumerate(machines.stacked(steps).items()):
        if name not in plot.curves:
            color = _COLORS[number % len(_COLORS)]
            plot.add_curve(Curve(name, color, width=1.0, widest="0 000", stacked=number))
        now = significant(machines.at_last(name, steps))
        plot.draw(name, steps, speeds)
        plot.say(name, now)
        said.append(f"{name}: {now}")
    return ", ".join(said)
