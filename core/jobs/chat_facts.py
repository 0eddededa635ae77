"""What is known of a model before it is asked anything: how its makers let it write, and what could be asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from core.export.base import describe_base
from core.export.check.questions import questions
from core.export.ollama.sampling import sampling
from core.export.turns import learnt_conversations
from core.jobs.context import JobContext
from core.jobs.run_adapter import held_out_of
from core.shared import protocol as p
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header
from core.shared.runs import Run

SUGGESTED = 4  # questions
_WORDS = 12  # of the beginning of a text that was held out


def usual_sampling(job: p.ConverseJob, model: Header) -> p.Sampling | None:
    """As the base's makers have it; None where they say nothing that can be."""
    try:
        name = Run(Path(job.run).expanduser()).info().model if job.run else job.model
        said = sampling(model, describe_base(name, model).folder)
        said.pop("repeat_last_n", None)
        return msgspec.convert(said, p.Sampling) if said else None
    except (LuthierError, msgspec.ValidationError):  # it has gone since; a number that cannot be
        return None


def suggestions(run: Run, model: Header, context: JobContext) -> tuple[list[str], str]:
    """Questions of a run's held-out data, or the beginnings of its texts, and what that data tells the model first.

    Raises LuthierError `runs.not-a-run`.
    """
    held_out = held_out_of(run)
    if not held_out:
        return [], ""
    info = run.info()
    conversations = learnt_conversations(Path(info.data), info.config, held_out)
    asked = questions(held_out, model, context.renderer, conversations=conversations, most=SUGGESTED)
    systems = {_told_first(one.messages) for one in asked}  # one for all, or none: what only some are told is no rule
    texts = [one.messages[-1]["content"] if one.messages else _beginning(one.text) for one in asked]
    return list(dict.fromkeys(filter(None, map(str.strip, texts)))), systems.pop() if len(systems) == 1 else ""


def _told_first(messages: list[dict[str, Any]]) -> str:
    return str(messages[0]["content"]) if messages and messages[0]["role"] == "system" else ""


def _beginning(text: str) -> str:
    return " ".join(text.split()[:_WORDS])
