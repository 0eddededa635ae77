"""Two programs at one thing: the second is told whose it is, and goes on once the first is done or gone."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from core import protocol as p
from core.base import paths
from core.runs.run import Run
from tests.lab.faults.deeds import CONFIG, FILES, REPO
from tests.lab.faults.table import Row
from tests.support.hub_server import FakeHub, Repo
from tests.support.nursery import Born, Nursery
from tests.support.places import ROOT

ENDS_S = 120.0  # far more than any of these jobs takes
CHANGES = 100  # of the settings, by each of two programs
_LEFT = (".part", ".lock", ".owner", "/lock")


class Pair(NamedTuple):
    """begin: what the first one does; again: what the second does meanwhile, in the same home. made, lock: patterns of
    what comes of it, and of the lock that the first one has meanwhile.

    code: how the second is told, with an error or with a notice, after which it waits.
    """

    name: str
    begin: Callable[[Path], p.Job]
    again: Callable[[Path], p.Job]
    made: str
    lock: str
    code: str

    @property
    def waits(self) -> bool:
        return self.code in ("hub.waits", "cache.waits")


def rows(place: Path, short: bool) -> Iterator[Row]:
    """Short: the first of each pair is killed once, and left to end once."""
    with FakeHub() as hub, Nursery(HF_ENDPOINT=hub.endpoint) as nursery:
        hub.repos[REPO] = Repo(FILES)
        for pair in PAIRS:
            yield _Together(nursery, pair, place / "tries").row(1 if short else 5)
    yield _settings(place / "settings", 1 if short else 5)


class _Together:
    def __init__(self, nursery: Nursery, pair: Pair, place: Path) -> None:
        self._nursery, self._pair, self._place = nursery, pair, place
        self._left_over, self._message = 0, ""

    def row(self, times: int) -> Row:
        alone = self._alone()
        survived = sum(self._is_right(alone, kill) for _ in range(times) for kill in (True, False))
        return Row(self._pair.name, 2 * times, survived, None, self._left_over, self._message)

    def _alone(self) -> str:
        worker = self._start(self._fresh(), self._pair.begin)
        assert isinstance(_ended(worker)[-1], p.Finished)
        return self._digest()

    def _is_right(self, alone: str, kill: bool) -> bool:
        """The first one is stopped in the middle; the second has to be told of it; then it is killed, or goes on."""
        first = self._caught()
        second = self._start(self._place, self._pair.again)
        heard = _heard(second, lambda events: bool(_told(events)))
        told = _told(heard)
        os.kill(first.pid, signal.SIGKILL if kill else signal.SIGCONT)
        ended = [*([] if kill else [_ended(first)]), *([_ended(second)] if self._pair.waits else [])]
        if kill:  # as its user does it again
            ended.append(_ended(self._start(self._place, self._pair.begin)))
        left = _left_in(self._place)
        is_told = bool(told) and told[0].code == self._pair.code and f"process {first.pid}), since " in told[0].message
        are_done = all(isinstance(events[-1], p.Finished) for events in ended)
        is_right = is_told and are_done and not left and self._digest() == alone
        if not is_right:
            print(self._pair.name, kill, heard[-3:], [events[-1:] for events in ended], left, file=sys.stderr)
        self._left_over += left
        self._message = told[0].message.replace(str(self._place), "…") if told else ""
        return is_right

    def _caught(self) -> Born:
        """A worker that is stopped (SIGSTOP) while it has the lock; one that was too quick is done once more."""
        while True:
            worker = self._start(self._fresh(), self._pair.begin)
            while not self._is_locked() and _state(worker.pid):
                pass
            os.kill(worker.pid, signal.SIGSTOP)
            while _state(worker.pid) not in ("T", ""):
                pass
            if self._is_locked() and _state(worker.pid):
                return worker
            worker.kill()
            _ended(worker)

    def _is_locked(self) -> bool:
        """Return whether its owner is written down: for a moment the file is there and empty."""
        with suppress(FileNotFoundError):
            return any(file.stat().st_size for file in self._place.glob(self._pair.lock))
        return False

    def _start(self, place: Path, job: Callable[[Path], p.Job]) -> Born:
        return self._nursery.start(job(place), place)

    def _fresh(self) -> Path:
        """What is known of this machine's speed stays: it takes half a minute to find out."""
        times = self._place / "home" / "cache" / "product-times.json"
        known = times.read_bytes() if times.exists() else b""
        shutil.rmtree(self._place, ignore_errors=True)
        if known:
            times.parent.mkdir(parents=True)
            times.write_bytes(known)
        return self._place

    def _digest(self) -> str:
        return hashlib.sha256(next(self._place.glob(self._pair.made)).read_bytes()).hexdigest()


