"""Job specs: the requests that a worker process gets, one each."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from core.protocol.adapters import ImportAdapterJob, ShowAdapterJob
from core.protocol.assess import AssessResult, Check, StrengthsResult
from core.protocol.chat_jobs import ChatJob, ConverseJob, ServeJob
from core.protocol.computers import AddComputerJob, CheckComputersJob, OnMachine
from core.protocol.config import TrainConfig
from core.protocol.data import CleanJob, InspectJob, PreviewJob
from core.protocol.event import JobOf
from core.protocol.exports import ExportsJob, FindOllamaJob, OllamaResult, PushableJob, TypesJob
from core.protocol.hub import CheckPicksJob, PeekJob
from core.protocol.machine import ListDevicesJob, MoveFolderJob
from core.protocol.planning import DryRunJob, PlanJob
from core.protocol.results import (
    BringHomeResult,
    ConvertResult,
    DemoResult,
    ElsewhereResult,
    EstimateResult,
    EvalResult,
    ExportResult,
    FetchResult,
    ListModelsResult,
    PushResult,
    QuantizeResult,
    SearchResult,
    SweepResult,
    TokenResult,
    TrainResult,
)
from core.protocol.rows_jobs import ChatRowsJob, QuestionRowsJob


class SearchJob(JobOf[SearchResult], tag="search"):
    """Search models on the hub by words in the model's or the owner's name; limits are off if empty or 0."""

    words: str
    format: str = ""  # gguf or safetensors
    max_bytes: int = 0  # of the weights
    licence: str = ""  # the hub's spelling: apache-2.0, mit, llama3.2
    fits: bool = False  # only models that this machine can train
    limit: int = 20


class FetchJob(JobOf[FetchResult], tag="fetch"):
    """Download files of a repository, complete and with verified checksums.

    files: names, patterns with *, or a quantization (Q4_K_M); none: the files that training from safetensors needs, or
    the only GGUF file. to: a folder; default: the models folder, where `--model owner/name` finds it.
    """

    repo: str  # owner/name
    files: list[str] = []  # noqa: RUF012 - msgspec copies it
    to: str | None = None
    revision: str = "main"


class ListModelsJob(JobOf[ListModelsResult], tag="models"):
    """List the models on this disk, including those of Ollama, LM Studio and other programs.

    paths: more files and folders, listed first. everywhere: false to list only these.
    """

    paths: list[str] = []  # noqa: RUF012 - msgspec copies it
    everywhere: bool = True


class TokenJob(JobOf[TokenResult], tag="token"):
    """Store the access token for gated and private models in the system's keyring; an empty one removes it."""

    token: str

    def __repr__(self) -> str:
        return "TokenJob()"  # hides the token from logs and tracebacks


class ConvertJob(JobOf[ConvertResult], tag="convert"):
    """Convert a Hugging Face folder to a GGUF file of the given type (f16, bf16, f32 or a quantization).

    imatrix, sample_tokens: as in QuantizeJob, for types that the quantizer writes.
    force: replace an existing output that is no earlier conversion.
    """

    source: str
    output: str
    dtype: str = "f16"
    imatrix: str | None = None
    sample_tokens: int = 32768
    force: bool = False


class QuantizeJob(JobOf[QuantizeResult], tag="quantize"):
    """Quantize a GGUF file.

    imatrix: data for an importance matrix, or a finished matrix (GGUF). measure: data to measure perplexity on, before
    and after. sample_tokens: most tokens to use of each, spread over the file.
    force: as in ConvertJob.
    """

    source: str
    output: str
    dtype: str
    imatrix: str | None = None
    measure: str | None = None
    sample_tokens: int = 32768
    force: bool = False


class OfSweep(msgspec.Struct, frozen=True, kw_only=True):
    """The sweep that a run belongs to. trials: the number of its runs."""

    name: str
    trials: int


class TrainJob(JobOf[TrainResult], tag="train"):
    """Start a new run. `run` is the run folder, which must not hold a run yet.

    adapter: the adapter to continue from, a run's or another program's file or folder; it determines rank, alpha, dora
    and targets. title, notes, tags: the run's name and notes. on: another computer that trains instead of this one.
    sweep: the one it belongs to.
    """

    model: str
    data: str
    run: str
    eval_data: str | None = None
    config: TrainConfig = TrainConfig()
    adapter: str | None = None
    title: str = ""
    notes: str = ""
    tags: tuple[str, ...] = ()
    on: OnMachine | None = None
    sweep: OfSweep | None = None


class SweepJob(JobOf[SweepResult], tag="sweep"):
    """Train the unfinished runs of a prepared sweep, one on each known computer, including this one."""

    name: str


class EstimateJob(JobOf[EstimateResult], tag="estimate"):
    """Estimate the memory for training a model on this machine, whether it fits, and the speed.

    adapter: the one to continue from. data: for an estimate of the time; "" for none.
    """

    model: str
    config: TrainConfig = TrainConfig()
    adapter: str | None = None
    data: str = ""


