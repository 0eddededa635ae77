"""Messages about a training before it begins: the live plan beside the settings, and the dry run."""

from __future__ import annotations

from typing import Any

import msgspec

from core.protocol.config import TrainConfig
from core.protocol.event import JobOf


class DataFacts(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Facts about a data file, read with a model's tokenizer. Lengths are in tokens, including the template's.

    mapping: each field's column. is_text: running text, whose pieces have no length of their own. most: the 95th
    percentile of lengths.
    exact: False if the tokenizer is not available yet and tokens were estimated from the file's size.
    answers: the form with one right answer each that nearly all answers have: "labels", "json", "calls".
    one_wording: hardly any answer repeats, so each question is asked in one wording.
    thoughts: rows whose last answer is learnt with thoughts; thoughtless: without, for a model that can think first.
    """

    format: str
    container: str = ""
    encoding: str = ""
    mapping: dict[str, str] = {}
    rows: int = 0  # usable rows
    tokens: int = 0
    tokens_trained: int = 0
    is_text: bool = False
    median: int = 0
    most: int = 0
    longest: int = 0
    dropped: int = 0
    exact: bool = True
    answers: str = ""
    one_wording: bool = False
    thoughts: int = 0
    thoughtless: int = 0


class Change(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Settings that would fit if the requested ones do not, and the least memory that they take."""

    settings: dict[str, Any]
    total: int


class Advice(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Advice before a start. settings: those that would fix the problem, if any."""

    code: str
    text: str
    settings: dict[str, Any] = {}
    grave: bool = True  # False: for information


class TrainingPlan(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The plan of a training, in bytes, steps and seconds.

    total: with everything that makes it faster. least: without; `fits` refers to it. budget: available for training.
    copies: of weights, forward and transposed. process: the program itself.
    steps: 0 until the data is read, and if no row fits the context. seconds: lower and upper estimate, including
    evaluations. time_from: their source: earlier `runs` with this model on this machine (earlier_runs of them), or only
    the measured `products` of such weights.
    """

    weights: int
    copies: int
    activations: int
    optimizer: int
    compute: int
    process: int
    total: int
    least: int
    budget: int
    fits: bool
    rows: int = 0  # in an epoch
    eval_rows: int = 0
    sequences: int = 0  # packed rows in an epoch
    tokens: int = 0  # of the examples in an epoch
    tokens_shared: int = 0  # of these, in shared beginnings, computed once with another example's
    steps: int = 0
    seconds_low: float = 0.0
    seconds_high: float = 0.0
    earlier_runs: int = 0
    time_from: str = "products"
    device: int = 0  # bytes of graphics memory, not in the total; 0: only the processor computes
    device_total: int = 0  # the card's memory in bytes
    device_layers: int = 0  # computed on the card
    no_row_fits: bool = False  # every row's last exchange exceeds the context
    changes: list[Change] = []
    advice: list[Advice] = []


class PlanResult(msgspec.Struct, kw_only=True):
    """The number of plans made."""

    plans: int


class PlanJob(JobOf[PlanResult], tag="plan"):
    """Load a model's header and read the data once, then answer each `ask_plan`.

    Nothing is converted and no weights are read. data: "" to plan memory only. config: how to read the data.
    """

    model: str
    data: str = ""
    config: TrainConfig = TrainConfig()


class DryRunResult(msgspec.Struct, kw_only=True):
    """Measurements of one or two steps. whole_seconds: the whole training's time at this pace, including
    evaluations.
    """

    tok_s: float
    step_seconds: float
    peak_rss_bytes: int
    planned_bytes: int
    steps: int
    whole_seconds: float
    loss: float | None
    tried: int  # steps


class DryRunJob(JobOf[DryRunResult], tag="dry-run"):
    """Train for a step or two on the real data, measure, and keep nothing. adapter: as in TrainJob."""

    model: str
    data: str
    eval_data: str | None = None
    config: TrainConfig = TrainConfig()
    adapter: str | None = None
