"""Results: what came of a job, in the `finished` event's `result` and on stdout with `--json`.

Sizes are bytes, times seconds, losses the objective's: of cross-entropy nats per trained token.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from core.protocol.adapters import (
    ImportAdapterResult,
    ShowAdapterResult,
)
from core.protocol.assess import AssessResult, StrengthsResult
from core.protocol.chat import Reply
from core.protocol.cluster import (
    ClusterCopyResult,
    ClusterJoinResult,
    ClusterLeaveResult,
    ClusterRemoveResult,
    ClusterStartResult,
    ClusterStatusResult,
    SweepResult,
)
from core.protocol.data import CleanResult, InspectResult, PreviewResult
from core.protocol.exports import (
    ExportsResult,
    FindOllamaResult,
    OllamaResult,
    PushableResult,
    TypesResult,
)
from core.protocol.hub import CheckPicksResult, HubModel, LocalModel, PeekResult
from core.protocol.machine import DevicesResult, MoveFolderResult
from core.protocol.planning import DryRunResult, PlanResult
from core.protocol.rows_jobs import ChatRowsResult, QuestionRowsResult


class SearchResult(msgspec.Struct, kw_only=True):
    """Most downloaded first."""

    models: list[HubModel]


class FetchResult(msgspec.Struct, kw_only=True):
    """model: what `--model` takes. received_bytes: those that had not come before."""

    repo: str
    commit: str
    folder: str
    model: str
    files: list[str]
    bytes: int
    received_bytes: int
    seconds: float


class FetchStopped(msgspec.Struct, kw_only=True):
    """What has come is kept."""

    repo: str


class ListModelsResult(msgspec.Struct, kw_only=True):
    """budget_bytes: the memory that training may take now. folders: those looked through, each after its program."""

    models: list[LocalModel]
    budget_bytes: int
    folders: list[str] = []


class TokenResult(msgspec.Struct, kw_only=True):
    """saved: in the keyring, for this endpoint; else taken out."""

    endpoint: str
    saved: bool


class ConvertResult(msgspec.Struct, kw_only=True):
    """fallbacks: tensors too narrow for the type."""

    path: str
    dtype: str
    bytes: int
    source_bytes: int
    tensors: int
    fallbacks: int
    peak_rss_bytes: int
    seconds: float


class QuantizeResult(msgspec.Struct, kw_only=True):
    """The same as of a conversion; peak_rss_bytes of both processes. Perplexity only if it was measured."""

    path: str
    dtype: str
    bytes: int
    source_bytes: int
    tensors: int
    fallbacks: int
    measured_tokens: int | UnsetType = UNSET
    perplexity_before: float | UnsetType | None = UNSET  # None: it is not finite
    perplexity_after: float | UnsetType | None = UNSET
    peak_rss_bytes: int
    seconds: float


class EstimateResult(msgspec.Struct, kw_only=True):
    """total_bytes: of the fastest plan that fits, or the leanest. longest_row: tokens that fit with the leanest.

    device_bytes: of a graphics card's memory, besides; of device_total_bytes. None: the processor is planned alone.
    tok_s: tokens a second, between these two, and what tells it, as of a TrainingPlan. The last of data alone.
    """

    fits: bool
    total_bytes: int
    budget_bytes: int
    least_bytes: int  # of the leanest plan
    longest_row: int
    weights_bytes: int
    copies_bytes: int
    activations_bytes: int
    optimizer_bytes: int
    compute_bytes: int
    backward: str
    kept_layers: int
    device_bytes: int | None = None
    device_total_bytes: int | None = None
    device_layers: int | None = None
    tok_s_low: float | None = None
    tok_s_high: float | None = None
    time_from: str | None = None
    rows: int | None = None
    steps: int | None = None
    seconds_low: float | None = None
    seconds_high: float | None = None


class TrainResult(msgspec.Struct, kw_only=True):
    """What a training came to, stopped or done. It is kept in events.jsonl, and older versions knew fewer fields.

    right, answers: as the last Evaluation's. distance: as a Step's, the mean of the last ones; None where not held.
    """

    run: str = ""
    steps: int = 0
    steps_skipped: int = 0
    tokens_seen: int = 0
    tokens_trained: int = 0
    loss_first: float | None = None
    loss_last: float | None = None
    eval_loss_before: float | None = None
    eval_loss_after: float | None = None
    best_step: int | None = None  # whose adapter held-out text likes best
    went_back: int = 0  # times, to before training had gone wrong
    tok_s: float = 0.0  # tokens processed per second, padding not counted
    peak_rss_bytes: int = 0
    adapter: str = ""
    seconds: float | None = None
    right: int = 0
    answers: int = 0
    distance: float | None = None


class EvalResult(msgspec.Struct, kw_only=True):
    """The result of an evaluation. loss, perplexity: None if not finite. right, answers: as an Evaluation's."""

    loss: float | None
    perplexity: float | None
    tokens: int
    seconds: float
    right: int = 0
    answers: int = 0


