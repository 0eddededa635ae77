"""What all events have."""

from __future__ import annotations

import msgspec

from core.shared.event_time import event_time


class BaseEvent(msgspec.Struct, kw_only=True, tag_field="type", tag=str.lower):
    """One line of a worker's."""

    time: float = msgspec.field(default_factory=event_time)  # seconds since 1970
