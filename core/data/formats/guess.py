"""Guesses the format of rows from their column names, and the meaning of columns with unclear names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import mean
from typing import Any

from core.data.formats.calls import may_be_json
from core.data.formats.rendered import rendered_turns
from core.data.formats.row_formats import FORMATS, RowFormat, columns_of, is_truth, missing, plain_name
from core.data.formats.turns import SPEAKER_KEYS, is_read, is_turn, spread
from core.data.problems import BadRowError

_MESSAGE_FIELDS = ("messages", "conversations")  # fields that hold messages
_SCHEMA = "schemaVersion"  # in Amazon Bedrock's rows, which are recognised without it
_TEXT_FIELDS = {"text", "prompt", "completion", "question", "answer", "instruction", "output"}
_PLAIN_VALUE = re.compile(  # numbers, addresses, and words with digits: ids, hashes, names of models
    r"[\d.,:%/+-]*|\w+://\S*|\S+@\S+\.\w+|(?=\S*\d)[!-~]+|true|false|null", re.IGNORECASE
)
_LABELS = re.compile(r"(\w+_)?(labels?|class|category|sentiment|intent|emotion|topic|target|stars|rating)(_\w+)?")
_ABOUT = re.compile(  # columns about the others, whatever their values
    r"(\w+_)?(id|uuid|guid|hash|sha\d*|md5|url|uri|link|date|time|timestamp|score|rank|lang|language|license|split|model|"
    rf"winner|deck|notetype|tags?|index|path|filename)|{_LABELS.pattern}"
)
_SEPARATORS = (  # after questions, and after answers
    re.compile(r"\s*(?:#{2,}|[-=]+>|→|\|{2,}|<\|?sep\|?>|\[SEP\])\s*\Z", re.IGNORECASE),
    re.compile(r"\s*(?:#{2,}|\bEND|\bSTOP|\bDONE|<\|?(?:END|STOP)\|?>|\[(?:END|STOP|DONE)\])\s*\Z"),
)
_LONGEST_SEPARATOR = 32  # characters
_LONGEST_LABEL, _FEWEST_FOR_LABELS, _MOST_SHOWN = 40, 4, 3  # characters; rows; labels


def format_of_fields(given: Mapping[str, str]) -> RowFormat | None:
    """Return the format that the user's field names belong to; prefer one that needs no others."""
    fitting = [f for f in FORMATS.values() if given and set(given) <= {field.name for field in f.fields}]
    return min(fitting, key=lambda f: len(missing(f, given)), default=None)


def usual_format(rows: list[dict[str, Any]]) -> RowFormat | None:
    """Return the format of most rows."""
    found = [row_format for row in rows if (row_format := best_format(tuple(row)))]
    return max(FORMATS.values(), key=found.count) if found else None


def plainest_format(rows: list[dict[str, Any]], columns: tuple[str, ...]) -> RowFormat:
    """Return the format for columns whose names are unclear: a single text is a document, several are a question and
    its answer.
    """
    return FORMATS["documents" if len(_text_lengths(rows, columns)) == 1 else "prompt"]


def turn_a_row(rows: object) -> bool:
    """Return whether each row is one turn with its speaker; the first row may be about the others."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        return False
    said = [{key.strip().lower(): value for key, value in row.items()} for row in rows]
    said = said[1:] if len(said) > 2 else said
    return all(map(is_turn, said)) or _names_speakers(said)


def _names_speakers(rows: list[dict[str, Any]]) -> bool:
    """Return whether a column names the speakers of another one: a few names that repeat."""
    for column, texts in SPEAKER_KEYS.items():
        names = [str(row.get(column) or "") for row in rows]
        if all(names) and _are_labels(names) and len(set(names)) > 1:
            return all(any(isinstance(row.get(key), str) for key in texts) for row in rows)
    return False


@lru_cache(maxsize=256)
def best_format(columns: tuple[str, ...]) -> RowFormat | None:
    """Return the first format whose required fields are all present; else the one with most of them, if any."""

    def share(row_format: RowFormat) -> float:
        required = sum(field.required for field in row_format.fields)
        return 1 - len(missing(row_format, columns_of(row_format, columns, {}))) / required

    best = max(FORMATS.values(), key=share)
    return best if share(best) > 0 else None


def guess_columns(
    rows: list[dict[str, Any]], columns: tuple[str, ...], row_format: RowFormat, given: Mapping[str, str]
) -> dict[str, str]:
    """Guess columns for required fields that no name matches, by their values: for messages lists, for texts the
    columns of texts if their number is right; none beside objects, whose meaning is unknown.

    Of two columns the one with question marks is the question, else the shorter one.
    """
    mapping = columns_of(row_format, columns, given)
    lacking = missing(row_format, mapping)
    free = [column for column in columns if column not in mapping.values()]
    if lacking and lacking[0] in _MESSAGE_FIELDS:
        lists = [column for column in free if any(isinstance(row.get(column), list) for row in rows)]
        return dict(zip(lacking, lists, strict=False))
    lengths = _text_lengths(rows, free)
    holds_objects = any(isinstance(row.get(c), dict) or _objects(row.get(c)) for row in rows for c in free)
    if len(lengths) != len(lacking) or holds_objects or not _TEXT_FIELDS.issuperset(lacking):
        return {}
    return dict(zip(lacking, sorted(lengths, key=lambda c: (not _asks(rows, c), lengths[c])), strict=True))


def labels_beside(rows: list[dict[str, Any]], text: str) -> tuple[str, ...]:
    """Return the column that classifies another column's texts, and its first labels; empty without one."""
    for column in dict.fromkeys(column for row in rows for column in row):
        values = [str(value) for row in rows if isinstance(value := row.get(column), str | int) and value != ""]
        is_named = column != text and _LABELS.fullmatch(plain_name(column))
        if is_named and _are_labels(values) and len(shown := list(dict.fromkeys(values))) > 1:
            return column, *shown[:_MOST_SHOWN]
    return ()


