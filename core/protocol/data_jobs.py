"""Jobs that look into a data file and clean it, and what comes of them."""

from __future__ import annotations

import msgspec

from core.protocol.config import TrainConfig
from core.protocol.data import PreviewPiece, PreviewRow, RowChange, Statistics, Understood
from core.protocol.event import JobOf


class BadRow(msgspec.Struct, kw_only=True):
    """A row that is not used. file: its whole path. line: from 1; the row's number where a file has no lines."""

    file: str
    line: int
    reason: str
    detail: str


class InspectResult(Understood, kw_only=True):
    """What would be trained of a data file. seconds, rows_s, tokens_s: of the tokenizing.

    rows: usable or not: of running text, blocks of about a page. train_rows: those of them that are trained on. steps:
    that the config's epochs make of them. truncated: conversations whose oldest turns do not fit the context.
    thoughts: conversations whose last answer is learnt with its thoughts. ends_turns: whether the template writes where
    an answer ends. model: what people call the model; licence: its own.
    """

    model: str = ""
    licence: str = ""
    rows: int
    train_rows: int
    steps: int
    truncated: int
    thoughts: int = 0
    ends_turns: bool
    tokens: int
    tokens_trained: int
    tokens_shared: int = 0  # of the tokens, those that are computed with another row's, which begins alike
    trained_share: float
    sequences: int
    fill: float  # share of the packed rows that is not padding, 0..1
    eval_rows: int
    eval_tokens_trained: int
    dropped: dict[str, int]  # reason -> rows
    duplicates: int
    problems: list[str]  # the same for people, without the files' folders
    bad_rows: list[BadRow]  # the first of each reason
    preview: list[list[PreviewPiece]]
    statistics: Statistics | None  # of running text there are none
    seconds: float
    rows_s: float
    tokens_s: float
    from_cache: bool


class PreviewResult(Understood, kw_only=True):
    """more: whether other rows follow."""

    rows: list[PreviewRow]
    more: bool


class CleanResult(msgspec.Struct, kw_only=True):
    """dropped: reason -> rows."""

    path: str
    rows: int
    dropped: dict[str, int]
    bytes: int


class InspectJob(JobOf[InspectResult], tag="inspect"):
    """Tokenize a data file for a model and say what would be trained; with the changes, before they are saved."""

    model: str
    data: str
    config: TrainConfig = TrainConfig()
    limit: int = 5
    changes: tuple[RowChange, ...] = ()


class PreviewJob(JobOf[PreviewResult], tag="preview"):
    """Rows of a data file token by token, and why each token is trained or not: `limit` of them from `start` on.

    search: only of rows with this text in them, in small or capital letters. doubted: only of rows that say why they
    are to be looked at. changes: rows are shown with these.
    """

    model: str
    data: str
    config: TrainConfig = TrainConfig()
    start: int = 0
    limit: int = 20
    search: str = ""
    doubted: bool = False
    changes: tuple[RowChange, ...] = ()


class CleanJob(JobOf[CleanResult], tag="clean"):
    """Write the rows of a data file that can be used, each once, as JSON lines of messages (or of texts).

    force: replace an output that is there already. changes: rows are written with these. keep_equal: rows that are the
    same as earlier ones are written too.
    """

    data: str
    output: str
    config: TrainConfig = TrainConfig()
    force: bool = False
    changes: tuple[RowChange, ...] = ()
    keep_equal: bool = False
