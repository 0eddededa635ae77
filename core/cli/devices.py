"""`luthier devices`: the graphics cards that could compute, and what came of testing them."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from core import protocol as p
from core.advice.texts.devices import VERDICTS
from core.advice.texts.numbers import brief_size
from core.base.devices import DeviceReport
from core.cli.options import Json
from core.cli.running import perform
from core.cli.terminal import Terminal


def devices(
    json: Json = False,
    test_again: Annotated[
        bool, typer.Option("--test-again", help="Also those with a verdict for this driver and version.")
    ] = False,
) -> None:
    """List the graphics cards that could compute. Each is tested once against the processor: a second or two."""
    result = perform(p.ListDevicesJob(again=test_again), json)
    if not json:
        show_devices(Terminal(), result.devices)


def show_devices(console: Console, found: list[DeviceReport]) -> None:
    """A line a device, and one below it for what came of the test."""
    if not found:
        console.print(
            "No graphics card that could compute was found: the processor does. docs/gpu.md says what it takes."
        )
    for report in found:
        console.print(f"{report.name}  {report.description}, {memory_of(report)}", markup=False, soft_wrap=True)
        console.print(f"    {verdict_of(report)}", markup=False, soft_wrap=True)


def memory_of(report: DeviceReport) -> str:
    """How much, and whose."""
    whose = " of the computer's" if report.integrated else ""
    return f"{brief_size(report.memory_free)} of {brief_size(report.memory_total)}{whose} memory free"


def verdict_of(report: DeviceReport) -> str:
    """Return the verdict in words, with the figure if one was measured."""
    verdict = VERDICTS[report.verdict]
    if report.verdict == "works" and report.largest_error is not None:
        return f"{verdict}: no number is off by more than {report.largest_error:.2%} in the self-test"
    return f"{verdict}: {report.reason}" if report.reason else verdict
