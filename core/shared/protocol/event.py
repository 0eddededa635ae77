"""What all events have."""

from __future__ import annotations

import time

import msgspec


class BaseEvent(msgspec.Struct, kw_only=True, tag_field="type", tag=str.lower):
    """One line of a worker's."""

    time: float = msgspec.field(default_factory=time.time)  # seconds since 1970
