"""Jobs: what a worker is asked to do; one worker process does one job."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from core.protocol.adapters import ImportAdapterJob, ShowAdapterJob
from core.protocol.assess import AssessResult, Check, StrengthsResult
from core.protocol.chat_jobs import ChatJob, ConverseJob, ServeJob
from core.protocol.cluster import (
    ClusterCopyJob,
    ClusterJoinJob,
    ClusterLeaveJob,
    ClusterRemoveJob,
    ClusterStartJob,
    ClusterStatusJob,
    OfSweep,
    OnMachine,
    SweepJob,
    WithCluster,
)
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
    TokenResult,
    TrainResult,
)
from core.protocol.rows_jobs import ChatRowsJob, QuestionRowsJob


class SearchJob(JobOf[SearchResult], tag="search"):
    """Find models on the hub. Words stand in the name of a model or of its owner; limits are off when empty or 0."""

    words: str
    format: str = ""  # gguf or safetensors
    max_bytes: int = 0  # of the weights
    licence: str = ""  # as the hub writes it: apache-2.0, mit, llama3.2
    fits: bool = False  # only those that this machine can train
    limit: int = 20


class FetchJob(JobOf[FetchResult], tag="fetch"):
    """Download files of a repository: whole, with the right checksum, or not at all.

    files: names, patterns with *, or a quantization (Q4_K_M); none: what training from safetensors needs, or the only
    GGUF file. to: a folder; without it the models folder, where `--model owner/name` finds it.
    """

    repo: str  # owner/name
    files: list[str] = []  # noqa: RUF012 - msgspec copies it
    to: str | None = None
    revision: str = "main"


class ListModelsJob(JobOf[ListModelsResult], tag="models"):
    """List the models that this disk holds already, Ollama's, LM Studio's and others' among them.

    paths: files and folders to describe besides, first. everywhere: false for these alone.
    """

    paths: list[str] = []  # noqa: RUF012 - msgspec copies it
    everywhere: bool = True


class TokenJob(JobOf[TokenResult], tag="token"):
    """Keep the access token for gated and private models in the system's keyring; an empty one takes it out."""

    token: str

    def __repr__(self) -> str:
        return "TokenJob()"  # so that no log or traceback shows it


class ConvertJob(JobOf[ConvertResult], tag="convert"):
    """Turn a Hugging Face folder into a GGUF file of the given type (f16, bf16, f32 or a quantization).

    imatrix, sample_tokens: as of a QuantizeJob, for types that are written by the quantizer.
    force: replace an output that is there already and is not an earlier conversion.
    """

    source: str
    output: str
    dtype: str = "f16"
    imatrix: str | None = None
    sample_tokens: int = 32768
    force: bool = False


class QuantizeJob(JobOf[QuantizeResult], tag="quantize"):
    """Rewrite a GGUF file with smaller weights.

    imatrix: data to make an importance matrix from, or one that is made already (GGUF). measure: data to measure
    perplexity on, before and after. sample_tokens: at most so many of each are read, from all over the file.
    force: as of a ConvertJob.
    """

    source: str
    output: str
    dtype: str
    imatrix: str | None = None
    measure: str | None = None
    sample_tokens: int = 32768
    force: bool = False


