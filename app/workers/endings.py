"""How a run ended, in words, with what to do next and what a bug report needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.workers.advice import Place, in_the_windows_words
from app.workers.process import WorkerOutcome
from app.workers.run_model import RunModel
from app.workers.verdict import how_far_else, right_answers, verdict_of, what_came
from core import protocol as p
from core.advice.losses import before_and_after
from core.base.language import tr
from core.base.logs import crash_of
from core.base.numbers import count, duration
from core.base.systems import processes
from core.runs.lost_file import file_lost
from core.runs.run import Run

Kind = Literal["done", "stopped", "cancelled", "failed", "interrupted"]
Next = Literal["talk", "resume", "settings"]
CRASH_ADVICE = tr("This is a bug: please report it. “Save a report” on the Settings page writes what is needed.")
BEGIN_ANEW = ("train.diverged", "train.not-finite")  # going on from the last checkpoint ends in the same way


@dataclass(frozen=True)
class Ending:
    """What the Monitor page says when nothing works on the run any more. next: what makes most sense now."""

    kind: Kind
    title: str
    text: str
    details: str = ""
    next: Next = "resume"
    can_resume: bool = True
    can_talk: bool = False  # there is an adapter that has learnt something
    place: Place | None = None  # the page that helps


def of_worker(outcome: WorkerOutcome, model: RunModel, run: Run | None = None) -> Ending:
    """Return the ending that this worker gave the run."""
    if outcome.end is not None:
        return of_events(model)
    if not outcome.started:
        return Ending(
            "failed", tr("The training process did not start"), cause(outcome, run), _details(model, outcome.stderr)
        )
    return Ending(
        "interrupted",
        tr("The training process was lost"),
        f"{cause(outcome, run)} {_kept(model)}",
        _details(
            model,
            outcome.stderr,
            tr("exit code {exit_code}, crashed: {crashed}", exit_code=outcome.exit_code, crashed=outcome.crashed),
        ),
        can_talk=_has_learnt(model),
    )


def of_events(model: RunModel) -> Ending:
    """Return the ending that the run's own events tell; without a last word it was interrupted."""
    learnt = _has_learnt(model)
    match model.end:
        case p.Finished(outcome="done"):
            return _done(model)
        case p.Finished(outcome="stopped"):
            enough = verdict_of(model, ended=False).may_stop
            next_: Next = "talk" if enough else "resume"
            return Ending("stopped", tr("Stopped and kept"), _kept(model), next=next_, can_talk=learnt)
        case p.Finished() if model.step is None:
            text = tr("Nothing was trained, and nothing was lost. Change what you like, and start again.")
            return Ending("cancelled", tr("Cancelled before anything was trained"), text, next="settings")
        case p.Finished():
            text = tr("What was trained since the last checkpoint is lost. ") + _kept(model)
            return Ending("cancelled", tr("Cancelled"), text, can_talk=learnt)
        case p.Failed() as end:
            return _failed(end, model)
        case None:
            crash = crash_of(model.hello.pid, model.hello.time) if model.hello else None
            text = f"{crash.in_words()} {CRASH_ADVICE} {_kept(model)}" if crash else _kept(model)
            return Ending("interrupted", tr("This training was interrupted"), text, _details(model), can_talk=learnt)


def ready(title: str) -> str:
    """Return what is said of a run that came to its end, which its user has waited for."""
    return tr("{title} is ready", title=title)


def cause(outcome: WorkerOutcome, run: Run | None = None) -> str:
    """Return why a worker ended without a last word. run: that it worked on."""
    if not outcome.started:
        return tr("Luthier's own worker program could not be started. Installing Luthier again usually mends this.")
    if not outcome.crashed:
        return tr("The process ended without a reason (exit code {exit_code}).", exit_code=outcome.exit_code)
    code = processes.from_qt(outcome.exit_code)
    if processes.is_from_outside(code):
        return tr(
            "The process was ended from outside while it worked. The system does that when memory runs "
            "out; closing other programs or a shorter context helps."
        )
    if processes.is_lost_file(code):
        return " ".join(file_lost(run))
    name = processes.name_of(code) or tr("exit code {code}", code=code)
    if processes.is_crash(code):
        what = outcome.crash.in_words() if outcome.crash else tr("It crashed ({name}).", name=name)
        return f"{what} {CRASH_ADVICE}"
    return tr("The process was ended by the system ({name}).", name=name)


def _done(model: RunModel) -> Ending:
    trouble = model.evaluation.trouble if model.evaluation else ""
    if trouble:
        return Ending(
            "failed", tr("Training ended without a result"), trouble, _details(model), next="settings", can_resume=False
        )
    return Ending("done", tr("Training is finished"), _result(model), next="talk", can_resume=False, can_talk=True)


def _failed(end: p.Failed, model: RunModel) -> Ending:
    """A refusal, or an error in the middle. What could not begin will not begin the next time either."""
    said, details = in_the_windows_words(end), _details(model, end.code, end.details)
    began, anew = model.step is not None or model.checkpoint is not None, end.code in BEGIN_ANEW
    if began and not anew:
        title, learnt = tr("Training ended with an error"), _has_learnt(model)
        return Ending("failed", title, said.text, details, can_talk=learnt, place=said.place)
    title = tr("Training has gone wrong") if anew else tr("Training could not begin")
    return Ending("failed", title, said.text, details, next="settings", can_resume=False, place=said.place)


def _has_learnt(model: RunModel) -> bool:
    """Return whether the newest adapter is more than the base."""
    return model.checkpoint is not None and model.checkpoint.step > 0


def _kept(model: RunModel) -> str:
    if model.checkpoint is None:
        return tr("No checkpoint had been saved yet, so resuming begins at the first step.")
    saved = model.checkpoint.step
    said = tr("Everything up to step {saved} is kept. Resume goes on from there.", saved=count(saved))
    if lost := max(model.reached - saved, 0):
        said = tr(
            "Everything up to step {saved} is kept; Resume goes on from there, and {steps} repeated.",
            saved=count(saved),
            steps=tr("{lost} steps are", "1 step is", lost, lost=count(lost)),
        )
    return "\n".join([said, *what_came(model)])


def _result(model: RunModel) -> str:
    parts = []
    before, after = (model.result_number(name) for name in ("eval_loss_before", "eval_loss_after"))
    judges = model.evaluation is None or model.evaluation.judges
    if before is not None and after is not None and judges:
        best = model.best_step
        at_best = model.evaluations["loss"][model.evaluations["step"] == (-1 if best is None else best)]
        known = len(at_best) > 0 and best != model.reached
        now = float(at_best[0]) if known else after
        parts.append(before_and_after(model.story.measure, before, now, best if known else None))
    elsewhere = model.hello is not None and model.hello.job == "bring-home"
    seconds = model.result_number("seconds") if elsewhere else model.seconds  # all sittings of it
    if seconds:
        parts.append(tr("It took {seconds}.", seconds=duration(seconds)))
    return "\n".join(filter(None, [*right_answers(model), " ".join(parts), *how_far_else(model)]))


def _details(model: RunModel, *more: str) -> str:
    """Everything a bug report should hold besides the message."""
    return "\n".join([*(text for text in more if text), *model.log])
