"""kill -9 of the worker at random moments; the same command again has to end with the same bytes."""

from __future__ import annotations

import hashlib
import random
import re
import select
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from core import protocol as p
from core.base import paths
from tests.lab.faults.deeds import CONFIG, DEEDS, FILES, REPO, SAVE_EVERY, Deed, Inputs
from tests.lab.faults.table import Row
from tests.support.hub_server import FakeHub, Repo
from tests.support.nursery import Born, Nursery

IN_A_ROW = 3  # kills of the same work, at most, before it may come to its end
GONE_S = 120.0  # far more than any of these jobs takes
_PID = re.compile(r"\.\d+\.part")


class Moment(NamedTuple):
    """When to kill: once `aim` is seen for the n-th time, after a pause besides."""

    aim: str
    count: int
    pause_s: float


class Sitting(NamedTuple):
    """What one worker said, how long it took, and whether it was killed (or came to its end before that)."""

    events: list[p.Event]
    seconds: float
    is_killed: bool


class Undisturbed(NamedTuple):
    """The same work without a kill."""

    sitting: Sitting
    digests: dict[str, str]
    names: set[str]


def rows(place: Path, short: bool) -> Iterator[Row]:
    """Short: four of the works, a kill or two each."""
    with FakeHub() as hub, Nursery(HF_ENDPOINT=hub.endpoint) as nursery:
        hub.repos[REPO] = Repo(FILES)
        inputs = _inputs(nursery, place)
        for deed in [deed for deed in DEEDS if deed.in_short or not short]:
            yield _Killing(nursery, inputs, deed, place / "tries").row(1 if short else deed.kills)


class _Killing:
    def __init__(self, nursery: Nursery, inputs: Inputs, deed: Deed, place: Path) -> None:
        self._nursery, self._inputs, self._deed = nursery, inputs, deed
        self._place, self._rng = place, random.Random(deed.name)
        self._lost = self._left_over = 0

    def row(self, kills: int) -> Row:
        deed = self._deed
        whole = self._undisturbed()
        tried = survived = 0
        while tried < kills:
            wanted = min(self._rng.randint(1, IN_A_ROW), kills - tried)
            done, is_same = self._try(whole, wanted)
            tried += done
            survived += done if is_same else 0
        trains = deed.made[0].startswith("run/")
        message = "This training was interrupted; Resume goes on" if trains else "the same command again does it"
        return Row(
            f"kill -9 while {deed.name}", tried, survived, self._lost if trains else None, self._left_over, message
        )

    def _undisturbed(self) -> Undisturbed:
        place = self._fresh()
        sitting = self._sit(place, None)
        assert isinstance(sitting.events[-1], p.Finished), sitting.events[-1]
        return Undisturbed(sitting, self._digests(place), _names(place))

    def _try(self, whole: Undisturbed, wanted: int) -> tuple[int, bool]:
        """Kill so often, then let it end. Returns the kills that there were, and whether all was as it should be."""
        place, killed, reached, is_right = self._fresh(), 0, 0, True
        while killed < wanted:
            sitting = self._sit(place, self._moment(whole))
            if not sitting.is_killed:
                if isinstance(sitting.events[-1], p.Failed):
                    print(sitting.events[-1], file=sys.stderr)
                    return max(1, killed), False
                if not killed:
                    continue_in = self._fresh()
                    assert continue_in == place
                    continue
                break
            killed += 1
            is_right &= self._is_resumed_well(sitting.events, reached)
            reached = _reached(sitting.events, reached)
            is_right &= self._is_whole_so_far(place, whole)
        last = self._sit(place, None)
        is_right &= self._is_resumed_well(last.events, reached)
        left = _names(place) - whole.names
        self._left_over += len(left)
        is_same = self._digests(place) == whole.digests
        if left or not is_same or not isinstance(last.events[-1], p.Finished) or not is_right:
            wrong = [name for name, digest in self._digests(place).items() if whole.digests[name] != digest]
            print(self._deed.name, type(last.events[-1]), left, wrong, is_right, file=sys.stderr)
        return killed, is_right and is_same and not left and isinstance(last.events[-1], p.Finished)

    def _moment(self, whole: Undisturbed) -> Moment:
        aim = self._rng.choice(self._deed.aims)
        sitting = whole.sitting
        match aim:
            case "pause":
                return Moment("", 0, self._rng.random() * sitting.seconds)
            case "event":
                return Moment("event", self._rng.randrange(1, len(sitting.events)), 0.0)
            case "part" | "cache":
                return Moment(aim, self._rng.randint(1, 4), self._rng.random() * 0.004)
            case phase:
                n = sum(1 for event in _within(sitting.events, phase))
                return Moment(phase, self._rng.randint(1, max(1, n)), self._rng.random() * 0.02)

    def _sit(self, place: Path, moment: Moment | None) -> Sitting:
        """One worker, until its end or the moment."""
        worker = self._nursery.start(self._deed.job(self._inputs, place), place)
        began, events = time.monotonic(), list[p.Event]()
        watch = _Watch(place, moment)
        try:
            while time.monotonic() < began + GONE_S:
                if watch.is_due(events, began):
                    time.sleep(watch.pause_s)  # this is the moment, not a wait
                    is_killed = worker.kill()
                    return Sitting([*events, *_rest(worker)], time.monotonic() - began, is_killed)
                if select.select([worker.events], [], [], watch.interval)[0]:
                    if (come := worker.read()) is None:
                        return Sitting(events, time.monotonic() - began, False)
                    events += come
            worker.kill()
            raise AssertionError(f"{self._deed.name} takes too long: {events[-3:]}")
        finally:
            worker.close()

    def _is_resumed_well(self, events: list[p.Event], reached: int) -> bool:
        """No checkpoint was passed over as damaged, and no more is done again than since the last one."""
        for event in events:
            if isinstance(event, p.Notice) and event.code == "resume.passed-over":
                print(event, file=sys.stderr)
                return False
            if isinstance(event, p.TrainingStarted):
                self._lost = max(self._lost, reached - event.step)
                return reached - event.step <= SAVE_EVERY
        return True

    def _is_whole_so_far(self, place: Path, whole: Undisturbed) -> bool:
        """What bears its name already is whole; a run's adapter changes from checkpoint to checkpoint."""
        if self._deed.made[0].startswith("run/"):
            return True
        return all(whole.digests[name] == digest for name, digest in self._digests(place).items())

    def _digests(self, place: Path) -> dict[str, str]:
        made = ((name, place / name) for name in self._deed.made)
        return {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in made if file.exists()}

    def _fresh(self) -> Path:
        """The same path each time: some files name it."""
        shutil.rmtree(self._place, ignore_errors=True)
        cache, known = self._place / "home" / "cache", self._inputs.run.parent / "home" / "cache"
        if self._deed.home == "all":
            shutil.copytree(known, cache)
        cache.mkdir(parents=True, exist_ok=True)
        if self._deed.home == "times":
            shutil.copy2(known / "product-times.json", cache)
        return self._place


