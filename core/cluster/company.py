"""The machines that compute with a training: who is there, who is ready, who cannot and why.

A thread beside the steps looks who has come. So no step waits for the place where they meet, and those that are
connected compute on where that is gone.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path

from core.base.callbacks import Notify
from core.base.errors import Hint, LuthierError
from core.cluster import base_copy
from core.cluster.addresses import SHUT
from core.cluster.encoding import n_bytes
from core.cluster.machine import NONE, Versions
from core.cluster.members import Place
from core.cluster.questions import Collect, Compute, Computed, Part, Prepare, Present, Ready, Rest, Values
from core.cluster.wire import PART, Connection, Noted, garbage

LOOKED_S = 1.0  # between looks who is there
KNOCKS_S = 30.0  # between tries to find the place where they meet again
_NO_BASE = ("cluster.no-base", "cluster.other-base")


class Mate:
    """A machine that is ready. version: of the adapter's values that it has."""

    def __init__(self, name: str, line: Connection, request: Prepare, ready: Ready) -> None:
        self.name, self._line, self._encoding, self._count = name, line, request.encoding, ready.count
        self.version = NONE

    def bring_values(self, versions: Versions) -> float:
        """Have the machine compute at the newest values. Returns the seconds that this took. Raises OSError,
        LuthierError.
        """
        change, began = versions.change(self.version), time.monotonic()
        if change.version != self.version:
            content = change.sent.content
            for start in range(0, len(content), PART):
                part = content[start : start + PART]
                self._line.ask(Values(change.since, change.version, change.sent.encoding, start, part), Noted)
            self.version = change.version
        return time.monotonic() - began

    def compute(self, asked: Compute) -> Computed:
        """Have the machine compute rows. Raises OSError, LuthierError."""
        return self._line.ask(asked, Computed)

    def collect(self) -> bytes:
        """Return the encoded sum of the gradients it has computed since the last time. Raises OSError, LuthierError."""
        size, found = n_bytes(self._encoding, self._count), bytearray()
        while len(found) < size:
            part = self._line.ask(Collect(len(found)), Part).content
            if not part or len(part) > size - len(found):
                raise garbage("a gradient of another length")
            found += part
        return bytes(found)

    def abort(self) -> None:
        """Give up what is being waited for."""
        self._line.abort()

    def end(self) -> None:
        """Let the machine rest, and close the connection."""
        with suppress(OSError, LuthierError):
            self._line.ask(Rest(), Noted)
        self._line.close()


