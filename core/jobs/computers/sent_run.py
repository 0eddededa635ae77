"""Sends a run's files to another computer, and fetches the files that its training writes.

Also contains the connection to a computer that trains a run, which is opened again after a loss.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np

from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.base.files import written_folder, written_whole
from core.base.known_computers import Computer
from core.computers import questions as q
from core.computers.copies import read_part, require_room
from core.computers.frames import Noted
from core.computers.ssh import Pipe, garbage
from core.data.read.folder import data_files
from core.engine.lora.adapter_file import Adapter, read_adapter, write_adapter
from core.engine.train.checkpoint import CHECKPOINT_FILES
from core.gguf.header import Header
from core.jobs.context import JobContext
from core.runs.files import delete_checkpoint
from core.runs.run import Run, RunInfo

_STEP = re.compile(r"checkpoints/step-[0-9]+")
# Files that a training writes besides its checkpoints.
BESIDE = (
    "evaluation.npz", "model.json", "plan.json", "reference.npz", "thoughts.json", "held.npz", "began.gguf",
)  # fmt: skip
GO_ON = "Go on with the run, here or there: its checkpoints are on this computer."
_AGAIN_S = 2.0  # seconds between two attempts to connect
_PASSING = ("computers.unreachable", "computers.refused", "computers.no-host", "computers.failed")

Q = TypeVar("Q", bound=msgspec.Struct)


def key_of(run: Run, info: RunInfo) -> str:
    """Return the key by which another computer knows a run. It stays the same until the run is renamed."""
    return hashlib.blake2b(f"{run.name}\n{info.created}".encode(), digest_size=16).hexdigest()


class Line:
    """A connection to another computer about one run, to be closed. Questions raise LuthierError `computers.lost`, and
    the other computer's refusals.

    patience_s: seconds to try to connect again. wait: called meanwhile; may raise.
    """

    def __init__(self, computer: Computer, key: str, patience_s: float, wait: Callable[[], None]) -> None:
        """Connect. Raises LuthierError `computers.*`."""
        self.computer, self.name, self.key = computer, computer.name, key
        self._patience_s, self._wait = patience_s, wait
        self._pipe = Pipe(computer)
        self.ahead = time.time() - self._pipe.time  # seconds by which this clock is ahead

    def close(self) -> None:
        self._pipe.close()

    def ask(self, question: q.Question, kind: type[Q]) -> Q:
        """Ask a question and return its answer, over a new connection if this one is lost."""
        until = None
        while True:
            try:
                return self._pipe.ask(question, kind)
            except OSError as error:
                until = until or time.monotonic() + self._patience_s
                self._connect_again(until, error)

    def end(self) -> None:
        """Let the other computer delete the run, if it can be reached."""
        with suppress(OSError, LuthierError):
            self._pipe.ask(q.End(self.key), Noted)

    def bring_base(self, header: Header, base: q.Base, context: JobContext) -> None:
        """Send the base model if it is missing; parts that arrived earlier are not sent again."""
        there = self.ask(q.HasBase(base), q.Has)
        if there.is_whole:
            return
        context.phase("copy", f"Sending {base.name} to {self.name}")
        done = there.bytes
        while done < base.size:
            context.control.raise_if_cancelled()
            context.progress(done, base.size, "bytes")
            part = read_part(header.path, done)
            try:
                self.ask(q.PutBase(base, done, part), Noted)
                done += len(part)
            except LuthierError as error:
                if error.code != "computers.garbage":
                    raise
                again = self.ask(q.HasBase(base), q.Has)  # after a lost answer: the part may have arrived
                if again.bytes == done and not again.is_whole:
                    raise
                done = base.size if again.is_whole else again.bytes

    def _connect_again(self, until: float, error: OSError) -> None:
        self._pipe.close()
        while time.monotonic() < until:
            for _ in range(round(_AGAIN_S * 10)):
                self._wait()
                time.sleep(0.1)
            try:
                self._pipe = Pipe(self.computer)
            except LuthierError as other:
                if other.code not in _PASSING:
                    raise
            else:
                return
        raise LuthierError("computers.lost", f"{self.name} no longer answers.", GO_ON) from error


def send_run(
    run: Run, info: RunInfo, beginning: Adapter | None, scratch: Path, line: Line, report: ReportProgress
) -> RunInfo:
    """Send a run's files; return its info with paths below its remote folder. scratch: a temporary folder.

    Raises LuthierError `data.*`, and as Line does.
    """
    files = dict(_data_files("data", Path(info.data)))
    if info.eval_data:
        files |= dict(_data_files("eval", Path(info.eval_data)))
    if beginning is not None:
        files["beginning.gguf"] = scratch / "beginning.gguf"
        write_adapter(
            files["beginning.gguf"],
            beginning.architecture,
            beginning.tensors,
            beginning.alpha,
            notes=beginning.notes,
            magnitudes=beginning.magnitudes,
        )
    if run.has_checkpoint():
        files |= {path.relative_to(run.folder).as_posix(): path for path in written_files(run)}
    total, done = sum(path.stat().st_size for path in files.values()), 0
    for name, path in files.items():
        for start, part in _parts(path):
            line.ask(q.PutFile(line.key, name, start, part), Noted)
            done += len(part)
            report(done, total)
    return msgspec.structs.replace(
        info,
        data=f"data/{Path(info.data).name}",
        eval_data=f"eval/{Path(info.eval_data).name}" if info.eval_data else None,
        adapter="beginning.gguf" if beginning is not None else None,
        on="",
        sweep=None,
    )


def written_files(run: Run) -> Iterator[Path]:
    """Yield the complete files that a training has written into its run's folder."""
    for path in (*run.checkpoints_dir.glob("step-*/*"), *(run.folder / name for name in BESIDE)):
        if _is_written(path.relative_to(run.folder).as_posix()) and path.is_file():
            yield path


