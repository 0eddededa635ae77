"""Jobs, events and results of clusters (several computers that train together) and of sweeps (related trainings)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from core.protocol.event import BaseEvent, JobOf

Sent = Literal["f32", "f16", "int8", "int4"]  # how gradients are encoded for sending
BaseThere = Literal["", "here", "other", "missing"]  # other: same name, other contents; "": unknown
SENT: tuple[Sent, ...] = ("f32", "f16", "int8", "int4")


class WithCluster(msgspec.Struct, frozen=True, kw_only=True):
    """Lets all machines of the cluster compute a training together. sends: how gradients are encoded for sending.

    copy: send the base model to machines that lack it.
    """

    sends: Sent = "f32"
    copy: bool = False


class OnMachine(msgspec.Struct, frozen=True, kw_only=True):
    """Lets another computer, given by the name it was added with (core/base/known_computers.py), do a whole training;
    the run folder stays on this one.

    alone_hours: how long it goes on there while this computer does not ask for it; it then stops, with a checkpoint.
    """

    machine: str
    alone_hours: Annotated[float, msgspec.Meta(ge=0, le=1e6)] = 24.0


class ClusterMachine(msgspec.Struct, kw_only=True):
    """A machine of the cluster. memory_bytes, free_bytes: its total and free memory.

    run: the one it computes for, or "". base: whether it has the requested model. problem: why nothing else is known of
    it, or "".
    """

    name: str
    address: str
    version: str = ""
    processor: str = ""
    cores: int = 0
    memory_bytes: int = 0
    free_bytes: int = 0
    device: str = ""
    run: str = ""
    base: BaseThere = ""
    problem: str = ""


class ClusterStartResult(msgspec.Struct, kw_only=True):
    """joined: the machines admitted."""

    address: str
    joined: list[str]


class ClusterJoinResult(msgspec.Struct, kw_only=True):
    """cluster: the name of its head."""

    machine: str
    cluster: str


class ClusterStatusResult(msgspec.Struct, kw_only=True):
    """machine: this one's name in the cluster. is_head: the cluster was started on this machine."""

    machine: str
    cluster: str
    is_head: bool
    machines: list[ClusterMachine]


class ClusterLeaveResult(msgspec.Struct, kw_only=True):
    """cluster: the one left."""

    cluster: str


class ClusterStartJob(JobOf[ClusterStartResult], tag="cluster-start"):
    """Act as the head of a cluster and admit machines until `stop`.

    host: this machine's address for the others; "" for its network address. port: for the cluster's machines; the next
    port is for joining. 0: two ports that the system picks.
    """

    host: str = ""
    port: Annotated[int, msgspec.Meta(ge=0, le=65534)] = 8970


class ClusterJoinJob(JobOf[ClusterJoinResult], tag="cluster-join"):
    """Compute for a cluster's trainings until `stop`. address: the one its head shows; "" for the last cluster.

    name: this machine's name for the others; "" for its host name. host: this machine's address for the others; "" for
    its network address.
    """

    address: str = ""
    name: str = ""
    host: str = ""


class ClusterStatusJob(JobOf[ClusterStatusResult], tag="cluster-status"):
    """List the cluster's machines. model: a GGUF file, to ask each machine whether it has it.

    watch: send the list again every few seconds, as `machines`, until `stop`.
    """

    model: str = ""
    watch: bool = False


class ClusterCopyResult(msgspec.Struct, kw_only=True):
    """machine: the one that has the model now."""

    machine: str


class ClusterCopyJob(JobOf[ClusterCopyResult], tag="cluster-copy"):
    """Send a model, a GGUF file, to a machine that lacks it, which verifies its checksums."""

    model: str
    machine: str


class ClusterLeaveJob(JobOf[ClusterLeaveResult], tag="cluster-leave"):
    """Forget the cluster and this machine's certificate."""


class ClusterRemoveResult(msgspec.Struct, kw_only=True):
    """machine: the one removed."""

    machine: str


class ClusterRemoveJob(JobOf[ClusterRemoveResult], tag="cluster-remove"):
    """Remove a machine, given by name, from the cluster of this head: its certificate becomes invalid."""

    machine: str


class Meeting(BaseEvent, tag="meeting"):
    """A ClusterStartJob is ready for others to join. address: the one that they enter."""

    address: str


class Machines(BaseEvent, tag="machines"):
    """The machines present now, from a watching ClusterStatusJob."""

    machines: list[ClusterMachine]


class CompareCode(BaseEvent, tag="compare_code"):
    """The user must confirm that the other machine shows the same code; `confirm_code` answers."""

    machine: str
    address: str
    code: str


class CodeSettled(BaseEvent, tag="code_settled"):
    """The code need not be compared any more: it was answered, or the other machine is gone."""

    code: str


class Joined(BaseEvent, tag="joined"):
    """A ClusterStartJob admitted a machine, or a ClusterJoinJob was admitted."""

    machine: str


class OfSweep(msgspec.Struct, frozen=True, kw_only=True):
    """The sweep that a run belongs to. trials: the number of its runs."""

    name: str
    trials: int


class SweepResult(msgspec.Struct, kw_only=True):
    """machines: names of those that trained some of it; "" is this one."""

    name: str
    machines: list[str]


class SweepJob(JobOf[SweepResult], tag="sweep"):
    """Train the unfinished runs of a prepared sweep, one on each known computer, including this one."""

    name: str
