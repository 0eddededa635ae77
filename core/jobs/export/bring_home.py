"""Brings a remote run home: an adapter trained elsewhere becomes a run like a local one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from core import __version__
from core import protocol as p
from core.adapters.open import open_adapter
from core.advice.goals import counts_answers
from core.base.errors import LuthierError
from core.base.files import told_of
from core.base.systems.disk import flush_stream
from core.data.tokens.example_view import lengths_of, supervised_of
from core.data.tokens.pack import PackedRows
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Adapter, write_adapter
from core.engine.train.objective import CROSS_ENTROPY, objective_of
from core.engine.train.rows import Batches, Rows
from core.export.elsewhere.homecoming import Report, opened, read_report, require_same
from core.jobs.context import JobContext, Outcome
from core.jobs.export.elsewhere import Prepared, prepare_run
from core.jobs.models.check import remember_model, weights_checked
from core.jobs.training.evaluate import compared_with, load_adapter, measure
from core.jobs.training.loop import evaluation
from core.jobs.training.train import save_evaluation
from core.protocol.config import TrainConfig
from core.protocol.event import event_time
from core.runs import files as run_files
from core.runs.disk import locked
from core.runs.recorded import event_line
from core.runs.run import Run, RunInfo, create


class Measured(NamedTuple):
    """Held-out loss with the local model, before and after the training; None without held-out rows."""

    before: p.Evaluation | None
    after: p.Evaluation | None


def bring_home(job: p.BringHomeJob, context: JobContext) -> Outcome[p.BringHomeResult]:
    """Import an adapter into its run, or into a new one beside it if that was trained locally. A failure changes
    nothing.

    Raises LuthierError `elsewhere.*`, `adapter.*`, `runs.busy`, `model.*`, `data.*`, `files.cannot-write`.
    """
    given = Path(job.adapter).expanduser()
    run = Run(Path(job.run).expanduser())
    info = run.info()
    with opened(given) as folder:
        report = read_report(folder, given)
        made = prepare_run(run, info, context)
        require_same(report.manifest, made.manifest)
        _tell_of_changes(report, info.config, made, context)
        adapter = open_adapter(folder, made.header)
        measured = _measure(made, folder, info, context)
        with weights_checked(made.header, context) as weights:
            contents = weights()
    home, is_new = _home(run, info)
    with _undone_on_failure(home, is_new):
        save_evaluation(home, made.data.dataset.evaluation)
        if contents:
            remember_model(home, made.header, contents)
        _write_adapter(home, info, adapter)
        _record(home, report, info.config, made.data.train_rows, measured)
    if is_new:
        message = f"{run.name} was trained here already, so what came home is a run of its own: {home.name}."
        context.notice("elsewhere.own-run", message)
    return "done", p.BringHomeResult(
        run=str(home.folder),
        adapter=str(home.adapter),
        steps=_last_step(report),
        loss_elsewhere=report.loss,
        eval_loss_before=measured.before.loss if measured.before else None,
        eval_loss_after=measured.after.loss if measured.after else None,
    )


def _tell_of_changes(report: Report, config: TrainConfig, made: Prepared, context: JobContext) -> None:
    """Send a notice if the folder was changed: the run's settings may then not describe its adapter."""
    changed = [name for name, digest in report.manifest.files.items() if report.trained_on.get(name) != digest]
    if changed:
        context.notice(
            "elsewhere.data-changed",
            f"The folder's {', '.join(changed)} had been changed before it was trained with.",
            "The adapter has learnt something other than this run's data.",
        )
    planned, done = Batches(made.data.train_rows, config).steps, _last_step(report)
    if report.steps and done < planned:
        context.notice("elsewhere.fewer-steps", f"It was trained for {done:,} of {planned:,} steps.")


def _measure(made: Prepared, folder: Path, info: RunInfo, context: JobContext) -> Measured:
    loaded, config = made.loaded, info.config
    rows: Rows = made.data.eval_rows
    if not rows:
        return Measured(None, None)
    objective = objective_of(config) if config.choices else CROSS_ENTROPY
    begun, is_lost = None, False
    try:
        begun = load_adapter(loaded, Path(info.adapter), config) if info.adapter else None
    except LuthierError as error:
        context.notice(
            "elsewhere.no-beginning",
            f"What the training went on from cannot be read any more, so nothing is compared with it: {error.message}",
            error.hint,
        )
        if objective.compares:
            return Measured(None, None)
        is_lost = True
    if objective.compares:
        rows = compared_with(loaded, begun, rows, context)
    counts = made.data.dataset.found.is_conversation and counts_answers(config)

    def told(adapter: LoraAdapter | None, *, learnt: bool) -> p.Evaluation:
        measured = measure(loaded, adapter, rows, context, objective)
        found = evaluation(0, measured, objective.measure, adapter=learnt, counts=counts)
        context.emit(found)
        return found

    before = None if is_lost else told(begun, learnt=False)
    return Measured(before, told(load_adapter(loaded, folder, config), learnt=True))


