"""The language between window and worker: one JSON object a line, events out, commands in.

Both unions are closed and tagged by `type`. docs/protocol.md shows an example line of every message.
"""

# ruff: noqa: I001 - `A as A` re-exports; sorted, each would become a statement of its own

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from core.base.errors import LuthierError
from core.protocol.adapters import (
    AdaptedTensor as AdaptedTensor,
    ImportAdapterJob as ImportAdapterJob,
    ImportAdapterResult as ImportAdapterResult,
    ShowAdapterJob as ShowAdapterJob,
    ShowAdapterResult as ShowAdapterResult,
)
from core.protocol.assess import (
    AnswerJudged as AnswerJudged,
    Assessed as Assessed,
    AssessResult as AssessResult,
    Better as Better,
    Check as Check,
    CheckKind as CheckKind,
    Decision as Decision,
    GeneralAnswers as GeneralAnswers,
    LabelFigures as LabelFigures,
    RowJudged as RowJudged,
    StrengthMeasured as StrengthMeasured,
    StrengthsResult as StrengthsResult,
    Versus as Versus,
)
from core.protocol.chat import (
    PieceKind as PieceKind,
    Reply as Reply,
    Sampling as Sampling,
    Stopped as Stopped,
    Think as Think,
    ToolCall as ToolCall,
    Voice as Voice,
    answer_message as answer_message,
)
from core.protocol.chat import (
    Answered as Answered,
    Ready as Ready,
    Refused as Refused,
    Serving as Serving,
    Suggestions as Suggestions,
    Text as Text,
)
from core.protocol.cluster import (
    SENT as SENT,
    ClusterJoinJob as ClusterJoinJob,
    ClusterJoinResult as ClusterJoinResult,
    ClusterLeaveJob as ClusterLeaveJob,
    ClusterLeaveResult as ClusterLeaveResult,
    ClusterMachine as ClusterMachine,
    ClusterRemoveJob as ClusterRemoveJob,
    ClusterRemoveResult as ClusterRemoveResult,
    ClusterStartJob as ClusterStartJob,
    ClusterStartResult as ClusterStartResult,
    ClusterCopyJob as ClusterCopyJob,
    ClusterCopyResult as ClusterCopyResult,
    ClusterStatusJob as ClusterStatusJob,
    ClusterStatusResult as ClusterStatusResult,
    CodeSettled as CodeSettled,
    CompareCode as CompareCode,
    Machines as Machines,
    BaseThere as BaseThere,
    Joined as Joined,
    Meeting as Meeting,
    OnMachine as OnMachine,
    Sent as Sent,
)
from core.protocol.cluster import (
    WithCluster as WithCluster,
)
from core.protocol.commands import (
    Ask as Ask,
    AskPlan as AskPlan,
    Cancel as Cancel,
    CancelAnswer as CancelAnswer,
    Command as Command,
    ConfirmCode as ConfirmCode,
    Pause as Pause,
    Resume as Resume,
    SaveCheckpoint as SaveCheckpoint,
    Start as Start,
    Stop as Stop,
    TakeSample as TakeSample,
)
from core.protocol.data import (
    PreviewMessage as PreviewMessage,
    PreviewPiece as PreviewPiece,
    PreviewRow as PreviewRow,
    RowChange as RowChange,
    RowSize as RowSize,
    RowSource as RowSource,
    SimilarRows as SimilarRows,
    Statistics as Statistics,
    Understood as Understood,
)
from core.protocol.data import (
    BadRow as BadRow,
    CleanJob as CleanJob,
    CleanResult as CleanResult,
    InspectJob as InspectJob,
    InspectResult as InspectResult,
    PreviewJob as PreviewJob,
    PreviewResult as PreviewResult,
)
from core.protocol.rows_jobs import (
    ChatRowsJob as ChatRowsJob,
    ChatRowsResult as ChatRowsResult,
    MadeRow as MadeRow,
    QuestionRowsJob as QuestionRowsJob,
    QuestionRowsResult as QuestionRowsResult,
)
from core.protocol.machine import DevicesResult as DevicesResult, ListDevicesJob as ListDevicesJob
from core.protocol.events import (
    PROTOCOL_VERSION as PROTOCOL_VERSION,
    DataRead as DataRead,
    Described as Described,
    Event as Event,
    Failed as Failed,
    Files as Files,
    Finished as Finished,
    Found as Found,
    Hello as Hello,
    Log as Log,
    Notice as Notice,
    Phase as Phase,
    Planned as Planned,
    Progress as Progress,
    State as State,
    TypeMeasured as TypeMeasured,
)
from core.protocol.exports import (
    ExportCheckpoint as ExportCheckpoint,
    ExportPlace as ExportPlace,
    ExportRun as ExportRun,
    ExportsJob as ExportsJob,
    ExportsResult as ExportsResult,
    FindOllamaJob as FindOllamaJob,
    FindOllamaResult as FindOllamaResult,
    PushableFile as PushableFile,
    PushableJob as PushableJob,
    PushableResult as PushableResult,
)
from core.protocol.chat_jobs import ChatJob as ChatJob, ConverseJob as ConverseJob, ServeJob as ServeJob
from core.protocol.event import JobOf as JobOf, result_type as result_type
from core.protocol.machine import (
    MoveFolderJob as MoveFolderJob,
    MoveFolderResult as MoveFolderResult,
)
from core.protocol.hub import (
    CheckedPick as CheckedPick,
    CheckPicksJob as CheckPicksJob,
    CheckPicksResult as CheckPicksResult,
    FileProgress as FileProgress,
    HubFile as HubFile,
    HubModel as HubModel,
    PeekJob as PeekJob,
    PeekResult as PeekResult,
)
from core.protocol.exports import OllamaAnswer as OllamaAnswer, OllamaResult as OllamaResult
from core.protocol.results import (
    BringHomeResult as BringHomeResult,
    ChatResult as ChatResult,
    ConverseResult as ConverseResult,
    ConvertResult as ConvertResult,
    DemoResult as DemoResult,
    DemoStopped as DemoStopped,
    ElsewhereResult as ElsewhereResult,
    EstimateResult as EstimateResult,
    EvalResult as EvalResult,
    ExportResult as ExportResult,
    FetchResult as FetchResult,
    FetchStopped as FetchStopped,
    ListModelsResult as ListModelsResult,
    PushResult as PushResult,
    QuantizeResult as QuantizeResult,
    Result as Result,
    SearchResult as SearchResult,
    ServeResult as ServeResult,
    TokenResult as TokenResult,
    TrainResult as TrainResult,
)
from core.protocol.specs import (
    AssessJob as AssessJob,
    BringHomeJob as BringHomeJob,
    ConvertJob as ConvertJob,
    DemoJob as DemoJob,
    ElsewhereJob as ElsewhereJob,
    EstimateJob as EstimateJob,
    EvalJob as EvalJob,
    ExportJob as ExportJob,
    FetchJob as FetchJob,
    Job as Job,
    ListModelsJob as ListModelsJob,
    OllamaJob as OllamaJob,
    PushJob as PushJob,
    QuantizeJob as QuantizeJob,
    ResumeJob as ResumeJob,
    SearchJob as SearchJob,
    StrengthsJob as StrengthsJob,
    TokenJob as TokenJob,
    TrainJob as TrainJob,
)
from core.protocol.hub import LocalModel as LocalModel
from core.protocol.planning import (
    Advice as Advice,
    Change as Change,
    DataFacts as DataFacts,
    DryRunJob as DryRunJob,
    DryRunResult as DryRunResult,
    PlanJob as PlanJob,
    PlanResult as PlanResult,
    TrainingPlan as TrainingPlan,
)
from core.protocol.cluster import OfSweep as OfSweep
from core.protocol.cluster import SweepJob as SweepJob
from core.protocol.cluster import SweepResult as SweepResult
from core.protocol.training_events import (
    Checkpoint as Checkpoint,
    Choices as Choices,
    DataSummary as DataSummary,
    DeviceChosen as DeviceChosen,
    Evaluation as Evaluation,
    Memory as Memory,
    MemoryPlan as MemoryPlan,
    Sample as Sample,
    Skipped as Skipped,
    Step as Step,
    TrainingStarted as TrainingStarted,
    WentBack as WentBack,
)
from core.protocol.exports import (
    BASE_PLUS as BASE_PLUS,
    BASE_TYPE as BASE_TYPE,
    FITTED_TYPES as FITTED_TYPES,
    KEPT_WELL as KEPT_WELL,
    USUAL_TYPES as USUAL_TYPES,
    TypeCost as TypeCost,
    TypesJob as TypesJob,
    TypesResult as TypesResult,
)