def _state(pid: int) -> str:
    """Of a process, as /proc has it; "" of one that has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0].replace("Z", "")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _ended(worker: Born) -> list[p.Event]:
    """All that is still to come."""
    events = _heard(worker, lambda _: False)
    worker.close()
    return events


def _heard(worker: Born, is_enough: Callable[[list[p.Event]], bool]) -> list[p.Event]:
    """What it says until that is enough, or it ends."""
    events, began = list[p.Event](), time.monotonic()
    while not is_enough(events) and (come := worker.read()) is not None:
        events += come
        assert time.monotonic() < began + ENDS_S, events[-3:]
    return events


def _told(events: list[p.Event]) -> list[p.Failed | p.Notice]:
    return [event for event in events if isinstance(event, p.Failed | p.Notice) and event.code in _CODES]


_TOKENS = "home/cache/tokens"
_MODEL, _DATA = str(paths.SAMPLE_MODEL), str(paths.DEMO / "holmes.txt")


def _train(place: Path) -> p.Job:
    run = place / "home" / "runs" / "run"
    if Run(run).is_there:
        return p.ResumeJob(run=str(run))
    return p.TrainJob(model=_MODEL, data=_DATA, run=str(run), config=CONFIG)


def _inspect(_place: Path) -> p.Job:
    """The model is converted for that, and the data are tokenized."""
    return p.InspectJob(model=_MODEL, data=_DATA, config=CONFIG)


def _fetch(_place: Path) -> p.Job:
    return p.FetchJob(repo=REPO)


def _convert(place: Path) -> p.Job:
    return p.ConvertJob(source=str(paths.SAMPLE_MODEL), output=str(place / "made.gguf"))


PAIRS = (  # the owner's file is written once the lock is had
    Pair("two train one run", _train, _train, "home/runs/run/evaluation.npz", "home/runs/run/lock.owner", "runs.busy"),
    Pair("two download one file", _fetch, _fetch, "home/models/**/*.gguf", "home/models/**/*.owner", "hub.waits"),
    Pair("two convert to one file", _convert, _convert, "made.gguf", "home/locks/*.owner", "files.busy"),
    Pair("two convert for the cache", _inspect, _inspect, "home/models/*.gguf", "home/models/*.owner", "cache.waits"),
    Pair(
        "two make the same tokens", _inspect, _inspect, f"{_TOKENS}/*/tokens.bin", f"{_TOKENS}/*.owner", "cache.waits"
    ),
)
_CODES = tuple(pair.code for pair in PAIRS)


def _settings(place: Path, times: int) -> Row:
    """Each changes one setting over and over, and looks whether the other undid that."""
    survived = sum(_are_all_kept(place / str(number)) for number in range(times))
    return Row("two change the settings", times, survived, None, _left_in(place), "nothing: the second waits a moment")


def _are_all_kept(home: Path) -> bool:
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", _CHANGER, key, str(CHANGES)], cwd=ROOT, env=os.environ | {"LUTHIER_HOME": str(home)}
        )
        for key in ("threads", "text_size")
    ]
    return [program.wait(ENDS_S) for program in programs] == [0, 0]


def _left_in(place: Path) -> int:
    return sum(name.endswith(_LEFT) for name in map(str, place.rglob("*")))


_CHANGER = """
import sys
from core.base import settings
for number in range(int(sys.argv[2])):
    assert getattr(settings.load(), sys.argv[1]) in (80 + number - 1, getattr(settings.Settings(), sys.argv[1]))
    settings.change(**{sys.argv[1]: 80 + number})
assert getattr(settings.load(), sys.argv[1]) == 80 + number
"""
