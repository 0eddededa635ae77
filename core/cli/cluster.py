"""`luthier cluster`: one training on several computers."""

from __future__ import annotations

import sys
import threading
from typing import Annotated

import typer

from core import protocol as p
from core.base.numbers import brief_size
from core.cli.options import Json
from core.cli.results import show_facts
from core.cli.running import perform
from core.cli.terminal import Terminal
from core.jobs.context import Control

app = typer.Typer(help="One training on several computers.", no_args_is_help=True)
_HOST = "The address of this computer to be found at; else that of its network."
_YES = ("y", "yes")
_BASE = {"here": "is there", "other": "one of that name with other contents is there", "missing": "is not there"}
_NEXT = "On the computers that are to compute with it, type `luthier cluster join ADDRESS`."

_REMOVED = (
    "{machine} belongs to the cluster no more: its certificate counts for nothing here, nor at the others once they "
    "have met again. What it has seen of data and models stays on it. To come back it has to be let in again, and "
    "gets another name."
)


@app.command()
def start(
    host: Annotated[str, typer.Option(help=_HOST)] = "",
    port: Annotated[int, typer.Option(help="The first of two ports; 0: any two.", min=0, max=65534)] = 8970,
    json: Json = False,
) -> None:
    """Make this computer the meeting place, and let others in. Ctrl+C ends it."""
    perform(p.ClusterStartJob(host=host, port=port), json, control=_answering())


@app.command()
def join(
    address: Annotated[
        str, typer.Argument(help="The address that `luthier cluster start` shows; by default the last one.")
    ] = "",
    name: Annotated[str, typer.Option(help="This computer's name in the cluster; by default its own.")] = "",
    host: Annotated[str, typer.Option(help=_HOST)] = "",
    json: Json = False,
) -> None:
    """Compute for the trainings of a cluster. Ctrl+C ends it."""
    perform(p.ClusterJoinJob(address=address, name=name, host=host), json, control=_answering())


@app.command()
def status(
    model: Annotated[str, typer.Option(help="Also say which computers have this model.")] = "",
    json: Json = False,
) -> None:
    """Say which computers are there, what they are, and what they do."""
    result = perform(p.ClusterStatusJob(model=model), json)
    if json:
        return
    terminal = Terminal()
    terminal.print(f"The cluster of {result.cluster}; this computer is {result.machine}.", markup=False)
    for machine in result.machines:
        terminal.print(f"\n{machine.name}", markup=False)
        show_facts(terminal, _facts(machine))
    if not result.machines:
        terminal.print(_NEXT, markup=False)


@app.command()
def copy(
    model: Annotated[str, typer.Argument(help="A GGUF file.")],
    machine: Annotated[str, typer.Argument(help="Its name in `luthier cluster status`.")],
    json: Json = False,
) -> None:
    """Send a model to a computer that lacks it; it is checked there."""
    perform(p.ClusterCopyJob(model=model, machine=machine), json)
    if not json:
        Terminal().print(f"{machine} has it now.", markup=False)


@app.command()
def remove(
    machine: Annotated[str, typer.Argument(help="Its name in `luthier cluster status`.")],
    json: Json = False,
) -> None:
    """Remove a computer that was lost or sold, or that you no longer trust. Run this at the meeting place."""
    result = perform(p.ClusterRemoveJob(machine=machine), json)
    if not json:
        Terminal().print(_REMOVED.format(machine=result.machine), markup=False)


@app.command()
def leave(json: Json = False) -> None:
    """Forget the cluster and its certificate."""
    result = perform(p.ClusterLeaveJob(), json)
    if not json:
        Terminal().print(f"This computer no longer belongs to the cluster of {result.cluster}.", markup=False)


def _facts(machine: p.ClusterMachine) -> dict[str, object]:
    if machine.problem:
        return {"problem": machine.problem}
    memory = f"{brief_size(machine.memory_bytes)}, {brief_size(machine.free_bytes)} of it free"
    facts: dict[str, object] = {
        "processor": f"{machine.processor}, {machine.cores} cores", "memory": memory, "device": machine.device,
        "does": (machine.run and f"computes for {machine.run}") or "waits for a training",
    }  # fmt: skip
    return facts | ({"model": _BASE[machine.base]} if machine.base else {})


def _answering() -> Control:
    """Return a control through which typed lines answer whether codes match."""
    control = Control()

    def listen() -> None:
        for line in sys.stdin:
            if code := control.comparing:  # ignore input typed before a code is shown
                control.apply(p.ConfirmCode(same=line.strip().lower() in _YES, code=code))

    threading.Thread(target=listen, daemon=True).start()
    return control
