"""Jobs, settings and events of other computers, which train whole runs for this one by SSH."""

from __future__ import annotations

from typing import Annotated

import msgspec

from core.base.devices import DeviceReport
from core.base.known_computers import Computer
from core.protocol.event import BaseEvent, JobOf


class OnMachine(msgspec.Struct, frozen=True, kw_only=True):
    """Lets another computer, given by its name in core/base/known_computers.py, train a whole run; the run folder stays
    on this computer.

    alone_hours: how long the training continues without contact; it then stops, with a checkpoint.
    """

    machine: str
    alone_hours: Annotated[float, msgspec.Meta(ge=0, le=1e6)] = 24.0


class ComputerFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Another computer's description of itself. memory_bytes, free_bytes, disk_bytes: memory in total and free; free
    disk.

    cards: the graphics cards that a training on it may use; without one the processor computes. pace: its speed in
    products of matrices, relative to this computer (2.0: twice as fast). run: the run that it trains for this computer
    or another, or "".
    """

    version: str
    system: str
    processor: str
    cores: int
    memory_bytes: int
    free_bytes: int
    disk_bytes: int
    cards: tuple[DeviceReport, ...] = ()
    pace: float
    run: str = ""


class ComputerState(msgspec.Struct, frozen=True, kw_only=True):
    """A known computer's present state. facts: None if it cannot be reached. problem: the reason in words; "" if it
    can.
    """

    computer: Computer
    facts: ComputerFacts | None = None
    problem: str = ""


class AddComputerResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of adding a computer. unknown_key: the fingerprint of a computer that SSH has never connected to, for
    the user to compare: nothing was added yet, and the job is repeated with `key`. Otherwise "", and state is the added
    computer's.
    """

    unknown_key: str = ""
    state: ComputerState | None = None


class AddComputerJob(JobOf[AddComputerResult], tag="add-computer"):
    """Connect to another computer, find its Luthier, and remember it.

    host: for `ssh`. name: to show; "" for the host. command: starts Luthier on it, in its shell's syntax; "" for
    the usual places. key: the fingerprint that the user has accepted, or "".
    """

    host: str
    name: str = ""
    command: str = ""
    key: str = ""


class CheckComputersResult(msgspec.Struct, frozen=True, kw_only=True):
    """The states of computers, in the order in which they were added."""

    computers: list[ComputerState]


class CheckComputersJob(JobOf[CheckComputersResult], tag="check-computers"):
    """Ask the known computers for their description and state.

    names: of the computers; () for all. watch: ask again every few seconds, with an event `computers` each time, until
    `stop`.
    """

    names: tuple[str, ...] = ()
    watch: bool = False


class Computers(BaseEvent, tag="computers"):
    """The present states of the known computers, from a watching CheckComputersJob."""

    computers: list[ComputerState]
