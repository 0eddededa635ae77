"""Results of jobs, in the `finished` event's `result` and on stdout with `--json`.

Sizes are in bytes, times in seconds; losses are the objective's, for cross-entropy in nats per supervised token.
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
from core.protocol.computers import AddComputerResult, CheckComputersResult
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
    """Search results, most downloaded first."""

    models: list[HubModel]


class FetchResult(msgspec.Struct, kw_only=True):
    """The result of a download. model: for `--model`. received_bytes: downloaded by this job."""

    repo: str
    commit: str
    folder: str
    model: str
    files: list[str]
    bytes: int
    received_bytes: int
    seconds: float


class FetchStopped(msgspec.Struct, kw_only=True):
    """A stopped download, whose received parts are kept."""

    repo: str


class ListModelsResult(msgspec.Struct, kw_only=True):
    """The models on this disk. budget_bytes: the memory that training may take now. folders: those searched, with their
    programs.
    """

    models: list[LocalModel]
    budget_bytes: int
    folders: list[str] = []


class TokenResult(msgspec.Struct, kw_only=True):
    """The result of storing a token. saved: it was stored in the keyring, for this endpoint; else it was removed."""

    endpoint: str
    saved: bool


class ConvertResult(msgspec.Struct, kw_only=True):
    """The result of a conversion. fallbacks: tensors too narrow for the type, which got a finer one."""

    path: str
    dtype: str
    bytes: int
    source_bytes: int
    tensors: int
    fallbacks: int
    peak_rss_bytes: int
    seconds: float


class QuantizeResult(msgspec.Struct, kw_only=True):
    """The result of a quantization. peak_rss_bytes covers both processes. Perplexity only if measured."""

    path: str
    dtype: str
    bytes: int
    source_bytes: int
    tensors: int
    fallbacks: int
    measured_tokens: int | UnsetType = UNSET
    perplexity_before: float | UnsetType | None = UNSET  # None: not finite
    perplexity_after: float | UnsetType | None = UNSET
    peak_rss_bytes: int
    seconds: float


class EstimateResult(msgspec.Struct, kw_only=True):
    """A memory estimate. total_bytes: of the fastest plan that fits, or else the leanest. longest_row: tokens that fit
    with the leanest.

    device_bytes: additional graphics memory, out of device_total_bytes. None: only the processor is planned. tok_s:
    lower and upper estimate of tokens per second, with its source as in TrainingPlan. The last fields only with data.
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
    """The result of a training that was stopped or done. It is stored in events.jsonl; older versions had fewer fields.

    right, answers: from the last Evaluation. known, taught: of the training rows' answers those given word for word,
    and all; 0 where they were not counted. distance: the mean of the last Steps'; None if not held.
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
    best_step: int | None = None  # the step with the best evaluation
    went_back: int = 0  # number of rollbacks
    tok_s: float = 0.0  # tokens per second, without padding
    peak_rss_bytes: int = 0
    adapter: str = ""
    seconds: float | None = None
    right: int = 0
    answers: int = 0
    known: int = 0
    taught: int = 0
    distance: float | None = None


class SweepResult(msgspec.Struct, kw_only=True):
    """The result of a sweep. machines: names of those that trained some of it; "" is this one."""

    name: str
    machines: list[str]


class EvalResult(msgspec.Struct, kw_only=True):
    """The result of an evaluation. loss, perplexity: None if not finite. right, answers: as in Evaluation."""

    loss: float | None
    perplexity: float | None
    tokens: int
    seconds: float
    right: int = 0
    answers: int = 0


class ChatResult(Reply, kw_only=True):
    """An answer with its question."""

    prompt: str


class ConverseResult(msgspec.Struct, kw_only=True):
    """The end of a conversation. answers: the number given, including cancelled ones."""

    answers: int


class ServeResult(msgspec.Struct, kw_only=True):
    """The end of a server. url: its address."""

    url: str


class ExportResult(msgspec.Struct, kw_only=True):
    """The result of an export. commands: shell commands to type next. same_answer, ends: only for files that llama.cpp
    loads.

    loss_training, loss_llama_cpp: of base and adapter, and of this export; None without rows to measure on.
    rows: the rows measured: "held-out", or "trained" if none were held out, else "".
    general_training, general_llama_cpp: the same losses on general questions, if weights were fitted.
    keeps: for a merged model, the share of what was learnt that its weights keep: 1 is all.
    mmproj: its image encoder, a copy of the base's. strength: of the adapter, if not 1.
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
    same_answer: bool | UnsetType | None = UNSET  # same as base and adapter in Luthier's engine
    ends: bool | UnsetType | None = UNSET  # whether answers end by themselves; None for running text
    mmproj: str | UnsetType = UNSET
    strength: float | UnsetType = UNSET
    ollama: OllamaResult | UnsetType = UNSET  # if it was also brought into Ollama


class ElsewhereResult(msgspec.Struct, kw_only=True):
    """The result of making a folder for a bigger machine. run: the new run, which waits for the trained adapter. path:
    the folder.
    """

    run: str
    path: str
    files: list[str]


class BringHomeResult(msgspec.Struct, kw_only=True):
    """The result of importing an adapter. run: the folder with the adapter. The last two losses are on held-out rows,
    with the local model.
    """

    run: str
    adapter: str
    steps: int
    loss_elsewhere: float | None
    eval_loss_before: float | None
    eval_loss_after: float | None


class PushResult(msgspec.Struct, kw_only=True):
    """The result of an upload. files: names in the repository. bytes: of all files, including those that the hub had.
    created: the repository is new.
    """

    repo: str
    url: str
    commit: str
    private: bool
    created: bool
    files: list[str]
    bytes: int
    seconds: float


class DemoResult(TrainResult, kw_only=True):
    """The demo's result: its training's, and the results of the later steps."""

    model: str
    ollama: str
    loss_training: float | None
    loss_llama_cpp: float | None
    prompt: str
    sample_before: str
    sample_after: str


class DemoStopped(msgspec.Struct, kw_only=True):
    """A demo stopped during training, which `luthier train --resume` continues."""

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
    | AddComputerResult
    | CheckComputersResult
    | SweepResult
)