class _Watch:
    """Sees the moment coming."""

    def __init__(self, place: Path, moment: Moment | None) -> None:
        self._place, self._moment = place, moment
        self._seen = set[str]()
        self.pause_s = moment.pause_s if moment and moment.aim else 0.0
        self.interval = 0.0005 if moment and moment.aim in ("part", "cache") else 0.005

    def is_due(self, events: list[p.Event], began: float) -> bool:
        if self._moment is None:
            return False
        match self._moment.aim:
            case "":
                return time.monotonic() - began >= self._moment.pause_s
            case "event":
                return len(events) >= self._moment.count
            case "part" | "cache" as aim:
                root = self._place / "home" / "cache" if aim == "cache" else self._place
                self._seen |= {_PID.sub("", str(path)) for path in root.rglob("*.part*")}
                return len(self._seen) >= self._moment.count
            case phase:
                return sum(1 for _ in _within(events, phase)) >= self._moment.count


def _within(events: list[p.Event], phase: str) -> Iterator[p.Event]:
    """Those of a phase, its own beginning among them."""
    now = ""
    for event in events:
        now = event.name if isinstance(event, p.Phase) else now
        if now == phase:
            yield event


def _rest(worker: Born) -> list[p.Event]:
    """What it had said before it died."""
    events = list[p.Event]()
    while (come := worker.read()) is not None:
        events += come
    return events


def _reached(events: list[p.Event], before: int) -> int:
    """The newest step that is done."""
    started = [event.step for event in events if isinstance(event, p.TrainingStarted)]
    steps = [event.step for event in events if isinstance(event, p.Step)]
    return max([*steps, *started], default=before)


def _names(place: Path) -> set[str]:
    """Of all files but the logs, of which each process has its own."""
    files = {path for path in place.rglob("*") if path.is_file()} - set(place.glob("home/logs/*.jsonl"))
    return {str(path.relative_to(place)) for path in files}


def _inputs(nursery: Nursery, place: Path) -> Inputs:
    """A model, some pages, and a finished run."""
    folder = place / "inputs"
    inputs = Inputs(folder / "m.gguf", folder / "pages.txt", folder / "run")
    folder.mkdir(parents=True)
    inputs.text.write_text((paths.DEMO / "holmes.txt").read_text(encoding="utf-8")[:30_000], encoding="utf-8")
    for job in (
        p.ConvertJob(source=str(paths.SAMPLE_MODEL), output=str(inputs.model)),
        p.TrainJob(model=str(inputs.model), data=str(inputs.text), run=str(inputs.run), config=CONFIG),
    ):
        worker = nursery.start(job, folder)
        end = _rest(worker)[-1]
        worker.close()
        assert isinstance(end, p.Finished), end
    return inputs
