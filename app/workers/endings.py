"""How a run ended, in words, with what to do next and what a bug report needs."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from typing import Literal

from app.workers.advice import Place, in_the_windows_words
from app.workers.process import WorkerOutcome
from app.workers.run_model import RunModel
from core.shared import protocol as p
from core.shared.texts.numbers import count, duration, significant

Kind = Literal["done", "stopped", "cancelled", "failed", "interrupted"]


@dataclass(frozen=True)
class Ending:
    """What the Monitor page says when nothing works on the run any more."""

    kind: Kind
    title: str
    text: str
    details: str = ""
    began: bool = True  # with the steps, now or earlier
    place: Place | None = None  # the page that helps

    @property
    def can_resume(self) -> bool:
        """Whether going on makes sense: neither after a finished training nor where an error let none begin."""
        return self.kind != "done" and (self.began or self.kind != "failed")


def of_worker(outcome: WorkerOutcome, model: RunModel) -> Ending:
    """The ending that this worker gave the run."""
    if outcome.end is not None:
        return of_events(model)
    if not outcome.started:
        return Ending("failed", "The training process did not start", cause(outcome), _details(model, outcome.stderr))
    return Ending(
        "interrupted", "The training process was lost", f"{cause(outcome)} {_kept(model)}",
        _details(model, outcome.stderr, f"exit code {outcome.exit_code}, crashed: {outcome.crashed}"),
    )  # fmt: skip


def of_events(model: RunModel) -> Ending:
    """The ending that the run's own events tell; without a last word it was interrupted."""
    match model.end:
        case p.Finished(outcome="done") as end:
            return Ending("done", "Training is finished", _result(end, model))
        case p.Finished(outcome="stopped"):
            return Ending("stopped", "Stopped and kept", _kept(model))
        case p.Finished():
            return Ending("cancelled", "Cancelled", "Nothing was trained in this attempt. " + _kept(model))
        case p.Failed(details=details, code=code) as failure:
            said = in_the_windows_words(failure)
            began = model.step is not None or model.checkpoint is not None
            details = _details(model, code, details)
            return Ending("failed", "Training ended with an error", said.text, details, began, said.place)
        case None:
            return Ending("interrupted", "This training was interrupted", _kept(model), _details(model))


def cause(outcome: WorkerOutcome) -> str:
    """Why a worker ended without a last word."""
    if not outcome.started:
        return "Luthier's own worker program could not be started. Installing Luthier again usually mends this."
    if not outcome.crashed:
        return f"The process ended without saying why (exit code {outcome.exit_code})."
    match outcome.exit_code:
        case signal.SIGKILL if hasattr(signal, "SIGKILL"):
            return (
                "The process was ended from outside while it worked. The system does that when memory runs out; "
                "closing other programs or a shorter context helps."
            )
        case number if number == getattr(signal, "SIGBUS", None):  # Windows has none
            return (
                "A file that the process was reading became shorter or could not be read any more, most likely the "
                "model's. Put the original file back before you go on."
            )
        case signal.SIGSEGV | signal.SIGILL | signal.SIGABRT as number:
            return f"The process crashed ({signal.Signals(number).name}). This is a bug: please report the details."
        case number:
            return f"The process was ended by the system (signal {number})."


def _kept(model: RunModel) -> str:
    reached = model.step.step if model.step else 0
    if model.checkpoint is None:
        return "No checkpoint had been saved yet, so resuming begins at the first step."
    saved = model.checkpoint.step
    if saved >= reached:
        return f"Everything up to step {count(saved)} is kept. Resume goes on from there."
    lost = reached - saved
    steps = "1 step is" if lost == 1 else f"{count(lost)} steps are"
    return f"Everything up to step {count(saved)} is kept; Resume goes on from there, and {steps} repeated."


def _result(end: p.Finished, model: RunModel) -> str:
    parts = []
    trouble = model.evaluation.trouble if model.evaluation else ""
    before, after, seconds = (_number(end, name) for name in ("eval_loss_before", "eval_loss_after", "seconds"))
    if trouble:
        parts.append(trouble)
    elif before is not None and after is not None:
        parts.append(
            f"Loss on text it had not seen: {significant(before)} before, {significant(after)} after (lower is better)."
        )
    elif model.step:
        parts.append(f"Loss at the last step: {significant(model.step.loss)}.")
    if seconds is not None:
        parts.append(f"It took {duration(seconds)}.")
    return " ".join(parts)


def _number(end: p.Finished, name: str) -> float | None:
    """One field of the result, by itself: an older version, or a number that is not finite, may have spoilt another."""
    value = end.result.get(name)
    return value if isinstance(value, int | float) else None


def _details(model: RunModel, *more: str) -> str:
    """Everything a bug report should hold besides the message."""
    return "\n".join([*(text for text in more if text), *model.log])
