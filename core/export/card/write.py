"""A model card onto the disk, and the loss as a picture beside it."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from core import protocol as p
from core.base import paths
from core.base.callbacks import Notify
from core.base.errors import LuthierError
from core.base.files import require_replaceable, written_whole
from core.data.example import Example
from core.export.card.facts import History, gather
from core.export.card.text import MARK, card_text
from core.gguf.header import Header
from core.protocol.measure import Measure
from core.runs.run import Run

CARD, PICTURE = "README.md", "loss.png"
_LOOKED_AT = 4096  # bytes in which the mark of a picture stands

PICTURE_MARK = b"Luthier"  # in the picture's own text, near its beginning
_SIZE, _DPI = (8.0, 4.5), 150  # inches, dots an inch: letters of a page's size at 800 pixels
_RAW, _SMOOTH, _HELD_OUT, _INK = "#b9cbe4", "#2a5d9f", "#c4562a", "#333333"
_HALF_LIFE = 1 / 60  # of the steps: how far the smoothing looks to either side


def write_card(
    run: Run,
    base: Header,
    held_out: Sequence[Example],
    result: p.ExportResult,
    *,
    step: int,
    force: bool,
    notify: Notify,
) -> list[Path]:
    """Write README.md and loss.png into the folder of an export, or beside its only file by its name; they are
    replaced together with what they are about. Returns those written.

    base, held_out: of the run. step: after which the adapter was saved.
    What is there and is not ours stays, and a notice says so; force replaces it.
    Raises LuthierError `files.cannot-write`.
    """
    card, picture = places(Path(result.path))
    if not (_is_free(card, is_our_card, force, notify) and _is_free(picture, _is_our_picture, force, notify)):
        return []
    facts = gather(run, base, held_out, result, step)
    if has_picture := can_be_drawn(facts.history):
        with written_whole(picture) as partial:
            draw_losses(facts.history, run.title, partial)
        facts = replace(facts, picture=picture.name)
    with written_whole(card) as partial:
        partial.write_text(card_text(facts), encoding="utf-8", newline="\n")
    return [card, picture] if has_picture else [card]


def places(export: Path) -> tuple[Path, Path]:
    """Return the places of an export's card and picture: in a folder, or beside a file."""
    if export.is_dir():
        return export / CARD, export / PICTURE
    return export.with_name(f"{export.stem}.{CARD}"), export.with_name(f"{export.stem}.{PICTURE}")


def is_our_card(path: Path) -> bool:
    """Return whether Luthier wrote a card."""
    try:
        return MARK in path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False


def _is_our_picture(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return PICTURE_MARK in stream.read(_LOOKED_AT)
    except OSError:
        return False


def _is_free(path: Path, is_ours: Callable[[Path], bool], force: bool, notify: Notify) -> bool:
    try:
        require_replaceable(path, force=force, is_ours=is_ours)
    except LuthierError as error:
        if error.code != "files.would-overwrite":
            raise
        notify("export.card-kept", f"{error.message} So no model card was written.", error.hint)
        return False
    return True


def can_be_drawn(history: History) -> bool:
    """Return whether there is any number to draw."""
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
    """Return the mean of an exponential moving average from either end, so that the curve does not lag."""
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
    figure.savefig(path, format="png", metadata={"Software": PICTURE_MARK.decode()})