R = TypeVar("R")
_encoder = msgspec.json.Encoder()
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def encode(message: Event | Command) -> bytes:
    """Encode a message as one line, newline included. Floats that JSON cannot hold (NaN, inf) become null."""
    return _encoder.encode(message) + b"\n"


def decode_event(line: bytes | str) -> Event:
    """Decode a line as an event. Raises LuthierError `protocol.bad-event`."""
    try:
        return _event_decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LuthierError("protocol.bad-event", f"Not an event: {error}: {line[:200]!r}") from error


def decode_command(line: bytes | str) -> Command:
    """Decode a line as a command. Raises LuthierError `protocol.bad-command`."""
    try:
        return _command_decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        is_secret = any(word in repr(line) for word in ("token", '"key"'))
        shown = "(not shown, it may hold a secret)" if is_secret else repr(line[:200])
        raise LuthierError("protocol.bad-command", f"Not a command: {error}: {shown}") from error


def question_in(line: bytes | str) -> str | None:
    """Return the id ("" without one) in a line that was meant as an `ask` but is none; None for any other line."""
    try:
        said = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        if msgspec.json.decode(said.get("type", b"null")) != "ask":
            return None
        name = msgspec.json.decode(said.get("id", b"null"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return name if isinstance(name, str) else ""


def finished(outcome: Literal["done", "stopped"], result: Result) -> Finished:
    """Return the last event of a job that came to this."""
    return Finished(outcome=outcome, result=msgspec.to_builtins(result))


def result_of(end: Finished, kind: type[R]) -> R:
    """Return what a job came to; fields that are not known here are passed over.

    Raises LuthierError `protocol.bad-event` when it is no such result.
    """
    try:
        return msgspec.convert(end.result, kind)
    except msgspec.ValidationError as error:
        raise LuthierError("protocol.bad-event", f"Not a {kind.__name__}: {error}: {end.result!r:.200}") from error
