"""A training that another machine of the cluster does: the run stays here, with all that is told of it and its
checkpoints, as if it were trained here.
"""

from __future__ import annotations

import queue
import tempfile
import time
from contextlib import closing
from pathlib import Path

from core import __version__
from core import protocol as p
from core.base.errors import Action, Cancelled, Hint, LuthierError
from core.cluster import questions as q
from core.cluster.pairing import PROTOCOL
from core.cluster.wire import Noted, garbage
from core.convert.resolve import resolve_model
from core.jobs.apart import ending_in_words
from core.jobs.cluster.bases import checked_base
from core.jobs.cluster.sent_run import GO_ON, Homeward, Line, send_run
from core.jobs.cluster.start import place
from core.jobs.context import JobContext, Outcome
from core.jobs.planning.beginning import open_beginning
from core.runs.run import Run

_MOST_SAID = 1 << 30  # bytes of events: more than a hundred thousand steps have


def train_away(job: p.TrainJob | p.ResumeJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Train on the machine that the job names. Raises LuthierError `cluster.*`, and what the training there raises."""
    on = job.on
    assert on is not None
    context.is_elsewhere = True
    run = Run(Path(job.run))
    info = run.info()
    with closing(Line(place(), on.machine, run.name, f"{run.name} {info.created}")) as line:
        header = resolve_model(info.model, context)
        base = checked_base(header, context)
        try:
            line.ask(q.Open(__version__, PROTOCOL), Noted)  # it may refuse before anything is sent
            line.bring_base(header, base, on.copy, context)
            beginning = None if run.has_checkpoint() else open_beginning(run, info, header, context)
            began, here = line.ask(q.Open(__version__, PROTOCOL), Noted).time, time.time()  # that may have taken long
            context.phase("copy", f"Sending the run to {on.machine}")
            with tempfile.TemporaryDirectory() as scratch:
                there = send_run(
                    run, run.info(), beginning, Path(scratch), line,
                    lambda done, total: context.progress(done, total, "bytes"),
                )  # fmt: skip
            places = line.ask(q.Begin(there, base), q.Began)
            at_home = {places.data: info.data, places.folder: str(run.folder)}
            return _Followed(run, line, on.machine, here - began, at_home, context).to_its_end()
        finally:
            line.end()


class _Followed:
    """A training on a machine. ahead: seconds by which this clock is. at_home: places here, by those there."""

    def __init__(
        self,
        run: Run,
        line: Line,
        machine: str,
        ahead: float,
        at_home: dict[str, str],
        context: JobContext,
    ) -> None:
        self._run, self._line, self._machine = run, line, machine
        self._commands: queue.SimpleQueue[p.Command] = queue.SimpleQueue()
        self._homeward = Homeward(run, line, self._pass_on)  # not what was just put there
        self._ahead, self._at_home, self._context = ahead, at_home, context

    def to_its_end(self) -> Outcome[p.TrainResult]:
        """Follow a training on another computer to its end. Raises LuthierError, and Cancelled."""
        control, passed, n_bytes = self._context.control, 0, 0
        for command in control.follow(self._commands.put):
            self._commands.put(command)
        try:
            while True:
                self._pass_on()
                heard = self._line.ask(q.Listen(passed), q.Heard)
                for line in heard.lines:
                    passed, n_bytes = passed + 1, n_bytes + len(line)
                    if n_bytes > _MOST_SAID:
                        raise garbage("more words about a training than there can be")
                    if (end := self._take(p.decode_event(line))) is not None:
                        return end
                if heard.exit_code is not None:
                    raise LuthierError(
                        "training.lost",
                        f"The training's process on {self._machine} {ending_in_words(heard.exit_code)}.",
                        GO_ON,
                    )
        finally:
            control.unfollow(self._commands.put)

    def _pass_on(self) -> None:
        """What a person wants, to the machine. Raises Cancelled: what is being brought home then does not stay."""
        while not self._commands.empty():
            self._line.ask(q.Tell(p.encode(self._commands.get())), Noted)
        self._context.control.raise_if_cancelled()

    def _take(self, event: p.Event) -> Outcome[p.TrainResult] | None:
        """Its result, when it has come to its end."""
        match event:
            case p.Hello():
                return None
            case p.Finished(outcome="cancelled"):
                raise Cancelled
            case p.Finished(outcome="done" | "stopped" as outcome):
                self._homeward.bring()
                if outcome == "done" and not self._run.has_checkpoint():
                    raise LuthierError("training.lost", f"{self._machine} sent nothing that it has learnt.", GO_ON)
                result = p.result_of(event, p.TrainResult)
                result.run, result.adapter = str(self._run.folder), str(self._run.adapter)
                return outcome, result
            case p.Failed(code=code, message=message, details=details):
                self._homeward.bring()
                hint = Hint(*map(self._action_home, event.actions)) or self._home(event.hint)
                raise LuthierError(code, f"{self._machine}: {self._home(message)}", hint, details)
            case p.Notice(message=message, hint=hint):
                event.message, event.hint = self._home(message), self._home(hint)
                event.actions = tuple(map(self._action_home, event.actions))
            case p.Checkpoint(path=path):
                self._homeward.bring()
                event.path, event.adapter = str(self._run.checkpoints_dir / Path(path).name), str(self._run.adapter)
                self._context.control.checkpoint.clear()
            case p.Sample(label="tuned"):
                self._context.control.answered(event.prompt)
            case p.Step(tok_s=tok_s):
                event.machines = {self._machine: tok_s}
        event.time += self._ahead
        self._context.emit(event)
        return None

    def _action_home(self, action: Action) -> Action:
        return Action(self._home(action.words), action.do, self._home(action.what), action.to)

    def _home(self, text: str) -> str:
        """Return the text with the places of this computer."""
        for there, here in self._at_home.items():
            text = text.replace(there, here)
        return text
