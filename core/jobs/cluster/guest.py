"""A run of another computer's that this one trains for it: in a folder of its own, by a worker like any other.

It lasts as long as that computer listens. What it wants of the run it fetches; then the folder is deleted.
"""

from __future__ import annotations

import contextlib
import shutil
import threading
import time
from collections import deque
from pathlib import Path

import msgspec

from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.base.files import told_of
from core.base.paths import make_private
from core.cluster import questions as q
from core.cluster.base_copy import read_part, require_room
from core.cluster.questions import busy
from core.cluster.wire import PART, Noted, garbage
from core.jobs.apart import ApartProcess
from core.jobs.cluster import bases
from core.jobs.cluster.sent_run import written_files
from core.jobs.context import Control, JobContext
from core.runs.run import Run

UNHEARD_S = 120.0  # after which nobody wants it any more
_LOOKED_S = 5.0
_ENDED_S = 20.0  # for a worker that is told to
_OF_A_LINE = 16  # bytes besides, on its way
_WAITED_S = 1.0  # for more lines, before it is said that there are none


class Guests:
    """The runs that train here for other computers, one at a time."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._guest: _Guest | None = None
        self._lock = threading.Lock()
        shutil.rmtree(_folder(), ignore_errors=True)  # of one that was ended by force

    @property
    def run(self) -> str:
        """The run that is trained, or ""."""
        guest = self._guest
        return guest.run.name if guest is not None and guest.is_wanted else ""

    def require_none(self) -> None:
        """Require that no run trains here for another computer. Raises LuthierError `cluster.busy`."""
        if self.run:
            raise busy(self.run)

    def answer(self, away: q.Away) -> msgspec.Struct:
        """Answer a question about a run that trains here. Raises LuthierError `cluster.busy`, `cluster.no-guest`,
        `cluster.no-base`, `files.*`.
        """
        match away.asked:
            case q.Open():
                return self._open(away)
            case q.End():
                self._end(away.key)
                return Noted(time.time())
        guest = self._guest
        if guest is None or guest.key != away.key:
            raise LuthierError(
                "cluster.no-guest", f"it does not train {away.run} any more.", "Resume the run from here."
            )
        return guest.answer(away.asked)

    def close(self) -> None:
        """Take part no longer."""
        if self._guest is not None:
            self._guest.close()

    def _open(self, away: q.Away) -> Noted:
        with self._lock:
            if self._guest is not None:
                if self._guest.key != away.key:
                    self.require_none()
                self._guest.close()
            self._context.phase("train", f"Training {away.run} for another computer")
            self._guest = _Guest(away, self._context)
        return Noted(time.time())

    def _end(self, key: str) -> None:
        with self._lock:
            if self._guest is not None and self._guest.key == key:
                self._guest.close()
                self._guest = None


class _Guest:
    """A folder, and what works in it. Raises LuthierError `files.cannot-write`."""

    def __init__(self, away: q.Away, context: JobContext) -> None:
        self.key, self._context = away.key, context
        self.run = Run(_folder() / paths.plain(away.run))
        with told_of(self.run.folder):
            make_private(self.run.checkpoints_dir)
        self._control = Control()
        self._lines: deque[bytes] = deque()
        self._passed = 0  # lines that were heard, and forgotten
        self._said = threading.Condition()
        self._exit_code: int | None = None
        self._worker: threading.Thread | None = None
        self._process: ApartProcess | None = None
        self._heard = time.monotonic()
        self._is_closed, self._closing = threading.Event(), threading.Lock()
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def is_wanted(self) -> bool:
        return not self._is_closed.is_set()

    def answer(self, asked: q.Question) -> msgspec.Struct:
        try:
            return self._answered(asked)
        finally:
            self._heard = time.monotonic()  # it takes its time to find the base

    def close(self) -> None:
        """Give it up, and delete its folder; once."""
        with self._closing:
            if self._is_closed.is_set():
                return
            self._control.apply(p.Cancel())
            if self._worker is not None:
                self._worker.join(_ENDED_S)
                if self._process is not None:
                    self._process.kill()
                self._worker.join()
            shutil.rmtree(_folder(), ignore_errors=True)
            self._is_closed.set()
            self._context.phase("wait", "Waiting for a training")

    def _answered(self, asked: q.Question) -> msgspec.Struct:
        match asked:
            case q.PutFile(path=path, start=start, content=content):
                self._put(self._place(path), start, content)
            case q.Begin():
                return self._begin(asked)
            case q.Listen(after=after):
                return self._listen(after)
            case q.Tell(command=command):
                self._control.apply(p.decode_command(command))
            case q.ListFiles():
                return q.Files(self._written())
            case q.ReadFile(path=path, start=start):
                return q.Part(self._read(self._place(path), start))
        return Noted(time.time())

    def _place(self, path: str) -> Path:
        """Raises LuthierError `cluster.garbage` for one outside of the folder."""
        folder = self.run.folder
        place = folder / path
        if ".." in place.parts or place == folder or not place.is_relative_to(folder):
            raise garbage(f"{path!r}, which is no file of a run")
        return place

    def _put(self, place: Path, start: int, content: bytes) -> None:
        """Parts come one after the other. Raises LuthierError `cluster.no-room`, `cluster.garbage`."""
        require_room(len(content), self.run.folder, "the next part of the run")
        with told_of(place):
            make_private(place.parent)
            if start != (place.stat().st_size if start else 0):
                raise garbage(f"a part of {place.name} that does not go on")
            with place.open("ab" if start else "wb") as file:
                file.write(content)

    def _begin(self, asked: q.Begin) -> q.Began:
        """Threads, device and memory are chosen here: machines differ. Once, also where the answer was lost."""
        began = q.Began(str(self._place(asked.info.data)), str(self.run.folder))
        if self._worker is not None:
            return began
        base = bases.found(asked.base, self._context)
        info = msgspec.structs.replace(
            asked.info,
            model=str(base.path),
            data=began.data,
            eval_data=str(self._place(asked.info.eval_data)) if asked.info.eval_data else None,
            adapter=str(self._place(asked.info.adapter)) if asked.info.adapter else None,
            config=msgspec.structs.replace(asked.info.config, threads=0, memory_budget=0, device="auto"),
        )
        self.run.write_info(info)
        job = p.ResumeJob(run=str(self.run.folder))
        self._worker = threading.Thread(target=self._train, args=(job,))
        self._worker.start()
        return began

    def _train(self, job: p.ResumeJob) -> None:
        with ApartProcess(job, self._control, is_whole=True) as self._process:
            for event in self._process.events():
                with self._said:
                    self._lines.append(p.encode(event))
                    self._said.notify_all()
            exit_code = self._process.exit_code()
        with self._said:
            self._exit_code = exit_code
            self._said.notify_all()

    def _listen(self, after: int) -> q.Heard:
        with self._said:
            while self._passed < after and self._lines:
                self._lines.popleft()
                self._passed += 1
            self._said.wait_for(lambda: self._lines or self._exit_code is not None, _WAITED_S)
            fit, size = list[bytes](), 0
            for line in self._lines:
                size += len(line) + _OF_A_LINE
                if fit and (size > PART or len(fit) == q.MOST_LINES):
                    return q.Heard(fit, None)
                fit.append(line)
            return q.Heard(fit, self._exit_code)

    def _written(self) -> dict[str, tuple[int, int]]:
        found = {}
        for path in written_files(self.run):
            with contextlib.suppress(FileNotFoundError):  # a newer one has taken its place
                stat = path.stat()
                found[path.relative_to(self.run.folder).as_posix()] = stat.st_size, stat.st_mtime_ns
        return found

    def _read(self, place: Path, start: int) -> bytes | None:
        try:
            return read_part(place, start)
        except FileNotFoundError:
            return None

    def _watch(self) -> None:
        while not self._is_closed.wait(_LOOKED_S):
            if time.monotonic() - self._heard > UNHEARD_S:
                self.close()


def _folder() -> Path:
    return paths.home() / "luthier-guest"  # nobody else's has this name, so it may be deleted whole
