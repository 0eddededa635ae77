"""`luthier settings`: what holds for the whole program."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from core.cli.options import Json
from core.cli.terminal import json_line, visible
from core.shared import settings


def show_or_change(
    assignments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY=VALUE]...", help="offline=true, for example; KEY= takes it back."),
    ] = None,
    json: Json = False,
) -> None:
    """Show or change what holds for the whole program: endpoint, proxy, models_dir, offline."""
    known = settings.load()
    if assignments:
        known = settings.changed(known, assignments)
        settings.save(known)
    values = msgspec.to_builtins(known)
    if json:
        print(json_line(values))
        return
    width = max(map(len, values)) + 2
    for key, value in values.items():
        shown = str(value).lower() if isinstance(value, bool) else value or "(as the environment says, else the usual)"
        print(key.ljust(width) + visible(shown))
