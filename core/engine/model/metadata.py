"""The numbers that a file says about its model, checked."""

from __future__ import annotations

from math import isfinite

from core.base.errors import LuthierError
from core.engine.model.arch import NO_CAP, Architecture
from core.engine.model.gguf_file import GgufFile

_LARGEST_COUNT = 2**31 - 1


def ill_made(code: str, message: str) -> LuthierError:
    """Return an error for a file that says what no converter should."""
    return LuthierError(code, message, "The file was made by an old or broken converter: convert the model again.")


class Numbers:
    """Numeric metadata under the architecture's prefix."""

    def __init__(self, file: GgufFile, row: Architecture) -> None:
        self._file, self._prefix, self._options = file, row.name, row.options

    def __call__(self, key: str, default: float | None = None) -> float:
        value = self._file.get(f"{self._prefix}.{key}")
        if value is None and default is not None:
            return default
        if not isinstance(value, int | float):
            raise ill_made("arch.missing-key", f"{self._file.path.name} does not say its {self._prefix}.{key}.")
        if not isfinite(value):
            raise self.bad(key, value, "a finite number")
        return value

    def count(self, key: str, default: float | None = None, *, minimum: int = 1, maximum: int = _LARGEST_COUNT) -> int:
        """A whole number within bounds."""
        value = self(key, default)
        if value != int(value) or not minimum <= value <= maximum:
            raise self.bad(key, value, f"a whole number from {minimum} to {maximum:,}")
        return int(value)

    def per_layer(self, key: str, n_layer: int, default: float | None = None, *, minimum: int = 1) -> tuple[int, ...]:
        """A whole number for each layer: the same for all, unless the file has a list of them."""
        values = self._file.numbers(f"{self._prefix}.{key}")
        if not values:
            return (self.count(key, default, minimum=minimum),) * n_layer
        if len(values) < n_layer:
            raise self.bad(key, len(values), f"a value for each of its {n_layer} layers")
        for value in values[:n_layer]:
            if value != int(value) or not minimum <= value <= _LARGEST_COUNT:
                raise self.bad(key, value, f"whole numbers from {minimum} to {_LARGEST_COUNT:,}")
        return tuple(int(value) for value in values[:n_layer])

    def positive(self, key: str, default: float) -> float:
        """Not zero, since it divides."""
        value = self(key, default)
        if value <= 0:
            raise self.bad(key, value, "a number above zero")
        return value

    def bad(self, key: str, value: float, expected: str) -> LuthierError:
        return ill_made(
            "arch.bad-value",
            f"{self._file.path.name} says that its {self._prefix}.{key} is {value:,}, expected {expected}.",
        )

    def option(self, key: str, otherwise: float = 0.0) -> float:
        """A number that only some architectures know; `otherwise` for those that do not."""
        return self(key, self._options[key]) if key in self._options else otherwise

    def cap(self, key: str) -> float:
        """An option; 0 also for a cap that stands for none."""
        value = self.option(key)
        return 0.0 if value == NO_CAP else value
