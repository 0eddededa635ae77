"""`luthier runs compare`: runs side by side, with the facts that the window's page shows."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table

from core.cli.listing import find_run, summarize
from core.cli.options import Json, wrong_usage
from core.cli.terminal import Terminal, print_json
from core.runs import compare as run_compare
from core.runs.compare import MOST_COMPARED, Compared, Row


def compare(
    names: Annotated[list[str], typer.Argument(metavar="RUN RUN...", help="Two to six runs: their names or folders.")],
    json: Json = False,
) -> None:
    """Compare runs: settings that differ, results, samples and votes."""
    found = [find_run(name) for name in dict.fromkeys(names)]
    if not 2 <= len(found) <= MOST_COMPARED:
        raise wrong_usage("RUN RUN...", f"takes two to {MOST_COMPARED} different runs.")
    compared = run_compare.read_compared(found)
    if json:
        print_json({"runs": [summarize(run) for run in found], **_facts(compared)})
        return
    terminal, titles = Terminal(), [run.name for run in compared]
    _show(terminal, "What they came to", titles, run_compare.results(compared))
    differing = run_compare.differences(compared)
    _show(terminal, "In what they differ", titles, differing)
    if not differing:
        terminal.print("Model, data and all settings are the same.")
    _show(terminal, "What they write", titles, run_compare.written(compared))


def _facts(compared: list[Compared]) -> dict[str, Any]:
    settings: list[dict[str, Any]] = [msgspec.to_builtins(run.info.config) for run in compared]
    values = {key: [one[key] for one in settings] for key in settings[0]}
    return {
        "differing": {key: told for key, told in values.items() if any(one != told[0] for one in told)},
        "samples": [
            {
                "prompt": prompt,
                "before": [run.before.get(prompt) for run in compared],
                "after": [run.samples.get(prompt) for run in compared],
            }
            for prompt in run_compare.prompts(compared)
        ],
        "votes": [run.votes._asdict() for run in compared],
    }


def _show(terminal: Terminal, title: str, runs: list[str], rows: list[Row]) -> None:
    if not rows:
        return
    table = Table("", *runs, title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for what, values in rows:
        table.add_row(what, *values)
    terminal.print(table)
    terminal.print()