class Homeward:
    """Fetches files that are new since the last time.

    shape: the shapes of the run's adapter by tensor; None before the first adapter. between: called after each part, to
    hear the user meanwhile; it may raise.
    """

    def __init__(self, run: Run, line: Line, between: Callable[[], None]) -> None:
        self._run, self._line, self._between = run, line, between
        self._had: dict[str, tuple[int, int]] = {}
        newest = run.newest_checkpoint()
        self._shape = _shape(newest / "adapter.gguf") if newest is not None else None

    def bring(self) -> None:
        """Fetch the training's new files. Raises LuthierError `files.cannot-write`, `computers.no-room`,
        `computers.garbage`, `computers.bad-checkpoint`, and as Line does.
        """
        there = self._line.ask(q.ListFiles(self._line.key), q.Files).files
        for name in there:  # check names from the other computer before writing to them
            if not _is_written(name):
                raise garbage(self._line.computer, f"{name!r}, which no training writes")
        new = sum(size for name, (size, _) in there.items() if self._had.get(name) != there[name])
        require_room(new, self._run.folder, "What the training has written")
        steps = {name.split("/")[1] for name in there if name.startswith("checkpoints/")}
        for step in sorted(steps):
            names = [name for name in there if name.startswith(f"checkpoints/{step}/")]
            if any(self._had.get(name) != there[name] for name in names) and not self._is_here(step, names, there):
                self._bring_checkpoint(step, {name: there[name][0] for name in names})
        for name in (name for name in there if "/" not in name and self._had.get(name) != there[name]):
            with suppress(_GoneError):
                self._bring_file(name, there[name][0], self._run.folder / name)
        self._had = there
        if steps:
            self._be_as_there(steps)

    def _is_here(self, step: str, names: list[str], there: dict[str, tuple[int, int]]) -> bool:
        """Return whether a checkpoint was fetched before, for example by an earlier window, judged by its checksums."""
        name = f"checkpoints/{step}/checksums.sha256"
        own = self._run.folder / name
        if name not in names or not own.is_file() or own.stat().st_size != there[name][0]:
            return False
        content = self._line.ask(q.ReadFile(self._line.key, name, 0), q.Part).content
        return content == own.read_bytes() and all(
            (self._run.folder / other).is_file() and (self._run.folder / other).stat().st_size == there[other][0]
            for other in names
        )

    def _bring_checkpoint(self, step: str, sizes: dict[str, int]) -> None:
        """Fetch a checkpoint completely and valid, or not at all. sizes: by name."""
        with suppress(_GoneError), written_folder(self._run.checkpoints_dir / step) as partial:
            for name, size in sizes.items():
                self._bring_file(name, size, partial / Path(name).name)
            self._require_sound(step, partial)

    def _require_sound(self, step: str, folder: Path) -> None:
        """Require a valid checkpoint. Raises LuthierError `computers.bad-checkpoint`."""
        try:
            shape = _shape(folder / "adapter.gguf")
        except (LuthierError, OSError) as error:
            raise _bad(self._line.name, step, f"its adapter cannot be read: {error}") from error
        if self._shape not in (None, shape):
            raise _bad(self._line.name, step, "its adapter has other tensors than the run's")
        self._shape = shape

    def _bring_file(self, name: str, size: int, path: Path) -> None:
        """Fetch a file, never more than the announced size. Raises _GoneError if it was replaced meanwhile."""
        with written_whole(path) as partial, partial.open("wb") as file:
            while file.tell() < size:
                part = self._line.ask(q.ReadFile(self._line.key, name, file.tell()), q.Part).content
                if not part or len(part) > size - file.tell():
                    raise _GoneError
                file.write(part)
                self._between()

    def _be_as_there(self, steps: set[str]) -> None:
        """Keep the same checkpoints as the other computer, and the newest one's adapter as the run's, unless one is
        missing.
        """
        here = list(self._run.checkpoints_dir.glob("step-*"))
        if steps <= {path.name for path in here}:
            for path in here:
                if path.name not in steps:
                    with suppress(OSError):
                        delete_checkpoint(path)
        newest = self._run.newest_checkpoint()
        if newest is not None:
            with written_whole(self._run.adapter) as partial:
                shutil.copyfile(newest / "adapter.gguf", partial)


