"""Several computers that train together, and trainings that belong together: jobs, events and results."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from core.protocol.event import BaseEvent, JobOf

Sent = Literal["f32", "f16", "int8", "int4"]  # how gradients travel
BaseThere = Literal["", "here", "other", "missing"]  # other: of that name, with other contents; "": not known
SENT: tuple[Sent, ...] = ("f32", "f16", "int8", "int4")


class WithCluster(msgspec.Struct, frozen=True, kw_only=True):
    """All machines of the cluster compute a training. sends: how gradients travel.

    copy: machines that lack the base model are sent it.
    """

    sends: Sent = "f32"
    copy: bool = False


class OnMachine(msgspec.Struct, frozen=True, kw_only=True):
    """Another machine of the cluster does a whole training, by its name there; the run stays here.

    copy: it is sent the base model where it lacks that.
    """

    machine: str
    copy: bool = False


class ClusterMachine(msgspec.Struct, kw_only=True):
    """memory_bytes, free_bytes: of the machine.

    run: that it computes for, or "". base: whether it has the model that was asked about. problem: why nothing else is
    known of it, or "".
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
    """joined: machines that were let in."""

    address: str
    joined: list[str]


class ClusterJoinResult(msgspec.Struct, kw_only=True):
    """cluster: its head."""

    machine: str
    cluster: str


class ClusterStatusResult(msgspec.Struct, kw_only=True):
    """machine: this one's name in the cluster. is_head: the cluster was started here."""

    machine: str
    cluster: str
    is_head: bool
    machines: list[ClusterMachine]


class ClusterLeaveResult(msgspec.Struct, kw_only=True):
    """cluster: that was left."""

    cluster: str


class ClusterStartJob(JobOf[ClusterStartResult], tag="cluster-start"):
    """Be the place where the machines of a cluster meet, and let others in, until `stop`.

    host: the address to be found at; "" for that of the network. port: where they meet; the next one lets others in.
    0: two that the system picks.
    """

    host: str = ""
    port: Annotated[int, msgspec.Meta(ge=0, le=65534)] = 8970


class ClusterJoinJob(JobOf[ClusterJoinResult], tag="cluster-join"):
    """Compute for a cluster's trainings until `stop`. address: what its head shows; "" for the cluster of last time.

    name: of this machine, for the others; "" for its own. host: the address that they find it at; "" for that of the
    network.
    """

    address: str = ""
    name: str = ""
    host: str = ""


class ClusterStatusJob(JobOf[ClusterStatusResult], tag="cluster-status"):
    """Which machines are there. model: a GGUF file; whether they have it is asked, too.

    watch: say so again every few seconds, by `machines`, until `stop`.
    """

    model: str = ""
    watch: bool = False


class ClusterCopyResult(msgspec.Struct, kw_only=True):
    """machine: that has the model now."""

    machine: str


class ClusterCopyJob(JobOf[ClusterCopyResult], tag="cluster-copy"):
    """Send a model, a GGUF file, to a machine that lacks it; there it is checked by its checksums."""

    model: str
    machine: str


class ClusterLeaveJob(JobOf[ClusterLeaveResult], tag="cluster-leave"):
    """Forget the cluster and this machine's certificate."""


class ClusterRemoveResult(msgspec.Struct, kw_only=True):
    """machine: that was taken out."""

    machine: str


class ClusterRemoveJob(JobOf[ClusterRemoveResult], tag="cluster-remove"):
    """Take a machine out of the cluster that was started here, by its name there: its certificate counts no more."""

    machine: str


class Meeting(BaseEvent, tag="meeting"):
    """A ClusterStartJob lets others join. address: what they type."""

    address: str


class Machines(BaseEvent, tag="machines"):
    """A ClusterStatusJob that watches says who is there now."""

    machines: list[ClusterMachine]


class CompareCode(BaseEvent, tag="compare_code"):
    """A person has to say whether the other machine shows the same code; `confirm_code` answers."""

    machine: str
    address: str
    code: str


class CodeSettled(BaseEvent, tag="code_settled"):
    """Nobody has to compare that code any more: it was answered, or the other machine is gone."""

    code: str


class Joined(BaseEvent, tag="joined"):
    """A ClusterStartJob has let a machine in, or a ClusterJoinJob was let in itself."""

    machine: str


class OfSweep(msgspec.Struct, frozen=True, kw_only=True):
    """The sweep that a run belongs to. trials: how many there are."""

    name: str
    trials: int


class SweepResult(msgspec.Struct, kw_only=True):
    """machines: that have trained some of it, by name; "" is this one."""

    name: str
    machines: list[str]


class SweepJob(JobOf[SweepResult], tag="sweep"):
    """Train what is left of a sweep, whose runs are there: one on each machine of the cluster, this one too.

    copy: machines that lack the base model are sent it.
    """

    name: str
    copy: bool = False
