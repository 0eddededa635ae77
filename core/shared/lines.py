"""Lines cut from any stream of bytes that comes in pieces."""

from __future__ import annotations

MOST = 64 * 2**20  # bytes of a line: no message comes near it, and a stream without any newline fills no memory
SHOWN = 200  # bytes that are left of a longer one, so that it can be told


class Lines:
    """feed: what has come. rest: what stood after the last newline when the stream ended. Empty lines are left out."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._pieces: list[bytes] = []
        self._held = 0  # bytes in them
        self._is_cut = False  # the line that is coming has been told already

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete now. One that is too long comes as its beginning, once."""
        lines = list[bytes]()
        *ends, begun = data.split(b"\n")
        for end in ends:
            self._keep(end, lines)
            lines += self.rest()
        self._keep(begun, lines)
        return lines

    def rest(self) -> list[bytes]:
        """The line that is held, if any of it is."""
        line, is_cut = b"".join(self._pieces), self._is_cut
        self._pieces, self._held, self._is_cut = [], 0, False
        return [line] if line.strip() and not is_cut else []

    def _keep(self, piece: bytes, lines: list[bytes]) -> None:
        if self._is_cut:
            return
        self._pieces.append(piece)
        self._held += len(piece)
        if self._held > self._most:
            lines.append(b"".join(self._pieces)[:SHOWN])
            self._pieces, self._held, self._is_cut = [], 0, True
