"""Writes a model card and the plot of the loss beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from core import protocol as p
from core.base.callbacks import Notify
from core.base.errors import LuthierError
from core.base.files import require_replaceable, written_whole
from core.data.example import Example
from core.export.card.facts import History, gather
from core.export.card.text import MARK, card_text
from core.gguf.header import Header
from core.runs.run import Run

CARD, PICTURE, EARLIER_PICTURE = "README.md", "loss.svg", "loss.png"
_LOOKED_AT = 4096  # bytes in which a picture's mark must be

_MARK = "<!-- Made by Luthier -->"
_EARLIER_MARK = b"Luthier"  # in a PNG's text chunk
_WIDTH, _HEIGHT = 800, 450
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 784, 44, 402  # the curves' area
_RAW, _SMOOTH, _HELD_OUT, _INK, _GRID = "#b9cbe4", "#2a5d9f", "#c4562a", "#333333", "#e6e6e6"
_MOST_POINTS = 1440  # of a curve: two a pixel of its width
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
    """Write README.md and loss.svg into the folder of an export, or beside its only file by its name; they are replaced
    together with their export. Return the files written.

    base, held_out: of the run. step: after which the adapter was saved. Existing files that are not ours stay, with a
    notice; force replaces them.
    Raises LuthierError `files.cannot-write`.
    """
    card, picture = places(Path(result.path))
    if not (_is_free(card, is_our_card, force, notify) and _is_free(picture, _is_our_picture, force, notify)):
        return []
    facts = gather(run, base, held_out, result, step)
    if has_picture := can_be_drawn(facts.history):
        with written_whole(picture) as partial:
            partial.write_text(drawn_losses(facts.history, run.title), encoding="utf-8", newline="\n")
        facts = replace(facts, picture=picture.name)
        if _is_our_picture(earlier := picture.with_suffix(".png")):
            earlier.unlink()  # from an earlier version's export, which this one replaces
    with written_whole(card) as partial:
        partial.write_text(card_text(facts), encoding="utf-8", newline="\n")
    return [card, picture] if has_picture else [card]


def places(export: Path) -> tuple[Path, Path]:
    """Return the paths of an export's card and picture: in a folder, or beside a file."""
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
            return (_EARLIER_MARK if path.suffix == ".png" else _MARK.encode()) in stream.read(_LOOKED_AT)
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
    """Return whether the history has any numbers to draw."""
    return bool(history.losses or history.evaluations)


def drawn_losses(history: History, title: str) -> str:
    """Return the losses of a training as an SVG."""
    losses = _finite(history.losses)
    held_out = _finite(({0: history.before} if history.before is not None else {}) | history.evaluations)
    across = _ticks(max((*losses, *held_out, 1)), least=1)
    up = _ticks(max((*losses.values(), *held_out.values()), default=0.0) or 1.0)

    def place(step: float, loss: float) -> tuple[float, float]:
        x = _LEFT + (_RIGHT - _LEFT) * step / across[-1]
        return round(x, 1), round(_BOTTOM - (_BOTTOM - _TOP) * max(loss, 0.0) / up[-1], 1)

    def line(values: Mapping[int, float], style: str) -> str:
        points = " ".join(f"{x},{y}" for x, y in (place(step, loss) for step, loss in _thinned(values)))
        return f'<polyline fill="none" {style} points="{points}"/>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        f' font-family="sans-serif" font-size="13" fill="{_INK}">',
        _MARK,
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        _text(_LEFT, 24, "".join(filter(str.isprintable, title)), 'font-size="16"'),
    ]
    for step in across:
        x, y = place(step, 0.0)
        parts += [f'<path stroke="{_GRID}" d="M{x} {_TOP}V{y}"/>', _text(x, y + 18, f"{step:,.0f}", _MIDDLE)]
    for loss in up:
        x, y = place(0.0, loss)
        parts += [f'<path stroke="{_GRID}" d="M{x} {y}H{_RIGHT}"/>', _text(x - 8, y + 4, f"{loss:g}", _END)]
    parts.append(_text((_LEFT + _RIGHT) / 2, _HEIGHT - 10, "step", _MIDDLE))
    parts.append(_text(0, 0, history.measure.titled("loss"), f'{_MIDDLE} transform="translate(18 223) rotate(-90)"'))
    shown = list[tuple[str, str]]()
    if losses:
        even = dict(zip(losses, smoothed(list(losses.values())), strict=True))
        parts += [line(losses, f'stroke="{_RAW}"'), line(even, f'stroke="{_SMOOTH}" stroke-width="2"')]
        shown += [("training", _RAW), ("training, smoothed", _SMOOTH)]
    if held_out:
        if len(held_out) > 2:  # with two points a line would suggest measurements between them
            parts.append(line(held_out, f'stroke="{_HELD_OUT}" stroke-dasharray="5 3"'))
        dots = (place(*one) for one in held_out.items())
        parts += [f'<circle cx="{x}" cy="{y}" r="4" fill="{_HELD_OUT}"/>' for x, y in dots]
        shown.append(("held-out text", _HELD_OUT))
    for number, (name, colour) in enumerate(shown):
        y = _TOP + 16 + 18 * number
        parts.append(f'<path stroke="{colour}" stroke-width="3" d="M{_RIGHT - 150} {y - 4}h18"/>')
        parts.append(_text(_RIGHT - 126, y, name))
    return "\n".join([*parts, "</svg>", ""])


_MIDDLE, _END = 'text-anchor="middle"', 'text-anchor="end"'


def _text(x: float, y: float, text: str, style: str = "") -> str:
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'


def _finite(values: Mapping[int, float]) -> dict[int, float]:
    return {step: loss for step, loss in sorted(values.items()) if math.isfinite(loss)}


def _thinned(values: Mapping[int, float]) -> Iterator[tuple[int, float]]:
    """Yield as many points as can be distinguished: the lowest and the highest of each few neighbours, so that no
    outlier is lost.
    """
    points = list(values.items())
    few = 2 * math.ceil(len(points) / _MOST_POINTS)
    for start in range(0, len(points), few):
        part = points[start : start + few]
        yield from part if few == 2 else sorted({min(part, key=_loss_of), max(part, key=_loss_of)})


def _loss_of(point: tuple[int, float]) -> float:
    return point[1]


def _ticks(highest: float, least: float = 0.0) -> list[float]:
    """Return round numbers from 0 until `highest` is reached, at most seven. least: their distance."""
    power = 10.0 ** math.floor(math.log10(highest / 6))
    apart = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= highest / 6)
    apart = max(apart, least)
    return [apart * number for number in range(math.ceil(highest / apart - 1e-9) + 1)]


def smoothed(values: Sequence[float]) -> list[float]:
    """Return the mean of an exponential moving average from either end, so that the curve does not lag."""
    ahead = _averaged(values)
    behind = reversed(_averaged(values[::-1]))
    return [(one + other) / 2 for one, other in zip(ahead, behind, strict=True)]


def _averaged(values: Sequence[float]) -> list[float]:
    """Return an exponential moving average that starts unbiased (Adam's correction, arXiv:1412.6980)."""
    keep = 0.5 ** (1 / max(len(values) * _HALF_LIFE, 1.0))
    average, result = 0.0, []
    for number, value in enumerate(values, 1):
        average = keep * average + (1 - keep) * value
        result.append(average / (1 - keep**number))
    return result