def _shape(adapter: Path) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return the shapes of an adapter's factors by tensor. Raises LuthierError `adapter.*`, also for numbers that are
    not finite.
    """
    read = read_adapter(adapter)
    for name, factors in read.tensors.items():
        if not all(np.isfinite(factor).all() for factor in factors):
            raise LuthierError("adapter.not-finite", f"{name} holds numbers that are not finite.", "Train it again.")
    return {name: tuple(factor.shape for factor in factors) for name, factors in read.tensors.items()}


def _bad(name: str, step: str, why: str) -> LuthierError:
    return LuthierError(
        "computers.bad-checkpoint",
        f"{name} sent a checkpoint that cannot be used ({step}): {why}.",
        "It was not kept. Go on from the checkpoint before, here or on another computer.",
    )


def _is_written(name: str) -> bool:
    """Return whether a training writes this file. name: below its run's folder, with slashes."""
    folder, _, file = name.rpartition("/")
    return name in BESIDE or (_STEP.fullmatch(folder) is not None and file in CHECKPOINT_FILES)


def _data_files(name: str, path: Path) -> Iterator[tuple[str, Path]]:
    """Yield the data files by their names in the remote run's folder."""
    if path.is_file():  # the other computer unpacks a zip file or a workbook
        yield f"{name}/{path.name}", path
        return
    found = data_files(path)
    for file in (*found.files, *found.held_out):
        yield f"{name}/{file.relative_to(path.parent).as_posix()}", file


def _parts(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield a file's parts, at least one: an empty file is sent, too."""
    start = 0
    while (part := read_part(path, start)) or not start:
        yield start, part
        start += len(part)
        if not part:
            return


class _GoneError(Exception):
    """Raised if a newer file has replaced the one being read."""
