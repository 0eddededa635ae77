"""Compares runs: curves, differing settings, results, samples."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from core.advice.losses import all_beside_the_loss, too_far
from core.advice.training_settings import in_words, title_of
from core.base.files import written_whole
from core.base.language import tr
from core.base.numbers import NOTHING, count, duration, significant, size
from core.protocol.measure import Measure
from core.runs.info import RunAssessment, read_assessment
from core.runs.run import Run, RunInfo
from core.runs.summary import CurvePoint, FiguresReader, RunFigures
from core.runs.sweeps import OF_CHOICES
from core.runs.votes import Tally, counted, read_votes

Row = tuple[str, list[str]]  # a title, and one text per run
BEFORE = "Before training"
MOST_COMPARED = 6  # curves that a reader can tell apart
_ALIKE = 0.01  # losses closer than this share count as equal
_OTHER_LOSSES = tr(
    "Their losses are computed differently and do not tell which is better. Ask them the same questions in “Is it "
    "better?”."
)


@dataclass(frozen=True)
class Compared:
    """A run to compare with others. measure: of its losses. samples: the newest answer to each prompt, and the one from
    before training.
    """

    name: str
    info: RunInfo
    figures: RunFigures
    measure: Measure
    curve: list[CurvePoint]
    evaluations: list[CurvePoint]
    samples: dict[str, str]
    before: dict[str, str]
    votes: Tally
    assessed: RunAssessment | None = None


def read_compared(chosen: list[Run]) -> list[Compared]:
    """Read all events of the runs: call it from a thread. Raises LuthierError `runs.not-a-run`, `runs.unreadable`."""
    return [_read(run) for run in chosen]


def _read(run: Run) -> Compared:
    reader = FiguresReader(run)
    figures = reader.read()
    before, samples = dict[str, str](), dict[str, str]()
    for sample in reader.samples:
        (before if sample.step == 0 or sample.label == "base" else samples)[sample.prompt] = sample.text
    measure, curve, evaluations = reader.story.measure, reader.curve, reader.evaluations
    votes, assessed = counted(read_votes(run)), read_assessment(run.assessment_file)
    return Compared(run.title, run.info(), figures, measure, curve, evaluations, samples, before, votes, assessed)


def who_is_ahead(runs: list[Compared]) -> str:
    """Return a sentence that names the run with the best held-out loss, or says why the runs cannot be ranked."""
    if len({_measured_by(run) for run in runs}) > 1:
        return tr("They were tested on different rows, so their losses cannot be compared.")
    if len({run.measure.unit if not run.measure.is_of_choices else run.measure.name for run in runs}) > 1:
        return _OTHER_LOSSES
    far = [run.name for run in runs if run.figures.is_far]
    near = [run for run in runs if not run.figures.is_far]
    if far:
        if not near:
            return too_far(far, are_all=True)
        is_alone = len(near) == 1 and near[0].figures.eval_best is not None
        ahead = tr("{title} is ahead.", title=near[0].name) if is_alone else who_is_ahead(near)
        return f"{ahead} {too_far(far)}"
    figures = [run.figures for run in runs]
    if figures[0].answers and len({one.answers for one in figures}) == 1 and len({one.right for one in figures}) > 1:
        best, second, *_ = sorted(runs, key=lambda run: -run.figures.right)
        return tr(
            "{title} is ahead: {best} right against {second}, of {answers} rows that none was trained on.",
            title=best.name, best=count(best.figures.right), second=count(second.figures.right),
            answers=count(figures[0].answers),
        )  # fmt: skip
    if len({_of_choices(run) for run in runs}) > 1:
        return _OTHER_LOSSES
    losses = sorted((run.figures.eval_best, run.name) for run in runs if run.figures.eval_best is not None)
    if len(losses) < len(runs):
        return tr("Not all of them were tested on unseen rows, so which is better is not known.")
    (best_loss, name), (next_loss, _) = losses[:2]
    told = {"best": significant(best_loss), "second": significant(next_loss)}
    if next_loss - best_loss < _ALIKE * abs(next_loss):
        return tr("They are about as good: {best} and {second} on unseen rows (lower is better).", **told)
    return tr("{title} is ahead: {best} against {second} on unseen rows (lower is better).", title=name, **told)


def _measured_by(run: Compared) -> tuple[Any, ...]:
    """Return what decides which rows are held out."""
    info = run.info
    return info.data, info.eval_data, info.config.eval_share, info.config.test_share


def _of_choices(run: Compared) -> tuple[Any, ...]:
    """Return the settings that shape this run's preference loss, besides the choices; the same for all other
    objectives.
    """
    config = run.info.config
    return tuple(getattr(config, key) for key, objectives in OF_CHOICES.items() if config.objective in objectives)


def results(runs: list[Compared]) -> list[Row]:
    """Return the results of the runs as table rows."""
    figures = [run.figures for run in runs]
    rows: list[Row] = [
        ("Loss on unseen text, before", [significant(f.eval_first) for f in figures]),
        ("Loss on unseen text, at last", [significant(f.eval_last) for f in figures]),
        ("Best, and after how many steps", [_best(f.eval_best, f.eval_best_step) for f in figures]),
        *all_beside_the_loss(figures).items(),
        ("Loss of the last step", [significant(f.loss) for f in figures]),
        ("Steps", [f"{count(f.step)} / {count(f.steps)}" for f in figures]),
        ("Went back", [_times(len(f.went_back)) for f in figures]),
        ("Tokens read", [count(f.tokens) for f in figures]),
        ("Time", [duration(f.seconds) for f in figures]),
        ("Tokens/s", [significant(f.tok_s) for f in figures]),
        ("Computed by", [f.device or NOTHING for f in figures]),
        ("Memory at most", [size(f.peak) if f.peak else NOTHING for f in figures]),
        ("Your votes", [_votes(run.votes) for run in runs]),
        ("Is it better?", [run.assessed.verdict if run.assessed else NOTHING for run in runs]),
    ]
    return [row for row in rows if set(row[1]) != {NOTHING}]


def differences(runs: list[Compared]) -> list[Row]:
    """Return the differences between runs as table rows: model, data, settings."""
    infos = [run.info for run in runs]
    rows: list[Row] = [
        ("Model", [Path(info.model).name for info in infos]),
        ("Data", [Path(info.data).name for info in infos]),
        ("Began with", [Path(info.adapter).name if info.adapter else "the model as it is" for info in infos]),
        ("Losses are in", [run.measure.unit or NOTHING for run in runs]),
    ]
    settings: list[dict[str, Any]] = [msgspec.to_builtins(info.config) for info in infos]
    rows += [(title_of(key), [in_words(values[key]) for values in settings]) for key in settings[0]]
    return [row for row in rows if len(set(row[1])) > 1]


def prompts(runs: list[Compared]) -> list[str]:
    """Return the prompts of all samples, in order of first appearance."""
    return list(dict.fromkeys(prompt for run in runs for prompt in (*run.before, *run.samples)))


def written(runs: list[Compared]) -> list[Row]:
    """Return for each prompt every run's newest answer, and its answer from before training."""
    rows: list[Row] = []
    for prompt in prompts(runs):
        rows.append((f"“{prompt}”", [run.samples.get(prompt, NOTHING).strip() for run in runs]))
        if any(prompt in run.before for run in runs):
            rows.append((BEFORE, [run.before.get(prompt, NOTHING).strip() for run in runs]))
    return rows


def save_csv(runs: list[Compared], path: Path) -> None:
    """Write every loss of the runs as a line. Raises LuthierError `files.cannot-write`."""
    with written_whole(path) as partial, partial.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["run", "kind", "step", "tokens", "seconds", "loss"])
        for run in runs:
            for kind, points in (("training", run.curve), ("evaluation", run.evaluations)):
                for point in points:
                    table.writerow([run.name, kind, point.step, point.tokens, round(point.seconds, 3), point.loss])


def _times(went_back: int) -> str:
    return {0: NOTHING, 1: "once"}.get(went_back, f"{went_back} times")


def _votes(tally: Tally) -> str:
    return f"{tally.tuned} of {tally.votes} better than the base" if tally.votes else NOTHING


def _best(loss: float | None, step: int) -> str:
    return NOTHING if loss is None else f"{significant(loss)}  ({count(step)})"
