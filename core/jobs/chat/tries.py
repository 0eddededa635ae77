"""Try several, keep what passes: a run's model answers the questions of its data again and again, and right answers
become rows for a training that goes on (best of n; rejection sampling, as in STaR, arXiv:2203.14465).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from core import protocol as p
from core.assess.answers import Answer, Drawn, KeptAnswers, answers_of
from core.assess.checks import fits, guess_check, in_words, judge, parse_check, typed
from core.assess.rows import Row, Rows, read_test
from core.assess.taught import AnsweredRow, keep_taught, passed_of
from core.base.errors import LuthierError
from core.chat.loaded import ChatSource
from core.gguf.header import header_of
from core.jobs.chat.assess import dataset_of
from core.jobs.chat.source import find_source, source_key
from core.jobs.context import JobContext, Outcome
from core.runs.run import Run

ENOUGH = 0.5  # of the answers, above which drawing more teaches little


def try_several(job: p.TryJob, context: JobContext) -> Outcome[p.TryResult]:
    """Ask each question once for the likeliest answer, and those that fail up to `job.tries` times at random.

    Raises LuthierError `assess.bad-check`, `tries.no-check`, `tries.nothing-fails`, `tries.nothing-passes`,
    `assess.no-data`, `assess.empty`, and what find_source and answers_of raise.
    """
    started, run = time.monotonic(), Run(Path(job.run).expanduser())
    if job.check is not None:
        parse_check(typed(job.check))
    source = find_source(p.ConverseJob(run=str(run.folder), checkpoint=job.checkpoint), context)
    asked = _questions(job, run, source, context)
    check = _check(job, asked.rows)
    rows = [row for row in asked.rows if fits(check, row.expected)]
    if not rows:
        raise LuthierError(
            "assess.empty",
            f"No row has an answer that the check {check.kind} can compare.",
            "Choose another check, or none, to have it chosen by the rows.",
        )
    answers = _Answers(job, source, KeptAnswers(run.answers_file), check, context)
    context.phase("assess", "Asking once")
    found = answers.of(rows, None)
    before = sum(one.right is not None for one in found)
    if before == len(rows):
        raise LuthierError(
            "tries.nothing-fails",
            f"It answers all of the {len(rows):,} questions right at once.",
            "Give a file with questions that it does not answer right.",
        )
    for number in range(job.tries):
        failing = [i for i, one in enumerate(found) if one.right is None]
        if not failing:
            break  # each has its answer
        context.phase("assess", f"Trying {len(failing)} again ({number + 1} of {job.tries})")
        again = answers.of([rows[i] for i in failing], Drawn(job.temperature, job.seed, number))
        for i, one in zip(failing, again, strict=True):
            found[i] = one
    passed = list(passed_of(found))
    if len(passed) == before:
        raise LuthierError(
            "tries.nothing-passes",
            f"Of {len(rows):,} questions it answered {before:,} right, and no other in {job.tries:,} tries.",
            "Teach it with example answers first, or try more often, or at a higher temperature.",
        )
    if before > ENOUGH * len(rows):
        context.notice(
            "tries.passes-already",
            f"It answers {before:,} of {len(rows):,} right without trying: its own answers teach it little more.",
            "Rows with other questions teach more.",
        )
    return "done", p.TryResult(
        file=str(keep_taught(run.folder, "passed", passed)),
        asked=len(rows),
        right=before,
        passed=len(passed),
        left_out=dict(asked.left_out),
        check=check,
        check_words=in_words(check, [row.expected for row in rows]),
        seconds=time.monotonic() - started,
    )


class _Answers:
    """What the model answers, judged."""

    def __init__(
        self, job: p.TryJob, source: ChatSource, kept: KeptAnswers, check: p.Check, context: JobContext
    ) -> None:
        self._job, self._source, self._kept, self._check, self._context = job, source, kept, check, context
        self._by = source_key(source)

    def of(self, rows: Sequence[Row], drawn: Drawn | None) -> list[AnsweredRow]:
        """Return each row with an answer: the likeliest one, or one that is drawn."""
        replies = answers_of(
            self._source, self._by, rows, self._kept, self._context.renderer, most=self._job.max_tokens, drawn=drawn,
            report=lambda done, total: self._context.progress(done, total, "answers"),
        )  # fmt: skip
        return [self._judged(row, answer) for row, answer in zip(rows, replies.answers, strict=True)]

    def _judged(self, row: Row, answer: Answer | None) -> AnsweredRow:
        if answer is None:  # it could not be asked
            return AnsweredRow(row, [], [])
        return AnsweredRow(row, [answer], [judge(self._check, row.expected, answer.said)])


def _questions(job: p.TryJob, run: Run, source: ChatSource, context: JobContext) -> Rows:
    """Read the rows of a file, or those that the run was trained on: not those that are kept aside or held out."""
    info, model = run.info(), header_of(source.model).path
    data = Path(job.data or info.data).expanduser()
    if not data.exists():
        raise LuthierError(
            "assess.no-data", f"{data} is not there, and it has the questions.", "Put it back, or give another file."
        )
    enough = job.rows or None
    if job.data:
        found = read_test(data, model, info.config, enough=enough)
    else:
        trained = frozenset(dataset_of(info, source, context).units["question"].tolist())
        found = read_test(data, model, info.config, wanted=trained, enough=enough)
    if not found.rows:
        raise LuthierError(
            "assess.empty", f"{data.name} has no rows with a question.", "Give a file of questions and answers."
        )
    return found


def _check(job: p.TryJob, rows: Sequence[Row]) -> p.Check:
    """The one that was asked for, or that follows from the expected answers."""
    check = job.check or guess_check([row.expected for row in rows])
    if check is None or check.kind == "choice":
        raise LuthierError(
            "tries.no-check",
            "The expected answers are free text, and no check says which answers are right.",
            "Say it: contains:TEXT, words:TEXT, lacks:TEXT or matches:PATTERN. For the better of two answers there are "
            "choices (--goal choices).",
        )
    return check
