"""The training loop: steps, and between them evaluations, checkpoints, samples, rollbacks and the user's commands."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from core import protocol as p
from core.advice.goals import FEW_ROWS, GOALS, counts_answers
from core.base.errors import LuthierError
from core.base.numbers import count, small
from core.base.systems.machine import peak_rss
from core.engine.train.checkpoint import TrainingProgress
from core.engine.train.engine import Evaluated
from core.engine.train.loss_watch import MOST_LOST_STEPS
from core.engine.train.objective import Totals
from core.engine.train.training import Measured, Training
from core.jobs.context import JobContext
from core.jobs.training.sample import SampleWriter
from core.protocol.config import TrainConfig
from core.protocol.measure import CROSS_ENTROPY, Measure
from core.runs.run import Run, RunInfo
from core.runs.summary import RunStory

STOP_S = 10.0  # seconds that a running step or measurement gets when training is to stop; after that it is given up
SHARE_INTERVAL = 0.5  # seconds between progress events within a long step


class _GivenUpError(Exception):
    """Raised to give up a long computation because training is to stop."""


class TrainingLoop:
    """Runs a prepared training in a worker."""

    def __init__(
        self,
        run: Run,
        info: RunInfo,
        training: Training,
        context: JobContext,
        sampler: SampleWriter,
        eval_rows: int | None = None,
    ) -> None:
        """eval_rows: number of held-out rows; None for running text."""
        self._run, self._training, self._context, self._sampler = run, training, context, sampler
        self._eval_rows = eval_rows
        self._config = info.config
        self._notes = {"base_model": info.model, "dataset": info.data, "run": run.name}
        self._recent: deque[float] = deque(maxlen=50)  # seconds per step
        self._story = RunStory()  # of this loop only
        self._known = self._taught = 0  # answers of the training rows: those given word for word, and all
        self._saved_step = self._evaluated_step = -1
        self._is_trouble_told = False
        self._stops_since = 0.0

    def run(self) -> Literal["done", "stopped"]:
        """Train until done, stopped or cancelled. Return the outcome.

        Raises LuthierError `train.diverged`, `train.not-finite`.
        """
        training, context, control = self._training, self._context, self._context.control
        context.emit(
            p.TrainingStarted(
                run=self._run.name,
                step=training.progress.step,
                steps=training.batches.steps,
                trainable=training.adapter.n_values,
                goal=self._config.goal,
                eval_rows=self._eval_rows,
                objective=training.measure.name,
            )
        )
        if len(training.progress.went_back) > MOST_TIMES:
            raise diverged(training.progress, self._config)
        with suppress(_GivenUpError):
            self._go_on()
        if control.stop.is_set():
            context.emit(p.State(state="stopping"))
        if training.finished and not training.progress.updates:
            raise never_finite(training.progress.skipped)
        if training.finished and self._evaluated_step != training.progress.step:
            with suppress(_GivenUpError):
                self._evaluate()
        self._checkpoint()  # after the evaluation, which decides whether it is the best
        if not training.finished or self._evaluated_step != training.progress.step:  # resuming evaluates the last
            return "stopped"
        with suppress(_GivenUpError):
            self._count_known()
        training.end(self._run.checkpoints_dir)
        return "done"

    def _go_on(self) -> None:
        """Do all remaining steps."""
        training, control = self._training, self._context.control
        if training.progress.step == 0:
            self._begin()
        self._context.phase("train", "Training")
        while not (control.stop.is_set() or self._is_done()):
            self._pause_if_asked()
            if control.stop.is_set():
                break
            control.raise_if_cancelled()
            if trouble := self._step() or self._after_step():
                self._go_back(trouble)

    def _hear(self) -> None:
        """Check for commands during a computation. Raises Cancelled, and _GivenUpError if a stop has waited long
        enough.
        """
        control = self._context.control
        control.raise_if_cancelled()
        if control.stop.is_set():
            self._stops_since = self._stops_since or time.monotonic()
            if time.monotonic() - self._stops_since >= STOP_S:
                raise _GivenUpError

    def _begin(self) -> None:
        """Evaluate before the first step, but not again after a rollback to it."""
        progress = self._training.progress
        if progress.watch.base is None:
            self._training.measure_base(lambda done, total: self._hear())
        if progress.eval_loss_before is None:
            self._evaluate()
        self._checkpoint()  # from now on the run can always be resumed

    def _is_done(self) -> bool:
        """Return whether all steps are done and the last evaluation shows no trouble."""
        training = self._training
        if not training.finished or not training.progress.updates:
            return training.finished
        if self._evaluated_step != training.progress.step and (trouble := self._evaluate()):
            self._go_back(trouble)
        return training.finished

    def result(self, seconds: float) -> p.TrainResult:
        """Return what `luthier train --json` prints."""
        progress, story = self._training.progress, self._story
        told = next(reversed(story.evaluations.values()), story.before)
        return p.TrainResult(
            run=str(self._run.folder),
            steps=progress.step,
            steps_skipped=progress.skipped,
            tokens_seen=progress.tokens_seen,
            tokens_trained=progress.tokens_trained,
            loss_first=progress.loss_first,
            loss_last=progress.loss_last,
            eval_loss_before=progress.eval_loss_before,
            eval_loss_after=told.loss if told else None,
            best_step=progress.best_step,
            went_back=len(progress.went_back),
            tok_s=progress.tokens_seen / progress.seconds if progress.seconds else 0.0,
            peak_rss_bytes=peak_rss(),
            adapter=str(self._run.adapter),
            seconds=seconds,
            right=told.right if told else 0,
            answers=told.answers if told else 0,
            known=self._known,
            taught=self._taught,
            distance=story.moved(),
        )

    def _tell(self, event: p.Event) -> None:
        self._story.add(event)
        self._context.emit(event)

    def _step(self) -> str:
        """Do a step. Return why training has gone wrong, or ""."""
        measured = self._training.step(self._share_reporter())
        self._recent.append(measured.seconds)
        if measured.result.updated:
            self._tell(self._step_event(measured))
        else:
            progress = self._training.progress
            what = "loss" if not math.isfinite(measured.result.loss) else "gradient"
            self._context.emit(
                p.Skipped(step=progress.step, reason=f"the {what} was not finite", count=progress.skipped)
            )
        return measured.trouble

    def _share_reporter(self) -> Callable[[float], None]:
        """Return a callback for the progress of the step that begins now. It is silent in short steps, and gives up a
        step that is no longer wanted.
        """
        progress, steps, context = self._training.progress, self._training.batches.steps, self._context
        began = told = time.monotonic()

        def report(share: float) -> None:
            nonlocal told
            self._hear()
            now = time.monotonic()
            if now - told >= SHARE_INTERVAL and 0 < share < 1:
                told = now
                pace = sum(self._recent) / len(self._recent) if self._recent else (now - began) / share
                done = progress.step + share
                left = (steps - done) * pace
                context.emit(p.Progress(done=done, total=steps, unit="steps", seconds_left=left))

        return report

    def _go_back(self, trouble: str) -> None:
        """Roll back to before the trouble, with half the rate; or stop and keep the last good state."""
        training, progress = self._training, self._training.progress
        if not progress.updates:  # before any update, another rate changes nothing
            raise never_finite(progress.watch.lost)
        if not self._config.rollback:
            self._only_tell(trouble)
            return
        back = training.go_back(self._run.checkpoints_dir, trouble)
        is_last = len(training.progress.went_back) > MOST_TIMES
        if is_last:  # keep the best, even if it is newer than the good one
            training.progress.best_step, training.progress.best_loss = progress.best_step, progress.best_loss
        else:
            self._tell(
                p.WentBack(step=back.at, to=back.to, reason=trouble, rate_factor=training.rate_factor,
                           count=len(training.progress.went_back), most=MOST_TIMES)
            )  # fmt: skip
        self._saved_step = self._evaluated_step = -1
        self._checkpoint()
        if is_last:
            raise diverged(training.progress, self._config)
        self._context.phase("train", "Training")

    def _only_tell(self, trouble: str) -> None:
        """Report trouble without a rollback, as set: only a NaN loss ends the training."""
        progress = self._training.progress
        if progress.watch.lost >= MOST_LOST_STEPS:
            raise diverged(progress, self._config)
        if not self._is_trouble_told:
            self._is_trouble_told = True
            message = f"Training has gone wrong by step {progress.step}: {trouble}."
            self._context.notice("train.unstable", message, "Stop it, and start again with a lower learning rate.")

    def _step_event(self, measured: Measured) -> p.Step:
        training = self._training
        progress, steps = training.progress, training.batches.steps
        return p.Step(
            step=progress.step,
            steps=steps,
            epoch=training.batches.epoch_after(progress.step),
            loss=measured.result.loss,
            learning_rate=measured.learning_rate,
            grad_norm=measured.result.grad_norm,
            tok_s=measured.tokens / measured.seconds,
            tokens_seen=progress.tokens_seen,
            tokens_trained=progress.tokens_trained,
            seconds_left=(steps - progress.step) * sum(self._recent) / len(self._recent),
            distance=measured.result.distance,
        )

    def _after_step(self) -> str:
        """Do what is due after this step. Return why training has gone wrong, if detected, or ""."""
        progress, config = self._training.progress, self._config
        step = progress.step
        is_to_save = bool(config.save_every) and step % config.save_every == 0
        if is_to_save and progress.maybe_good is None:
            progress.maybe_good = step  # before any checkpoint of this step, so that all contain it
        if config.eval_every and step % config.eval_every == 0 and step < self._training.batches.steps:
            if trouble := self._evaluate():
                return trouble
            self._context.phase("train", "Training")
        self._sample_if_asked()
        asked = self._context.control.checkpoint
        if asked.is_set() or is_to_save:
            asked.clear()
            self._checkpoint()
        return ""

    def _pause_if_asked(self) -> None:
        control = self._context.control
        if control.paused.is_set():
            self._checkpoint()  # the battery may run out during a pause
            self._context.emit(p.State(state="paused"))
            control.wait_while_paused()
            while control.samples and not (control.stop.is_set() or control.cancel.is_set()):
                self._sample_if_asked()
                control.wait_while_paused()
            self._context.emit(p.State(state="running"))

    def _sample_if_asked(self) -> None:
        asked = self._context.control.samples
        if asked:
            while asked:
                sample = asked.popleft()
                self._sampler.write(self._training, (sample.prompt,), sample.max_tokens)
            self._context.phase("train", "Training")

    def _evaluate(self) -> str:
        """Evaluate, save a checkpoint if it is the best so far, and write the samples.

        Return why training has gone wrong, if detected, or "".
        """
        context, training, trouble = self._context, self._training, ""
        if training.evaluates:
            context.phase("evaluate", "Evaluating on held-out text")

        measured = training.evaluate(self._report_rows)
        self._evaluated_step = training.progress.step
        if measured is not None:
            updated = training.progress.updates > 0
            step = training.progress.step
            counts = self._eval_rows is not None and counts_answers(self._config)
            told = evaluation(step, measured, training.measure, adapter=updated, judges=training.judges, counts=counts)
            self._tell(told)
            if updated:
                progress, far = training.progress, training.measure.far
                trouble = progress.watch.take_evaluation(measured.loss, progress.eval_loss_before, far)
            if training.progress.best_step == training.progress.step and not trouble:
                self._checkpoint()
        if not trouble:
            self._sampler.write(training, self._sampler.prompts)
        return trouble

    def _count_known(self) -> None:
        """Count which answers of the training rows are given word for word, where that is the aim and they are few.

        The mean loss hides a wrong word.
        """
        goal, training = GOALS.get(self._config.goal), self._training
        is_aim = goal is not None and goal.by_heart and self._eval_rows is not None
        is_taken = training.progress.best_step in (None, training.progress.step)  # not an earlier, better adapter
        if not is_aim or not is_taken or training.engine.objective.compares or len(training.batches.rows) > FEW_ROWS:
            return
        self._context.phase("evaluate", "Checking every answer")
        measured = training.engine.evaluate(training.batches.rows, self._report_rows)
        self._known, self._taught = measured.right, measured.answers

    def _report_rows(self, done: float, total: float) -> None:
        self._hear()
        self._context.progress(done, total, "rows")

    def _checkpoint(self) -> None:
        """Save a checkpoint, unless this step is saved already; the run's adapter is always the newest."""
        step = self._training.progress.step
        if step == self._saved_step:
            return
        self._run.require_there()
        path = self._training.save(self._run.checkpoints_dir, self._notes)
        self._training.write_adapter(self._run.adapter, self._notes)
        self._saved_step = step
        best = step == self._training.progress.best_step
        self._context.emit(p.Checkpoint(step=step, path=str(path), adapter=str(self._run.adapter), best=best))


