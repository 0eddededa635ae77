"""What a training will take before it begins: of the live plan beside the knobs, and of the dry run."""

from __future__ import annotations

from typing import Any

import msgspec

from core.protocol.config import TrainConfig
from core.protocol.event import JobOf


class DataFacts(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is known of a data file once a model's tokenizer has read it. Lengths in tokens, the template's counted.

    mapping: the column that each field is read from.
    is_text: running text, whose pieces have no length of their own. most: 95% of the rows are not longer.
    exact: False where the tokenizer is not there yet, and its tokens were guessed from its size.
    answers: a form that has one right answer each, which nearly all answers have: "labels", "json", "calls".
    one_wording: hardly an answer is there twice, so that each question is asked in one way.
    thoughts: rows whose last answer is learnt with thoughts; thoughtless: without, of a model that can think first.
    """

    format: str
    container: str = ""
    encoding: str = ""
    mapping: dict[str, str] = {}
    rows: int = 0  # that can be used
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
    """Settings that would fit where those that were asked for do not, and the memory that they take at least."""

    settings: dict[str, Any]
    total: int


class Advice(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Something to think of before starting. settings: what would mend it, none where they cannot."""

    code: str
    text: str
    settings: dict[str, Any] = {}
    grave: bool = True  # False: good to know


class TrainingPlan(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What a training would take. Bytes, steps and seconds.

    total: with all that makes it faster. least: without; `fits` is about that. budget: free for training.
    copies: of weights, forward and transposed. process: the program itself.
    steps: 0 while the data is not read, and where no row fits the context. seconds: between these two, evaluations
    counted. time_from: what tells them: earlier `runs` with this model here (earlier_runs of them), or the
    `products` of such weights alone.
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
    rows: int = 0  # trained on in an epoch
    eval_rows: int = 0
    sequences: int = 0  # packed, in an epoch
    tokens: int = 0  # of the examples, in an epoch
    tokens_shared: int = 0  # of these, that are computed with another example's, which begins alike
    steps: int = 0
    seconds_low: float = 0.0
    seconds_high: float = 0.0
    earlier_runs: int = 0
    time_from: str = "products"
    device: int = 0  # bytes of a graphics card's memory, besides the total; 0: the processor alone computes
    device_total: int = 0  # that the card has
    device_layers: int = 0  # computed there
    no_row_fits: bool = False  # every row has a last exchange longer than the context
    changes: list[Change] = []
    advice: list[Advice] = []


class PlanResult(msgspec.Struct, kw_only=True):
    """How many plans were made."""

    plans: int


class PlanJob(JobOf[PlanResult], tag="plan"):
    """Load a model's header and read the data once, then answer `ask_plan` after `ask_plan`.

    Nothing is converted and no weight is read. data: "" for the memory alone. config: how the data is read.
    """

    model: str
    data: str = ""
    config: TrainConfig = TrainConfig()


class DryRunResult(msgspec.Struct, kw_only=True):
    """What one or two steps took. whole_seconds: that the training will take at this pace, evaluations counted."""

    tok_s: float
    step_seconds: float
    peak_rss_bytes: int
    planned_bytes: int
    steps: int
    whole_seconds: float
    loss: float | None
    tried: int  # steps


class DryRunJob(JobOf[DryRunResult], tag="dry-run"):
    """Train for a step or two on the real data, measure, and keep nothing. adapter: as of a TrainJob."""

    model: str
    data: str
    eval_data: str | None = None
    config: TrainConfig = TrainConfig()
    adapter: str | None = None
