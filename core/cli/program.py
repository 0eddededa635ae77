"""`luthier settings`, `demo`, `app`, `doctor` and `report`: the program as a whole."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from core import protocol as p
from core.base import paths, settings
from core.base.command_lines import luthier
from core.base.files import require_replaceable
from core.base.own_process import own_process
from core.base.systems.terminals import become
from core.cli.listing import folder_of
from core.cli.options import Force, Json, absolute
from core.cli.results import show_commands
from core.cli.running import perform, perform_and_show
from core.cli.terminal import Terminal, print_json, visible


def show_or_change(
    assignments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY=VALUE]...", help="offline=true, for example; KEY= takes it back."),
    ] = None,
    move: Annotated[
        bool,
        typer.Option("--move", help="For models_dir=, runs_dir=, exports_dir=: move the old folder's contents, too."),
    ] = False,
    json: Json = False,
) -> None:
    """Show or change settings of the whole program. These are the network, folders, threads and the window."""
    if move:
        assignments = [one for one in assignments or [] if not _moved(one)]
    known = settings.assign(assignments) if assignments else settings.load()
    values = msgspec.to_builtins(known)
    if json:
        print_json(values)
        return
    width = max(map(len, values)) + 2
    for key, value in values.items():
        text = str(value).lower() if isinstance(value, bool) else str(value or "")
        shown = text or "(as the environment says, else the usual)"
        print(key.ljust(width) + visible(shown))


def _moved(assignment: str) -> bool:
    """Move the folder if the assignment names a new place for one. Return whether it did."""
    key, _, place = assignment.partition("=")
    if key not in ("models_dir", "runs_dir", "exports_dir") or not place:
        return False
    perform(p.MoveFolderJob(setting=key, to=absolute(Path(place))))
    return True


def demo(
    chat: Annotated[bool, typer.Option("--chat", help="Train on the bundled conversations, not on the book.")] = False,
    out: Annotated[Path | None, typer.Option(help="Where to put everything; replaces an earlier demo.")] = None,
    json: Json = False,
) -> None:
    """Try everything on the bundled model. Converts, quantizes, trains, evaluates, exports and checks."""
    folder = out or paths.home() / ("demo-chat" if chat else "demo")
    perform_and_show(p.DemoJob(output=absolute(folder), chat=chat), json)
    if not json:
        show_commands(Terminal(), [luthier("chat", absolute(folder / "run"))])


def report(
    output: Annotated[Path, typer.Argument(metavar="OUT.zip", help="Where to write.")], force: Force = False
) -> None:
    """Write a report for troubleshooting. It has versions, machine, settings, logs and the last runs, but no data;
    nothing is sent.
    """
    _write_report(output, force=force)


def _write_report(output: Path, *, force: bool) -> None:
    from core.runs.report import CONTENT, RUNS, write_report

    path = absolute(output)
    require_replaceable(Path(path), force=force)
    write_report(Path(path))
    print(f"{path}\n\n{CONTENT.format(runs=RUNS)}", end="")


def window(
    run: Annotated[str | None, typer.Argument(help="A run to show: its name or its folder.")] = None,
) -> None:
    """Open the window."""
    shown = [folder_of(run)] if run else []
    raise typer.Exit(become(own_process("app", *shown)))


def doctor(
    output: Annotated[
        Path | None,
        typer.Argument(metavar="[OUT.zip]", help="With --report, where to write; by default here, named by the day."),
    ] = None,
    write: Annotated[bool, typer.Option("--report", help="Write what a bug report needs, like `report`.")] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Show what this machine has, and what will work. Exits with 1 if training cannot work."""
    if write:
        _write_report(output or Path(f"luthier-report-{time.strftime('%Y-%m-%d')}.zip"), force=force)
        return
    if output is not None:
        raise typer.BadParameter("it belongs to --report", param_hint="OUT.zip")
    from core.cli.doctor import examine, show

    report = examine()
    show(report, json)
    if not report.can_train:
        raise typer.Exit(1)
