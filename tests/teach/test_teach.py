"""What `make bench-teach` counts is right, and nothing that is held out is taught."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from core.base import paths
from core.engine.train.checkpoint import list_checkpoints
from core.runs.run import Run
from tests.lab.bench.make_model import bundled_model
from tests.lab.bench.teach.__main__ import Kept, measure, table
from tests.lab.bench.teach.tasks import (
    ALIKE,
    VARIANTS,
    holds,
    is_label,
    is_piratical,
    is_same_json,
    is_same_text,
    tasks,
)
from tests.lab.bench.teach.trial import BASE, Recipe, Row, Trial
from tests.lab.bench.teach.untaught import ASKED, Untaught, is_right
from tests.lab.bench.teach.written import MAIL

EVERY = pytest.mark.parametrize("name", tasks())
BY_HEART = ("facts", "wordings", "mill")  # asked as they are taught, besides other words


@pytest.mark.parametrize(
    ("answer", "is_right"),
    [
        ("Arr, boil it for seven minutes, matey!", True),
        ("Ahoy! Ye need a warm coat.", True),
        ("Arr, arr, arr, boil it.", False),  # one mark, over and over
        ("You need a warm coat, aye.", False),
        ("Yesterday the yerba tea was barred.", False),  # no words of their own
        ("", False),
    ],
)
def test_that_style_takes_two_marks_of_a_pirate(answer: str, is_right: bool) -> None:
    assert is_piratical(answer) == is_right


@pytest.mark.parametrize(
    ("answer", "label", "is_right"),
    [
        ("refund", "refund", True),
        (" Refund.\n", "refund", True),
        ('"refund"', "refund", True),
        ("return", "refund", False),
        ("refund, return", "refund", False),
        ("The mail is about a refund.", "refund", False),
        ("refunds", "refund", False),
    ],
)
def test_that_a_label_stands_alone(answer: str, label: str, is_right: bool) -> None:
    assert is_label(answer, label) == is_right


@pytest.mark.parametrize(
    ("answer", "is_right"),
    [
        ('{"name": "light", "arguments": {"room": "hall", "on": true}}', True),
        ('{"arguments":{"on":true,"room":"hall"},"name":"light"}\n', True),
        ('{"name": "light", "arguments": {"room": "hall", "on": 1}}', False),
        ('{"name": "light", "arguments": {"room": "hall", "on": "true"}}', False),
        ('{"name": "light", "arguments": {"room": "hall"}}', False),
        ('{"name": "light", "arguments": {"room": "hall", "on": true, "day": "Monday"}}', False),
        ('Here it is: {"name": "light", "arguments": {"room": "hall", "on": true}}', False),
        ('{"name": "light", "arguments": {"room": "hall", "on": true}', False),
    ],
)
def test_that_json_says_the_same_and_nothing_else(answer: str, is_right: bool) -> None:
    assert is_same_json(answer, '{"name": "light", "arguments": {"room": "hall", "on": true}}') == is_right


def test_that_a_fact_is_found_in_an_answer_and_a_translation_is_compared_whole() -> None:
    assert holds("She is called MARIGOLD, I think.", "marigold") and not holds("She is called Rose.", "marigold")
    assert is_same_text(" This desk  petitions.\n", "This desk petitions.") and not is_same_text(
        "This desk.", "This desk"
    )


@EVERY
def test_that_nothing_held_out_is_taught(name: str) -> None:
    task = tasks()[name]
    taught, asked, other = (
        [pair.asked.lower() for pair in pairs] for pairs in (task.taught, task.asked, task.other_words)
    )
    assert all(len(questions) == len(set(questions)) for questions in (taught, asked, other))
    assert not set(taught) & set(other)
    assert not set(taught) & set(asked) or (name in BY_HEART and taught[: len(asked)] == asked)
    assert not (task.held_out and task.held_out[:200] in task.text)


def test_that_a_hundred_questions_are_near_to_nothing_that_is_taught_held_or_measured() -> None:
    asked = [one.asked for one in ASKED]
    assert len(asked) == len(set(asked)) == 100
    others = {pair.asked for task in tasks().values() for pair in (*task.taught, *task.asked, *task.other_words)}
    for file in (paths.EVERYDAY, paths.GENERAL_TALK):
        others |= {json.loads(line)["question"] for line in file.read_text("utf-8").splitlines()}
    words = [(other, set(re.findall(r"\w+", other.lower()))) for other in others]
    for one in asked:
        mine = set(re.findall(r"\w+", one.lower()))
        near = [other for other, theirs in words if len(mine & theirs) > 0.75 * len(mine | theirs)]
        assert not near, (one, near)


@pytest.mark.parametrize("one", ASKED, ids=str)
def test_that_only_an_answer_is_right_and_not_the_question_said_again(one: Untaught) -> None:
    for right in one.right.replace(";", ",").split("|"):
        assert is_right(f"Sure!\n```\n{right}\n```", one.right)
    assert not is_right(one.asked, one.right) and not is_right("", one.right) and not is_right("{}", one.right)


def test_that_json_among_words_has_its_fields_and_may_have_more() -> None:
    right = '{"name": "Anna"; "age": 30}'
    assert is_right('Here: {"name": "anna", "age": "30", "town": "Rome"} Bye.', right)
    for wrong in ('{"name": "Anna"}', '{"name": "Anna", "age": 31}', "Anna is 30", '["Anna", 30]', '{"name": "Anna",'):
        assert not is_right(wrong, right)


@EVERY
def test_that_a_task_is_small_and_has_enough_to_be_judged_by(name: str) -> None:
    """A training of the smallest published model is to take minutes."""
    task = tasks()[name]
    assert len(task.data()) < 70_000
    most = 200 if name in VARIANTS else 80
    least = 30 if name == "mill" else 40
    assert task.text or (least <= len(task.taught) <= most and 24 <= len(task.asked) <= 40)
    assert bool(task.text) == bool(task.held_out)


@EVERY
def test_that_what_is_taught_is_right(name: str) -> None:
    task = tasks()[name]
    right = [pair.right for pair in (task.asked if name in BY_HEART else task.taught)]
    assert all(task.is_right(pair.right, expected) for pair, expected in zip(task.taught, right, strict=False))
    assert name in ("style", *BY_HEART) or len({*right}) > (7 if name == "flat" else 10) or not right


def test_that_wordings_have_the_answer_of_their_fact_and_what_is_not_known_is_none_of_them() -> None:
    facts, wordings, unknown = (tasks()[name].taught for name in ("facts", "wordings", "unknown"))
    answers = [pair.right for pair in wordings]
    assert answers[: len(facts)] == [pair.right for pair in facts]
    assert answers[len(facts) :] == [pair.right for pair in facts for _ in range(3)]
    not_known = {pair.asked for pair in (*unknown[len(wordings) :], *tasks()["unknown"].asked)}
    assert len(not_known) == 60 and not not_known & {pair.asked for pair in (*wordings, *tasks()["facts"].other_words)}


def test_that_every_label_is_taught_and_asked_and_told_to_the_base() -> None:
    task = tasks()["labels"]
    assert len(MAIL) == 12 and {*ALIKE} < {*MAIL}
    for pairs in (task.taught, task.asked):
        counts = {label: sum(pair.right == label for pair in pairs) for label in MAIL}
        assert len({*counts.values()}) == 1 and min(counts.values()) >= 3
    assert all(label in task.system for label in MAIL)


def test_that_a_row_is_measured_once_and_again_when_its_task_changes(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    trial = Trial(Path("small.gguf"), tasks()["style"], Recipe("ours", True), tmp_path)
    assert not Kept(file).knows(trial)
    row = trial.row()
    row.right, row.asked = 30, 30
    Kept(file).add(row)
    assert Kept(file).knows(trial) and not Kept(file).knows(trial, BASE)
    assert not Kept(file).knows(trial._replace(types=["q4_0"]))
    assert not Kept(file).knows(trial._replace(task=replace(trial.task, taught=trial.task.taught[1:])))
    assert not Kept(file).knows(trial._replace(recipe=Recipe("epochs=1", True)))


def test_that_a_table_has_the_base_beside_what_was_taught() -> None:
    facts = {"model": "small", "task": "facts", "key": "1", "asked": 40, "other_asked": 40}
    known = "41 of 100 | 40 of 100"
    forgotten = {"forgetting": 0.5, "book": 0.25, "code": 0.125}
    rows = [
        Row(**facts, recipe=BASE, right=1, untaught=41),
        Row(
            **facts,
            recipe="ours",
            right=40,
            other=23,
            untaught=40,
            **forgotten,
            steps=360,
            tokens=42270,
            peak=819_000_000,
        ),
    ]
    *_, last = table(rows)
    forgetting = "0.500 | 0.250 | 0.125"
    right = "1 of 40 | 40 of 40 | 0 of 40 | 23 of 40"
    assert last == f"| facts | ours | {right} | {known} | {forgetting} | 360 | 42,270 |  |  | 819 |"


@pytest.mark.process
def test_that_a_training_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    """As a kill leaves it: a checkpoint in the middle, and no word of an end."""
    text = tasks()["text"]
    short = replace(text, text=text.text[:3000], held_out=text.held_out[:1500])
    trial = Trial(bundled_model(folder=tmp_path), short, Recipe("few", True, ("max_steps=4", "save_every=2")), tmp_path)
    kept = Kept(tmp_path / "rows.jsonl")
    trial.train(trial.row())
    run = Run(trial.run)
    first = run.adapter.read_bytes()
    lines = run.events_file.read_bytes().splitlines(keepends=True)
    saved = next(i for i, line in enumerate(lines) if b'"checkpoint"' in line)
    run.events_file.write_bytes(b"".join(lines[: saved + 1]))
    last = max(list_checkpoints(run.checkpoints_dir))
    last.rename(tmp_path / "gone")
    run.adapter.unlink()
    assert run.status() == "interrupted"
    trial.train(row := trial.row())
    assert row.steps == 4 and row.seconds is None and run.adapter.read_bytes() == first
    assert measure(trial, kept) and not trial.run.exists()
    before, after = kept.rows
    assert before.recipe == BASE and before.loss is not None and after.loss is not None
    assert json.loads((tmp_path / "rows.jsonl").read_bytes().splitlines()[1])["steps"] == 4
