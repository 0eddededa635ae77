"""Trainings to which something happens at a step, gone on with, and compared with one that was left alone."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from core import protocol as p
from tests.lab.faults.forked import Told, done_as_job, void
from tests.lab.faults.prepared import CONFIG, Prepared, trained_bytes
from tests.lab.faults.table import Row

LONGER = msgspec.structs.replace(CONFIG, max_steps=24, save_every=3)
Deed = Callable[[Prepared], object]


class Attempts:
    """As the command line trains: a process that answers for another, which computes."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared, self.run = prepared, prepared.home / "runs" / "run"
        self._model, self._text = prepared.model.read_bytes(), prepared.text.read_bytes()
        self.left_alone = done_as_job(prepared.training(self.run, LONGER), watched=True)
        assert self.left_alone.is_done, self.left_alone.message
        self.whole = trained_bytes(self.run)

    def row(
        self,
        name: str,
        do: Deed,
        told: str,
        steps: Iterable[int],
        *,
        first: Callable[[], object] = void,
        after: Callable[[], object] = void,
    ) -> Row:
        """do: at each of these steps, of a new training each. told: words of the message; "" where it goes on.

        first: done in the training's process. after: when it has ended, before it goes on.
        """
        tried = survived = lost = 0
        message = ""
        for step in steps:
            tried += 1
            ended = self._trained(step, do, first)
            self._put_back()
            after()
            again = ended if ended.is_done else done_as_job(p.ResumeJob(run=str(self.run)))
            is_told = isinstance(ended.end, p.Failed) and told in ended.message if told else ended.is_done
            if is_told and again.is_done and trained_bytes(self.run) == self.whole:
                survived += 1
            else:
                print(name, step, ended.end, again.end, sep="\n  ", file=sys.stderr)
            lost = max(lost, steps_lost(ended, again))
            message = ended.message.replace(str(self.prepared.place), "…")
        return Row(name, tried, survived, lost, self._left_over(), message)

    def _trained(self, step: int, do: Deed, first: Callable[[], object]) -> Told:
        self.fresh_run()

        def hear(event: p.Event) -> None:
            if isinstance(event, p.Step) and event.step == step:
                do(self.prepared)

        return done_as_job(self.prepared.training(self.run, LONGER), watched=True, first=first, hear=hear)

    def fresh_run(self) -> Path:
        """The folder, where nothing is."""
        shutil.rmtree(self.run, ignore_errors=True)
        return self.run

    def _put_back(self) -> None:
        for file, content in ((self.prepared.model, self._model), (self.prepared.text, self._text)):
            if not file.exists() or file.read_bytes() != content:
                file.write_bytes(content)

    def _left_over(self) -> int:
        return sum(1 for _ in self.prepared.home.rglob("*.part*"))


def steps_lost(ended: Told, again: Told) -> int:
    """Steps that were done before the trouble and are done again."""
    done_steps = [event.step for event in ended.events if isinstance(event, p.Step)]
    begun = [event.step for event in again.events if isinstance(event, p.TrainingStarted)]
    return max(done_steps[-1] - begun[0], 0) if done_steps and begun and again is not ended else 0
