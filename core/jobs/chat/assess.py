"""Assesses a run: its model and others answer a test's questions, and checks decide which answers are right."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Literal, NamedTuple

from core import protocol as p
from core.advice.assessment import BASE, TUNED, decide, interval, verdict
from core.assess.answers import Answer, AnsweredRow, KeptAnswers, answers_of, asked_key, keep_taught, pairs_of
from core.assess.checks import (
    Judged,
    fields_right,
    fits,
    guess_check,
    in_words,
    judge,
    label_of,
    labels_of,
    parse_check,
    typed,
)
from core.assess.moved import general_answers, moved
from core.assess.rows import SEEN, Row, read_test
from core.base.errors import Do, Hint, LuthierError
from core.chat.loaded import ChatSource
from core.data.formats.recognise import Part
from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import Dataset
from core.data.tokens.example_view import evenly_spaced
from core.data.tokens.load_dataset import load_dataset
from core.gguf.header import header_of
from core.jobs.chat.source import find_source, source_key
from core.jobs.context import JobContext, Outcome
from core.jobs.models.run_adapter import find_adapter
from core.runs.info import RunAssessment, RunInfo, read_assessment
from core.runs.run import Run
from core.runs.votes import keep_assessment, read_votes

FITS_NOT = "has no expected answer that the check can compare"
_SAME = p.Check(kind="same")
_PEOPLES = {TUNED: "the model after training", BASE: "the model before training"}  # names, while they are asked
COMPARING = "Comparing answers to general questions"
_LEARNT_ASKED = 40  # training rows to ask, spread over the data
_KEEP_ASIDE = Hint("Rows that are kept aside for the test are used for nothing else.", Do.set("test_share", 0.1))
_LOOKED_AT = 2000  # training rows to examine when choosing a check


class _Asked(NamedTuple):
    """A model to ask. by: identifies it among the stored answers."""

    name: str
    source: ChatSource
    by: str


class Test(NamedTuple):
    """Questions of a test. named: its description. unseen: no row is known to have been trained on. trained: all rows
    were.
    """

    named: str
    rows: list[Row]
    left_out: Counter[str]
    unseen: bool
    trained: bool = False


def assess(job: p.AssessJob, context: JobContext) -> Outcome[p.AssessResult]:
    """Assess a run's model, and compare it with others. Raises LuthierError `assess.*`, and the errors of find_source
    and load_dataset.
    """
    started, run = time.monotonic(), Run(Path(job.run).expanduser())
    if job.check is not None:
        parse_check(typed(job.check))
    info = run.info()
    models = [tuned_model(run, job.checkpoint, context)]
    models += [_other(name, models[0].source, context) for name in dict.fromkeys(job.against)]
    if any(model.name != BASE for model in models[1:]):  # it may be tuned as well
        models[0] = models[0]._replace(name=run.title)
    test = test_of(job, run, info, models[0].source, context)
    check = job.check or guessed_check(test, info, models[0].source)
    if check.kind == "choice" and len(models) != 2:
        raise LuthierError(
            "assess.choice-of-two",
            f"The expected answers of {test.named} are free text. You can choose between the answers of two models, "
            f"and these are {len(models)}.",
            "Compare with one other model, or choose a check that says what makes an answer right: contains:TEXT, "
            "words:TEXT, lacks:TEXT, matches:PATTERN, or same for the expected text alone.",
        )
    rows = [row for row in test.rows if fits(check, row.expected)]
    if unfit := len(test.rows) - len(rows):
        test.left_out[FITS_NOT] += unfit
    if not rows:
        raise LuthierError(
            "assess.check-fits-none",
            f"The check {check.kind} fits no row of {test.named}: it has nothing to compare in the expected answers, "
            f"such as “{test.rows[0].expected.text[:60]}”.",
            "Choose another check, or none, to have it chosen by the rows.",
        )
    kept = KeptAnswers(run.answers_file)
    rows, answers, told = _all_answers(models, rows, test, kept, job, context)
    by_choice = check.kind == "choice"
    judged = [
        [judge(_SAME if by_choice else check, row.expected, one.said) for row, one in zip(rows, of, strict=True)]
        for of in answers
    ]
    chosen = list[_Choice]()
    if by_choice:
        chosen = _chosen(_choices(run, models, rows), judged, answers)
        judged = [
            [
                found if choice.settled else Judged(choice.better == voice, "")
                for choice, found in zip(chosen, of, strict=True)
            ]
            for voice, of in zip(("tuned", "base"), judged, strict=True)
        ]
    for one, of, said in zip(told, judged, answers, strict=True):
        _count(one, check, rows, of, said)
    listed = [_row(row, i, answers, judged) for i, row in enumerate(rows)]
    for row, shown, choice in zip(rows, listed, chosen, strict=False):  # chosen is empty if a check judges
        shown.key, shown.messages, shown.better = choice.key, list(row.messages), choice.better
        shown.settled = choice.settled
    result = p.AssessResult(
        verdict="",
        unseen=test.unseen,
        trained=test.trained,
        test=test.named,
        rows=len(rows),
        left_out=dict(test.left_out),
        check=check,
        check_words=in_words(check, [row.expected for row in rows]),
        models=told,
        versus=[_versus(other.name, judged[0], of) for other, of in zip(told[1:], judged[1:], strict=True)],
        judged=listed,
        moved=_moved(models, read_assessment(run.assessment_file), context),
        general=_general(models, kept, context),
        seconds=time.monotonic() - started,
        step=find_adapter(run, job.checkpoint).step,
        by=models[0].by,
    )
    result.verdict = verdict(result)
    if not by_choice or any(choice.better for choice in chosen):
        keep_assessment(run, result)
    if not by_choice:
        answered = [AnsweredRow(row, [of[i] for of in answers], [of[i] for of in judged]) for i, row in enumerate(rows)]
        taught = list(pairs_of(check, answered))
        file = keep_taught(run.folder, taught)
        result.pairs, result.pairs_file = len(taught), str(file or "")
    return "done", result


class _Choice(NamedTuple):
    """A choice. key: identifies the question and the models. better: "" before the choice. settled: as in RowJudged."""

    key: str
    better: p.Better | Literal[""]
    settled: bool = False


def _choice(by_user: _Choice, tuned: Judged, base: Judged, *, are_same: bool) -> _Choice:
    """Return the user's choice, or the obvious one. tuned, base: whether these answers are the expected text."""
    if by_user.better or not (tuned.right or base.right or are_same):
        return by_user
    better: p.Better = "equal" if tuned.right == base.right else "tuned" if tuned.right else "base"
    return _Choice(by_user.key, better, settled=True)


