"""Parses a row of JSON, and checks what parsers lose: duplicate keys, the spelling of numbers."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

import msgspec

from core.data.problems import BadRowError, kind

_SPELLED = msgspec.json.Decoder(float_hook=str)
_FAULTS = (  # the beginnings of Python's error messages, and clearer ones
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
    """Return a row's columns; a list of objects becomes a conversation. Raises BadRowError."""
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
    """Return a row's "source" field, which is not learnt; empty without one."""
    if isinstance(row, str) and '"source"' not in row:
        return {}
    try:
        source = plain_row(row).get("source")
    except BadRowError:
        return {}
    return source if isinstance(source, dict) else {}


def parsed(text: str, column: str) -> Any:
    """Parse JSON inside a text. Raises BadRowError, also for NaN, which Python accepts and JSON lacks."""
    try:
        return json.loads(text, parse_constant=refuse_number)
    except (ValueError, RecursionError) as error:
        raise BadRowError(f"{column} is not valid JSON", str(error)) from error


def refuse_number(name: str) -> NoReturn:
    """Refuse NaN or Infinity, as json.loads's parse_constant. Raises ValueError."""
    raise ValueError(f"{name} is no number of JSON's")


def as_text(row: str | dict[str, Any], column: str, value: Any) -> Any:
    """Return a column's number or boolean as the row spells it, so that 0.50 stays 0.50; other values unchanged."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case float():
            return None if value != value else _spelled(row, column) or str(value)  # NaN: an empty cell of a table
    return value


def _spelled(row: str | dict[str, Any], column: str) -> str:
    if isinstance(row, dict):
        return ""
    try:
        return str(_SPELLED.decode(row)[column])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return str(json.loads(row, parse_float=str)[column])


def _require_each_key_once(row: str, value: Any) -> None:
    """Refuse duplicate keys, of which parsers silently keep the last. Raises BadRowError.

    First counts the colons after quotes, other than escaped ones: with as many as parsed keys, no key was lost. Other
    rows (with spaces before colons, with texts that begin with one) are parsed in Python, which takes longer.
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
    """Decode with the standard library, which accepts NaN and lone surrogates, and explains other errors."""
    try:
        return json.loads(row.rstrip())  # a trailing line break would count as a line
    except json.JSONDecodeError as error:
        raise BadRowError("not valid JSON", _fault(row, error), lines_on=error.lineno - 1) from error
    except ValueError as error:  # a number of thousands of digits
        raise BadRowError("not valid JSON", str(error)) from error
    except RecursionError as error:
        raise BadRowError("not valid JSON", "nested too deeply") from error


def _fault(row: str, error: json.JSONDecodeError) -> str:
    """Return the error and its character position in the row, or in the line that the row continues on."""
    what = next((words for start, words in _FAULTS if error.msg.startswith(start)), error.msg)
    if error.msg.startswith("Expecting property name") and _TRAILING_COMMA.search(row[: error.pos]):
        what = "a comma stands before the end"
    return f"{what}, at character {error.colno}"