class TrainJob(JobOf[TrainResult], tag="train"):
    """Start a new run. `run` is the run folder; it must not hold a run yet.

    adapter: what to go on from, another's file or folder or a run's; rank, alpha, dora and targets are then its own.
    title, notes, tags: the run's name and notes. cluster: its machines compute together;
    None: this one alone. on: another machine that does it in place of this one. sweep: that it belongs to.
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
    cluster: WithCluster | None = None
    on: OnMachine | None = None
    sweep: OfSweep | None = None


class EstimateJob(JobOf[EstimateResult], tag="estimate"):
    """How much memory training a model would take here, whether it fits, and how fast it is.

    adapter: what it would go on from. data: to say how long it takes; "" for none.
    """

    model: str
    config: TrainConfig = TrainConfig()
    adapter: str | None = None
    data: str = ""


class ResumeJob(JobOf[TrainResult], tag="resume"):
    """Go on with a run from its newest usable checkpoint. device: in place of that of its settings, for this time.

    cluster, on: as of a TrainJob, for this time.
    """

    run: str
    device: str = ""
    cluster: WithCluster | None = None
    on: OnMachine | None = None


class EvalJob(JobOf[EvalResult], tag="eval"):
    """Loss and perplexity of a model, with or without an adapter, on supervised tokens."""

    model: str
    data: str
    adapter: str | None = None
    config: TrainConfig = TrainConfig()


class AssessJob(JobOf[AssessResult], tag="assess"):
    """Ask a run's model and others the questions of a test, and say which answers are right.

    test: a data file; "" for the rows that the run kept aside, or with `trained` some that it was trained on. against:
    "base", a run's folder, or a model as training takes one. check: None for the one that follows from the expected
    answers. max_tokens: of an answer; 0: twice the longest expected one. Answers are kept in the run's folder, and not
    asked for again.
    """

    run: str
    test: str = ""
    trained: bool = False
    against: tuple[str, ...] = ("base",)
    checkpoint: str = ""
    check: Check | None = None
    max_tokens: Annotated[int, Meta(ge=0)] = 0


class StrengthsJob(JobOf[StrengthsResult], tag="strengths"):
    """Measure what a run's model has right, and how far it is from its base, with its adapter at several strengths.

    The questions are those that the run kept aside, else some that it was trained on. strengths: besides 1.
    """

    run: str
    checkpoint: str = ""
    strengths: tuple[Annotated[float, Meta(gt=0, le=2)], ...] = (0.9, 0.8, 0.7, 0.6)


class ExportJob(JobOf[ExportResult], tag="export"):
    """Write a run's adapter in a form other programs load. kind: one of core/advice/export_kinds.py.

    checkpoint: "" for the newest adapter, a step, or "best" of those that were evaluated.
    output: "" for the kind's own place, where it has one.
    dtype: of the weights of a whole model (`q8_0`), or one of FITTED_TYPES.
    Without it they keep the base model's, but for weights of under 8 bits that something was learnt for: these become
    Q8_0.
    imatrix: quantize with an importance matrix made from what the run was trained on.
    force: replace an output that is there already and is not an earlier export of this kind.
    Only of `ollama`: create: bring it into the running Ollama as well, as an OllamaJob does with name and questions.
    strength: of what was learnt, 1 as trained.
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
    """Bring a folder that was exported for Ollama into the running Ollama, and put the evaluation's questions to it.

    name: of the model; "" for the run's. run: its folder; "" for the one of that name in the runs folder.
    force: replace a model of that name that is not of this run. questions: whether it is to answer any.
    """

    folder: str
    name: str = ""
    run: str = ""
    force: bool = False
    questions: bool = True


class ElsewhereJob(JobOf[ElsewhereResult], tag="elsewhere"):
    """Make a run without training it, and its folder for a bigger machine (the export kind `elsewhere`).

    run: the run's new folder, which waits for what comes home. base: the model's name on the hub, "" for what is known.
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
    """Put what was trained elsewhere into the run it is of; into a new one beside that where it was trained here, too.

    adapter: the folder that the scripts wrote, or the same as a zip file.
    """

    run: str
    adapter: str


class PushJob(JobOf[PushResult], tag="push"):
    """Upload an export to a repository on the hub, as one commit. path: its folder, or its only GGUF file.

    public: whether everybody may see a repository that is made for it; one that is there stays as it is.
    """

    path: str
    repo: str  # owner/name
    public: bool = False
    message: str = "Upload with Luthier"


class DemoJob(JobOf[DemoResult], tag="demo"):
    """The whole road on the bundled model: convert, quantize, train, evaluate, export, check."""

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
    | ClusterStartJob
    | ClusterJoinJob
    | ClusterStatusJob
    | ClusterCopyJob
    | ClusterLeaveJob
    | ClusterRemoveJob
    | SweepJob
)