class Company:
    """The machines that take part; to be closed. request: what each new one is asked to prepare for. base: its file,
    for those that lack it; None: it is not sent. count: numbers of the adapter.
    """

    def __init__(self, place: Place, request: Prepare, base: Path | None, count: int, notice: Notify) -> None:
        """Raises LuthierError as core/cluster/wire.py has it."""
        self._place, self._request, self._base, self._count = place, request, base, count
        self._notice = notice
        self._mates: dict[str, Mate] = {}
        self._known: dict[str, Present] = {}  # those that are ready, or being asked
        self._left_out: set[str] = set()  # names: a machine that cannot is asked again by the next training
        self._unreached: dict[str, float] = {}  # names: until when they are not asked
        self._lock, self._is_over = threading.Lock(), threading.Event()
        self._head: Connection | None = place.connect()
        self._look_round(self._head)
        self._looking = threading.Thread(target=self._keep_looking, daemon=True)
        self._looking.start()

    @property
    def is_complete(self) -> bool:
        """Whether all that are there are ready or left out."""
        with self._lock:
            return len(self._mates) == len(self._known)

    @property
    def ready(self) -> list[Mate]:
        """The ready machines in the order of their names: the same machines have the same shares."""
        with self._lock:
            return [self._mates[name] for name in sorted(self._mates)]

    def leave_out(self, name: str, why: LuthierError) -> None:
        """Leave a machine out for the rest of this training."""
        hint = Hint(why.hint, _TAKES_PART_AGAIN)
        with self._lock:
            self._left_out.add(name)
        mate = self._forget(name)
        if mate is not None:
            mate.abort()
        self._notice("cluster.left-out", f"{name} does not take part: {why.message}", hint)

    def lose(self, mate: Mate) -> None:
        """Drop a machine that is gone; it may come back."""
        mate.abort()
        if self._forget(mate.name) is not None:
            self._notice("cluster.gone", f"{mate.name} is gone: the others do its part.", _COMES_BACK)

    def close(self) -> None:
        """Let all machines rest: none is needed any more."""
        self._is_over.set()
        if self._head is not None:
            self._head.abort()
        ending = [threading.Thread(target=mate.end, daemon=True) for mate in self.ready]
        for thread in ending:
            thread.start()
        for thread in ending:
            thread.join(_TOLD_S)

    def _forget(self, name: str) -> Mate | None:
        with self._lock:
            self._known.pop(name, None)
            return self._mates.pop(name, None)

    def _keep_looking(self) -> None:
        while not self._is_over.wait(KNOCKS_S if self._head is None else LOOKED_S):
            try:
                if self._head is None:
                    self._head = self._place.connect()
                    self._notice("cluster.back", "The cluster is back: other machines may come again.", "")
                self._look_round(self._head)
            except LuthierError:
                if self._head is not None and not self._is_over.is_set():
                    where = f"The cluster at {self._place.host} does not answer"
                    message = f"{where}: those that are connected go on, and nobody can come."
                    self._notice("cluster.lost", message, "It is looked for every half minute.")
                    self._head.close()
                self._head = None

    def _look_round(self, head: Connection) -> None:
        """Who has come. Does not wait for those that get ready."""
        for machine in self._place.there(head):
            with self._lock:
                name = machine.name
                waits = self._unreached.get(name, 0.0) > time.monotonic()
                if waits or name == self._place.own or name in self._left_out or name in self._known:
                    continue
                self._known[name] = machine
            threading.Thread(target=self._prepare, args=(machine,), daemon=True).start()

    def _prepare(self, machine: Present) -> None:
        line: Connection | None = None
        try:
            line = self._place.connect_to(machine)
            ready = self._made_ready(line, machine.name)
            if ready.count != self._count:
                raise garbage(f"that its adapter has {ready.count} numbers, not {self._count}")
        except OSError:  # it was lost meanwhile, and is asked again
            self._forget(machine.name)
        except LuthierError as error:
            if error.code == "cluster.unreachable":
                self._wait_for(machine)
            elif not self._is_over.is_set():
                self.leave_out(machine.name, error)
        else:
            mate = Mate(machine.name, line, self._request, ready)
            with self._lock:
                if not self._is_over.is_set():
                    self._mates[machine.name] = mate
                    line = None
            what = f"{ready.device}, {ready.threads} threads" if ready.device == "cpu" else ready.device
            self._notice("cluster.joined", f"{machine.name} takes part ({what}).", "")
        if line is not None:
            line.close()

    def _wait_for(self, machine: Present) -> None:
        """It is part of the cluster, but cannot be reached from here."""
        self._forget(machine.name)
        with self._lock:
            is_new = machine.name not in self._unreached
            self._unreached[machine.name] = time.monotonic() + KNOCKS_S
        if is_new and not self._is_over.is_set():
            where = f"{machine.host}, port {machine.port}"
            self._notice("cluster.unreachable", f"{machine.name} does not answer at {where}.", _SHUT)

    def _made_ready(self, line: Connection, name: str) -> Ready:
        """Raises OSError, LuthierError."""
        try:
            return line.ask(self._request, Ready)
        except LuthierError as error:
            if self._base is None or error.code not in _NO_BASE:
                raise
        self._notice("cluster.copy", f"Sending {self._request.base.name} to {name}.", "")
        base_copy.send(self._base, self._request.base, line, lambda _done, _total: self._go_on())
        return line.ask(self._request, Ready)

    def _go_on(self) -> None:
        if self._is_over.is_set():
            raise ConnectionAbortedError("the training is over")


_COMES_BACK = "When it is back it takes part again, from the step that is then being done."
_TAKES_PART_AGAIN = "It is asked again when the run is next started or resumed."
_TOLD_S = 5.0
_SHUT = Hint(SHUT, "It is asked again meanwhile.")
