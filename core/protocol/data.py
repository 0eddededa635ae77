"""Facts about data files, and the jobs that inspect, preview and clean them, with their results."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.protocol.config import TrainConfig
from core.protocol.event import JobOf


class Understood(msgspec.Struct, kw_only=True):
    """How a data file was read, and the alternatives: enough for the user to correct it."""

    format: str = "text"
    container: str = ""
    encoding: str = ""  # of all files; "mixed" if they differ
    columns: list[str] = []
    mapping: dict[str, str] = {}  # each field's column
    guessed: bool = False  # the columns' names did not decide the mapping
    formats: dict[str, list[str]] = {}  # fields of each
    titles: dict[str, str] = {}  # of the formats
    has_header: bool = True  # for a table: whether its first row names the columns
    numbered_by_row: bool = False  # `line` is the row's number: lines do not distinguish rows
    sheets: list[str] = []  # a workbook's sheets with rows
    sheet: str = ""  # the one that is read


class PreviewPiece(msgspec.Struct, kw_only=True):
    """A piece of a row's text, supervised or masked."""

    text: str
    trained: bool


class RowSize(msgspec.Struct, kw_only=True):
    """A row and its number of tokens."""

    file: str
    line: int
    tokens: int
    trained: int


class SimilarRows(msgspec.Struct, kw_only=True):
    """Two near-duplicate rows. share: the fraction of their token n-grams that both have."""

    file: str
    line: int
    other_file: str
    other_line: int
    share: float


class Statistics(msgspec.Struct, kw_only=True):
    """Statistics of the rows to train on: conversations, or documents.

    edges, counts: a histogram: counts[i] rows have edges[i] <= tokens < edges[i + 1]. languages: ISO 639 code -> share
    of the rows examined; "" for unrecognized. similar: the first rows that nearly repeat an earlier one.
    """

    rows: int
    edges: list[int]
    counts: list[int]
    median: int  # tokens
    most: int  # tokens: the 95th percentile
    longest: list[RowSize]
    fewest_trained: list[RowSize]  # rows with the shortest answers
    languages: dict[str, float]
    n_similar: int
    similar: list[SimilarRows]
    all_compared: bool  # whether n_similar counts all rows


class PreviewMessage(msgspec.Struct, kw_only=True):
    """A turn of the conversation. turn: its position, for RowChange; -1: it cannot be changed.

    thoughts: an answer's thoughts in the data, learnt or not.
    """

    role: str
    text: str
    thoughts: str = ""
    turn: int = -1


class RowChange(msgspec.Struct, kw_only=True):
    """The user's changes to a row. texts: new texts by turn; a document's only text is turn 0.

    place, key: as in PreviewRow; they guarantee that no other row is changed.
    """

    place: int
    key: str
    leave_out: bool = False
    texts: dict[int, str] = {}


class RowSource(msgspec.Struct, kw_only=True):
    """The source of a row made from documents. whence: file, page and headings. quote: the passage that supports the
    answer. doubt: why the row needs a review, "" if it needs none.
    """

    whence: str
    quote: str = ""
    doubt: str = ""


class PreviewRow(msgspec.Struct, kw_only=True):
    """A row as the model reads it: token by token, and why each is supervised or masked.

    stretches: consecutive spans: count, whether supervised, and why (core/data/tokens/preview.py). pieces: the tokens'
    texts. A character of several tokens is in the first of them, and `parts` lists those that continue it; invalid
    bytes are written as `<F0>`. problem: why the row is not used; it has no tokens then.
    left_out: a description of content that the model's template drops. thinking: whether its last answer is learnt with
    thoughts; empty if neither the row nor the template has any. place: index among the data's rows. key: a checksum of
    its content in the file, for RowChange; empty if it cannot be changed. For running text, a row is a passage of about
    a page, with one message without a role. rejected: the worse answer of a row with two.
    """

    file: str
    line: int  # its first line
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
    """A row that is not used. file: its full path. line: from 1; the row's number in files without lines."""

    file: str
    line: int
    reason: str
    detail: str


class InspectResult(Understood, kw_only=True):
    """What training would use of a data file. seconds, rows_s, tokens_s: speed of the tokenization.

    rows: usable or not; for running text, blocks of about a page. train_rows: those to train on. steps: for the
    config's epochs. truncated: conversations whose oldest turns do not fit the context. thoughts: conversations whose
    last answer is learnt with its thoughts. ends_turns: whether the template marks the end of an answer. model: its
    name for people; licence: the model's.
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
    tokens_shared: int = 0  # of the tokens, those in shared beginnings, computed once with another row's
    trained_share: float
    sequences: int
    fill: float  # share of the packed rows without padding, 0..1
    eval_rows: int
    eval_tokens_trained: int
    dropped: dict[str, int]  # reason -> rows
    duplicates: int
    problems: list[str]  # the same in sentences, without the files' folders
    bad_rows: list[BadRow]  # the first of each reason
    preview: list[list[PreviewPiece]]
    statistics: Statistics | None  # None for running text
    seconds: float
    rows_s: float
    tokens_s: float
    from_cache: bool


class PreviewResult(Understood, kw_only=True):
    """Previewed rows. more: whether further rows follow."""

    rows: list[PreviewRow]
    more: bool


class CleanResult(msgspec.Struct, kw_only=True):
    """Counts of a cleaned file. dropped: reason -> rows."""

    path: str
    rows: int
    dropped: dict[str, int]
    bytes: int


class InspectJob(JobOf[InspectResult], tag="inspect"):
    """Tokenize a data file for a model and report what training would use, with unsaved changes applied."""

    model: str
    data: str
    config: TrainConfig = TrainConfig()
    limit: int = 5
    changes: tuple[RowChange, ...] = ()


class PreviewJob(JobOf[PreviewResult], tag="preview"):
    """Show rows of a data file token by token, and why each token is supervised or masked: `limit` rows from `start`
    on.

    search: only rows that contain this text, ignoring case. doubted: only rows marked for review. changes: applied to
    the rows shown.
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
    """Write the usable rows of a data file, each once, as JSON lines of messages (or of texts).

    force: replace an existing output. changes: applied to the rows written. keep_equal: also write rows that equal
    earlier ones.
    """

    data: str
    output: str
    config: TrainConfig = TrainConfig()
    force: bool = False
    changes: tuple[RowChange, ...] = ()
    keep_equal: bool = False
