"""Events: what a worker tells the window."""

from __future__ import annotations

from typing import Any, Literal

from core.protocol.chat import Answered, Ready, Refused, Serving, Suggestions, Text
from core.protocol.cluster import CodeSettled, CompareCode, Joined, Machines, Meeting
from core.protocol.event import BaseEvent, Told
from core.protocol.exports import TypeCost
from core.protocol.hub import FileProgress, HubModel, LocalModel
from core.protocol.planning import DataFacts, TrainingPlan
from core.protocol.training_events import (
    Checkpoint,
    DataSummary,
    DeviceChosen,
    Evaluation,
    Memory,
    MemoryPlan,
    Sample,
    Skipped,
    Step,
    TrainingStarted,
    WentBack,
)

PROTOCOL_VERSION = 1


class Hello(BaseEvent, tag="hello"):
    """First event of every worker."""

    pid: int
    job: str
    version: str
    protocol: int = PROTOCOL_VERSION
    born: str = ""  # tells it from a later one with its number (base/systems/processes.py); "" of older versions


class Log(BaseEvent, tag="log"):
    """A line from a library or from us that a bug report should hold."""

    level: str  # debug, info, warning, error
    source: str
    text: str


class Notice(Told, tag="notice"):
    """Something the user should know although the job goes on."""


class Phase(BaseEvent, tag="phase"):
    """A new stage of the job began."""

    name: str  # convert, quantize, load, tokenize, plan, evaluate, train, export, verify, sample
    title: str  # for people: "Converting storyteller-6m to GGUF"


class Progress(BaseEvent, tag="progress"):
    """How far the current phase is. At most ten a second; of training `steps`, at most two a second in long ones."""

    done: float
    total: float
    unit: str  # bytes, tensors, rows, tokens, steps
    rate: float | None = None  # units per second
    seconds_left: float | None = None


class Files(BaseEvent, tag="files"):
    """How far each file of a download is; comes with the progress of all together."""

    files: list[FileProgress]


class Found(BaseEvent, tag="found"):
    """A model that answers a search, most downloaded first."""

    model: HubModel


class TypeMeasured(BaseEvent, tag="type"):
    """A type of weights that a run could be merged into was tried: the next line of the table."""

    cost: TypeCost


class Described(BaseEvent, tag="described"):
    """A PlanJob has read the model's header, and plans can be asked for. Goals are made from these facts.

    longest_rows: of the longest row that fits, in tokens, by rank; longest_upper: with the
    upper half of the layers alone. tok_s: that training has at least, guessed; 0 in the
    first of these events, the second has it.
    budget: bytes that are free for training.
    """

    model: LocalModel
    longest_rows: dict[str, int]
    longest_upper: dict[str, int]
    tok_s: float
    cores: int
    budget: int


class DataRead(BaseEvent, tag="data_read"):
    """A PlanJob has read the data, and plans have steps and time from now on."""

    facts: DataFacts


class Planned(BaseEvent, tag="planned"):
    """A PlanJob says what a training would take."""

    id: str
    plan: TrainingPlan


class State(BaseEvent, tag="state"):
    """The loop's state changed."""

    state: Literal["running", "paused", "stopping"]


class Finished(BaseEvent, tag="finished"):
    """Last event of a job that did what it should. `result` is what `--json` prints, one of results.py's `Result`."""

    outcome: Literal["done", "stopped", "cancelled"]
    result: dict[str, Any] = {}  # noqa: RUF012 - msgspec copies it


class Failed(Told, tag="failed"):
    """Last event of a job that could not."""

    details: str = ""  # a traceback, for bug reports


Event = (
    Hello
    | Log
    | Notice
    | Phase
    | Progress
    | Files
    | Found
    | TypeMeasured
    | DataSummary
    | MemoryPlan
    | DeviceChosen
    | TrainingStarted
    | Step
    | Skipped
    | WentBack
    | Evaluation
    | Memory
    | Checkpoint
    | Sample
    | Ready
    | Suggestions
    | Text
    | Answered
    | Refused
    | Serving
    | Meeting
    | CompareCode
    | CodeSettled
    | Machines
    | Joined
    | Described
    | DataRead
    | Planned
    | State
    | Finished
    | Failed
)