def _chosen(
    by_user: Sequence[_Choice], judged: Sequence[Sequence[Judged]], answers: Sequence[Sequence[Answer]]
) -> list[_Choice]:
    """Return the choices with the obvious ones. judged: whether both models' answers are the expected text."""
    are_same = [one.text.strip() == other.text.strip() for one, other in zip(*answers, strict=True)]
    return [
        _choice(choice, tuned, base, are_same=same)
        for choice, tuned, base, same in zip(by_user, *judged, are_same, strict=True)
    ]


def _choices(run: Run, models: Sequence[_Asked], rows: Sequence[Row]) -> list[_Choice]:
    """Return the choices made so far between these two models' answers."""
    by, known = " ".join(model.by for model in models), {vote.id: vote.better for vote in read_votes(run)}
    keys = [blake2b(f"{by} {asked_key(row)}".encode(), digest_size=12).hexdigest() for row in rows]
    return [_Choice(key, known.get(key, "")) for key in keys]


def _moved(models: Sequence[_Asked], before: RunAssessment | None, context: JobContext) -> float | None:
    """Measure the distance from the base, if the base is compared and the adapter is separate: DoRA is merged for
    answering.

    before: the previous assessment, which may have measured it already.
    """
    adapter = models[0].source.adapter
    if adapter is None or not any(model.name == BASE for model in models):
        return None
    if before is not None and before.by == models[0].by and before.moved is not None:
        return before.moved
    context.phase("assess", f"{COMPARING} ({_steps(models) - 1} of {_steps(models)})")
    return distances_of(models[0].source, adapter, (1.0,), context)[0]


