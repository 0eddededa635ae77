"""Jobs, settings and events of other computers, which do whole trainings for this one by SSH."""

from __future__ import annotations

from typing import Annotated

import msgspec

from core.base.devices import DeviceReport
from core.base.known_computers import Computer
from core.protocol.event import BaseEvent, JobOf


class OnMachine(msgspec.Struct, frozen=True, kw_only=True):
    """Lets another computer, given by the name it was added with (core/base/known_computers.py), do a whole training;
    the run folder stays on this one.

    alone_hours: how long it goes on there while this computer does not ask for it; it then stops, with a checkpoint.
    """

    machine: str
    alone_hours: Annotated[float, msgspec.Meta(ge=0, le=1e6)] = 24.0


class ComputerFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What another computer says of itself. memory_bytes, free_bytes, disk_bytes: of memory in all and free; free disk.

    cards: the graphics cards that a training may use there; without one the processor computes. pace: its speed in
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
    """A known computer now. facts: None if it cannot be reached. problem: why not, in words; "" if it can."""

    computer: Computer
    facts: ComputerFacts | None = None
    problem: str = ""


class AddComputerResult(msgspec.Struct, frozen=True, kw_only=True):
    """unknown_key: the fingerprint of a computer that SSH has never connected to. A person has to compare it; nothing
    was added yet, and the job is given again with `key`. Otherwise "", and state is the computer that was added.
    """

    unknown_key: str = ""
    state: ComputerState | None = None


class AddComputerJob(JobOf[AddComputerResult], tag="add-computer"):
    """Connect to another computer, find Luthier there, and remember it.

    host: as for `ssh`. name: for people; "" for the host. command: starts Luthier there, in the words of the shell
    there; "" for the usual places. key: the fingerprint that a person has accepted, or "".
    """

    host: str
    name: str = ""
    command: str = ""
    key: str = ""


class CheckComputersResult(msgspec.Struct, frozen=True, kw_only=True):
    """computers: in the order in which they were added."""

    computers: list[ComputerState]


class CheckComputersJob(JobOf[CheckComputersResult], tag="check-computers"):
    """Ask the known computers what they are and what they do.

    names: which; () for all. watch: ask again every few seconds, with an event `computers` each time, until `stop`.
    """

    names: tuple[str, ...] = ()
    watch: bool = False


class Computers(BaseEvent, tag="computers"):
    """The known computers now, from a watching CheckComputersJob."""

    computers: list[ComputerState]
