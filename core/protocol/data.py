"""What is known about a data file, jobs that look into it and clean it, and what comes of them."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.protocol.config import TrainConfig
from core.protocol.event import JobOf


class Understood(msgspec.Struct, kw_only=True):
    """How a data file was read, and how it could be read: enough to correct it."""

    format: str = "text"
    container: str = ""
    encoding: str = ""  # of all files; "mixed" where they differ
    columns: list[str] = []
    mapping: dict[str, str] = {}  # each field's column
    guessed: bool = False  # the names do not say what the columns hold
    formats: dict[str, list[str]] = {}  # fields of each
    titles: dict[str, str] = {}  # of the formats
    has_header: bool = True  # of a table: whether its first row names the columns
    numbered_by_row: bool = False  # what is called a line elsewhere is the row's number: lines do not tell rows apart
    sheets: list[str] = []  # of a workbook, those with rows
    sheet: str = ""  # the one that is read


class PreviewPiece(msgspec.Struct, kw_only=True):
    """A stretch of a row's text."""

    text: str
    trained: bool


class RowSize(msgspec.Struct, kw_only=True):
    """One row and its tokens."""

    file: str
    line: int
    tokens: int
    trained: int


class SimilarRows(msgspec.Struct, kw_only=True):
    """Two rows that are nearly the same. share: of the runs of tokens that either has, those that both have."""

    file: str
    line: int
    other_file: str
    other_line: int
    share: float


class Statistics(msgspec.Struct, kw_only=True):
    """Over the rows that are trained on: conversations, or documents.

    edges, counts: how many rows have edges[i] <= tokens < edges[i + 1]. languages: ISO 639 code -> share of the rows
    looked at; "" where it cannot be told. similar: the first rows that are nearly an earlier one.
    """

    rows: int
    edges: list[int]
    counts: list[int]
    median: int  # tokens
    most: int  # tokens that 95% of the rows do not exceed
    longest: list[RowSize]
    fewest_trained: list[RowSize]  # rows with the shortest answers
    languages: dict[str, float]
    n_similar: int
    similar: list[SimilarRows]
    all_compared: bool  # whether n_similar is all there are


class PreviewMessage(msgspec.Struct, kw_only=True):
    """A turn, as the conversation has it. turn: its place there, for RowChange; -1: it cannot be changed.

    thoughts: that an answer has in the data, whether they are learnt or not.
    """

    role: str
    text: str
    thoughts: str = ""
    turn: int = -1


class RowChange(msgspec.Struct, kw_only=True):
    """What a person changed in a row. texts: by turn, what it says now; the only text of a document is turn 0.

    place, key: as PreviewRow has them; another row is never changed by mistake.
    """

    place: int
    key: str
    leave_out: bool = False
    texts: dict[int, str] = {}


class RowSource(msgspec.Struct, kw_only=True):
    """Where a row is from, as rows about documents say. whence: file, page and headings. quote: what the answer rests
    on. doubt: why it is to be looked at, "" where nothing speaks against it.
    """

    whence: str
    quote: str = ""
    doubt: str = ""


class PreviewRow(msgspec.Struct, kw_only=True):
    """A row as the model reads it: token by token, and why each is trained or not.

    stretches: count, whether trained, and why (core/data/tokens/preview.py), one after the other. pieces: the tokens'
    texts. A character of several tokens stands in the first of them, and those in `parts` only go on with it; bytes
    that are no character are written as `<F0>`. problem: why the row is not used; then it has
    no tokens.
    left_out: what the model's template has no place for, in words. thinking: whether its last answer is learnt with
    thoughts; empty where neither the row nor the template has any. place: among the rows of the data, from 0. key: of
    what the file says in it, for RowChange; empty where it cannot be changed. Of running text a row is a passage, about
    a page, with one message without a role. rejected: the worse answer of a row that has two.
    """

    file: str
    line: int  # where it begins
    place: int = 0
    key: str = ""
    problem: str = ""
    messages: list[PreviewMessage] = []
    ids: list[int] = []
    pieces: list[str] = []
    parts: list[int] = []
    stretches: list[tuple[int, bool, str]] = []
    left_out: list[str] = []
    thinking: Literal["", "on", "off"] = ""
    rejected: str = ""
    source: RowSource | None = None


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
