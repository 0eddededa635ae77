"""Summarizes a run from its events: a few numbers and a thinned loss curve.

RunStory decides which events of all workers count, and which adapter is best. events.jsonl grows large, so the results
are cached by the file's size and time.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

from core import protocol as p
from core.advice import devices
from core.base import paths
from core.base.bounded_file import NewLines, from_json
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.base.formats import DamagedError
from core.protocol.measure import CROSS_ENTROPY, Measure, is_far, measure_named
from core.runs.recorded import event_of
from core.runs.run import Run, Status, is_alive, status_after, unreadable

LOOKS = 32  # distances to average: on one text the model may have moved ten times as far as on another

# Skip all other lines: a file may hold a million steps.
_TOLD_BY = tuple(b'{"type":"%s"' % kind for kind in (b"hello", b"training", b"went_back", b"evaluation", b"checkpoint"))


@dataclass
class RunStory:
    """Measurements on held-out text, and saved checkpoints.

    When training continues from an earlier step (resumed, or after a rollback), records of later steps are dropped:
    training has not reached them again. before: measured before training. evaluations: with the adapter, by step.
    saved: the step of the newest checkpoint; -1: none. measure: of the losses. distances: of the steps that hold the
    model, in nats a token; story_of does not read them.
    """

    before: p.Evaluation | None = None
    evaluations: dict[int, p.Evaluation] = field(default_factory=dict)
    saved: int = -1
    measure: Measure = CROSS_ENTROPY
    distances: dict[int, float] = field(default_factory=dict)

    def add(self, event: p.Event) -> int | None:
        """Add the next event, oldest first. Return the step after which earlier records are invalid, if the event sets
        one.
        """
        match event:
            case p.TrainingStarted(step=step) | p.WentBack(to=step):
                if isinstance(event, p.TrainingStarted):
                    self.measure = measure_named(event.objective)
                self.evaluations = {at: one for at, one in self.evaluations.items() if at <= step}
                self.distances = {at: one for at, one in self.distances.items() if at <= step}
                return step
            case p.Step(step=step, distance=float(distance)):
                self.distances[step] = distance
            case p.Evaluation(adapter=False):
                self.before = event
            case p.Evaluation(step=step):
                self.evaluations[step] = event
            case p.Checkpoint(step=step):
                self.saved = step
        return None

    @property
    def losses(self) -> dict[int, float]:
        """Return the finite held-out losses with the adapter, by step."""
        return {
            step: one.loss for step, one in self.evaluations.items() if one.loss is not None and math.isfinite(one.loss)
        }

    def moved(self, step: float = math.inf) -> float | None:
        """Return how far the model had moved on its hold text by this step: the mean over the last steps that measured
        it, each on a different text. None if none did.
        """
        newest = list(islice((one for at, one in reversed(self.distances.items()) if at <= step), LOOKS))
        return sum(newest) / len(newest) if newest else None

    @property
    def judges(self) -> bool:
        """Return whether some held-out loss can tell which adapter is best."""
        return any(self.evaluations[step].judges for step in self.losses)

    def cost(self, step: int) -> float:
        """Return the cost by which a step's adapter is judged: lower is better, infinity if unmeasured."""
        measured = self.evaluations.get(step)
        return math.inf if measured is None else self.measure.cost(measured)

    def best(self, steps: Container[int] | None = None) -> int | None:
        """Return the step of the best adapter among these steps (None for any), or None if no evaluation can judge."""
        judged = [
            (self.cost(step), step)
            for step, one in self.evaluations.items()
            if one.judges and (steps is None or step in steps)
        ]
        cost, step = min(judged, default=(math.inf, 0))
        return step if cost < math.inf else None


def story_of(run: Run) -> RunStory:
    """Read a run's story from its events. Raises LuthierError `runs.unreadable`, `formats.newer`."""
    story = RunStory()
    for event in run.events(_TOLD_BY):
        story.add(event)
    return story


POINTS = 48  # of a thinned curve
_MADE_BY = 6  # raise it when the meaning of cached values changes
# Skip these: most lines of some files, and nothing is read from them.
_PASSED_OVER = (b'{"type":"progress"', b'{"type":"log"')

Points = list[tuple[float, float]]  # step and loss