def evaluation(
    step: int,
    measured: Evaluated,
    measure: Measure = CROSS_ENTROPY,
    *,
    adapter: bool,
    judges: bool = True,
    counts: bool = False,
) -> p.Evaluation:
    """Return the event for a measurement. counts: include right answers."""
    return p.Evaluation(
        step=step,
        loss=measured.loss if math.isfinite(measured.loss) else None,
        perplexity=measure.perplexity(measured.loss),
        tokens=measured.tokens,
        adapter=adapter,
        judges=judges,
        right=measured.right if counts else 0,
        answers=measured.answers if counts else 0,
        choices=_told(measured.choices) if measured.choices else None,
    )


def _told(of: Totals) -> p.Choices:
    good, bad = max(of.n_good, 1), max(of.n_bad, 1)
    return p.Choices(
        chosen=of.good / good if of.n_good else None,
        rejected=of.bad / bad if of.n_bad else None,
        margin=of.reward_good / good - of.reward_bad / bad if of.n_good and of.n_bad else None,
        distance=of.distance,
    )


MOST_TIMES = 2  # rollbacks; the next trouble stops the training


def never_finite(steps: int) -> LuthierError:
    """Return the error for a training in which no step had a finite loss and gradient."""
    return LuthierError(
        "train.not-finite",
        f"The loss or its gradient is not a number from the first step on, {steps} in a row.",
        "The model's weights are damaged, or too large for their type: download it again, or choose another.",
    )


def diverged(progress: TrainingProgress, config: TrainConfig) -> LuthierError:
    """Return the error for a training that has gone wrong, with its history of steps.

    progress: after the last trouble, or without rollbacks.
    """
    times = progress.went_back
    if not times:
        lost = progress.watch.lost
        what = f"The loss is not a number any more: training has diverged, {lost} steps in a row were lost."
        kept = ""
    else:
        when = "; ".join(f"at step {count(one.at)} {one.reason}" for one in times)
        what = f"Training has diverged, {count(len(times))} times: {when}."
        if len(times) > 1:
            rates = " and ".join(small(config.learning_rate / 2**n) for n in range(1, len(times)))
            what += f" Going back with a lower learning rate ({rates}) did not help."
        kept = (
            f" What it had learnt by step {count(times[-1].to)}, before the trouble, is kept." if times[-1].to else ""
        )
    lower = small(config.learning_rate / 10)
    hint = f"Start again with a lower learning rate, a tenth of this one for example ({lower}). Where that is usual "
    return LuthierError("train.diverged", what, f"{hint}already, look for rows of nonsense in the data.{kept}")
