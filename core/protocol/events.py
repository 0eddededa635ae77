"""Events from a worker to the window."""

from __future__ import annotations

from typing import Any, Literal

from core.protocol.chat import Answered, Ready, Refused, Serving, Suggestions, Text
from core.protocol.computers import Computers
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
    """The first event of every worker, with its process and versions."""

    pid: int
    job: str
    version: str
    protocol: int = PROTOCOL_VERSION
    born: str = ""  # distinguishes processes with the same ID (base/systems/processes.py); "" in older versions


class Log(BaseEvent, tag="log"):
    """A log line from a library or from us, for bug reports."""

    level: str  # debug, info, warning, error
    source: str
    text: str


class Notice(Told, tag="notice"):
    """A notice: something the user should know although the job goes on."""


class Phase(BaseEvent, tag="phase"):
    """A new phase of the job has begun."""

    name: str  # convert, quantize, load, tokenize, plan, evaluate, train, export, verify, sample
    title: str  # for people: "Converting storyteller-6m to GGUF"


class Progress(BaseEvent, tag="progress"):
    """Progress of the current phase. At most ten a second; for the `steps` of long trainings, at most two."""

    done: float
    total: float
    unit: str  # bytes, tensors, rows, tokens, steps
    rate: float | None = None  # units per second
    seconds_left: float | None = None


class Files(BaseEvent, tag="files"):
    """Progress of each file of a download; sent with the overall progress."""

    files: list[FileProgress]


class Found(BaseEvent, tag="found"):
    """A search result, most downloaded first."""

    model: HubModel


class TypeMeasured(BaseEvent, tag="type"):
    """A type of weights for a merged model was measured: the table's next line."""

    cost: TypeCost


class Described(BaseEvent, tag="described"):
    """A PlanJob has read the model's header and accepts `ask_plan`. Goals are based on these facts.

    longest_rows: by rank, the longest row that fits, in tokens; longest_upper: the same if only the upper half of the
    layers is trained. tok_s: estimated minimum training speed; 0 in the first of these events, set in the second.
    budget: bytes available for training.
    """

    model: LocalModel
    longest_rows: dict[str, int]
    longest_upper: dict[str, int]
    tok_s: float
    cores: int
    budget: int


class DataRead(BaseEvent, tag="data_read"):
    """A PlanJob has read the data; plans include steps and time from now on."""

    facts: DataFacts


class Planned(BaseEvent, tag="planned"):
    """A plan from a PlanJob."""

    id: str
    plan: TrainingPlan


class State(BaseEvent, tag="state"):
    """The training loop's state changed."""

    state: Literal["running", "paused", "stopping"]


class Finished(BaseEvent, tag="finished"):
    """Last event of a successful job. `result` is what `--json` prints, one of results.py's `Result`."""

    outcome: Literal["done", "stopped", "cancelled"]
    result: dict[str, Any] = {}  # noqa: RUF012 - msgspec copies it


class Failed(Told, tag="failed"):
    """Last event of a failed job."""

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
    | Computers
    | Described
    | DataRead
    | Planned
    | State
    | Finished
    | Failed
)
