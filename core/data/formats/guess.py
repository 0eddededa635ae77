"""Which format rows have, by the names of their columns, and what columns mean whose names do not say it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import mean
from typing import Any

from core.data.formats.calls import may_be_json
from core.data.formats.rendered import rendered_turns
from core.data.formats.row_formats import FORMATS, RowFormat, columns_of, is_truth, missing
from core.data.formats.turns import READ_KEYS, is_turn, spread
from core.data.problems import BadRowError

_MESSAGE_FIELDS = ("messages", "conversations")  # fields that hold messages
_SCHEMA = "schemaVersion"  # of Amazon Bedrock's rows, which are recognised without it
_PLAIN_VALUE = re.compile(r"[\d.,:%/+-]*|\w+://\S*|true|false|null", re.IGNORECASE)  # numbers, dates, addresses


def format_of_fields(given: Mapping[str, str]) -> RowFormat | None:
    """Return the format that the user's field names belong to."""
    return next((f for f in FORMATS.values() if given and set(given) <= {field.name for field in f.fields}), None)


def usual_format(rows: list[dict[str, Any]]) -> RowFormat | None:
    """Return the format of most rows."""
    found = [row_format for row in rows if (row_format := best_format(tuple(row)))]
    return max(FORMATS.values(), key=found.count) if found else None


def plainest_format(rows: list[dict[str, Any]], columns: tuple[str, ...]) -> RowFormat:
    """Return the format for columns whose names say nothing: a single text is a document, several are a question and
    its answer.
    """
    return FORMATS["documents" if len(_text_lengths(rows, columns)) == 1 else "prompt"]


def turn_a_row(rows: object) -> bool:
    """Return whether all of the rows are what somebody said, with a role each."""
    return isinstance(rows, list) and bool(rows) and all(isinstance(row, dict) and is_turn(row) for row in rows)


@lru_cache(maxsize=256)
def best_format(columns: tuple[str, ...]) -> RowFormat | None:
    """Return the first format whose required fields are all there; else the one with most of them, if any."""

    def share(row_format: RowFormat) -> float:
        required = sum(field.required for field in row_format.fields)
        return 1 - len(missing(row_format, columns_of(row_format, columns, {}))) / required

    best = max(FORMATS.values(), key=share)
    return best if share(best) > 0 else None


def guess_columns(
    rows: list[dict[str, Any]], columns: tuple[str, ...], row_format: RowFormat, given: Mapping[str, str]
) -> dict[str, str]:
    """Guess columns for required fields that no name tells, by their values.

    Lists hold messages. The longest texts that do not ask are answers; what asks is a question, else the longest before
    the answer.
    """
    mapping = columns_of(row_format, columns, given)
    lacking = missing(row_format, mapping)
    free = [column for column in columns if column not in mapping.values()]
    if lacking and lacking[0] in _MESSAGE_FIELDS:
        lists = [column for column in free if any(isinstance(row.get(column), list) for row in rows)]
        return dict(zip(lacking, lists, strict=False))
    lengths = _text_lengths(rows, free)
    asking = {column for column in lengths if _asks(rows, column)}
    answer = max(lengths, key=lambda column: (column not in asking, lengths[column]), default="")
    if len(lacking) < 2 or len(lengths) < 2:
        return dict(zip(lacking[-1:], filter(None, [answer]), strict=False)) if len(lacking) == 1 else {}
    order = list(lengths)
    others = [column for column in order if column in asking - {answer}]
    others = others or order[: order.index(answer)] or order[1:]
    question = max(others, key=lambda column: lengths[column])
    return {lacking[0]: question, lacking[1]: answer}


def is_rendered(rows: list[dict[str, Any]], given: Mapping[str, str]) -> bool:
    """Return whether the documents are conversations with the marks of a chat template, but for one in twenty."""
    texts = []
    for row in rows:
        column = columns_of(FORMATS["documents"], row, given).get("text", "")
        texts += [text] if isinstance(text := row.get(column), str) else []
    return bool(texts) and sum(map(_is_whole, texts)) >= 0.95 * len(texts)


def _is_whole(text: str) -> bool:
    try:
        return bool(rendered_turns(text))
    except BadRowError:  # a role that nobody knows
        return False


def unused_keys(row: Mapping[str, Any], mapping: Mapping[str, str]) -> list[str]:
    """Return a row's columns that say something and that no field has, and such keys of its messages."""
    used = {column for field, column in mapping.items() if _heeded(field, row[column])}
    found = [column for column, value in row.items() if column not in used | {_SCHEMA} and _says(value)]
    for field, column in mapping.items():
        objects = _objects(row[column]) if field not in ("tools", "rejected", "answers", "contents") else ()
        for message in (turn for one in objects for turn in spread(one)):
            if not READ_KEYS.issuperset(message):
                strange = (key for key, value in message.items() if key not in READ_KEYS and _says(value))
                found += [f"{key} (in messages)" for key in strange]
    return found


def _heeded(field: str, value: object) -> bool:
    """Whether a field takes such a value; of other labels, or text in place of tools or turns, nothing is learnt."""
    if field == "label":
        return is_truth(value)
    return field not in ("tools", "history") or not isinstance(value, str) or may_be_json(value)


def _says(value: object) -> bool:
    """Whether a value is not empty; NaN is what tables have for nothing."""
    return value is not None and value == value and value not in ("", [], {})


def _objects(value: object) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _asks(rows: list[dict[str, Any]], column: str) -> bool:
    """Whether more than half of its texts end with a question mark."""
    texts = [text for row in rows if isinstance(value := row.get(column), str) and (text := value.strip())]
    return 2 * sum(text.endswith(("?", "？")) for text in texts) > len(texts)


def _text_lengths(rows: list[dict[str, Any]], columns: Sequence[str]) -> dict[str, float]:
    """Mean length of each column's texts; columns of numbers, names or nothing are left out."""
    lengths = {}
    for column in columns:
        texts = [text for row in rows if isinstance(value := row.get(column), str) and (text := value.strip())]
        if texts and sum(bool(_PLAIN_VALUE.fullmatch(text)) for text in texts) <= len(texts) / 2:
            lengths[column] = mean(map(len, texts))
    return lengths
