"""JSON that may come from anywhere."""

from __future__ import annotations

from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")


@overload
def from_json(content: bytes | str) -> Any: ...
@overload
def from_json(content: bytes | str, type: type[T]) -> T: ...
def from_json(content: bytes | str, type: Any = Any) -> Any:
    """Decode as msgspec does. Raises msgspec.DecodeError, also if it is nested deeper than Python can follow, and
    UnicodeDecodeError: both are a ValueError.
    """
    try:
        return msgspec.json.decode(content, type=type)
    except RecursionError as error:
        raise msgspec.DecodeError("it is nested too deep") from error
