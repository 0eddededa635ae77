"""What is exported."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from core.data.example import Example
from core.engine.lora.adapter_file import Adapter
from core.export.turns import Turns, learnt_conversations, read_turns
from core.jobs.context import JobContext
from core.jobs.run_adapter import RunAdapter, held_out_of
from core.shared.callbacks import Notify
from core.shared.gguf.header import Header
from core.shared.learnt_thoughts import read_thoughts
from core.shared.runs import Run, RunInfo


@dataclass(frozen=True)
class Trained:
    """What every kind of export is given. model: the base. source: where the adapter was read.

    notice: is told what of the run is damaged.
    """

    run: Run
    info: RunInfo
    adapter: Adapter
    model: Header
    source: RunAdapter
    notice: Notify = lambda code, message, hint: None

    @cached_property
    def held_out(self) -> list[Example]:
        """What the run was evaluated with, read once; empty where it has nothing."""
        return held_out_of(self.run, self.notice)

    @property
    def reported_loss(self) -> float | None:
        """Of the evaluation of this very adapter, if there was one."""
        return self.source.loss

    def turns(self, context: JobContext) -> Turns:
        """How it was taught to talk, and to end a turn."""
        context.phase("export", "Reading the chat template")
        conversations = learnt_conversations(Path(self.info.data), self.info.config, self.held_out)
        return read_turns(
            self.model, context.renderer, conversations=conversations, think=read_thoughts(self.run).think
        )
