"""What can be made of a run, asked before anything is made; and the Ollama that it could go to."""

from __future__ import annotations

import msgspec

from core.protocol.event import JobOf


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
    types_there: of `lmstudio`, whose files differ by type, those that are there. problem, hint: why there is no usual
    place.
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


class ExportsResult(msgspec.Struct, kw_only=True):
    """runs: newest first. run: the folder that the rest is about, "" where there is none.

    checkpoints: newest first. base, dtype: of the model that was trained, its name and the type of its weights.
    finer: the type of weights that something was learnt for, where those of the base have too few bits to keep it; else
    "". type_bytes: about what the whole model takes in each type, "base" among them. name: for Ollama. token: whether
    one is kept for the hub.
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
    trouble: str = ""
    hint: str = ""


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
