"""A run is a folder. Its files are the only truth; nothing about a run is kept elsewhere.

run.json        what was asked: model, data, settings
notes.json      the run's name and notes (the folder keeps its name)
model.json      the model it was started with: size and checksums
events.jsonl    every event of every worker that worked on it
thoughts.json   whether its answers were learnt with thoughts
plan.json       how memory is spent, so that a resumed run computes the same
checkpoints/    step-000120/ ..., and a copy of run.json
adapter.gguf    the newest finished adapter
votes.jsonl     which of two answers was better, by checkpoint
answers.jsonl   what it and other models answered to the questions of tests
assessment.json whether it got better, as the newest assessment says
lock            held by the process that works on it

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
        """A second run.json, for the day when the first cannot be read."""
        return self.checkpoints_dir / "run.json"

    @property
    def is_there(self) -> bool:
        """Whether the folder is a run's. Raises OSError where that may not be seen."""
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
        """Answers of the model's own that earlier versions trained along with the rows."""
        return self.folder / "replay.jsonl"

    @property
    def assessment_file(self) -> Path:
        return self.folder / "assessment.json"

    @property
    def evaluation(self) -> Path:
        """The held-out tokens: arrays tokens, trained (concatenated) and lengths."""
        return self.folder / "evaluation.npz"

    @property
    def reference(self) -> Path:
        """What the model said of choices that the training began with (core/engine/train/reference.py)."""
        return self.folder / "reference.npz"

    @property
    def held_file(self) -> Path:
        """The ordinary text that the training is held by, in the form of `evaluation`."""
        return self.folder / "held.npz"

    @property
    def began(self) -> Path:
        """The adapter that a training began with which is held to that one's model."""
        return self.folder / "began.gguf"

    def checkpoint_dir(self, step: int) -> Path:
        """Return the folder of the checkpoint after this step, which need not exist."""
        return self.checkpoints_dir / f"step-{step:06d}"

    def has_checkpoint(self) -> bool:
        """Return whether there is one; what a killed worker was still writing ends in `.part` and is none."""
        return self.newest_checkpoint() is not None

    def newest_checkpoint(self) -> Path | None:
        """Return the newest checkpoint's folder."""
        found = filter(run_files.is_checkpoint, self.checkpoints_dir.glob("step-*"))
        return max(found, key=lambda path: int(path.name.removeprefix("step-")), default=None)

    def require_there(self) -> None:
        """Require the run's folder. Raises LuthierError `runs.gone` where the folder was removed or its disk is gone:
        half a run is none.
        """
        if not (self.folder / "run.json").exists():
            raise LuthierError(
                "runs.gone",
                f"{self.folder} is gone: it was deleted or moved, or its disk was taken away.",
                "Put it back to go on from its last checkpoint, or train again.",
            )

    def info(self) -> RunInfo:
        """Return the run's facts, from the copy if run.json cannot be read.

        Raises LuthierError `runs.not-a-run` when the folder holds neither, `runs.damaged`, `formats.newer`.
        """
        return run_info.read_info(self.info_file, self.info_copy)

    def write_info(self, info: RunInfo) -> None:
        """Write the run's facts, twice. Raises LuthierError `files.cannot-write`."""
        run_info.write_info(self.info_file, self.info_copy, info)

    def mend_info(self) -> bool:
        """Write run.json and its copy as this version does, with the run locked. Return whether run.json could
        not be read. Raises LuthierError as the two above.
        """
        return run_info.mend_info(self.info_file, self.info_copy)

    def notes(self) -> RunNotes:
        """Read the run's notes; empty where nothing was written.

        Raises LuthierError `runs.bad-notes` for a file that cannot be read, so that nobody writes over it, and
        `formats.newer`.
        """
        return run_info.read_notes(self.notes_file)

    def write_notes(self, notes: RunNotes) -> None:
        """Write the run's notes. Raises LuthierError `files.cannot-write`, `formats.newer`."""
        run_info.write_notes(self.notes_file, notes)

    @property
    def title(self) -> str:
        """Return the name that the user gave it, else what its folder says of model and data."""
        try:
            return self.notes().title or own_title(self.name)
        except LuthierError:
            return own_title(self.name)

    def events(self, beginnings: tuple[bytes, ...] = (b"",)) -> Iterator[Event]:
        """Yield every event so far, oldest first. A line that is damaged, or was cut off by a crash, is passed over.

        beginnings: of the lines that are read. Raises LuthierError `runs.unreadable`, `formats.newer`.
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
        """Return the status from the last worker's events: a run without an end and without a living worker was
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
        """Return whether the run ended by its own word before its first step, with nothing learnt."""
        last: Event | None = None
        for last in self.events():
            if isinstance(last, TrainingStarted):
                return False
        has_ended = isinstance(last, Failed) or (isinstance(last, Finished) and last.outcome == "cancelled")
        return has_ended and not self.has_checkpoint() and not self.adapter.exists()

    def worker(self) -> Hello | None:
        """Return the first event of the process that works on the run, None where none does."""
        alive = [event for event in self.events() if isinstance(event, Hello) and is_alive(event)]
        return alive[-1] if alive else None


