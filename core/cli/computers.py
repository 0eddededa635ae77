"""`luthier computers`: other computers that train whole runs for this one, by SSH; and `luthier worker`, which runs on
them.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from core import protocol as p
from core.advice.devices import in_short
from core.base.child_process import claim_stdout
from core.base.known_computers import forget_computer, known_computers
from core.base.numbers import brief_size, significant
from core.cli.options import Json
from core.cli.results import show_facts
from core.cli.running import perform, show_error
from core.cli.terminal import Terminal, json_line

app = typer.Typer(help="Other computers that train for this one, by SSH.", no_args_is_help=True)
_COMMAND = "Starts Luthier there, as you would type it there; by default it is looked for."
_NAME = "Its name in `luthier computers list`."
_SAME = "Compare it with what that computer shows: `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub`."


@app.command()
def add(
    host: Annotated[str, typer.Argument(metavar="USER@HOST", help="As for `ssh`, or a name from your SSH settings.")],
    name: Annotated[str, typer.Option(help="What to call it; by default USER@HOST.")] = "",
    command: Annotated[str, typer.Option(metavar="COMMAND", help=_COMMAND)] = "",
    key: Annotated[str, typer.Option(help="The fingerprint to accept of a computer that is new to SSH.")] = "",
    json: Json = False,
) -> None:
    """Connect to another computer, find its Luthier, and remember it."""
    result = perform(p.AddComputerJob(host=host, name=name, command=command, key=key), json)
    if result.unknown_key and not json:
        Terminal().print(f"SSH has never connected to {host}. Its key is {result.unknown_key}.\n{_SAME}", markup=False)
        if not sys.stdin.isatty():
            show_error("Nobody is there to accept the key.", f"Give it: --key '{result.unknown_key}'")
            raise typer.Exit(1)
        if not typer.confirm("Is it the same?"):
            raise typer.Exit(1)
        job = p.AddComputerJob(host=host, name=name, command=command, key=result.unknown_key)
        result = perform(job, json)
    if result.state is not None and not json:
        _show(result.state)


@app.command(name="list")
def list_computers(json: Json = False) -> None:
    """List the added computers, without asking them."""
    known = known_computers()
    if json:
        claim_stdout().write(json_line(list(known)).encode() + b"\n")
        return
    for one in known:
        Terminal().print(f"{one.name}  {one.host}  {one.command}", markup=False)
    if not known:
        Terminal().print("None yet: `luthier computers add USER@HOST`.", markup=False)


@app.command()
def check(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help=f"{_NAME} All, if none is given.")
    ] = None,
    json: Json = False,
) -> None:
    """Ask computers for their hardware and their state."""
    result = perform(p.CheckComputersJob(names=tuple(names or ())), json)
    if not json:
        for state in result.computers:
            _show(state)
    if any(state.problem for state in result.computers):
        raise typer.Exit(1)


@app.command()
def remove(name: Annotated[str, typer.Argument(help=_NAME)]) -> None:
    """Forget a computer. The computer itself stays unchanged."""
    gone = forget_computer(name)
    Terminal().print(f"{gone.name} is forgotten. Nothing was changed on it.", markup=False)


def worker() -> None:
    """Answer another computer, which starts this by SSH. It is not for typing."""
    from core.jobs.computers.worker import serve  # imported late: it loads the engine

    raise typer.Exit(serve())


def _show(state: p.ComputerState) -> None:
    terminal = Terminal()
    terminal.print(f"\n{state.computer.name}", markup=False, style="bold")
    facts = state.facts
    if facts is None:
        show_facts(terminal, {"problem": state.problem})
        return
    show_facts(terminal, {
        "system": facts.system,
        "processor": f"{facts.processor}, {facts.cores} cores",
        "memory": f"{brief_size(facts.memory_bytes)}, {brief_size(facts.free_bytes)} of it free",
        "disk": f"{brief_size(facts.disk_bytes)} free",
        "graphics": "; ".join(map(in_short, facts.cards)) or "no card; the processor computes",
        "pace": f"{significant(facts.pace)} times this computer's, in products of matrices",
        "does": f"trains {facts.run}" if facts.run else "waits for a training",
    })  # fmt: skip
