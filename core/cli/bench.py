"""`luthier bench`: how fast this machine trains models of a few sizes."""

from __future__ import annotations

from typing import Annotated

import typer

from core import protocol as p
from core.cli.options import Json
from core.cli.running import perform
from core.cli.speed_table import show_speeds
from core.cli.terminal import Terminal


def bench(
    device: Annotated[
        str, typer.Option(metavar="auto|cpu|NAME", help="What computes; else as `luthier settings` say.")
    ] = "",
    json: Json = False,
) -> None:
    """Measure how fast this computer trains models of four sizes, and with how much memory: about a minute."""
    result = perform(p.BenchJob(device=device), json)
    if not json:
        show_speeds(Terminal(), result)
