"""Events of a training: data, memory plan, steps, evaluations, checkpoints and samples."""

from __future__ import annotations

import math

import msgspec

from core.protocol.event import BaseEvent
from core.protocol.measure import CROSS_ENTROPY

DIVERGED = (
    "The loss is not a number any more: training has diverged. Start again with a lower learning rate, a tenth of this "
    "one for example."
)
BASE_NOT_FINITE = (
    "The model's loss is not a number, before anything was learnt: its weights are damaged. Download it again, or "
    "choose another."
)


class DataSummary(BaseEvent, tag="data"):
    """How a data file was read and packed."""

    rows: int
    tokens: int  # of the examples
    tokens_trained: int
    sequences: int  # packed rows of `context` tokens, or conversations when packing is off
    fill: float  # share of the packed rows without padding, 0..1
    eval_rows: int = 0
    eval_tokens_trained: int = 0
    dropped: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it; reason -> rows
    tokens_shared: int = 0  # of `tokens`, those in shared beginnings, computed once with another example's


class MemoryPlan(BaseEvent, tag="plan"):
    """The engine's memory plan, in bytes."""

    weights: int  # of the file, those read in every step
    copies: int  # of weights, in a type that multiplies faster
    transposed: int
    activations: int
    optimizer: int
    compute: int
    total: int
    backward: str  # cached, streamed, or mixed: some weights have a transposed copy
    kept_layers: int  # layers that save their activations for the backward pass; the others are recomputed
    samples: int = 0  # not in the total, while a sample is generated
    device: int = 0  # bytes of graphics memory, not in the total; 0: only the processor computes
    device_total: int = 0  # the card's memory in bytes
    device_layers: int = 0  # the number of last layers that the card computes, with the head


class DeviceChosen(BaseEvent, tag="device"):
    """The device that will compute the training, sent before the first step.

    device: a name as in `TrainConfig.device`; `cpu`: the processor. description: the card's, even if it was measured
    and not chosen; "" without one. reason: why it was chosen, in a sentence; "" if the measured seconds decided.
    cpu_seconds, device_seconds: of a measured step on each. layers: how many of `of_layers` the device computes; the
    processor computes the others. version: the driver's; what is known of the device applies to it.
    """

    device: str
    description: str = ""
    reason: str = ""
    cpu_seconds: float | None = None
    device_seconds: float | None = None
    layers: int = 0
    of_layers: int = 0
    version: str = ""


class TrainingStarted(BaseEvent, tag="training"):
    """The loop starts (or resumes) at `step`; charts drop later points."""

    run: str
    step: int
    steps: int
    trainable: int  # parameters
    goal: str = "none"  # as in TrainConfig
    eval_rows: int | None = None  # held-out rows; None: unknown
    objective: str = CROSS_ENTROPY.name  # of the losses (core/protocol/measure.py)


class Step(BaseEvent, tag="step"):
    """One optimizer step. loss: the objective's; for cross-entropy the mean over the supervised tokens, in nats.

    distance: of the model from its base on ordinary text, in nats per token (the `hold` setting); None in steps that do
    not measure it.
    """

    step: int
    steps: int
    epoch: float
    loss: float
    learning_rate: float
    grad_norm: float
    tok_s: float  # tokens per second, without padding
    tokens_seen: int
    tokens_trained: int
    seconds_left: float
    distance: float | None = None


class Skipped(BaseEvent, tag="skipped"):
    """A step was skipped because its loss or gradient was not finite; the weights are unchanged."""

    step: int
    reason: str
    count: int  # so far in this run


class WentBack(BaseEvent, tag="went_back"):
    """A rollback: training had gone wrong by `step` and resumes from the checkpoint of step `to`; later steps are
    discarded.

    reason: text that follows a colon. rate_factor: of the learning rate from now on. count: rollbacks so far, of
    `most`, after which training stops.
    """

    step: int
    to: int
    reason: str
    rate_factor: float
    count: int
    most: int


class Choices(msgspec.Struct, frozen=True):
    """Measurements of held-out choices.

    chosen, rejected: mean log-probability, in nats, of answers chosen or rated good, and of answers rejected or rated
    bad; None without any. margin: how far the chosen answers' reward exceeds the rejected ones'. distance: how far an
    answer's log-probability has moved from the starting model's, in nats per token; None for objectives without a
    reference.
    """

    chosen: float | None
    rejected: float | None
    margin: float | None
    distance: float | None = None


class Evaluation(BaseEvent, tag="evaluation"):
    """The objective's loss on held-out data, for cross-entropy in nats per supervised token; None if not finite.

    perplexity: for cross-entropy only. answers: for conversations, the number measured; 0: not measured. right: those
    that greedy decoding would write exactly. choices: only for such an objective; answers are then its pairs, or the
    answers rated good or bad.
    """

    step: int
    loss: float | None
    perplexity: float | None
    tokens: int
    adapter: bool  # False: before training, of the base model or the adapter it started from
    judges: bool = True  # False: it does not decide the best adapter (core/advice/goals.py)
    right: int = 0
    answers: int = 0
    choices: Choices | None = None

    @property
    def distance(self) -> float | None:
        """Return the distance in `choices`, if any."""
        return self.choices.distance if self.choices else None

    @property
    def trouble(self) -> str:
        """Return why the loss is missing, and what to do; "" if it is not."""
        if self.loss is not None and math.isfinite(self.loss):
            return ""
        return DIVERGED if self.adapter else BASE_NOT_FINITE


class Memory(BaseEvent, tag="memory"):
    """The computer's state during a training. Memory in bytes: this worker's resident set, its peak, the system's free
    memory, and graphics memory in use. processor, own: shares of all cores, 0..1, that are busy and that this worker
    takes, since the reading before. celsius: of the hottest sensor. hot: the limit above which a processor slows itself
    down. None: unknown.
    """

    rss: int
    peak: int
    available: int
    total: int
    device_used: int | None = None  # None: only the processor computes
    device_total: int | None = None
    processor: float | None = None
    own: float | None = None
    celsius: float | None = None
    hot: bool = False
    on_battery: bool = False


class Checkpoint(BaseEvent, tag="checkpoint"):
    """A checkpoint, from which the run can resume, with a usable adapter was written."""

    step: int
    path: str
    adapter: str
    best: bool = False  # the best evaluation so far; kept until a better one


class Sample(BaseEvent, tag="sample"):
    """A sample: an answer written by the model during training."""

    prompt: str
    text: str
    label: str  # base, tuned
    step: int | None = None  # the training step; None outside a training
    learnt: bool = False  # whether the prompt comes from a training row
