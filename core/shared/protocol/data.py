"""What is known about a data file; parts of the results of the jobs `inspect` and `preview`."""

from __future__ import annotations

import msgspec


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
    """A turn, as the conversation has it."""

    role: str
    text: str


class PreviewRow(msgspec.Struct, kw_only=True):
    """A row as the model reads it: token by token, and why each is trained or not.

    stretches: count, whether trained, and why (core/data/chat/explain.py), one after the other. pieces: the tokens'
    texts; a part of a character is written as its bytes, `<F0><9F>`. problem: why the row is not used; then it has
    no tokens.
    left_out: what the model's template has no place for, in words.
    """

    file: str
    line: int  # 0: a window over a text
    problem: str = ""
    messages: list[PreviewMessage] = []
    ids: list[int] = []
    pieces: list[str] = []
    stretches: list[tuple[int, bool, str]] = []
    left_out: list[str] = []
