"""A row written as JSON, with what parsers lose of it: keys that are there twice, how numbers are spelled."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

import msgspec

from core.data.problems import BadRowError, kind

_SPELLED = msgspec.json.Decoder(float_hook=str)
_FAULTS = (  # what Python's parser begins to say, and what it means
    ("Expecting property name", "a name in double quotes is missing"),
    ("Illegal trailing comma", "a comma stands before the end"),
    ("Expecting ':'", "a colon is missing"),
    ("Expecting ','", "a comma is missing"),
    ("Expecting value", "a value is missing"),
    ("Unterminated string", "a quote is opened and never closed"),
    ("Invalid control character", "a line break or tab stands within quotes"),
    ("Invalid \\", "a backslash stands before a character that needs none"),
    ("Extra data", "something follows after the row's end"),
)
_TRAILING_COMMA = re.compile(r",\s*$")


def plain_row(row: str | dict[str, Any]) -> dict[str, Any]:
    """Return a row's columns; a list of objects is a conversation without a name. Raises BadRowError."""
    if isinstance(row, dict):
        return row
    try:
        value = msgspec.json.decode(row)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        value = _lenient(row)
    is_chat = isinstance(value, list) and value and all(isinstance(part, dict) for part in value)
    if not is_chat and not isinstance(value, dict):
        raise BadRowError("not a JSON object", f"it is {kind(value)}")
    _require_each_key_once(row, value)
    return {"messages": value} if is_chat else value


def source_of(row: str | dict[str, Any]) -> dict[str, Any]:
    """Return what a row says about where it is from ("source"), which is not learnt; empty where it says nothing."""
    if isinstance(row, str) and '"source"' not in row:
        return {}
    try:
        source = plain_row(row).get("source")
    except BadRowError:
        return {}
    return source if isinstance(source, dict) else {}


def parsed(text: str, column: str) -> Any:
    """Return the value of JSON inside a text. Raises BadRowError, also for NaN, which Python takes and JSON has not."""
    try:
        return json.loads(text, parse_constant=refuse_number)
    except (ValueError, RecursionError) as error:
        raise BadRowError(f"{column} is not valid JSON", str(error)) from error


def refuse_number(name: str) -> NoReturn:
    """Refuse NaN or Infinity, for json.loads's parse_constant. Raises ValueError."""
    raise ValueError(f"{name} is no number of JSON's")


def as_text(row: str | dict[str, Any], column: str, value: Any) -> Any:
    """Return a column's number or truth as the row writes it, so that 0.50 stays 0.50; other values as they are."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case float():
            return None if value != value else _spelled(row, column) or str(value)  # NaN: tables write it for nothing
    return value


def _spelled(row: str | dict[str, Any], column: str) -> str:
    if isinstance(row, dict):
        return ""
    try:
        return str(_SPELLED.decode(row)[column])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return str(json.loads(row, parse_float=str)[column])


def _require_each_key_once(row: str, value: Any) -> None:
    """Parsers keep the last of equal keys and say nothing. Raises BadRowError.

    Keys are counted first, by the colons behind quotes that are not a text's own: as many as were kept are all of them.
    Other rows (with blanks before colons, with texts that begin with one) are parsed in Python, which takes longer.
    """
    kept, colons = _keys(value), row.count('":')
    if colons != kept and colons - row.count('\\":') != kept:
        json.loads(row, object_pairs_hook=_distinct)


def _keys(value: Any) -> int:
    """Return the number of keys of all objects in a value."""
    if type(value) is dict:
        return len(value) + sum(map(_keys, value.values()))
    return sum(map(_keys, value)) if type(value) is list else 0


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in found if keys.count(key) > 1)
        raise BadRowError("a key that is there twice", repr(twice)[:40])
    return found


def _lenient(row: str) -> Any:
    """Decode with the standard library, which allows NaN and half characters, and says what is wrong with the rest."""
    try:
        return json.loads(row.rstrip())  # its line break is no line of its own
    except json.JSONDecodeError as error:
        raise BadRowError("not valid JSON", _fault(row, error), lines_on=error.lineno - 1) from error
    except ValueError as error:  # a number of thousands of digits
        raise BadRowError("not valid JSON", str(error)) from error
    except RecursionError as error:
        raise BadRowError("not valid JSON", "nested too deeply") from error


def _fault(row: str, error: json.JSONDecodeError) -> str:
    """What is wrong, and at which character: of the row, or of the line that it has gone on to."""
    what = next((words for start, words in _FAULTS if error.msg.startswith(start)), error.msg)
    if error.msg.startswith("Expecting property name") and _TRAILING_COMMA.search(row[: error.pos]):
        what = "a comma stands before the end"
    return f"{what}, at character {error.colno}"
