"""A run is a folder. Its files are the only truth; nothing about a run is stored elsewhere.

run.json        the request: model, data, settings
notes.json      the run's title and notes (the folder keeps its name)
model.json      the model it was started with: size and checksums
events.jsonl    every event of every worker that worked on it
thoughts.json   whether its answers were learnt with thoughts
plan.json       the memory plan, so that a resumed run computes the same
checkpoints/    step-000120/ ..., and a copy of run.json
adapter.gguf    the newest finished adapter
votes.jsonl     votes on pairs of answers, by checkpoint
answers.jsonl   answers of this and other models to test questions
assessment.json the newest verdict on whether the model got better
lock            held by the process that works on the run

These files have versions and checksums (core/base/formats.py; lines by core/runs/recorded.py).
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Container, Iterator
from itertools import count
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

import psutil

from core.base import settings
from core.base.bounded_file import lines_of, open_plain
from core.base.errors import Do, LuthierError
from core.base.files import cannot_write
from core.base.formats import DamagedError
from core.base.paths import make_private
from core.base.systems.processes import born
from core.protocol import Checkpoint, Event, Failed, Finished, Hello, TrainingStarted, TrainJob
from core.runs import files as run_files
from core.runs import info as run_info
from core.runs.info import RunInfo as RunInfo
from core.runs.info import RunNotes as RunNotes
from core.runs.recorded import event_of

_INFOS = ("*/run.json", "*/checkpoints/run.json")
_DAY = re.compile(r"^\d{4}-\d\d-\d\d-(?=.)")
_BETWEEN = re.compile(r"[-_]+")
Status = Literal["new", "running", "done", "stopped", "cancelled", "failed", "interrupted"]


class Run:
    """A run folder, read on demand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def info_file(self) -> Path:
        return self.folder / "run.json"

    @property
    def info_copy(self) -> Path:
        """Return the path of a second run.json, in case the first becomes unreadable."""
        return self.checkpoints_dir / "run.json"

    @property
    def is_there(self) -> bool:
        """Return whether the folder is a run's. Raises OSError if that cannot be checked."""
        return self.info_file.exists() or self.info_copy.exists()

    @property
    def events_file(self) -> Path:
        return self.folder / "events.jsonl"

    @property
    def checkpoints_dir(self) -> Path:
        return self.folder / "checkpoints"

    @property
    def model_file(self) -> Path:
        return self.folder / "model.json"

    @property
    def notes_file(self) -> Path:
        return self.folder / "notes.json"

    @property
    def plan_file(self) -> Path:
        return self.folder / "plan.json"

    @property
    def thoughts_file(self) -> Path:
        return self.folder / "thoughts.json"

    @property
    def adapter(self) -> Path:
        return self.folder / "adapter.gguf"

    @property
    def answers_file(self) -> Path:
        return self.folder / "answers.jsonl"

    @property
    def replay_file(self) -> Path:
        """Return the path of the model's own answers, which earlier versions trained on along with the rows."""
        return self.folder / "replay.jsonl"

    @property
    def assessment_file(self) -> Path:
        return self.folder / "assessment.json"

    @property
    def evaluation(self) -> Path:
        """Return the path of the held-out tokens: arrays `tokens`, `trained` (both concatenated) and `lengths`."""
        return self.folder / "evaluation.npz"

    @property
    def reference(self) -> Path:
        """Return the path of the starting model's log-likelihoods of the choices (core/engine/train/reference.py)."""
        return self.folder / "reference.npz"

    @property
    def held_file(self) -> Path:
        """Return the path of the ordinary text that holds the model, in the format of `evaluation`."""
        return self.folder / "held.npz"

    @property
    def began(self) -> Path:
        """Return the path of the adapter that training began with, for a training held to that model."""
        return self.folder / "began.gguf"

    def checkpoint_dir(self, step: int) -> Path:
        """Return the folder of the checkpoint after this step; it may not exist."""
        return self.checkpoints_dir / f"step-{step:06d}"

    def has_checkpoint(self) -> bool:
        """Return whether a checkpoint exists. One left incomplete by a killed worker ends in `.part` and does not
        count.
        """
        return self.newest_checkpoint() is not None

    def newest_checkpoint(self) -> Path | None:
        """Return the newest checkpoint's folder, or None."""
        found = filter(run_files.is_checkpoint, self.checkpoints_dir.glob("step-*"))
        return max(found, key=lambda path: int(path.name.removeprefix("step-")), default=None)

    def require_there(self) -> None:
        """Require the run's folder. Raises LuthierError `runs.gone` if the folder was removed or its disk is gone."""
        if not (self.folder / "run.json").exists():
            raise LuthierError(
                "runs.gone",
                f"{self.folder} is gone: it was deleted or moved, or its disk was taken away.",
                "Put it back to go on from its last checkpoint, or train again.",
            )

    def info(self) -> RunInfo:
        """Return the run's request, from the copy if run.json is unreadable.

        Raises LuthierError `runs.not-a-run` if both files are missing, `runs.damaged`, `formats.newer`.
        """
        return run_info.read_info(self.info_file, self.info_copy)

    def write_info(self, info: RunInfo) -> None:
        """Write run.json and its copy. Raises LuthierError `files.cannot-write`."""
        run_info.write_info(self.info_file, self.info_copy, info)

    def mend_info(self) -> bool:
        """Rewrite run.json and its copy in this version's format, with the run locked. Return whether run.json was
        unreadable. Raises LuthierError as `info` and `write_info`.
        """
        return run_info.mend_info(self.info_file, self.info_copy)

    def notes(self) -> RunNotes:
        """Read the run's notes; empty if it has none.

        Raises LuthierError `runs.bad-notes` for an unreadable file, so that it is not overwritten, and `formats.newer`.
        """
        return run_info.read_notes(self.notes_file)

    def write_notes(self, notes: RunNotes) -> None:
        """Write the run's notes. Raises LuthierError `files.cannot-write`, `formats.newer`."""
        run_info.write_notes(self.notes_file, notes)

    @property
    def title(self) -> str:
        """Return the user's title, or else one from the folder's name."""
        try:
            return self.notes().title or own_title(self.name)
        except LuthierError:
            return own_title(self.name)

    def events(self, beginnings: tuple[bytes, ...] = (b"",)) -> Iterator[Event]:
        """Yield every event so far, oldest first. Skips lines that are damaged or were cut off by a crash.

        beginnings: read only lines with one of these prefixes. Raises LuthierError `runs.unreadable`, `formats.newer`.
        """
        try:
            with open_plain(self.events_file) as file:
                for line in lines_of(file):
                    if not line.startswith(beginnings):
                        continue
                    with contextlib.suppress(DamagedError):
                        if (event := event_of(line)) is not None:
                            yield event
        except FileNotFoundError:
            return
        except OSError as error:
            raise unreadable(self.events_file, error) from error

    def status(self) -> Status:
        """Return the status from the last worker's events. A run without an end and without a living worker was
        interrupted.
        """
        status: Status = "new"
        is_kept = False
        for event in self.events():
            match event:
                case Hello():
                    status = "running" if is_alive(event) else "interrupted"
                case Checkpoint():
                    is_kept = True
                case Finished(outcome=outcome):
                    status = status_after(outcome, is_kept)
                case Failed():
                    status = "failed"
        return status

    def is_unbegun(self) -> bool:
        """Return whether the run ended regularly before its first step, with nothing learnt."""
        last: Event | None = None
        for last in self.events():
            if isinstance(last, TrainingStarted):
                return False
        has_ended = isinstance(last, Failed) or (isinstance(last, Finished) and last.outcome == "cancelled")
        return has_ended and not self.has_checkpoint() and not self.adapter.exists()

    def worker(self) -> Hello | None:
        """Return the hello of the process that works on the run, or None."""
        alive = [event for event in self.events() if isinstance(event, Hello) and is_alive(event)]
        return alive[-1] if alive else None


