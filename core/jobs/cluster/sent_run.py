"""A run's files on their way to another machine, and what comes of it on their way home.

Also here: the line to a machine that does a whole training for this computer, also after it was cut for a moment.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.base.files import written_folder, written_whole
from core.cluster import questions as q
from core.cluster.base_copy import read_part, require_room
from core.cluster.members import Place
from core.cluster.questions import Base, Has, HasBase
from core.cluster.wire import Connection, Noted
from core.data.read.folder import data_files
from core.engine.lora.adapter_file import Adapter, write_adapter
from core.engine.train.checkpoint import CHECKPOINT_FILES
from core.gguf.header import Header
from core.jobs.cluster.bases import COPY, send_base
from core.jobs.context import JobContext
from core.runs.files import delete_checkpoint
from core.runs.run import Run, RunInfo

_STEP = re.compile(r"checkpoints/step-[0-9]+")
# The checkpoints: what a training writes, too.
BESIDE = ("evaluation.npz", "model.json", "plan.json", "reference.npz", "thoughts.json")

Q = TypeVar("Q", bound=msgspec.Struct)

LOST_S = 30.0  # without an answer, after which the machine is given up
GO_ON = "Go on with the run, here or there: its checkpoints are on this computer."
_AGAIN_S = 2.0  # between two tries
_PASSING = ("cluster.unreachable", "cluster.no-machine", "cluster.other-computer")


def send_run(
    run: Run, info: RunInfo, beginning: Adapter | None, scratch: Path, line: Line, report: ReportProgress
) -> RunInfo:
    """Send a run to a machine; return what it is there, with paths in its folder. scratch: a folder for the moment.

    Raises LuthierError `data.*`, and as Line has it.
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
            line.ask(q.PutFile(name, start, part), Noted)
            done += len(part)
            report(done, total)
    return msgspec.structs.replace(
        info,
        data=f"data/{Path(info.data).name}",
        eval_data=f"eval/{Path(info.eval_data).name}" if info.eval_data else None,
        adapter="beginning.gguf" if beginning is not None else None,
        cluster=None,
        sweep=None,
    )


def written_files(run: Run) -> Iterator[Path]:
    """Yield the files that a training has written into its run's folder, whole."""
    for path in (*run.checkpoints_dir.glob("step-*/*"), *(run.folder / name for name in BESIDE)):
        if _is_written(path.relative_to(run.folder).as_posix()) and path.is_file():
            yield path


class Homeward:
    """Brings home what is new since the last time, at first since it was made.

    between: is called after each part, so that a person is heard meanwhile; it may raise.
    """

    def __init__(self, run: Run, line: Line, between: Callable[[], None] = lambda: None) -> None:
        self._run, self._line, self._between = run, line, between
        self._had = self._there()

    def bring(self) -> None:
        """Bring home what the training has newly written. Raises LuthierError `files.cannot-write`, `cluster.no-room`,
        `cluster.garbage`, and as Line has it.
        """
        there = self._there()
        new = sum(size for name, (size, _) in there.items() if self._had.get(name) != there[name])
        require_room(new, self._run.folder, "what the training has written")
        steps = {name.split("/")[1] for name in there if name.startswith("checkpoints/")}
        for step in sorted(steps):
            names = [name for name in there if name.startswith(f"checkpoints/{step}/")]
            if any(self._had.get(name) != there[name] for name in names):
                self._bring_checkpoint(step, {name: there[name][0] for name in names})
        for name in (name for name in there if "/" not in name and self._had.get(name) != there[name]):
            with suppress(_GoneError):
                self._bring_file(name, there[name][0], self._run.folder / name)
        self._had = there
        if steps:
            self._be_as_there(steps)

    def _there(self) -> dict[str, tuple[int, int]]:
        """Nothing but what a training writes: the machine says the names, and they are written to here."""
        there = self._line.ask(q.ListFiles(), q.Files).files
        for name in there:
            if not _is_written(name):
                raise LuthierError("cluster.garbage", f"{self._line.machine} wants to send {name!r}, which no training "
                                   "writes.", "Remove that computer from the cluster if it is not yours.")  # fmt: skip
        return there

    def _bring_checkpoint(self, step: str, sizes: dict[str, int]) -> None:
        """Whole or not at all. sizes: by name."""
        with suppress(_GoneError), written_folder(self._run.checkpoints_dir / step) as partial:
            for name, size in sizes.items():
                self._bring_file(name, size, partial / Path(name).name)

    def _bring_file(self, name: str, size: int, path: Path) -> None:
        """No more of it than was announced. Raises _GoneError where it is another by now."""
        with written_whole(path) as partial, partial.open("wb") as file:
            while file.tell() < size:
                part = self._line.ask(q.ReadFile(name, file.tell()), q.Part).content
                if not part or len(part) > size - file.tell():
                    raise _GoneError
                file.write(part)
                self._between()

    def _be_as_there(self, steps: set[str]) -> None:
        """The same checkpoints, and the newest's adapter as the run's. None is deleted for one that did not come."""
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


