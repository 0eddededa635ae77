"""What merging a run into weights of each type would come to."""

from __future__ import annotations

import msgspec

from core.protocol.event import JobOf

USUAL_TYPES = ("f16", "q8_0", "q6_k", "q5_k_m", "q4_k_m")
BASE_TYPE = "base"  # what leaves every weight the type that it has in the base
BASE_PLUS = "base+"  # one bit more for as many weights as a file of a tenth more has room for
FITTED_TYPES = (BASE_TYPE, BASE_PLUS)  # weights of few bits are fitted to what was learnt, not rounded
KEPT_WELL = 0.9  # the share of what was learnt from which on nothing is said


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