def _steps(models: Sequence[_Asked]) -> int:
    """Return how many steps an assessment says it has: each model is asked, and general questions follow twice if one
    is the base.
    """
    return len(models) + (2 if any(model.name == BASE for model in models) else 0)


def distances_of(source: ChatSource, adapter: Path, strengths: Sequence[float], context: JobContext) -> list[float]:
    """Return how far the adapter moves the model at each strength, in nats a token, by general questions."""
    return moved(
        header_of(source.model), adapter, context.renderer,
        lambda done, total: context.progress(done, total, "answers"), strengths=strengths,
    )  # fmt: skip


def _general(models: Sequence[_Asked], kept: KeptAnswers, context: JobContext) -> list[p.GeneralAnswers]:
    """Ask general questions, if the base is compared."""
    base = next((model for model in models[1:] if model.name == BASE), None)
    if base is None:
        return []
    context.phase("assess", f"Asking general questions ({_steps(models)} of {_steps(models)})")
    return general_answers(
        (base.source, base.by), (models[0].source, models[0].by), kept, context.renderer,
        lambda done, total: context.progress(done, total, "answers"),
    )  # fmt: skip


def tuned_model(run: Run, checkpoint: str, context: JobContext) -> _Asked:
    """Return the run's model as it is asked."""
    source = find_source(p.ConverseJob(run=str(run.folder), checkpoint=checkpoint), context)
    return _Asked(TUNED, source, source_key(source))


def _other(name: str, tuned: ChatSource, context: JobContext) -> _Asked:
    """Return another model to ask. The base uses the run's turns, because a model without a template has none."""
    if name == "base":
        source = replace(tuned, adapter=None, merged=None)
        return _Asked(BASE, source, source_key(source))
    folder = Path(name).expanduser()
    if Run(folder).is_there:
        source = find_source(p.ConverseJob(run=str(folder)), context)
        return _Asked(Run(folder).title, source, source_key(source))
    source = find_source(p.ConverseJob(model=name), context)
    return _Asked(header_of(source.model).path.name, source, source_key(source))


def test_of(job: p.AssessJob, run: Run, info: RunInfo, source: ChatSource, context: JobContext) -> Test:
    """Return the test's questions. Raises LuthierError `assess.no-data`, `assess.no-test`, `assess.empty`,
    `assess.no-questions`.
    """
    model = header_of(source.model).path
    if not Path(info.data).exists():
        if not job.test:
            raise LuthierError(
                "assess.no-data",
                f"{info.data}, which {run.name} was trained on, is not there, and the rows for the test are in it.",
                "Put it back, or give a file with other questions.",
            )
        context.notice(
            "assess.not-compared",
            f"{info.data} is not there, so it is not known whether the test was trained on.",
            "Rows that were trained on are no test: put the data back to have them left out.",
        )
        found = read_test(Path(job.test), model, info.config)
        return _some(Test(Path(job.test).name, found.rows, found.left_out, unseen=False))
    dataset = _dataset_of(info, source, context)
    if job.trained and not job.test:
        return _learnt(run, info, dataset, model)
    unseen = _is_as_trained(run, dataset, context)
    seen = frozenset(dataset.units["question"].tolist())
    if job.test:
        found = read_test(Path(job.test), model, info.config, seen=seen)
        return _some(Test(Path(job.test).name, found.rows, found.left_out, unseen))
    return _own(run, info, dataset, model, seen, unseen, context)


