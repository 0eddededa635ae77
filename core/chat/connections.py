"""Connections of `luthier serve` before a request is there: the door sees no more than a request whose headers came."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_S = 10.0  # seconds in which a request's headers have to come: they are one packet, from this very machine
MOST_WAITING = 32  # connections whose headers have not come; a browser opens six ahead


class Connection(H11Protocol):
    """uvicorn's, which waits for headers for ever, and of any number of connections."""

    _until: asyncio.TimerHandle | None = None  # while it waits

    def connection_made(self, transport: Any) -> None:
        """Do as uvicorn's. Of too many idle connections the one that has waited longest is closed."""
        super().connection_made(transport)
        self._look()
        waiting = [other for other in self.connections if isinstance(other, Connection) and other._until is not None]
        if len(waiting) > MOST_WAITING:
            min(waiting, key=Connection._due).hang_up()

    def data_received(self, data: bytes) -> None:
        """Do as uvicorn's."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Do as uvicorn's."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Do as uvicorn's."""
        self._wait_no_more()
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Nobody has asked anything."""
        self._wait_no_more()
        self.transport.abort()

    def _due(self) -> float:
        return self._until.when() if self._until else 0.0

    def _look(self) -> None:
        cycle: Any = self.cycle  # None before the first request
        if self.transport.is_closing() or not (cycle is None or cycle.response_complete):
            self._wait_no_more()
        elif self._until is None:
            self._until = self.loop.call_later(HEADERS_S, self.hang_up)

    def _wait_no_more(self) -> None:
        if self._until is not None:
            self._until.cancel()
            self._until = None
