"""Adds other computers, and describes the known ones and their state."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import cache

import msgspec

from core import protocol as p
from core.base.devices import DeviceReport
from core.base.errors import LuthierError
from core.base.known_computers import Computer, computer_called, known_computers, remember_computer
from core.computers import questions as q
from core.computers.ssh import COMMANDS, Pipe
from core.jobs.computers.worker import measured_flops
from core.jobs.context import JobContext, Outcome

_WATCHED_S = 5.0  # seconds between two rounds
_AT_ONCE = 8  # computers to ask in parallel


def add_computer(job: p.AddComputerJob, context: JobContext) -> Outcome[p.AddComputerResult]:
    """Connect to a computer, and remember it. Raises LuthierError `computers.*`, `files.cannot-write`."""
    context.phase("connect", f"Connecting to {job.host}")
    last: LuthierError | None = None
    for command in (job.command,) if job.command else COMMANDS:
        computer = Computer(name=job.name or job.host, host=job.host, command=command)
        try:
            pipe = Pipe(computer, key=job.key)
        except LuthierError as error:
            if error.code == "computers.unknown-key" and (fingerprint := _fingerprint(computer)):
                return "done", p.AddComputerResult(unknown_key=fingerprint)
            if error.code != "computers.no-luthier":
                raise
            last = last or error
            continue
        with closing(pipe):
            facts = _facts(pipe, pace=True)
        remember_computer(computer)
        return "done", p.AddComputerResult(state=p.ComputerState(computer=computer, facts=facts))
    assert last is not None
    raise last


def _fingerprint(computer: Computer) -> str:
    """Return the fingerprint of a computer that SSH does not know; "" if it reports none."""
    try:
        Pipe(computer, wants_key=True).close()
    except LuthierError as error:
        return error.details if error.code == "computers.unknown-key" else ""
    return ""


def check_computers(job: p.CheckComputersJob, context: JobContext) -> Outcome[p.CheckComputersResult]:
    """Describe the known computers; with `watch`, emit their descriptions again and again. Raises LuthierError
    `computers.unknown`, `computers.unreadable`.
    """
    wanted = [computer_called(name) for name in job.names] if job.names else list(known_computers())
    looks, control = [Look(computer) for computer in wanted], context.control
    with ThreadPoolExecutor(_AT_ONCE) as asking, ExitStack() as held:
        for look in looks:
            held.callback(look.close)
        states = list(asking.map(Look.state, looks))
        while job.watch and not control.stop.is_set():
            context.emit(p.Computers(computers=states))
            with control.changed:
                control.changed.wait_for(lambda: control.stop.is_set() or control.cancel.is_set(), _WATCHED_S)
            control.raise_if_cancelled()
            states = list(asking.map(Look.state, looks))
    return "done", p.CheckComputersResult(computers=states)


class Look:
    """Asks one computer again and again, over one connection as long as it holds."""

    def __init__(self, computer: Computer) -> None:
        self._computer, self.name = computer, computer.name
        self._pipe: Pipe | None = None
        self._pace = 0.0

    def state(self) -> p.ComputerState:
        """Return the computer's description and state."""
        try:
            if self._pipe is None:
                self._pipe = Pipe(self._computer)
            facts = _facts(self._pipe, pace=not self._pace)
        except (OSError, LuthierError) as error:
            self.close()
            problem = error.message if isinstance(error, LuthierError) else f"{self._computer.name} does not answer."
            return p.ComputerState(computer=self._computer, problem=problem)
        self._pace = self._pace or facts.pace
        return p.ComputerState(computer=self._computer, facts=msgspec.structs.replace(facts, pace=self._pace))

    def close(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


def _facts(pipe: Pipe, *, pace: bool) -> p.ComputerFacts:
    """Ask for a computer's description. pace: measure its pace, too. Raises OSError, LuthierError."""
    said = pipe.ask(q.Describe(pace), q.Description)
    return p.ComputerFacts(
        version=pipe.version,
        system=said.system,
        processor=said.processor,
        cores=said.cores,
        memory_bytes=said.memory,
        free_bytes=said.free,
        disk_bytes=said.disk,
        cards=tuple(
            DeviceReport(
                name="", description=one.name, integrated=one.integrated, memory_total=one.memory, verdict=one.verdict
            )
            for one in said.cards
        ),
        pace=said.flops / _own_flops() if pace else 0.0,
        run=said.run,
    )


@cache
def _own_flops() -> float:
    return measured_flops()
