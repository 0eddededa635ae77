"""Events: what a worker tells the window."""

from __future__ import annotations

import math
import time
from typing import Any, Literal

import msgspec

from core.shared.protocol.chat import PieceKind, Reply, Sampling, Voice
from core.shared.protocol.hub import FileProgress, HubModel
from core.shared.protocol.models import LocalModel
from core.shared.protocol.planning import DataFacts, TrainingPlan
from core.shared.protocol.type_costs import TypeCost

PROTOCOL_VERSION = 1
DIVERGED = (
    "The loss is not a number any more: training has diverged. Start again with a lower learning rate, a tenth of this "
    "one for example."
)
BASE_NOT_FINITE = (
    "The model's loss is not a number, before anything was learnt: its weights are damaged. Download it again, or "
    "choose another."
)


class _Event(msgspec.Struct, kw_only=True, tag_field="type", tag=str.lower):
    time: float = msgspec.field(default_factory=time.time)  # seconds since 1970


class Hello(_Event, tag="hello"):
    """First event of every worker."""

    pid: int
    job: str
    version: str
    protocol: int = PROTOCOL_VERSION


class Log(_Event, tag="log"):
    """A line from a library or from us that a bug report should hold."""

    level: str  # debug, info, warning, error
    source: str
    text: str


class Notice(_Event, tag="notice"):
    """Something the user should know although the job goes on."""

    code: str
    message: str
    hint: str = ""


class Phase(_Event, tag="phase"):
    """A new stage of the job began."""

    name: str  # convert, quantize, load, tokenize, plan, evaluate, train, export, verify, sample
    title: str  # for people: "Converting storyteller-6m to GGUF"


class Progress(_Event, tag="progress"):
    """How far the current phase is. At most ten a second; of training `steps`, at most two a second in long ones."""

    done: float
    total: float
    unit: str  # bytes, tensors, rows, tokens, steps
    rate: float | None = None  # units per second
    seconds_left: float | None = None


class Files(_Event, tag="files"):
    """How far each file of a download is; comes with the progress of all together."""

    files: list[FileProgress]


class Found(_Event, tag="found"):
    """A model that answers a search, most downloaded first."""

    model: HubModel


class TypeMeasured(_Event, tag="type"):
    """A type of weights that a run could be merged into was tried: the next line of the table."""

    cost: TypeCost


class DataSummary(_Event, tag="data"):
    """What became of a data file."""

    rows: int
    tokens: int
    tokens_trained: int
    sequences: int  # packed rows of `context` tokens, or conversations when packing is off
    fill: float  # share of the packed rows that is not padding, 0..1
    eval_rows: int = 0
    eval_tokens_trained: int = 0
    dropped: dict[str, int] = {}  # reason -> rows


class MemoryPlan(_Event, tag="plan"):
    """What the engine will hold in memory, in bytes."""

    weights: int  # of the file, as far as they are read in every step
    copies: int  # of weights, in a type that is multiplied faster
    transposed: int
    activations: int
    optimizer: int
    compute: int
    total: int
    backward: str  # cached, streamed, or mixed: some weights have a transposed copy
    kept_layers: int  # layers that save their activations for the backward pass; the others are recomputed
    samples: int = 0  # besides the total, for as long as a sample is written
    device: int = 0  # bytes of a graphics card's memory, besides the total; 0: the processor alone computes
    device_total: int = 0  # that the card has
    device_layers: int = 0  # the last so many layers, and the head, are computed there


class DeviceChosen(_Event, tag="device"):
    """What is to compute the training, told before the first step.

    device: as `TrainConfig.device` names it; `cpu`: the processor. description: of the card, also of one that was
    measured and not taken; "" where there is none. reason: why this one, in a sentence; "" where the seconds say it.
    cpu_seconds, device_seconds: of a step that was measured on each. layers: how many of `of_layers` the device
    computes; the processor computes the others. version: of its driver; what is known of the device holds for it.
    """

    device: str
    description: str = ""
    reason: str = ""
    cpu_seconds: float | None = None
    device_seconds: float | None = None
    layers: int = 0
    of_layers: int = 0
    version: str = ""


class TrainingStarted(_Event, tag="training"):
    """The loop begins (or goes on) at `step`; graphs drop what they hold after it."""

    run: str
    step: int
    steps: int
    trainable: int  # parameters
    goal: str = "none"  # as TrainConfig has it
    eval_rows: int | None = None  # held out; None: not known