def status_after(outcome: str, is_kept: bool) -> Status:
    """Return a run's status after a worker's last event. is_kept: some worker has written a checkpoint."""
    if outcome == "cancelled":
        return "stopped" if is_kept else "cancelled"
    return "done" if outcome == "done" else "stopped"


def unreadable(path: Path, error: OSError) -> LuthierError:
    """Return the error for an unreadable run folder or file."""
    what = f"{path} cannot be read: {error.strerror or error}."
    return LuthierError("runs.unreadable", what, "Check that you may read it.")


def create(job: TrainJob) -> Run:
    """Make the run folder, or reuse that of a run that ended before its first step, so that a mistyped model does not
    block the name. Raises LuthierError `runs.exists` for another run, `runs.other-files` for other contents, and
    `files.cannot-write`.
    """
    run = Run(Path(job.run))
    try:
        if run.is_there:
            if not run.is_unbegun():
                hint = Do.by("Choose another name, or resume the existing run.", "--resume")
                raise LuthierError("runs.exists", f"{run.folder} already holds a run.", hint)
            run_files.delete(run.folder)
        run_files.require_free(run.folder)
        make_private(run.checkpoints_dir)
    except OSError as error:
        raise cannot_write(run.folder, error) from error
    info = RunInfo(
        model=job.model,
        data=job.data,
        eval_data=job.eval_data,
        config=job.config,
        adapter=job.adapter,
        sweep=job.sweep,
        on=job.on.machine if job.on else "",
        created=time.time(),
    )
    try:
        run.write_info(info)
    except LuthierError:
        run.info_copy.unlink(missing_ok=True)  # the copy would make the folder a run, and block the same job
        raise
    if job.title or job.notes or job.tags:
        run.write_notes(RunNotes(title=job.title, notes=job.notes, tags=job.tags))
    return run


