"""The doctor's report on a terminal."""

from __future__ import annotations

from rich.text import Text

from core.advice.texts.numbers import brief_size
from core.base.command_lines import typed
from core.cli.doctor import Report
from core.cli.terminal import Terminal, print_json


def show(report: Report, as_json: bool) -> None:
    """Print the report, for people or as one JSON line."""
    if as_json:
        print_json(report)
        return
    console = Terminal(soft_wrap=True)
    machine = report.machine
    console.print(f"Luthier {report.luthier}, Python {report.python}, {machine.system}", markup=False)
    console.print(f"{machine.processor}, {machine.cores} cores, {' '.join(machine.flags)}", markup=False)
    console.print(f"{brief_size(machine.memory)} memory, {brief_size(machine.memory_available)} of it free\n")
    for package, version in report.packages.items():
        console.print(f"  {package} {version or 'is not installed'}", markup=False)
    console.print()
    for check in report.checks:
        mark = Text("ok     ", style="green") if check.ok else Text("problem", style="bold red")
        console.print(Text.assemble(mark, f" {check.name}: {check.detail}"))
        if check.hint:
            console.print(f"        {typed(check.hint)}", markup=False)
    kept = report.copies
    size, limit = brief_size(kept.size), brief_size(kept.limit)
    console.print(f"\nCopies of weights for a fast start: {size} of at most {limit} in {kept.folder}\n", markup=False)
    for what, works in (
        ("Convert, train, evaluate, export", report.can_train),
        ("Chat", report.can_chat),
        ("The window", report.can_open_window),
    ):
        console.print(f"{what}: {'will work' if works else 'will not work'}", markup=False)