def _own(
    run: Run, info: RunInfo, dataset: Dataset, model: Path, seen: frozenset[int], unseen: bool, context: JobContext
) -> Test:
    """Return the run's test rows, else its held-out rows."""
    named, data = f"the test of {run.title}", Path(info.data)
    part: Part = "train"
    units = dataset.test_units
    if not len(units):
        named, units = f"the held-out rows of {run.title}", dataset.evaluation_units
        data = Path(info.eval_data or info.data)
        part = "valid" if dataset.is_apart and not info.eval_data else "train"
    if not len(units):
        raise LuthierError(
            "assess.no-test",
            f"{run.name} kept no rows aside, so there is nothing to ask that it was not trained on.",
            Hint(Do.by("Give questions, or ask some of the training.", "--trained"), _KEEP_ASIDE),
        )
    found = read_test(data, model, info.config, part=part, wanted=frozenset(units["question"].tolist()), seen=seen)
    test = _some(Test(named, found.rows, found.left_out, unseen))
    if not len(dataset.test_units):
        context.notice(
            "assess.evaluation-rows",
            "These rows also told during training which checkpoint is the best, so the result may flatter it a little.",
            _KEEP_ASIDE,
        )
    return test


def _learnt(run: Run, info: RunInfo, dataset: Dataset, model: Path) -> Test:
    """Return some training rows: they show whether the run learnt these, but nothing about others."""
    units = dataset.units["question"]
    wanted = frozenset(units[evenly_spaced(len(units), _LEARNT_ASKED)].tolist())
    found = read_test(Path(info.data), model, info.config, wanted=wanted)
    named = f"what {run.title} was trained on"
    return _some(Test(named, found.rows, found.left_out, unseen=False, trained=True))


def _some(test: Test) -> Test:
    if test.rows:
        return test
    why = ", ".join(f"{count:,}: {reason}" for reason, count in test.left_out.items())
    hint = "Write questions in other words than those it was trained on." if SEEN in test.left_out else ""
    raise LuthierError(
        "assess.empty",
        f"Nothing in {test.named} can be asked" + (f" (rows left out: {why})." if why else ": it has no rows."),
        hint or "A row needs a question and the expected answer, as training data does.",
    )


def _dataset_of(info: RunInfo, source: ChatSource, context: JobContext) -> Dataset:
    """Load the run's data, split as in training. Raises LuthierError `data.*`."""
    context.phase("tokenize", f"Reading {Path(info.data).name}")
    with Tokenizer(header_of(source.model)) as tokenizer:
        return load_dataset(
            Path(info.data),
            tokenizer,
            context.renderer,
            info.config,
            Path(info.eval_data) if info.eval_data else None,
            lambda done, total: context.progress(done, total, "bytes"),
            datetime.fromtimestamp(info.created),
            notice=context.notice,
        )


def _is_as_trained(run: Run, dataset: Dataset, context: JobContext) -> bool:
    """Return whether the data still has the run's training rows, judged by their counts."""
    then = [event for event in run.events((b'{"type":"data"',)) if isinstance(event, p.DataSummary)]
    if not then or (then[-1].rows, then[-1].eval_rows) == (dataset.rows, dataset.eval_rows):
        return bool(then)
    context.notice(
        "assess.data-changed",
        f"The data has {dataset.rows:,} rows now, and had {then[-1].rows:,} when {run.name} was trained: what is kept "
        "aside now may have been trained on.",
        "Put the data back as it was.",
    )
    return False


def guessed_check(test: Test, info: RunInfo, source: ChatSource) -> p.Check:
    """Choose a check by the expected answers. A short test does not show that a few labels repeat, but the training
    data does. For free text the user chooses.
    """
    expected = [row.expected for row in test.rows]
    check = guess_check(expected)
    if (check is None or check.kind == "short") and Path(info.data).exists():
        more = read_test(Path(info.data), header_of(source.model).path, info.config, most=_LOOKED_AT, again=True)
        trained = [row.expected for row in more.rows]
        of_data = guess_check(trained)
        if of_data == p.Check(kind="label") and set(labels_of(expected)) <= set(labels_of(trained)):
            return of_data
    return check or p.Check(kind="choice")


