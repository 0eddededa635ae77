"""Trains a run on another computer: the run stays on this one, with its events and checkpoints, like a local run.

The remote training needs no connection. A lost connection is opened again; if this process ends, resuming the run
takes the training up again, wherever it is.
"""

from __future__ import annotations

import queue
import tempfile
from contextlib import closing
from pathlib import Path

import msgspec

from core import protocol as p
from core.base.errors import Action, Cancelled, Hint, LuthierError
from core.base.known_computers import computer_called
from core.computers import questions as q
from core.computers.frames import Noted
from core.computers.ssh import garbage
from core.convert.resolve import resolve_model
from core.jobs.computers.bases import base_of
from core.jobs.computers.sent_run import GO_ON, Homeward, Line, key_of, send_run
from core.jobs.context import JobContext, Outcome
from core.jobs.planning.beginning import open_beginning
from core.runs.run import Run

_MOST_SAID = 1 << 30  # bytes of events: more than those of a hundred thousand steps
_LEAST_ALONE_S = 120.0  # seconds of a training alone, the least: a short loss of the connection does not stop it
_PATIENCE_S = 600.0  # seconds to try to connect again


def train_away(job: p.TrainJob | p.ResumeJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Train on the computer that the job names, or take up this run's remote training.

    Raises LuthierError `computers.*`, and what the remote training raises.
    """
    on = job.on
    assert on is not None
    context.is_elsewhere = True
    run = Run(Path(job.run))
    info = run.info()
    alone_s = max(on.alone_hours * 3600, _LEAST_ALONE_S)
    if info.on != on.machine:
        run.write_info(msgspec.structs.replace(info, on=on.machine))
    with closing(_line(run, on.machine, min(alone_s, _PATIENCE_S), context)) as line:
        if line.ask(q.Find(line.key), q.Found).state != "none":
            context.phase("connect", f"Taking up the training on {line.name}")
            outcome, result = _Followed(run, line, {}, context).to_its_end()
            if outcome == "done" or context.control.stop.is_set():
                return outcome, result  # else it was left alone for too long, and goes on
        places = _begin(run, line, alone_s, context)
        at_home = {places.data: info.data, places.folder: str(run.folder)}
        return _Followed(run, line, at_home, context).to_its_end()


def come_home(run: Run, context: JobContext) -> None:
    """End a run's remote training, if it has one, and fetch its newest checkpoint. A computer that cannot be reached
    only causes a notice.
    """
    info = run.info()
    try:
        with closing(_line(run, info.on, 0, context)) as line:
            if line.ask(q.Find(line.key), q.Found).state != "none":
                line.ask(q.Tell(line.key, p.encode(p.Stop())), Noted)
                _Followed(run, line, {}, context).to_its_end()
    except LuthierError as error:
        hint = "A training that goes on there stops by itself when nobody asks for it; nothing comes of it here."
        context.notice("computers.not-ended", f"{error.message} The run goes on from its checkpoint here.", hint)
    run.write_info(msgspec.structs.replace(run.info(), on=""))


def _line(run: Run, name: str, patience_s: float, context: JobContext) -> Line:
    computer = computer_called(name)
    context.phase("connect", f"Connecting to {computer.name}")
    return Line(computer, key_of(run, run.info()), patience_s, context.control.raise_if_cancelled)


def _begin(run: Run, line: Line, alone_s: float, context: JobContext) -> q.Places:
    """Send everything that the training needs, and start it."""
    info = run.info()
    line.ask(q.Open(line.key, run.name), Noted)  # a refusal comes before anything is sent
    try:
        header = resolve_model(info.model, context)
        base = base_of(header, context)
        line.bring_base(header, base, context)
        beginning = None if run.has_checkpoint() else open_beginning(run, info, header, context)
        context.phase("copy", f"Sending the run to {line.name}")
        with tempfile.TemporaryDirectory() as scratch:
            there = send_run(
                run, run.info(), beginning, Path(scratch), line,
                lambda done, total: _report(done, total, context),
            )  # fmt: skip
        return line.ask(q.Begin(line.key, there, base, alone_s), q.Places)
    except BaseException:
        line.end()
        raise


def _report(done: float, total: float, context: JobContext) -> None:
    context.control.raise_if_cancelled()
    context.progress(done, total, "bytes")


class _Followed:
    """Follows a training on another computer. at_home: local paths by remote ones."""

    def __init__(self, run: Run, line: Line, at_home: dict[str, str], context: JobContext) -> None:
        self._run, self._line, self._at_home, self._context = run, line, at_home, context
        self._commands: queue.SimpleQueue[p.Command] = queue.SimpleQueue()
        self._homeward = Homeward(run, line, self._pass_on)

    def to_its_end(self) -> Outcome[p.TrainResult]:
        """Follow the training to its end, and delete it on the other computer. Raises LuthierError, and Cancelled."""
        control, heard = self._context.control, 0
        for command in control.follow(self._commands.put):
            self._commands.put(command)
        try:
            while True:
                self._pass_on()
                said = self._line.ask(q.Listen(self._line.key, heard), q.Heard)
                for line in said.lines:
                    heard += len(line)
                    if heard > _MOST_SAID:
                        raise garbage(self._line.computer, "more events than a training can have")
                    if (end := self._take(line)) is not None:
                        return end
                if said.is_over:
                    raise self._lost()
        finally:
            control.unfollow(self._commands.put)

    def _lost(self) -> LuthierError:
        """Return the error for a training whose process ended without a last event, after fetching its files."""
        self._homeward.bring()
        self._line.end()
        return LuthierError("training.lost", f"The training's process on {self._line.name} is gone.", GO_ON)

    def _pass_on(self) -> None:
        """Pass on the user's commands. Raises LuthierError `computers.left` if nobody listens any more."""
        if self._context.control.abandoned.is_set():
            raise LuthierError(
                "computers.left",
                f"Nobody watches from here any more. The training goes on on {self._line.name}.",
                "Resume the run to take it up again, wherever it has got to.",
            )
        while not self._commands.empty():
            command = self._commands.get()
            self._line.ask(q.Tell(self._line.key, p.encode(command)), Noted)

    def _take(self, line: bytes) -> Outcome[p.TrainResult] | None:
        """Process an event; return the training's result at its end."""
        try:
            event = p.decode_event(line)
        except LuthierError as error:
            raise garbage(self._line.computer, f"an event that is none: {error.message}") from error
        match event:
            case p.Hello():
                return None
            case p.Finished(outcome="cancelled"):
                self._line.end()
                raise Cancelled
            case p.Finished(outcome="done" | "stopped" as outcome):
                self._homeward.bring()
                if outcome == "done" and not self._run.has_checkpoint():
                    raise LuthierError("training.lost", f"{self._line.name} sent nothing that it has learnt.", GO_ON)
                result = p.result_of(event, p.TrainResult)
                self._line.end()
                result.run, result.adapter = str(self._run.folder), str(self._run.adapter)
                return outcome, result
            case p.Failed(code=code, message=message, details=details):
                self._homeward.bring()
                self._line.end()
                hint = Hint(*map(self._action_home, event.actions)) or self._home(event.hint)
                raise LuthierError(code, f"{self._line.name}: {self._home(message)}", hint, details)
            case p.Notice(message=message, hint=hint):
                event.message, event.hint = self._home(message), self._home(hint)
                event.actions = tuple(map(self._action_home, event.actions))
            case p.Checkpoint(path=path):
                self._homeward.bring()
                event.path, event.adapter = str(self._run.checkpoints_dir / Path(path).name), str(self._run.adapter)
                self._context.control.checkpoint.clear()
            case p.Sample(label="tuned"):
                self._context.control.answered(event.prompt)
            case p.TrainingStarted():
                event.run = self._run.name
        event.time += self._line.ahead
        self._context.emit(event)
        return None

    def _action_home(self, action: Action) -> Action:
        return Action(self._home(action.words), action.do, self._home(action.what), action.to)

    def _home(self, text: str) -> str:
        """Return the text with this computer's paths."""
        for there, here in self._at_home.items():
            text = text.replace(there, here)
        return text