def _home(run: Run, info: RunInfo) -> tuple[Run, bool]:
    """Return the run for an imported adapter, and whether it is new."""
    if not run.adapter.exists() and not run.has_checkpoint():
        return run, False
    name, count = f"{run.name}-elsewhere", 1
    folder = run.folder.with_name(name)
    while folder.exists():
        count += 1
        folder = run.folder.with_name(f"{name}-{count}")
    job = p.TrainJob(model=info.model, data=info.data, run=str(folder), eval_data=info.eval_data, config=info.config)
    home = create(job)
    home.write_info(info)  # with its date, so that its data gives the same tokens
    return home, True


@contextmanager
def _undone_on_failure(home: Run, is_new: bool) -> Iterator[None]:
    """Undo all changes to the run if this context fails. The run is locked, so no other worker's adapter is deleted."""
    try:
        with locked(home):
            said = home.events_file.stat().st_size if home.events_file.is_file() else 0
            try:
                yield
            except BaseException:
                if is_new:
                    with suppress(OSError):
                        run_files.delete(home.folder)
                else:
                    home.adapter.unlink(missing_ok=True)
                    if home.events_file.is_file():
                        os.truncate(home.events_file, said)
                raise
    except BaseException:
        if is_new:
            with suppress(OSError):  # its lock is deleted, too
                run_files.remove_empty(home.folder)
        raise


def _write_adapter(home: Run, info: RunInfo, adapter: Adapter) -> None:
    notes = {"base_model": info.model, "dataset": info.data, "run": home.name}
    write_adapter(
        home.adapter,
        adapter.architecture,
        adapter.tensors,
        adapter.alpha,
        notes=notes,
        magnitudes=adapter.magnitudes,
    )


def _record(home: Run, report: Report, config: TrainConfig, rows: PackedRows, measured: Measured) -> None:
    """Record the events that a local training would have emitted."""
    steps, last = list(_steps(report, config, rows)), _last_step(report)
    after = msgspec.structs.replace(measured.after, step=last) if measured.after else None
    result = p.TrainResult(
        run=str(home.folder),
        steps=last,
        tokens_seen=steps[-1].tokens_seen if steps else 0,
        tokens_trained=steps[-1].tokens_trained if steps else 0,
        loss_first=steps[0].loss if steps else None,
        loss_last=steps[-1].loss if steps else None,
        eval_loss_before=measured.before.loss if measured.before else None,
        eval_loss_after=after.loss if after else None,
        tok_s=steps[-1].tok_s if steps else 0.0,
        adapter=str(home.adapter),
        seconds=report.seconds,
    )
    events: list[p.Event | None] = [
        p.Hello(pid=os.getpid(), job="bring-home", version=__version__),
        p.TrainingStarted(run=home.name, step=0, steps=last, trainable=0),
        measured.before,
        *steps,
        after,
        p.Checkpoint(step=last, path="", adapter=str(home.adapter)),
        p.finished("done", result),
    ]
    with told_of(home.events_file), home.events_file.open("ab") as file:
        file.write(b"".join(event_line(event) for event in events if event is not None))
        file.flush()
        flush_stream(file.fileno())


def _steps(report: Report, config: TrainConfig, rows: PackedRows) -> Iterator[p.Step]:
    """Yield the steps' events. tok_s is the average, because single steps' durations are unknown."""
    batches = Batches(range(len(rows)), config)  # type: ignore[arg-type]  # indices instead of rows
    examples, members, starts = rows.examples, rows.members, rows.borders[:-1]
    tokens, learnt = (np.add.reduceat(of(examples)[members], starts) for of in (lengths_of, supervised_of))
    seen = trained = 0
    told, started = [], event_time()
    for done in report.steps:
        of_step = np.array(batches.rows_of(done.step - 1), np.int64)
        seen, trained = seen + int(tokens[of_step].sum()), trained + int(learnt[of_step].sum())
        if done.loss is not None:
            told.append((done, done.loss, seen, trained))
    for done, loss, seen_then, trained_then in told:
        yield p.Step(
            time=started,
            step=done.step,
            steps=_last_step(report),
            epoch=batches.epoch_after(done.step),
            loss=loss,
            learning_rate=done.learning_rate,
            grad_norm=done.grad_norm or 0.0,
            tok_s=seen / report.seconds if report.seconds else 0.0,
            tokens_seen=seen_then,
            tokens_trained=trained_then,
            seconds_left=0.0,
        )


def _last_step(report: Report) -> int:
    return max((done.step for done in report.steps), default=0)
