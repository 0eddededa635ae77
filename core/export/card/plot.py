"""The loss as a picture: every step, the same smoothed, and what was measured on held-out text."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.base import paths
from core.export.card.history import History
from core.protocol.measure import Measure

MARK = b"Luthier"  # in the picture's own text, near its beginning
_SIZE, _DPI = (8.0, 4.5), 150  # inches, dots an inch: letters of a page's size at 800 pixels
_RAW, _SMOOTH, _HELD_OUT, _INK = "#b9cbe4", "#2a5d9f", "#c4562a", "#333333"
_HALF_LIFE = 1 / 60  # of the steps: how far the smoothing looks to either side


def can_be_drawn(history: History) -> bool:
    """Whether there is any number to draw."""
    return bool(history.losses or history.evaluations)


def draw_losses(history: History, title: str, path: Path) -> None:
    """Write a PNG of 1200 by 675 pixels."""
    losses = {step: loss for step, loss in sorted(history.losses.items()) if math.isfinite(loss)}
    held_out = {0: history.before} if history.before is not None else {}
    # Else it writes into the user's home, and draws as a file there says.
    os.environ.setdefault("MPLCONFIGDIR", str(paths.cache_dir() / "matplotlib"))
    import matplotlib  # takes most of a second to load, which only this needs

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        _draw(losses, held_out | history.evaluations, history.measure, title, path)


def smoothed(values: Sequence[float]) -> list[float]:
    """The mean of an exponential moving average from either end, so that the curve does not lag."""
    ahead = _averaged(values)
    behind = reversed(_averaged(values[::-1]))
    return [(one + other) / 2 for one, other in zip(ahead, behind, strict=True)]


def _averaged(values: Sequence[float]) -> list[float]:
    """An exponential moving average that starts unbiased (Adam's correction, arXiv:1412.6980)."""
    keep = 0.5 ** (1 / max(len(values) * _HALF_LIFE, 1.0))
    average, result = 0.0, []
    for number, value in enumerate(values, 1):
        average = keep * average + (1 - keep) * value
        result.append(average / (1 - keep**number))
    return result


def _draw(losses: Mapping[int, float], held_out: Mapping[int, float], measure: Measure, title: str, path: Path) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=_SIZE, dpi=_DPI, layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    steps, values = list(losses), list(losses.values())
    if losses:
        axes.plot(steps, values, color=_RAW, linewidth=1.0, label="training, each step")
        axes.plot(steps, smoothed(values), color=_SMOOTH, linewidth=2.0, label="training, smoothed")
    if held_out:
        line = "--" if len(held_out) > 2 else ""  # between before and after it would say what nobody measured
        (dots,) = axes.plot(list(held_out), list(held_out.values()), color=_HELD_OUT, label="held-out text")
        dots.set(marker="o", markersize=6.0, linestyle=line, linewidth=1.0)
    axes.set_title(title, loc="left", color=_INK, fontsize=12, parse_math=False)
    axes.set_xlabel("step", color=_INK, fontsize=11)
    axes.set_ylabel(measure.titled("loss"), color=_INK, fontsize=11)
    axes.tick_params(colors=_INK, labelsize=10)
    axes.grid(color="#e6e6e6", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.legend(frameon=False, labelcolor=_INK, fontsize=10)
    figure.savefig(path, format="png", metadata={"Software": MARK.decode()})