class Step(_Event, tag="step"):
    """One optimizer step. loss is the mean over its supervised tokens, in nats."""

    step: int
    steps: int
    epoch: float
    loss: float
    learning_rate: float
    grad_norm: float
    tok_s: float  # tokens processed per second, padding not counted
    tokens_seen: int
    tokens_trained: int
    seconds_left: float


class Skipped(_Event, tag="skipped"):
    """A step whose loss or gradient was not finite: weights unchanged."""

    step: int
    reason: str
    count: int  # so far in this run


class Evaluation(_Event, tag="evaluation"):
    """Mean loss (nats per supervised token) on held-out data; None when it is not finite."""

    step: int
    loss: float | None
    perplexity: float | None
    tokens: int
    adapter: bool  # False: before training, the base model or the adapter it began with
    judges: bool = True  # False: which adapter is the best does not follow from it (core/shared/goals.py)

    @property
    def trouble(self) -> str:
        """Why there is no loss, and what to do; "" when there is one."""
        if self.loss is not None and math.isfinite(self.loss):
            return ""
        return DIVERGED if self.adapter else BASE_NOT_FINITE


class Memory(_Event, tag="memory"):
    """Bytes: this worker's resident set, its peak, and what the system has left; and of the graphics card in use."""

    rss: int
    peak: int
    available: int
    total: int
    device_used: int | None = None  # None: the processor alone computes
    device_total: int | None = None


class Checkpoint(_Event, tag="checkpoint"):
    """A state that can be resumed, with a usable adapter in it, is on disk."""

    step: int
    path: str
    adapter: str
    best: bool = False  # held-out text likes none better so far; it is kept until there is a better one


class Sample(_Event, tag="sample"):
    """Text written by the model."""

    prompt: str
    text: str
    label: str  # base, tuned
    step: int | None = None  # of the training that it was written in; None elsewhere


class Ready(_Event, tag="ready"):
    """Of a ConverseJob: the model is loaded, questions can come. adapter: its file, "" for none.

    context: tokens that a conversation has room for. chat: in a template; else texts are gone on with.
    adjustable: the adapter's strength can be changed. sampling: how the base's makers let it write; None: unsaid.
    """

    model: str
    adapter: str
    context: int
    chat: bool
    adjustable: bool
    sampling: Sampling | None = None


class Suggestions(_Event, tag="suggestions"):
    """Of a ConverseJob with a run, soon after `ready`: what its held-out data asks, or how its texts begin.

    system: what that data tells the model first.
    """

    questions: list[str]
    system: str = ""


class Text(_Event, tag="text"):
    """More of an answer, whole characters only; at most 20 a second for each voice."""

    id: str
    voice: Voice
    kind: PieceKind
    text: str


class Answered(_Event, tag="answered"):
    """An answer came to its end; all of its text once more."""

    id: str
    voice: Voice
    reply: Reply


class Refused(_Event, tag="refused"):
    """A question could not be answered, and why; the next can be."""

    id: str
    code: str
    message: str
    hint: str = ""


class Serving(_Event, tag="serving"):
    """Of a ServeJob: programs can connect. url: what they call the base URL. model: by what name they ask for it."""

    url: str
    key: str
    model: str
    context: int

    def __repr__(self) -> str:
        return f"Serving(url={self.url!r})"  # without the key


class Described(_Event, tag="described"):
    """Of a PlanJob: the model's header is read, plans can be asked for. What goals are made from.

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


class DataRead(_Event, tag="data_read"):
    """Of a PlanJob: the data is read, plans have steps and time from now on."""

    facts: DataFacts


class Planned(_Event, tag="planned"):
    """Of a PlanJob: what a training would take."""

    id: str
    plan: TrainingPlan


class State(_Event, tag="state"):
    """The loop's state changed."""

    state: Literal["running", "paused", "stopping"]


class Finished(_Event, tag="finished"):
    """Last event of a job that did what it should. `result` is what `--json` prints; results.py has its types."""

    outcome: Literal["done", "stopped", "cancelled"]
    result: dict[str, Any] = {}


class Failed(_Event, tag="failed"):
    """Last event of a job that could not."""

    code: str
    message: str
    hint: str = ""
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
    | Described
    | DataRead
    | Planned
    | State
    | Finished
    | Failed
)
