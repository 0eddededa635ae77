"""How fast this machine trains: a line a size as it is measured, all in a table, and what it says of a model."""

from __future__ import annotations

from math import sqrt

from rich.console import Console
from rich.table import Table

from core import protocol as p
from core.advice.texts.numbers import brief_duration, brief_size, moment, significant
from core.advice.texts.speeds import BUSY, MANY_TOKENS

KNOWN_FROM = {  # EstimateResult.time_from
    "runs": "as earlier runs with this model were here",
    "bench": "as this computer was measured",
    "products": "guessed from how fast this machine multiplies; `luthier bench` measures it",
}
MANY = "100,000 tokens are about 75,000 words, read once."


def line(speed: p.ShapeSpeed) -> str:
    """1B: 75.2 tokens/s, 3.8 GB."""
    pace = f"{significant(speed.tok_s)} tokens/s" if speed.tok_s else "does not fit"
    return f"{speed.name}: {pace}, {brief_size(speed.need)}"


def show_speeds(console: Console, result: p.BenchResult) -> None:
    """Show the speeds with what they mean, and when they were measured."""
    table = Table("model", "weights", "tokens/s", f"{MANY_TOKENS:,} tokens", "memory", "", box=None, pad_edge=False)
    for speed in result.speeds:
        pace = (significant(speed.tok_s), brief_duration(MANY_TOKENS / speed.tok_s)) if speed.tok_s else ("", "")
        table.add_row(speed.name, speed.dtype, *pace, brief_size(speed.need), "fits" if speed.fits else "does not fit")
    console.print()
    console.print(table)
    about = f"{result.processor}, {result.threads} threads, {moment(result.time)}"
    console.print(
        f"\n{about}. {MANY} Memory is planned, of {brief_size(result.budget)} free for training.",
        markup=False,
        soft_wrap=True,
    )
    if result.busy:
        console.print(BUSY, markup=False, soft_wrap=True)


def show_pace(console: Console, result: p.EstimateResult) -> None:
    """How fast training would be, what says so, and how long that is for the data."""
    if result.tok_s_low is None or result.tok_s_high is None:
        return
    pace = f"{significant(result.tok_s_low)} to {significant(result.tok_s_high)} tokens/s"
    console.print(f"\nSpeed: {pace}, {KNOWN_FROM[result.time_from or 'products']}.", markup=False, soft_wrap=True)
    if result.seconds_low is None or result.seconds_high is None:
        return
    low, high = result.seconds_low, result.seconds_high
    console.print(
        f"For your data: about {brief_duration(sqrt(low * high))} ({brief_duration(low)} to {brief_duration(high)}).",
        markup=False,
        soft_wrap=True,
    )
