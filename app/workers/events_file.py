"""Reads a run's events.jsonl, and reads on while another program trains it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from core import protocol as p
from core.base.bounded_file import lines_of, open_plain
from core.base.errors import LuthierError
from core.base.formats import DamagedError
from core.runs.recorded import event_of
from core.runs.run import Run, is_alive, unreadable

INTERVAL_MS = 500
QUIET_TICKS = 6  # a living worker writes a memory reading every half second


class EventsFile(QObject):
    """The events of a run, from its file.

    Signals:
        received: one event, after `follow`.
        ended: the worker said its last word or is gone.
    """

    received = Signal(object)
    ended = Signal()

    def __init__(self, run: Run, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self._offset = 0
        self._quiet = 0
        self._hello: p.Hello | None = None
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._read_on)

    def read(self) -> Iterator[p.Event]:
        """What the file holds after what was read before. A line that is still being written waits.

        Raises LuthierError `formats.newer`, `runs.unreadable`.
        """
        if not self._run.events_file.exists():
            return
        try:
            yield from self._new()
        except OSError as error:
            raise unreadable(self._run.events_file, error) from error

    def _new(self) -> Iterator[p.Event]:
        with open_plain(self._run.events_file) as file:
            file.seek(self._offset)
            for line in lines_of(file):
                if not line.endswith(b"\n"):
                    return
                self._offset += len(line)
                try:
                    event = event_of(line)
                except DamagedError:
                    continue  # or cut off by a crash; the next worker went on in a new line or after it
                if isinstance(event, p.Hello):
                    self._hello = event
                if event is not None:
                    yield event

    @property
    def size(self) -> int:
        """Bytes."""
        return self._run.events_file.stat().st_size if self._run.events_file.exists() else 0

    @property
    def is_alive(self) -> bool:
        """Whether the worker whose events were read last still lives."""
        return self._hello is not None and is_alive(self._hello)

    def follow(self) -> None:
        """Go on reading until the worker ends."""
        self._timer.start()

    def _read_on(self) -> None:
        self._quiet += 1
        try:
            for event in self.read():
                self._quiet = 0
                self.received.emit(event)
                if isinstance(event, p.Finished | p.Failed):
                    self._end()
                    return
        except LuthierError:  # a newer Luthier goes on with it
            self._end()
            return
        if self._quiet >= QUIET_TICKS:
            self._quiet = 0
            if not self.is_alive:
                self._end()

    def _end(self) -> None:
        self._timer.stop()
        self.ended.emit()