def _is_written(name: str) -> bool:
    """Return whether a training writes this file; a path below its run's folder, with slashes."""
    folder, _, file = name.rpartition("/")
    return name in BESIDE or (_STEP.fullmatch(folder) is not None and file in CHECKPOINT_FILES)


def _data_files(name: str, path: Path) -> Iterator[tuple[str, Path]]:
    """Yield the data files by their names in the run's folder on the machine."""
    if path.is_file():  # a zip file or a workbook is unpacked there
        yield f"{name}/{path.name}", path
        return
    found = data_files(path)
    for file in (*found.files, *found.held_out):
        yield f"{name}/{file.relative_to(path.parent).as_posix()}", file


def _parts(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield at least one part, so that an empty file is sent, too."""
    start = 0
    while (part := read_part(path, start)) or not start:
        yield start, part
        start += len(part)
        if not part:
            return


class _GoneError(Exception):
    """A newer one has taken the place of what was being read."""


class Line:
    """A line to a machine, to be closed. All questions raise LuthierError `cluster.lost`, and what the machine refuses
    with.
    """

    def __init__(self, place: Place, machine: str, run: str, key: str) -> None:
        """Raises LuthierError as Place.connect_by_name does."""
        self._place, self.machine, self._run, self._key = place, machine, run, key
        self._connection = place.connect_by_name(machine)

    def close(self) -> None:
        self._connection.close()

    def ask(self, asked: q.Question, kind: type[Q]) -> Q:
        """Ask the machine a question about the run, and return its answer."""
        return self._answered(q.Away(self._run, self._key, asked), kind)

    def end(self) -> None:
        """Have the machine forget the run; where it does not answer it does so by itself."""
        with suppress(OSError, LuthierError):
            self._connection.ask(q.Away(self._run, self._key, q.End()), Noted)

    def bring_base(self, header: Header, base: Base, may_copy: bool, context: JobContext) -> None:
        """Have the machine hold the base. Raises LuthierError `cluster.no-base` where it lacks the base and may not
        have it sent.
        """
        if self._answered(HasBase(base), Has).base == "here":
            return
        if not may_copy:
            raise LuthierError(
                "cluster.no-base",
                f"{self.machine} does not have the base model {base.name}.",
                COPY,
            )
        context.phase("copy", f"Sending {base.name} to {self.machine}")
        send_base(self._connection, header, base, context)

    def _answered(self, question: msgspec.Struct, kind: type[Q]) -> Q:
        deadline = time.monotonic() + LOST_S
        while True:
            try:
                return self._connection.ask(question, kind)
            except OSError as error:
                self._connection = self._connected_again(deadline, error)
            except LuthierError as error:
                raise LuthierError(error.code, f"{self.machine}: {error.message}", error.hint) from error

    def _connected_again(self, deadline: float, error: OSError) -> Connection:
        """Connect again, perhaps under another address that the machine has now."""
        self._connection.close()
        while time.monotonic() < deadline:
            time.sleep(_AGAIN_S)
            try:
                return self._place.connect_by_name(self.machine)
            except LuthierError as other:
                if other.code not in _PASSING:
                    raise
        raise LuthierError("cluster.lost", f"{self.machine} no longer answers.", GO_ON) from error
