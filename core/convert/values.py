"""JSON files of a model's folder, read with complaints that name file and key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.errors import LuthierError


def read_json(file: Path) -> dict[str, Any]:
    """A JSON object from a model's folder. Raises LuthierError `convert.bad-json` naming the file."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LuthierError("convert.missing-file", f"{file} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise LuthierError("convert.bad-json", f"{file} is not valid JSON: {error}.", "Download it again.") from error
    if not isinstance(content, dict):
        raise LuthierError("convert.bad-json", f"{file} is not a JSON object.", "Download it again.")
    return content


def model_name(folder: Path) -> str:
    """The folder's own; in the Hugging Face cache, whose folders are called by their commit, the repository's."""
    folder = folder.resolve()
    if folder.parent.name == "snapshots" and folder.parent.parent.name.startswith("models--"):
        return folder.parent.parent.name.rsplit("--", 1)[-1]
    return folder.name


class Values:
    """A JSON object that complains with file and key."""

    def __init__(self, file: Path, values: dict[str, Any]) -> None:
        self.file, self.values = file, values

    def count(self, key: str, default: int | None = None) -> int:
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or (value < 1 and value != default):
            raise self.bad(key, "a whole number above zero")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            raise self.bad(key, "a number above zero")
        return float(value)

    def flag(self, key: str, default: bool = False) -> bool:
        value = self._get(key, default)
        if not isinstance(value, bool):
            raise self.bad(key, "true or false")
        return value

    def numbers(self, key: str, length: int) -> tuple[float, ...]:
        value = self._get(key, None)
        if not isinstance(value, list) or len(value) != length or not all(isinstance(v, int | float) for v in value):
            raise self.bad(key, f"a list of {length} numbers")
        return tuple(map(float, value))

    def object(self, key: str) -> Values:
        """The JSON object below a key; empty when it is not there."""
        value = self._get(key, {})
        if not isinstance(value, dict):
            raise self.bad(key, "an object")
        return Values(self.file, value)

    def _get(self, key: str, default: Any) -> Any:
        value = self.values.get(key)
        if value is None:
            value = default
        if value is None:
            raise LuthierError(
                "convert.missing-key", f"{self.file} does not say {key}.", "Get the model's complete config.json."
            )
        return value

    def bad(self, key: str, expected: str) -> LuthierError:
        return LuthierError(
            "convert.bad-value", f"{self.file}: {key} is {self.values.get(key)!r}, expected {expected}."
        )

    def unsupported(self, what: str) -> LuthierError:
        return LuthierError(
            "convert.unsupported", f"{self.file}: {what}, which this version cannot convert.", "Choose another model."
        )