class ResumeJob(JobOf[TrainResult], tag="resume"):
    """Resume a run from its newest usable checkpoint. device: overrides the run's setting, this time only.

    on: as in TrainJob, this time only.
    """

    run: str
    device: str = ""
    on: OnMachine | None = None


class EvalJob(JobOf[EvalResult], tag="eval"):
    """Measure loss and perplexity of a model, with or without an adapter, on supervised tokens."""

    model: str
    data: str
    adapter: str | None = None
    config: TrainConfig = TrainConfig()


class AssessJob(JobOf[AssessResult], tag="assess"):
    """Put a test's questions to a run's model and to others, and check the answers.

    test: a data file; "" for the run's test rows, or with `trained` some rows that it was trained on. against: "base",
    a run's folder, or a model as for training. check: None to choose one by the expected answers. max_tokens: per
    answer; 0: twice the longest expected one. Answers are stored in the run's folder and reused.
    """

    run: str
    test: str = ""
    trained: bool = False
    against: tuple[str, ...] = ("base",)
    checkpoint: str = ""
    check: Check | None = None
    max_tokens: Annotated[int, Meta(ge=0)] = 0


class StrengthsJob(JobOf[StrengthsResult], tag="strengths"):
    """Measure a run's right answers and its distance from the base, with the adapter at several strengths.

    The questions are the run's test rows, else some that it was trained on. strengths: in addition to 1.
    """

    run: str
    checkpoint: str = ""
    strengths: tuple[Annotated[float, Meta(gt=0, le=2)], ...] = (0.9, 0.8, 0.7, 0.6)


class ExportJob(JobOf[ExportResult], tag="export"):
    """Export a run in a form that other programs load. kind: one of core/advice/export_kinds.py.

    checkpoint: "" for the newest adapter, a step, or "best" for the best evaluated one.
    output: "" for the kind's default place, if it has one.
    dtype: the weights' type in a merged model (`q8_0`), or one of FITTED_TYPES. The default keeps the base model's
    types, except that trained weights under 8 bits become Q8_0.
    imatrix: quantize with an importance matrix made from the run's training data.
    force: replace an existing output that is no earlier export of this kind.
    create: for kind `ollama` only: also bring it into the running Ollama, as OllamaJob does with name and questions.
    strength: of the adapter, 1 as trained.
    """

    run: str
    kind: str
    output: str
    checkpoint: str = ""
    dtype: str | None = None
    imatrix: bool = False
    force: bool = False
    create: bool = False
    name: str = ""
    questions: bool = True
    strength: Annotated[float, Meta(gt=0, le=2)] = 1.0


class OllamaJob(JobOf[OllamaResult], tag="ollama"):
    """Bring a folder exported for Ollama into the running Ollama, and put the evaluation's questions to it.

    name: of the model; "" for the run's. run: its folder; "" for the run with that name in the runs folder. force:
    replace a model with that name that is not from this run. questions: whether to ask any.
    """

    folder: str
    name: str = ""
    run: str = ""
    force: bool = False
    questions: bool = True


class ElsewhereJob(JobOf[ElsewhereResult], tag="elsewhere"):
    """Make a run without training it, and a folder for training it on a bigger machine (the export kind `elsewhere`).

    run: the run's new folder, which waits for the trained adapter. base: the model's name on the hub, "" for the known
    one.
    """

    model: str
    data: str
    run: str
    output: str
    eval_data: str | None = None
    config: TrainConfig = TrainConfig()
    base: str = ""
    force: bool = False


class BringHomeJob(JobOf[BringHomeResult], tag="bring-home"):
    """Import an adapter trained elsewhere into its run, or into a new one beside it if it was also trained on this
    machine.

    adapter: the folder that the scripts wrote, or a zip file of it.
    """

    run: str
    adapter: str


class PushJob(JobOf[PushResult], tag="push"):
    """Upload an export to a repository on the hub, as one commit. path: its folder, or its only GGUF file.

    public: make a new repository public; an existing one keeps its visibility.
    """

    path: str
    repo: str  # owner/name
    public: bool = False
    message: str = "Upload with Luthier"


class DemoJob(JobOf[DemoResult], tag="demo"):
    """Run all steps on the bundled model: convert, quantize, train, evaluate, export, check."""

    output: str
    chat: bool = False


Job = (
    SearchJob
    | CheckPicksJob
    | PeekJob
    | FetchJob
    | ListModelsJob
    | ListDevicesJob
    | TokenJob
    | MoveFolderJob
    | ConvertJob
    | QuantizeJob
    | InspectJob
    | PreviewJob
    | CleanJob
    | ChatRowsJob
    | QuestionRowsJob
    | EstimateJob
    | PlanJob
    | DryRunJob
    | TrainJob
    | ResumeJob
    | EvalJob
    | AssessJob
    | StrengthsJob
    | ChatJob
    | ConverseJob
    | ServeJob
    | ExportsJob
    | ExportJob
    | TypesJob
    | FindOllamaJob
    | OllamaJob
    | ElsewhereJob
    | BringHomeJob
    | ImportAdapterJob
    | ShowAdapterJob
    | PushableJob
    | PushJob
    | DemoJob
    | AddComputerJob
    | CheckComputersJob
    | SweepJob
)