def status_after(outcome: str, is_kept: bool) -> Status:
    """Return the status that a worker's last word leaves a run in. is_kept: a checkpoint of any worker is there."""
    if outcome == "cancelled":
        return "stopped" if is_kept else "cancelled"
    return "done" if outcome == "done" else "stopped"


def unreadable(path: Path, error: OSError) -> LuthierError:
    """Return the error for a run's folder or file that may not be read."""
    what = f"{path} cannot be read: {error.strerror or error}."
    return LuthierError("runs.unreadable", what, "Check that you may read it.")


def create(job: TrainJob) -> Run:
    """Make the run folder, or take over that of a run that ended before its first step: a model that was mistyped is to
    block no name. Raises LuthierError `runs.exists` when it holds another run, `runs.other-files` when it holds
    anything else, and `files.cannot-write`.
    """
    run = Run(Path(job.run))
    try:
        if run.is_there:
            if not run.is_unbegun():
                hint = Do.by("Choose another name, or resume the run that is there.", "--resume")
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
        cluster=job.cluster,
        sweep=job.sweep,
        created=time.time(),
    )
    try:
        run.write_info(info)
    except LuthierError:
        run.info_copy.unlink(missing_ok=True)  # written first: it would make the folder a run, and the same job refused
        raise
    if job.title or job.notes or job.tags:
        run.write_notes(RunNotes(title=job.title, notes=job.notes, tags=job.tags))
    return run


def new_folder(model: str, data: str) -> Path:
    """Return a fresh, readable folder name for a run: 2026-11-20-storyteller-6m-holmes-2.

    Without the day it is another than all others, too: that is what the run is called.
    """
    title = f"{Path(model).stem.lower()}-{Path(data).stem.lower()}".replace(":", "-")
    taken = {own_title(folder.name) for folder in settings.runs_dir().glob("*")}
    numbered, count = title, 1
    while numbered in taken:
        count += 1
        numbered = f"{title}-{count}"
    return settings.runs_dir() / f"{time.strftime('%Y-%m-%d')}-{numbered}"


def short_title(data: str, of: str = "") -> str:
    """Return a name for a run that is begun without one, after its data: “My chats”, or “My chats 2” if that is taken.

    of: the title of the run that it goes on from, which stands before it. "" where the data's name has no letters.
    """
    words = " ".join(_BETWEEN.sub(" ", _stem(data)).split())
    return free_title(": ".join(filter(None, (of, words[:1].upper() + words[1:]))), data)


def free_title(title: str, data: str) -> str:
    """Return a title, with a number behind it where another run of this data has it."""
    of_it = (folder for folder in settings.runs_dir().glob("*") if _stem(data).lower() in folder.name)
    return numbered(title, {Run(folder).title for folder in of_it})


def numbered(title: str, taken: Container[str]) -> str:
    """Return a title, with a number behind it where it is taken."""
    return next(one for n in count(1) if (one := f"{title} {n}" if n > 1 else title) not in taken)


def _stem(data: str) -> str:
    return Path(data).name.partition(".")[0]


def own_title(folder: str) -> str:
    """Return the title of a run that nobody has named: its folder's name without the day, which is told elsewhere."""
    return _DAY.sub("", folder)


def tags_in(text: str) -> tuple[str, ...]:
    """Split tags as they are typed, with commas between them: each once, in their order."""
    return tuple(dict.fromkeys(filter(None, (tag.strip().lstrip("#") for tag in text.split(",")))))


class Listed(NamedTuple):
    """All runs. unreadable: what is wrong with the folders that cannot be read as runs."""

    runs: list[Run]
    unreadable: list[LuthierError]


def list_runs() -> Listed:
    """Return all runs, newest first. One that is damaged does not hide the others."""
    created, unreadable = dict[Run, float](), list[LuthierError]()
    folder = settings.runs_dir()
    for name in sorted({file.relative_to(folder).parts[0] for glob in _INFOS for file in folder.glob(glob)}):
        run = Run(folder / name)
        try:
            next(run.events(), None)  # may they be read?
            created[run] = run.info().created
        except LuthierError as error:
            unreadable.append(error)
    return Listed(sorted(created, key=lambda run: created[run], reverse=True), unreadable)


class Worker(Protocol):
    """What is known of a worker: a hello, or what was kept of one."""

    @property
    def pid(self) -> int: ...

    @property
    def born(self) -> str: ...

    @property
    def time(self) -> float: ...


def is_alive(worker: Worker) -> bool:
    """Return whether a worker still lives; another process may have its number by now.

    Of workers that did not say when they were born the clock decides: a process born after the hello is another.
    """
    try:
        process = psutil.Process(worker.pid)
        if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return False
        return born(worker.pid) == worker.born if worker.born else process.create_time() <= worker.time
    except (psutil.Error, OSError):
        return False
