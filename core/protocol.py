"""The language between window and worker: one JSON object a line, events out, commands in.

Both unions are closed and tagged by `type`. docs/protocol.md shows an example line of every message.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec

from core.config import TrainConfig
from core.errors import LuthierError

PROTOCOL_VERSION = 1


# --- jobs: what a worker is asked to do; one worker process does one job ---------------------------------------------


class _Job(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="job"):
    pass


class ConvertJob(_Job, tag="convert"):
    """Turn a Hugging Face folder into a GGUF file of the given type (f16, bf16, f32 or a quantization)."""

    source: str
    output: str
    dtype: str = "f16"


class QuantizeJob(_Job, tag="quantize"):
    """Rewrite a GGUF file with smaller weights."""

    source: str
    output: str
    dtype: str


class InspectJob(_Job, tag="inspect"):
    """Tokenize a data file for a model and say what would be trained."""

    model: str
    data: str
    config: TrainConfig = TrainConfig()
    limit: int = 5


class TrainJob(_Job, tag="train"):
    """Start a new run. `run` is the run folder; it must not hold a run yet."""

    model: str
    data: str
    run: str
    eval_data: str | None = None
    config: TrainConfig = TrainConfig()


class ResumeJob(_Job, tag="resume"):
    """Go on with a run from its newest usable checkpoint."""

    run: str


class EvalJob(_Job, tag="eval"):
    """Loss and perplexity of a model, with or without an adapter, on supervised tokens."""

    model: str
    data: str
    adapter: str | None = None
    config: TrainConfig = TrainConfig()


class ChatJob(_Job, tag="chat"):
    """Answer one prompt (raw continuation when the model has no chat template)."""

    model: str
    prompt: str
    adapter: str | None = None
    temperature: float = 0.0
    seed: int = 0
    max_tokens: int = 200


class ExportJob(_Job, tag="export"):
    """Write a run's adapter in a form other programs load: `adapter`, `merged` or `ollama`.

    dtype: of a merged file's weights (`q8_0`); without it they keep the base model's types.
    """

    run: str
    kind: str
    output: str
    dtype: str | None = None


class DemoJob(_Job, tag="demo"):
    """The whole road on the bundled model: convert, quantize, train, evaluate, export, check."""

    output: str
    chat: bool = False


Job = ConvertJob | QuantizeJob | InspectJob | TrainJob | ResumeJob | EvalJob | ChatJob | ExportJob | DemoJob


# --- events: worker to window ----------------------------------------------------------------------------------------


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
    """How far the current phase is. At most ten a second."""

    done: float
    total: float
    unit: str  # bytes, tensors, rows, tokens, steps
    rate: float | None = None  # units per second
    seconds_left: float | None = None


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
    kept_layers: int  # layers that keep their results for the backward pass; the others compute them again


class TrainingStarted(_Event, tag="training"):
    """The loop begins (or goes on) at `step`; graphs drop what they hold after it."""

    run: str
    step: int
    steps: int
    trainable: int  # parameters


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
    adapter: bool  # False: the base model alone


class Memory(_Event, tag="memory"):
    """Bytes: this worker's resident set, its peak, and what the system has left."""

    rss: int
    peak: int
    available: int
    total: int


class Checkpoint(_Event, tag="checkpoint"):
    """A state that can be resumed, with a usable adapter in it, is on disk."""

    step: int
    path: str
    adapter: str


class Sample(_Event, tag="sample"):
    """Text written by the model."""

    prompt: str
    text: str
    label: str  # base, tuned


class State(_Event, tag="state"):
    """The loop's state changed: running, paused, stopping."""

    state: str


class Finished(_Event, tag="finished"):
    """Last event of a job that did what it should. `result` is what `--json` prints."""

    outcome: str  # done, stopped, cancelled
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
    | DataSummary
    | MemoryPlan
    | TrainingStarted
    | Step
    | Skipped
    | Evaluation
    | Memory
    | Checkpoint
    | Sample
    | State
    | Finished
    | Failed
)


# --- commands: window to worker --------------------------------------------------------------------------------------


class _Command(msgspec.Struct, kw_only=True, tag_field="type"):
    pass


class Start(_Command, tag="start"):
    """First command: the job to do."""

    job: Job


class Pause(_Command, tag="pause"):
    """Finish the step and wait."""


class Resume(_Command, tag="resume"):
    """Go on after a pause."""


class Stop(_Command, tag="stop"):
    """Finish the step, checkpoint, leave a usable adapter, end."""


class SaveCheckpoint(_Command, tag="checkpoint"):
    """Checkpoint after this step and go on."""


class Cancel(_Command, tag="cancel"):
    """End now and leave nothing half-written."""


Command = Start | Pause | Resume | Stop | SaveCheckpoint | Cancel

_encoder = msgspec.json.Encoder()
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def encode(message: Event | Command) -> bytes:
    """One line, newline included. Floats that JSON cannot hold (NaN, inf) become null."""
    return _encoder.encode(message) + b"\n"


def decode_event(line: bytes | str) -> Event:
    """Raises LuthierError `protocol.bad-event` when the line is not an event."""
    try:
        return _event_decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LuthierError("protocol.bad-event", f"Not an event: {error}: {line[:200]!r}") from error


def decode_command(line: bytes | str) -> Command:
    """Raises LuthierError `protocol.bad-command` when the line is not a command."""
    try:
        return _command_decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LuthierError("protocol.bad-command", f"Not a command: {error}: {line[:200]!r}") from error
