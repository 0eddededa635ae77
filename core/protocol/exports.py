"""What can be made of a run, asked before anything is made; and the Ollama that it could go to.

What merging a run into weights of each type would come to, and what Ollama and llama.cpp's server answer, too.
"""

from __future__ import annotations

import msgspec

from core.base.errors import Action
from core.protocol.event import JobOf

USUAL_TYPES = ("f16", "q8_0", "q6_k", "q5_k_m", "q4_k_m")
BASE_TYPE = "base"  # what leaves every weight the type that it has in the base
BASE_PLUS = "base+"  # one bit more for as many weights as a file of a tenth more has room for
FITTED_TYPES = (BASE_TYPE, BASE_PLUS)  # weights of few bits are fitted to what was learnt, not rounded
KEPT_WELL = 0.9  # the share of what was learnt from which on nothing is said


class ExportRun(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A run that could be exported. learnt: it has an adapter; without one it can only be trained elsewhere."""

    folder: str
    name: str
    created: float
    learnt: bool = False


class ExportCheckpoint(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One that is still there. loss: on held-out text; None where it was not evaluated at this very step."""

    step: int
    loss: float | None = None
    best: bool = False  # of those that were evaluated


class ExportPlace(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The place for an export of some kind. output: what an ExportJob takes; "" if there is none.

    bytes: about what it takes where no type is named. free: of that disk. is_there: something is there already.
    run, made: of an export that is there, what its run is called and when it was written, in seconds since 1970.
    types_there: of a kind with a place of its own, whose files differ by type, those that are there. problem, hint: why
    there is no usual place.
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
    """runs: newest first. run: the folder that the rest is about, "" where there is none.

    checkpoints: newest first. base, dtype: of the model that was trained, its name and the type of its weights.
    finer: the type of weights that something was learnt for, where those of the base have too few bits to keep it; else
    "". type_bytes: about what the whole model takes in each type, "base" among them. name: for Ollama. token: whether
    one is kept for the hub.
    adjustable: whether what was learnt can be exported at another strength.
    trouble, hint: why its sizes are not known; the export itself would say the same.
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
    """Say what can be made of a run: how large, and where it would go. Nothing is written.

    run: its folder; "" for the newest that has learnt something. places: by kind, where to look instead of the usual.
    """

    run: str = ""
    places: dict[str, str] = msgspec.field(default_factory=dict)


class FindOllamaResult(msgspec.Struct, kw_only=True):
    """version: "" where none answers, or where it is too old; then problem and hint say so.

    installed: whether its program or its models are on this machine.
    """

    address: str
    version: str = ""
    installed: bool = True
    problem: str = ""
    hint: str = ""
    actions: tuple[Action, ...] = ()


class FindOllamaJob(JobOf[FindOllamaResult], tag="find-ollama"):
    """Ask whether Ollama runs where OLLAMA_HOST says, and whether it takes models."""


class PushableFile(msgspec.Struct, kw_only=True):
    """name: in the repository. Its size in bytes."""

    name: str
    bytes: int


class PushableResult(msgspec.Struct, kw_only=True):
    """What a PushJob would upload. left_out: names that lie there and are not of the export.

    licence: of the base model, "" where it is not known. restriction: what it does not allow, as the end of a sentence.
    """

    path: str
    files: list[PushableFile]
    left_out: list[str]
    licence: str
    restriction: str


class PushableJob(JobOf[PushableResult], tag="pushable"):
    """Say what a PushJob would upload of an export. Nothing goes over the network."""

    path: str


class TypeCost(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A line of the table. Numbers are None where the file could not be made or computes nothing finite.

    cost: by how much perplexity is above that of base and adapter, relative: 0.01 is one percent.
    kept: the share of what was learnt that the weights keep. ends: None for running text.
    """

    dtype: str  # what `--type` takes; "" for an export without it
    bytes: int = 0
    loss: float | None = None
    perplexity: float | None = None
    cost: float | None = None
    kept: float | None = None
    same_answer: bool | None = None
    ends: bool | None = None
    imatrix: bool = False  # quantized with an importance matrix
    problem: str = ""  # why it is not there


class TypesResult(msgspec.Struct, kw_only=True):
    """costs: as asked for, the default first, and the base's own types where that is finer. loss, perplexity: of base
    and adapter unrounded, on `tokens`.

    recommended: the smallest that costs under 1% of perplexity and keeps what was learnt, else the one that costs
    least; None without any.
    disk_bytes: of the files that were made for it and deleted again, at most at one time.
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
    """Measure what each type of weights would cost a merged model, on the run's held-out data; where it has none, on
    what it was trained on. Nothing is left on the disk.

    types: besides the first ones. checkpoint: as of an ExportJob.
    imatrix: try those of under 8 bits once more, with an importance matrix made from what the run was trained on.
    """

    run: str
    types: list[str] = msgspec.field(default_factory=lambda: list(USUAL_TYPES))
    checkpoint: str = ""
    imatrix: bool = False


class OllamaAnswer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One question put to it, next to our own answer, both at the likeliest token.

    way: raw (the very text that was trained) or chat (the messages, which Ollama renders). ends: by itself.
    at: the first of our tokens, counted from 0, that differs; ours and theirs stand there. margin: by how many nats
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
    """name: of the model. commands: what to type next.

    sent_bytes: 0 where Ollama had the file already. differences: in what the model is not what it was sent, in words.
    rendered: whether Ollama makes the trained prompt of a conversation; None where it does not say, or none was learnt;
    rendered_ours, rendered_theirs: the first that differ. think: what Ollama has to be told with each question so that
    it does; None: nothing. same: all answers; None where one is missing and no other differs. ends: likewise; None for
    running text, too.
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
