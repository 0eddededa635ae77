"""Adds checksums to files that grow by lines (events, votes, answers): each line ends with the checksum of its text.

 {"type":"step","step":12,…,"crc":"1c291ca3"}

Other programs see one more field. Lines of older versions have no checksum.
"""

from __future__ import annotations

import re
import zlib

from core import protocol as p
from core.base.errors import LuthierError
from core.base.formats import DamagedError, newer

_SUM = re.compile(rb',"crc":"([0-9a-f]{8})"\}\s*\Z')


def summed(line: bytes) -> bytes:
    """Return a non-empty JSON object as a line with its checksum."""
    said = line.rstrip().removesuffix(b"}")
    return said + b',"crc":"%08x"}\n' % zlib.crc32(said)


def is_summed(line: bytes) -> bool:
    """Return whether a line has a checksum. Raises DamagedError if the checksum does not match."""
    found = _SUM.search(line)
    if found and int(found[1], 16) != zlib.crc32(line[: found.start()]):
        raise DamagedError("a line is damaged")
    return found is not None


def event_line(event: p.Event) -> bytes:
    """Return an event's line in events.jsonl."""
    return summed(p.encode(event))


def event_of(line: bytes) -> p.Event | None:
    """Decode a line of events.jsonl; None for an unknown event.

    Raises DamagedError for a changed line, LuthierError `formats.newer` for the hello of a newer version.
    """
    is_whole = is_summed(line)
    try:
        event = p.decode_event(line)
    except LuthierError as error:
        if is_whole:
            return None
        raise DamagedError("a line is damaged, or was cut off") from error
    if isinstance(event, p.Hello) and event.protocol > p.PROTOCOL_VERSION:
        raise newer("What a worker recorded of this run", event.version)
    return event