class ChatResult(Reply, kw_only=True):
    """An answer, with what was asked."""

    prompt: str


class ConverseResult(msgspec.Struct, kw_only=True):
    """answers: how many were given, those that were cancelled with them."""

    answers: int


class ServeResult(msgspec.Struct, kw_only=True):
    """url: where it was."""

    url: str


class ExportResult(msgspec.Struct, kw_only=True):
    """commands: what is to be typed next, for a shell. same_answer, ends: only of what llama.cpp loads.

    loss_training, loss_llama_cpp: of base and adapter, and of this export; None where there is nothing to measure with.
    rows: what they were measured on: "held-out", or "trained" where nothing was held out, else "".
    general_training, general_llama_cpp: the same losses on general questions, where weights were fitted.
    keeps: of a whole model, the share of what was learnt that its weights keep: 1 is all.
    mmproj: the file that reads pictures for it, a copy of the base's. strength: of what was learnt, where it is not 1.
    """

    path: str
    kind: str
    files: list[str]
    commands: list[str]
    loss_training: float | None = None
    loss_llama_cpp: float | None = None
    rows: str = ""
    general_training: float | UnsetType = UNSET
    general_llama_cpp: float | UnsetType = UNSET
    keeps: float | UnsetType = UNSET
    same_answer: bool | UnsetType | None = UNSET  # as base and adapter in Luthier's own engine
    ends: bool | UnsetType | None = UNSET  # whether it came to the end of its answers; None for running text
    mmproj: str | UnsetType = UNSET
    strength: float | UnsetType = UNSET
    ollama: OllamaResult | UnsetType = UNSET  # where it was brought into Ollama as well


class ElsewhereResult(msgspec.Struct, kw_only=True):
    """run: the new one, which waits for what comes home. path: the folder for a bigger machine."""

    run: str
    path: str
    files: list[str]


class BringHomeResult(msgspec.Struct, kw_only=True):
    """run: where it is now. The last two losses are of the held-out part, with the model that is here."""

    run: str
    adapter: str
    steps: int
    loss_elsewhere: float | None
    eval_loss_before: float | None
    eval_loss_after: float | None


class PushResult(msgspec.Struct, kw_only=True):
    """files: their names there. bytes: of all files, including those that the hub had. created: by this push."""

    repo: str
    url: str
    commit: str
    private: bool
    created: bool
    files: list[str]
    bytes: int
    seconds: float


class DemoResult(TrainResult, kw_only=True):
    """Its training's, and what followed."""

    model: str
    ollama: str
    loss_training: float | None
    loss_llama_cpp: float | None
    prompt: str
    sample_before: str
    sample_after: str


class DemoStopped(msgspec.Struct, kw_only=True):
    """A demo that was stopped in its training; `luthier train --resume` goes on with it."""

    run: str


Result = (
    SearchResult
    | CheckPicksResult
    | PeekResult
    | FetchResult
    | FetchStopped
    | ListModelsResult
    | DevicesResult
    | TokenResult
    | MoveFolderResult
    | ConvertResult
    | QuantizeResult
    | InspectResult
    | PreviewResult
    | CleanResult
    | ChatRowsResult
    | QuestionRowsResult
    | EstimateResult
    | PlanResult
    | DryRunResult
    | TrainResult
    | EvalResult
    | AssessResult
    | StrengthsResult
    | ChatResult
    | ConverseResult
    | ServeResult
    | ExportsResult
    | ExportResult
    | TypesResult
    | FindOllamaResult
    | OllamaResult
    | ElsewhereResult
    | BringHomeResult
    | ImportAdapterResult
    | ShowAdapterResult
    | PushableResult
    | PushResult
    | DemoResult
    | DemoStopped
    | ClusterStartResult
    | ClusterJoinResult
    | ClusterStatusResult
    | ClusterCopyResult
    | ClusterLeaveResult
    | ClusterRemoveResult
    | SweepResult
)
