"""Messages before and after an export: possible exports and their sizes, the running Ollama, uploads, the measured cost
of each type of weights, and Ollama's answers.
"""

from __future__ import annotations

import msgspec

from core.base.errors import Action
from core.protocol.event import JobOf

USUAL_TYPES = ("f16", "q8_0", "q6_k", "q5_k_m", "q4_k_m")
BASE_TYPE = "base"  # keeps each weight's type in the base
BASE_PLUS = "base+"  # one bit more for as many weights as fit into a file 10% larger
FITTED_TYPES = (BASE_TYPE, BASE_PLUS)  # low-bit weights are fitted to what was learnt, not just rounded
KEPT_WELL = 0.9  # the share of what was learnt above which no notice is given


class ExportRun(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An exportable run. learnt: it has an adapter; without one it can only be exported for training elsewhere."""

    folder: str
    name: str
    created: float
    learnt: bool = False


class ExportCheckpoint(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An existing checkpoint. loss: on held-out text; None if this step was not evaluated."""

    step: int
    loss: float | None = None
    best: bool = False  # of the evaluated ones


class ExportPlace(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The place for an export of a kind. output: for ExportJob; "" if none.

    bytes: its approximate size with the default type. free: free space on that disk. is_there: something exists at the
    place. run, made: an existing export's run and the time it was written, in seconds since 1970. types_there: for a
    kind with a default place and one file per type, the existing types. problem, hint: why there is no default place.
    """

    kind: str
    output: str = ""
    bytes: int = 0
    free: int = 0
    is_there: bool = False
    run: str = ""
    made: float = 0.0
    types_there: list[str] = []
    problem: str = ""
    hint: str = ""
    actions: tuple[Action, ...] = ()


class ExportsResult(msgspec.Struct, kw_only=True):
    """The possible exports. runs: newest first. run: the folder that the other fields describe, "" for none.

    checkpoints: newest first. base, dtype: the base model's name and its weights' type. finer: a type for the trained
    weights, if those of the base have too few bits to keep what was learnt; else "". type_bytes: approximate size of
    the whole model in each type, including "base". name: for Ollama. token: whether a hub token is stored.
    adjustable: whether the adapter can be exported at another strength.
    trouble, hint: why the sizes are unknown; the export would fail with the same error.
    """

    runs: list[ExportRun]
    run: str = ""
    checkpoints: list[ExportCheckpoint] = []
    base: str = ""
    dtype: str = ""
    finer: str = ""
    places: list[ExportPlace] = []
    type_bytes: dict[str, int] = {}
    name: str = ""
    endpoint: str = ""
    token: bool = False
    adjustable: bool = True
    trouble: str = ""
    hint: str = ""
    actions: tuple[Action, ...] = ()


class ExportsJob(JobOf[ExportsResult], tag="exports"):
    """Report the possible exports of a run, with sizes and places. Nothing is written.

    run: its folder; "" for the newest with an adapter. places: by kind, places to use instead of the default.
    """

    run: str = ""
    places: dict[str, str] = msgspec.field(default_factory=dict)


class FindOllamaResult(msgspec.Struct, kw_only=True):
    """The running Ollama. version: "" if none answers or it is too old, as problem and hint explain.

    installed: whether its program or its models are on this machine.
    """

    address: str
    version: str = ""
    installed: bool = True
    problem: str = ""
    hint: str = ""
    actions: tuple[Action, ...] = ()


class FindOllamaJob(JobOf[FindOllamaResult], tag="find-ollama"):
    """Check whether Ollama runs at OLLAMA_HOST and accepts models."""


class PushableFile(msgspec.Struct, kw_only=True):
    """A file to upload. name: in the repository. bytes: its size."""

    name: str
    bytes: int


class PushableResult(msgspec.Struct, kw_only=True):
    """The files that a PushJob would upload. left_out: names of files in the folder that do not belong to the export.

    licence: of the base model, "" if unknown. restriction: what it does not allow, as the end of a sentence.
    """

    path: str
    files: list[PushableFile]
    left_out: list[str]
    licence: str
    restriction: str


class PushableJob(JobOf[PushableResult], tag="pushable"):
    """List what a PushJob would upload of an export. Uses no network."""

    path: str


class TypeCost(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A line of the table. Numbers are None if the file could not be made or its outputs are not finite.

    cost: relative increase of perplexity over base and adapter: 0.01 is one percent. kept: the share of what was learnt
    that the weights keep. ends: whether answers end by themselves; None for running text.
    """

    dtype: str  # for `--type`; "" for an export without it
    bytes: int = 0
    loss: float | None = None
    perplexity: float | None = None
    cost: float | None = None
    kept: float | None = None
    same_answer: bool | None = None
    ends: bool | None = None
    imatrix: bool = False  # quantized with an importance matrix
    problem: str = ""  # why the numbers are missing


class TypesResult(msgspec.Struct, kw_only=True):
    """Measured costs of types. costs: in the order requested, the default first, and the base's own types if those are
    finer. loss, perplexity: of base and unrounded adapter, on `tokens`.

    recommended: the smallest type that costs under 1% of perplexity and keeps what was learnt, else the one that costs
    least; None without any.
    disk_bytes: peak size of the temporary files.
    """

    run: str
    costs: list[TypeCost]
    recommended: TypeCost | None
    loss: float
    perplexity: float
    tokens: int
    disk_bytes: int
    seconds: float


class TypesJob(JobOf[TypesResult], tag="types"):
    """Measure what each type of weights would cost a merged model, on the run's held-out data or else its training
    data. No files remain.

    types: in addition to the default ones. checkpoint: as in ExportJob.
    imatrix: also try types under 8 bits with an importance matrix made from the run's training data.
    """

    run: str
    types: list[str] = msgspec.field(default_factory=lambda: list(USUAL_TYPES))
    checkpoint: str = ""
    imatrix: bool = False


class OllamaAnswer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Ollama's answer to a question next to our own, both greedy.

    way: raw (the exact training prompt) or chat (messages, which Ollama renders). ends: whether the answer ended by
    itself.
    at: index from 0 of our first token that differs; ours, theirs: the tokens at that place. margin: by how many nats
    ours was likelier than the next.
    """

    prompt: str
    way: str
    text: str
    same: bool
    ends: bool
    at: int | None = None
    ours: str = ""
    theirs: str = ""
    margin: float | None = None


class OllamaResult(msgspec.Struct, kw_only=True):
    """A model brought into Ollama. name: of the model. commands: what to type next.

    sent_bytes: 0 if Ollama had the file already. differences: descriptions of how the model differs from what was sent.
    rendered: whether Ollama renders conversations to the prompts of the training; None if it does not show them or no
    conversations were learnt; rendered_ours, rendered_theirs: the first that differ. think: the value that each request
    must set for that; None: unset. same: whether all answers are the same; None if one is missing and no other differs.
    ends: likewise; None for running text, too.
    """

    name: str
    version: str
    address: str
    commands: list[str]
    sent_bytes: int
    differences: list[str]
    rendered: bool | None
    rendered_ours: str
    rendered_theirs: str
    think: bool | None = None
    same: bool | None
    ends: bool | None
    answers: list[OllamaAnswer]
    seconds: float
