"""Events of a training: what it is made of, how it goes, and what it leaves."""

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
    """What became of a data file."""

    rows: int
    tokens: int  # of the examples
    tokens_trained: int
    sequences: int  # packed rows of `context` tokens, or conversations when packing is off
    fill: float  # share of the packed rows that is not padding, 0..1
    eval_rows: int = 0
    eval_tokens_trained: int = 0
    dropped: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it; reason -> rows
    tokens_shared: int = 0  # of `tokens`, those that are computed with another example's, which begins alike


class MemoryPlan(BaseEvent, tag="plan"):
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


class DeviceChosen(BaseEvent, tag="device"):
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


class TrainingStarted(BaseEvent, tag="training"):
    """The loop begins (or goes on) at `step`; graphs drop what they hold after it."""

    run: str
    step: int
    steps: int
    trainable: int  # parameters
    goal: str = "none"  # as TrainConfig has it
    eval_rows: int | None = None  # held out; None: not known
    objective: str = CROSS_ENTROPY.name  # what the losses are of (core/protocol/measure.py)


class Step(BaseEvent, tag="step"):
    """One optimizer step. loss: the objective's; of cross-entropy the mean over its supervised tokens, in nats.

    distance: how far the model has moved from what it was on ordinary text, in nats a token (the `hold` setting); None
    in steps that do not look.
    """

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
    machines: dict[str, float] | None = None  # of a cluster: tok_s of each that took part, by name
    distance: float | None = None


class Skipped(BaseEvent, tag="skipped"):
    """A step whose loss or gradient was not finite: weights unchanged."""

    step: int
    reason: str
    count: int  # so far in this run


class WentBack(BaseEvent, tag="went_back"):
    """Training had gone wrong by `step`, so it goes on from the checkpoint of step `to`; what came after that is gone.

    reason: in words that go on from a colon. rate_factor: of the learning rate, from now on. count: times so far, of
    `most`, after which it stops. machine: of a cluster, whose wrong numbers were taken back; that counts as no time.
    """

    step: int
    to: int
    reason: str
    rate_factor: float
    count: int
    most: int
    machine: str = ""


class Choices(msgspec.Struct, frozen=True):
    """What was measured of held-out choices.

    chosen, rejected: the log-probability of an answer that was chosen or is called good, and of one that was rejected
    or is called bad, in nats, the mean over all; None where there are none. margin: by how much the reward of the
    chosen ones lies above that of the rejected ones. distance: how far an answer's log-probability has moved from the
    model that training began with, in nats a token; of objectives that do not compare with it, None.
    """

    chosen: float | None
    rejected: float | None
    margin: float | None
    distance: float | None = None


class Evaluation(BaseEvent, tag="evaluation"):
    """The objective's loss on held-out data, in nats per supervised token of cross-entropy; None when it is not finite.

    perplexity: of cross-entropy alone. answers: of conversations, how many are measured; 0: not told. right: of these,
    those that a model which always takes the likeliest token writes just so. choices: of such an objective alone;
    answers are then its pairs, or the answers that are called good or bad.
    """

    step: int
    loss: float | None
    perplexity: float | None
    tokens: int
    adapter: bool  # False: before training, the base model or the adapter it began with
    judges: bool = True  # False: which adapter is the best does not follow from it (core/advice/goals.py)
    right: int = 0
    answers: int = 0
    choices: Choices | None = None

    @property
    def distance(self) -> float | None:
        """How far choices have moved the model, as Choices says it."""
        return self.choices.distance if self.choices else None

    @property
    def trouble(self) -> str:
        """Why there is no loss, and what to do; "" when there is one."""
        if self.loss is not None and math.isfinite(self.loss):
            return ""
        return DIVERGED if self.adapter else BASE_NOT_FINITE


class Memory(BaseEvent, tag="memory"):
    """Bytes: this worker's resident set, its peak, and what the system has left; and of the graphics card in use."""

    rss: int
    peak: int
    available: int
    total: int
    device_used: int | None = None  # None: the processor alone computes
    device_total: int | None = None


class Checkpoint(BaseEvent, tag="checkpoint"):
    """A state that can be resumed, with a usable adapter in it, is on disk."""

    step: int
    path: str
    adapter: str
    best: bool = False  # held-out text likes none better so far; it is kept until there is a better one


class Sample(BaseEvent, tag="sample"):
    """Text written by the model."""

    prompt: str
    text: str
    label: str  # base, tuned
    step: int | None = None  # of the training that it was written in; None elsewhere
    learnt: bool = False  # whether the prompt is the question of a row that is learnt from