def is_rendered(rows: list[dict[str, Any]], given: Mapping[str, str]) -> bool:
    """Return whether at least 95% of the documents are conversations with a chat template's marks."""
    texts = []
    for row in rows:
        column = columns_of(FORMATS["documents"], row, given).get("text", "")
        texts += [text] if isinstance(text := row.get(column), str) else []
    return bool(texts) and sum(map(_is_whole, texts)) >= 0.95 * len(texts)


def _is_whole(text: str) -> bool:
    try:
        return bool(rendered_turns(text))
    except BadRowError:  # an unknown role
        return False


def separators_in(rows: list[dict[str, Any]], asked: str, answered: str) -> tuple[str, str] | None:
    """Return the separators after every question and every answer, with which OpenAI once advised to mark their ends
    for a model without a chat template ("\\n\\n###\\n\\n", " ->", " END"); None without a separator.
    """
    pairs = [
        (asks, says)
        for row in rows
        if isinstance(asks := row.get(asked), str) and isinstance(says := row.get(answered), str)
    ]
    if len(pairs) < _FEWEST_FOR_LABELS:
        return None
    before, after = (_common_end([pair[side] for pair in pairs], pattern) for side, pattern in enumerate(_SEPARATORS))
    return (before, after) if before or after else None


def _common_end(texts: list[str], separator: re.Pattern[str]) -> str:
    found = {match[0] if (match := separator.search(text[-_LONGEST_SEPARATOR:])) else "" for text in texts}
    return found.pop() if len(found) == 1 else ""


def unused_keys(row: Mapping[str, Any], mapping: Mapping[str, str]) -> list[str]:
    """Return a row's non-empty columns that no field uses, and such keys of its messages."""
    used = {column for field, column in mapping.items() if _heeded(field, row[column])}
    found = [column for column, value in row.items() if column not in used | {_SCHEMA} and _says(value)]
    for field, column in mapping.items():
        objects = _objects(row[column]) if field not in ("tools", "rejected", "answers", "contents") else ()
        for message in (turn for one in objects for turn in spread(one)):
            found += [f"{key} (in messages)" for key, value in message.items() if not is_read(key) and _says(value)]
    return found


def _heeded(field: str, value: object) -> bool:
    """Return whether a field uses such a value; unknown labels, or plain text in place of tools or turns, are
    ignored.
    """
    if field == "label":
        return is_truth(value)
    return field not in ("tools", "history") or not isinstance(value, str) or may_be_json(value)


def _says(value: object) -> bool:
    """Return whether a value is not empty; tables write NaN for empty cells."""
    return value is not None and value == value and value not in ("", [], {})


def _objects(value: object) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _asks(rows: list[dict[str, Any]], column: str) -> bool:
    """Return whether more than half of a column's texts end with a question mark."""
    texts = [text for row in rows if isinstance(value := row.get(column), str) and (text := value.strip())]
    return 2 * sum(text.endswith(("?", "？")) for text in texts) > len(texts)


def _text_lengths(rows: list[dict[str, Any]], columns: Sequence[str]) -> dict[str, float]:
    """Return the mean length of each column's texts, without columns of numbers, dates, names, labels or nothing."""
    lengths = {}
    for column in columns:
        texts = [text for row in rows if isinstance(value := row.get(column), str) and (text := value.strip())]
        is_plain = 2 * sum(map(_is_plain, texts)) > len(texts)
        if texts and not is_plain and not _are_labels(texts) and not _ABOUT.fullmatch(plain_name(column)):
            lengths[column] = mean(map(len, texts))
    return lengths


def _is_plain(text: str) -> bool:
    """Return whether a text is a number, a date, an address, an identifier or the like, and not language."""
    letters = "".join(text.split())
    is_date = len(text) <= _LONGEST_LABEL and 3 * sum(map(str.isdigit, letters)) > len(letters)
    return is_date or bool(_PLAIN_VALUE.fullmatch(text))


def _are_labels(texts: list[str]) -> bool:
    """Return whether a few short texts repeat."""
    few = len(texts) >= _FEWEST_FOR_LABELS and 2 * len(set(texts)) <= len(texts)
    return few and mean(map(len, texts)) <= _LONGEST_LABEL