def new_folder(model: str, data: str) -> Path:
    """Return an unused, readable folder name for a run: 2026-11-20-storyteller-6m-holmes-2.

    It is unique without the date as well, since that part is the run's title.
    """
    title = f"{Path(model).stem.lower()}-{Path(data).stem.lower()}".replace(":", "-")
    taken = {own_title(folder.name) for folder in settings.runs_dir().glob("*")}
    numbered, count = title, 1
    while numbered in taken:
        count += 1
        numbered = f"{title}-{count}"
    return settings.runs_dir() / f"{time.strftime('%Y-%m-%d')}-{numbered}"


def short_title(data: str, of: str = "") -> str:
    """Return a title for an unnamed run, after its data: “My chats”, or “My chats 2” if that is taken.

    of: the title of the run that it continues, put first. "" if the data's name has no letters.
    """
    words = " ".join(_BETWEEN.sub(" ", _stem(data)).split())
    return free_title(": ".join(filter(None, (of, words[:1].upper() + words[1:]))), data)


def free_title(title: str, data: str) -> str:
    """Return the title, numbered if another run of this data has it."""
    of_it = (folder for folder in settings.runs_dir().glob("*") if _stem(data).lower() in folder.name)
    return numbered(title, {Run(folder).title for folder in of_it})


def numbered(title: str, taken: Container[str]) -> str:
    """Return the title, numbered if it is taken."""
    return next(one for n in count(1) if (one := f"{title} {n}" if n > 1 else title) not in taken)


def _stem(data: str) -> str:
    return Path(data).name.partition(".")[0]


def own_title(folder: str) -> str:
    """Return an unnamed run's title: its folder's name without the date, which the window shows separately."""
    return _DAY.sub("", folder)


def tags_in(text: str) -> tuple[str, ...]:
    """Split comma-separated tags and drop duplicates, keeping their order."""
    return tuple(dict.fromkeys(filter(None, (tag.strip().lstrip("#") for tag in text.split(",")))))


class Listed(NamedTuple):
    """All runs. unreadable: the errors of folders that cannot be read as runs."""

    runs: list[Run]
    unreadable: list[LuthierError]


def list_runs() -> Listed:
    """Return all runs, newest first. A damaged run does not hide the others."""
    created, unreadable = dict[Run, float](), list[LuthierError]()
    folder = settings.runs_dir()
    for name in sorted({file.relative_to(folder).parts[0] for glob in _INFOS for file in folder.glob(glob)}):
        run = Run(folder / name)
        try:
            next(run.events(), None)  # check that the events are readable
            created[run] = run.info().created
        except LuthierError as error:
            unreadable.append(error)
    return Listed(sorted(created, key=lambda run: created[run], reverse=True), unreadable)


class Worker(Protocol):
    """The facts about a worker that `is_alive` needs: a hello, or a record of one."""

    @property
    def pid(self) -> int: ...

    @property
    def born(self) -> str: ...

    @property
    def time(self) -> float: ...


def is_alive(worker: Worker) -> bool:
    """Return whether a worker still lives; its process number may have been reused.

    If the worker recorded no birth, compare clocks: a process born after the hello is another one.
    """
    try:
        process = psutil.Process(worker.pid)
        if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return False
        return born(worker.pid) == worker.born if worker.born else process.create_time() <= worker.time
    except (psutil.Error, OSError):
        return False