class RunFigures(msgspec.Struct, kw_only=True):
    """The figures of a run, over all its workers' events."""

    end: Status = "new"  # after the last worker's events; "interrupted" if it recorded no end
    pid: int = 0  # of the last worker
    born: str = ""  # from its hello
    began: float = 0.0  # time of its hello, seconds since 1970
    paused: bool = False
    step: int = 0
    steps: int = 0
    loss: float | None = None  # of the newest step
    eval_first: float | None = None  # before training
    eval_last: float | None = None
    eval_best: float | None = None
    eval_best_step: int = 0
    right: int = 0  # right held-out answers of the best adapter, out of:
    answers: int = 0  # held-out answers; 0 if not counted
    choices: p.Choices | None = None  # of the best adapter, for preference trainings
    went_back: list[p.WentBack] = []  # rollbacks to before training went wrong
    tokens: int = 0  # seen so far
    tok_s: float | None = None  # during the steps
    seconds: float = 0.0  # of all workers, without pauses
    peak: int = 0  # most bytes of memory that a worker held
    device: str = ""  # the computing device, for display; "": the processor, and no other was requested
    trouble: str = ""  # the last worker's error message, and its code:
    trouble_code: str = ""
    adapter: str | None = None
    damaged_lines: int = 0  # of the events: skipped
    losses: Points = []  # thinned, as are these:
    evaluations: Points = []

    @property
    def time(self) -> float:
        """Return the time of the last worker's hello."""
        return self.began

    @property
    def is_far(self) -> bool:
        """Return whether preferences have moved even the best adapter so far that its right answers do not count."""
        return self.choices is not None and self.choices.distance is not None and is_far(self.choices.distance)

    @property
    def status(self) -> Status:
        """Return the run's status, after checking whether its last worker still lives."""
        return "running" if self.end == "interrupted" and is_alive(self) else self.end


class CurvePoint(NamedTuple):
    """A loss after this many steps, tokens, and seconds of work."""

    step: int
    tokens: int
    seconds: float
    loss: float


