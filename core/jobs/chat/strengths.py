"""Measures a run's adapter at several strengths: right answers, and the distance from the base."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import msgspec

from core import protocol as p
from core.assess.answers import KeptAnswers, answers_of
from core.assess.checks import fits, judge
from core.base.errors import LuthierError
from core.chat.loaded import ChatSource
from core.jobs.chat.assess import COMPARING, Test, distances_of, guessed_check, test_of, tuned_model
from core.jobs.chat.source import source_key
from core.jobs.context import JobContext, Outcome
from core.jobs.models.run_adapter import at_strength, dora_has_one_strength
from core.runs.run import Run


def measure_strengths(job: p.StrengthsJob, context: JobContext) -> Outcome[p.StrengthsResult]:
    """Measure a run's adapter at several strengths. Raises LuthierError `adapter.dora-strength`, and what
    find_source and load_dataset raise.
    """
    started, run = time.monotonic(), Run(Path(job.run).expanduser())
    tuned = tuned_model(run, job.checkpoint, context)
    if tuned.source.adapter is None:
        raise dora_has_one_strength()
    test, check = _to_be_kept(run, job.checkpoint, tuned.source, context)
    rows, kept, answered = list(test.rows), KeptAnswers(run.answers_file), list[int]()
    strengths = sorted({1.0, *job.strengths}, reverse=True)
    for number, strength in enumerate(strengths if rows else (), 1):
        context.phase("assess", f"Asking with strength {strength:g} ({number} of {len(strengths)})")
        with at_strength(tuned.source.adapter, strength) as adapter:
            source = replace(tuned.source, adapter=adapter)
            replies = answers_of(
                source, source_key(source), rows, kept, context.renderer,
                report=lambda done, total: context.progress(done, total, "answers"),
            )  # fmt: skip
        there = [(row, one) for row, one in zip(rows, replies.answers, strict=True) if one is not None]
        rows = [row for row, _ in there]  # others are too long, at any strength
        answered.append(sum(judge(check, row.expected, one.said).right for row, one in there))
    context.phase("assess", COMPARING)
    distances = distances_of(tuned.source, tuned.source.adapter, strengths, context)
    measured = [
        p.StrengthMeasured(strength=strength, right=right, moved=apart)
        for strength, right, apart in zip(strengths, answered or [0] * len(strengths), distances, strict=True)
    ]
    return "done", p.StrengthsResult(
        test=test.named, of=len(rows), measured=measured, recommended=least_strength(measured) if rows else None,
        seconds=time.monotonic() - started,
    )  # fmt: skip


def least_strength(measured: Sequence[p.StrengthMeasured]) -> float:
    """Return the lowest strength down to which as many answers are right as at 1. measured: strongest first."""
    below = [one for one in measured if one.strength <= 1]
    keep = takewhile(lambda one: one.right >= below[0].right, below)
    return min(one.strength for one in keep)


def _to_be_kept(run: Run, checkpoint: str, source: ChatSource, context: JobContext) -> tuple[Test, p.Check]:
    """Return the questions whose answers should stay right: test rows, else some training rows; none, with a notice, if
    no check suits them.
    """
    job, info = p.AssessJob(run=str(run.folder), checkpoint=checkpoint), run.info()
    try:
        try:
            test = test_of(job, run, info, source, context)
        except LuthierError as error:
            if error.code != "assess.no-test":
                raise
            test = test_of(msgspec.structs.replace(job, trained=True), run, info, source, context)
        check = guessed_check(test, info, source)
        fit = [row for row in test.rows if check.kind != "choice" and fits(check, row.expected)]
        if not fit:
            context.notice(
                "assess.not-checked",
                f"No check says which answers to {test.named} are right, so only how far it has moved is measured.",
            )
        return test._replace(rows=fit), check
    except LuthierError as error:
        if not error.code.startswith("assess."):
            raise
        context.notice(error.code, error.message, error.hint)
        return Test("no questions", [], Counter(), unseen=False), p.Check(kind="choice")