def _all_answers(
    models: Sequence[_Asked],
    rows: list[Row],
    test: Test,
    kept: KeptAnswers,
    job: p.AssessJob,
    context: JobContext,
) -> tuple[list[Row], list[list[Answer]], list[p.Assessed]]:
    """Return the rows that all models could be asked, each model's answers, and their results so far."""
    answers, told, refused = list[list[Answer | None]](), list[p.Assessed](), dict[int, str]()
    for number, model in enumerate(models, 1):
        began = time.monotonic()
        context.phase("assess", f"Asking {_PEOPLES.get(model.name, model.name)} ({number} of {_steps(models)})")
        replies = answers_of(
            model.source, model.by, rows, kept, context.renderer, most=job.max_tokens,
            report=lambda done, total: context.progress(done, total, "answers"),
        )  # fmt: skip
        answers.append(replies.answers)
        refused |= replies.refused
        seconds = time.monotonic() - began
        told.append(p.Assessed(name=model.name, right=0, of=0, low=0, high=1, asked=replies.asked, seconds=seconds))
    test.left_out.update(refused.values())
    left = [i for i in range(len(rows)) if i not in refused]
    if not left:
        raise LuthierError(
            "assess.empty",
            f"Nothing in {test.named} can be asked (rows left out: {', '.join(sorted(set(refused.values())))}).",
            "Shorten the questions, or choose another model to compare with.",
        )
    there = [[one for i in left if (one := of[i]) is not None] for of in answers]
    return [rows[i] for i in left], there, told


def _count(
    told: p.Assessed, check: p.Check, rows: Sequence[Row], judged: Sequence[Judged], answers: Sequence[Answer]
) -> None:
    """Fill in a model's results."""
    told.right, told.of = sum(one.right for one in judged), len(rows)
    told.low, told.high = interval(told.right, told.of)
    told.unended = sum(not one.ended for one in answers)
    scores = [one.score for one in judged if one.score is not None]
    told.score = sum(scores) / len(scores) if scores else None
    if check.kind == "label":
        _count_labels(told, [(label_of(r.expected.text), label_of(a.text)) for r, a in zip(rows, answers, strict=True)])
    if check.kind == "json":
        for row, answer in zip(rows, answers, strict=True):
            for name, right in fields_right(row.expected.text, answer.text).items():
                told.fields[name] = told.fields.get(name, 0) + right


def _count_labels(told: p.Assessed, pairs: Sequence[tuple[str, str]]) -> None:
    """Count labels. pairs: expected and answered label."""
    labels = sorted({expected for expected, _ in pairs})
    told.confusion = {label: {} for label in labels}
    for expected, answered in pairs:
        of = told.confusion[expected]
        said = answered if answered in told.confusion else ""
        of[said] = of.get(said, 0) + 1
    for label in labels:
        right = told.confusion[label].get(label, 0)
        expected_n = sum(told.confusion[label].values())
        answered_n = sum(of.get(label, 0) for of in told.confusion.values())
        told.labels.append(
            p.LabelFigures(
                label=label,
                expected=expected_n,
                answered=answered_n,
                right=right,
                precision=right / answered_n if answered_n else None,
                recall=right / expected_n,
            )
        )


def _versus(name: str, first: Sequence[Judged], other: Sequence[Judged]) -> p.Versus:
    pairs = [(one.right, two.right) for one, two in zip(first, other, strict=True)]
    only_first, only_other = pairs.count((True, False)), pairs.count((False, True))
    return p.Versus(name=name, only_first=only_first, only_other=only_other, decision=decide(only_first, only_other))


def _row(row: Row, place: int, answers: Sequence[Sequence[Answer]], judged: Sequence[Sequence[Judged]]) -> p.RowJudged:
    def one(answer: Answer, found: Judged) -> p.AnswerJudged:
        text = answer.text or "\n".join(call.text for call in answer.calls)
        return p.AnswerJudged(text=text, right=found.right, why=found.why, score=found.score, ended=answer.ended)

    expected = row.expected.text or "\n".join(call.text for call in row.expected.calls)
    return p.RowJudged(
        file=str(row.file),
        line=row.line,
        question=row.question,
        expected=expected,
        answers=[one(of[place], found[place]) for of, found in zip(answers, judged, strict=True)],
    )