class FiguresReader:
    """Reads a run's events as they grow.

    curve, evaluations: all losses of the steps that count. story: the measurements. samples: answers to the user's
    prompts.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._lines = NewLines(run.events_file)
        self._figures = RunFigures()
        self.curve: list[CurvePoint] = []
        self.evaluations: list[CurvePoint] = []
        self.story = RunStory()
        self.samples: list[p.Sample] = []
        self._is_kept = False
        self._tokens, self._step_seconds = 0, 0.0  # counted in step with each other; repeated steps count again
        self._seconds = 0.0  # of all workers before the last
        self._pauses, self._paused_at = 0.0, 0.0  # of the last worker
        self._tokens_before = 0  # seen up to the previous step

    def read(self) -> RunFigures:
        """Read all figures so far; an incomplete last line waits for the next call.

        Raises LuthierError `runs.unreadable`, `formats.newer`.
        """
        for event in self._new_events():
            self._take(event)
        figures = self._figures
        figures.tok_s = self._tokens / self._step_seconds if self._step_seconds else None
        figures.losses, figures.evaluations = (
            thinned([(point.step, point.loss) for point in points]) for points in (self.curve, self.evaluations)
        )
        losses = self.story.losses
        best = self.story.best()
        if best is None:  # no evaluation can judge: take the newest
            best = next(reversed(losses), None)
        figures.eval_best_step, figures.eval_best = (best, losses.get(best)) if best is not None else (0, None)
        measured = self.story.evaluations.get(figures.eval_best_step)
        figures.right, figures.answers, figures.choices = (
            (measured.right, measured.answers, measured.choices) if measured is not None else (0, 0, None)
        )
        return figures

    def _new_events(self) -> Iterator[p.Event]:
        try:
            for line in self._lines:
                if not line.startswith(_PASSED_OVER):
                    yield from self._said(line)
        except FileNotFoundError:
            return
        except OSError as error:
            raise unreadable(self._run.events_file, error) from error

    def _said(self, line: bytes) -> Iterator[p.Event]:
        try:
            if (event := event_of(line)) is not None:
                yield event
        except DamagedError:
            self._figures.damaged_lines += 1

    def _take(self, event: p.Event) -> None:
        figures = self._figures
        figures.began = figures.began or event.time
        if (kept := self.story.add(event)) is not None:
            self.curve = [point for point in self.curve if point.step <= kept]
            self.evaluations = [point for point in self.evaluations if point.step <= kept]
        match event:
            case p.Hello(pid=pid, born=born, time=began):
                self._seconds, self._pauses, self._paused_at = figures.seconds, 0.0, 0.0
                figures.end, figures.pid, figures.began, figures.paused = "interrupted", pid, began, False
                figures.born = born
                figures.trouble = figures.trouble_code = figures.device = ""
            case p.TrainingStarted(step=step, steps=steps):
                figures.step, figures.steps = step, steps
                figures.end = "interrupted" if figures.end == "new" else figures.end  # the demo writes no hello
            case p.WentBack(to=step, count=count):
                figures.step = step
                # One that was interrupted may appear twice; earlier versions did not count those for other computers.
                if count > len(figures.went_back):
                    figures.went_back.append(event)
            case p.DeviceChosen():
                figures.device = devices.computed_by(event)
            case p.Step():
                self._take_step(event)
            case p.Evaluation(step=step, loss=loss, adapter=adapter):
                if not adapter:
                    figures.eval_first = loss
                else:
                    figures.eval_last = loss
                if loss is not None and math.isfinite(loss):
                    self.evaluations.append(CurvePoint(step, figures.tokens, self._seconds_at(event.time), loss))
            case p.Sample():
                self.samples.append(event)
            case p.Memory(peak=peak):
                figures.peak = max(figures.peak, peak)
            case p.Checkpoint(adapter=adapter):
                self._is_kept, figures.adapter = True, adapter
            case p.State(state=state, time=time):
                self._take_state(state, time)
            case p.Finished(outcome=outcome):
                figures.end = status_after(outcome, self._is_kept)
            case p.Failed(code=code, message=message, hint=hint):
                figures.end, figures.trouble_code = "failed", code
                figures.trouble = f"{message} {hint}".strip()
        figures.seconds = self._seconds_at(event.time)

    def _seconds_at(self, time: float) -> float:
        """Return the seconds that all workers worked until then."""
        pause = time - self._paused_at if self._figures.paused else 0.0
        return self._seconds + max(0.0, time - self._figures.began - self._pauses - pause)

    def _take_step(self, event: p.Step) -> None:
        figures = self._figures
        figures.step, figures.steps, figures.loss = event.step, event.steps, event.loss
        seen = event.tokens_seen - figures.tokens
        figures.tokens = event.tokens_seen
        if seen > 0 and event.tok_s > 0:
            self._tokens += seen
            self._step_seconds += seen / event.tok_s
        if math.isfinite(event.loss):
            self.curve.append(CurvePoint(event.step, event.tokens_seen, self._seconds_at(event.time), event.loss))

    def _take_state(self, state: str, time: float) -> None:
        figures = self._figures
        if state == "paused" and not figures.paused:
            figures.paused, self._paused_at = True, time
        elif state != "paused" and figures.paused:
            figures.paused = False
            self._pauses += time - self._paused_at


def thinned(points: Points, most: int = POINTS) -> Points:
    """Return at most `most` points, each the mean of its neighbours; the last stays unchanged."""
    if len(points) <= most:
        return list(points)
    edges = [round(i * (len(points) - 1) / (most - 1)) for i in range(most)]
    groups = [points[a:b] for a, b in pairwise(edges) if b > a]
    means = [(sum(x for x, _ in group) / len(group), sum(y for _, y in group) / len(group)) for group in groups]
    return [*means, points[-1]]


class _Kept(msgspec.Struct):
    size: int
    modified: int  # nanoseconds since 1970
    figures: RunFigures


class _Cache(msgspec.Struct):
    made_by: int = _MADE_BY
    runs: dict[str, _Kept] = {}


class FiguresCache:
    """Caches the figures of many runs; a run's events are read again only if they changed."""

    def __init__(self) -> None:
        self._runs: dict[str, _Kept] | None = None
        self._growing: dict[str, FiguresReader] = {}  # runs in progress: continue reading instead of starting over
        self._changed = False

    def load(self) -> None:
        """Load what another process has read."""
        self._runs = {**(self._runs or {}), **_load()}

    def missing(self, run: Run) -> int:
        """Return the bytes to read for a run's figures; 0 if they are cached."""
        size, modified = _version(run.events_file)
        kept = self._loaded().get(str(run.folder))
        return 0 if kept is not None and (kept.size, kept.modified) == (size, modified) else size

    def figures(self, run: Run) -> RunFigures:
        """Return a run's figures, from the events if these have changed. Raises LuthierError `runs.unreadable`."""
        key, known = str(run.folder), self._loaded()
        size, modified = _version(run.events_file)
        kept = known.get(key)
        if kept is not None and (kept.size, kept.modified) == (size, modified):
            return kept.figures
        reader = self._growing.pop(key, None)
        if reader is None or (kept is not None and size < kept.size):  # the file was started again
            reader = FiguresReader(run)
        figures = msgspec.structs.replace(reader.read())
        if figures.status == "running":
            self._growing[key] = reader
        known[key] = _Kept(size, modified, figures)
        self._changed = True
        return figures

    def _loaded(self) -> dict[str, _Kept]:
        if self._runs is None:
            self._runs = _load()
        return self._runs

    def keep(self, runs: list[Run]) -> None:
        """Save the figures of these runs, and drop others. A write error only costs time at the next start."""
        if self._changed and self._runs is not None:
            self._changed = False
            self._runs = {key: kept for run in runs if (kept := self._runs.get(key := str(run.folder)))}
            with contextlib.suppress(LuthierError), written_whole(_file()) as partial:
                partial.write_bytes(msgspec.json.encode(_Cache(runs=self._runs)))


def _file() -> Path:
    return paths.cache_dir() / "runs.json"


def _load() -> dict[str, _Kept]:
    try:
        cache = from_json(_file().read_bytes(), type=_Cache)
    except (OSError, ValueError):
        return {}
    return cache.runs if cache.made_by == _MADE_BY else {}


def _version(file: Path) -> tuple[int, int]:
    """Return the file's size and time of modification; zeros if it does not exist."""
    try:
        about = file.stat()
    except OSError:
        return 0, 0
    return about.st_size, about.st_mtime_ns
