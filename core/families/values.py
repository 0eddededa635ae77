"""Reads JSON files of a model's folder; errors name file and key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.base.bounded_file import pointer_refusal
from core.base.errors import LuthierError, in_words

_AGAIN = "Download it again."
_LARGEST_JSON = 512 << 20  # bytes; the largest tokenizer.json has 35 MB
_LARGEST_COUNT, _LARGEST_NUMBER = 2**31 - 1, 3e38  # limits of GGUF's 32-bit numbers


def parse_json(raw: bytes) -> Any:
    """Parse any JSON value. Raises ValueError, also for brackets nested too deep and a name twice in an object."""
    try:
        return json.loads(raw, object_pairs_hook=_object)
    except RecursionError as error:
        raise ValueError("its brackets are nested too deep") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the name {max(names, key=names.count)!r:.80} stands in an object twice")
    return found


def read_json(file: Path) -> dict[str, Any]:
    """Read a JSON object from a model's folder. Raises LuthierError `convert.missing-file`, `convert.bad-json` or
    `model.lfs-pointer`.
    """
    try:
        if not file.is_file():
            raise FileNotFoundError("there is no such file")
        if file.stat().st_size > _LARGEST_JSON:
            raise ValueError(f"{file.stat().st_size:,} bytes are more than a model's JSON has")
        content = parse_json(file.read_bytes())
    except OSError as error:
        what = f"{file} cannot be read: {error.strerror or error}."
        raise LuthierError("convert.missing-file", what, "Download the model completely.") from error
    except ValueError as error:
        what = f"{file} is not valid JSON: {in_words(error)}."
        raise pointer_refusal(file) or LuthierError("convert.bad-json", what, _AGAIN) from error
    if not isinstance(content, dict):
        raise LuthierError("convert.bad-json", f"{file} is not a JSON object.", _AGAIN)
    return content


def model_name(folder: Path) -> str:
    """Return the folder's name; in Hugging Face's cache, whose folders are named by commit, the repository's."""
    folder = folder.resolve()
    if folder.parent.name == "snapshots" and folder.parent.parent.name.startswith("models--"):
        return folder.parent.parent.name.rsplit("--", 1)[-1]
    return folder.name


class JsonObject:
    """A JSON object whose errors name file and key. null is a value, and different from a missing key.

    defaults: values of missing keys; a key without a default is required. Without defaults, missing keys read as null.
    """

    def __init__(self, file: Path, values: dict[str, Any], defaults: Mapping[str, Any] | None = None) -> None:
        self.file, self.values, self.defaults = file, values, defaults

    def get(self, key: str) -> Any:
        """Return a value, or the class's default. Raises LuthierError `model.missing-key`."""
        if key in self.values or self.defaults is None:
            return self.values.get(key)
        if key not in self.defaults:
            raise self._missing(key)
        return self.defaults[key]

    def count(self, key: str, null: int | None = None, most: int = _LARGEST_COUNT) -> int:
        """Return a whole number from 1 on. null: the value of a null, if allowed."""
        value = self._get(key, null)
        if isinstance(value, bool) or not isinstance(value, int) or (value < 1 and value != null) or value > most:
            raise self.bad(key, f"a whole number from 1 to {most:,}")
        return value

    def number(self, key: str, null: float | None = None, most: float = _LARGEST_NUMBER) -> float:
        value = self._get(key, null)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
            raise self.bad(key, f"a number above zero, at most {most:g}")
        return float(value)

    def flag(self, key: str, null: bool = False) -> bool:
        value = self._get(key, null)
        if not isinstance(value, bool):
            raise self.bad(key, "true or false")
        return value

    def numbers(self, key: str, length: int) -> tuple[float, ...]:
        value = self._get(key, None)
        if not isinstance(value, list) or len(value) != length:
            raise self.bad(key, f"a list of {length} numbers")
        if not all(isinstance(v, int | float) and abs(v) <= _LARGEST_NUMBER for v in value):
            raise self.bad(key, f"{length} finite numbers")
        return tuple(map(float, value))

    def object(self, key: str) -> JsonObject:
        """Return the JSON object below a key; empty if the key is missing."""
        value = self._get(key, {})
        if not isinstance(value, dict):
            raise self.bad(key, "an object")
        return JsonObject(self.file, value)

    def _get(self, key: str, null: Any) -> Any:
        value = self.get(key)
        if value is None and null is None and key not in self.values:
            raise self._missing(key)
        return null if value is None else value

    def _missing(self, key: str) -> LuthierError:
        return LuthierError(
            "model.missing-key", f"{self.file} does not say {key}.", "Get the model's complete config.json."
        )

    def bad(self, key: str, expected: str) -> LuthierError:
        return LuthierError(
            "model.bad-value",
            f"{self.file}: {key} is {self.values.get(key)!s:.80}, expected {expected}.",
            "Get the model's own config.json.",
        )

    def unsupported(self, what: str) -> LuthierError:
        return LuthierError(
            "convert.unsupported", f"{self.file}: {what}, which this version cannot convert.", "Choose another model."
        )
