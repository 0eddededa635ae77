"""The page "Is it better?": a run's test answered by it and by its base, and every answer behind the numbers."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.pages.assess import texts
from app.pages.assess.page import AssessPage
from app.shell.pages import Pages
from core import protocol as p
from core.base import settings
from core.runs import run as runs
from core.runs.info import read_assessment
from core.runs.run import Run
from core.runs.votes import keep_assessment, read_votes, votes_file
from tests.app.pages.test_reopened_runs import write_run
from tests.support.weather import trained_on_weather


@pytest.fixture
def learnt(demo_gguf: Path) -> Run:
    folder = settings.runs_dir()
    folder.mkdir(parents=True, exist_ok=True)
    return trained_on_weather(demo_gguf, folder, "weather")


def test_that_a_run_that_kept_no_rows_aside_is_asked_what_it_was_trained_on(qtbot: QtBot, pages: Pages) -> None:
    """Of a table of questions every row is learnt, which is what the window suggests for it."""
    summary = p.DataSummary(
        rows=60, tokens=900, tokens_trained=300, sequences=6, fill=1.0, eval_rows=0, eval_tokens_trained=0
    )
    started = p.Hello(pid=1, job="train", version="0", time=0.0)
    facts, style = (
        write_run(name, started, msgspec.structs.replace(summary, eval_rows=rows), p.Finished(outcome="done"))
        for name, rows in (("facts", 0), ("style", 6))
    )
    pages.assess_run(facts)
    page = pages.assess
    qtbot.waitUntil(page.learnt.isChecked)
    assert not page.own.isEnabled() and page.none_kept.isVisible() and page.ask.isEnabled()
    assert "not that it can answer others" in page.about_learnt.text() and page.about_learnt.isVisible()
    jobs = list[p.AssessJob]()
    page.strip.run = lambda job, then: jobs.append(job)  # type: ignore[method-assign]
    page.ask.click()
    assert jobs[0].trained and not jobs[0].test
    pages.assess_run(style)
    qtbot.waitUntil(page.own.isChecked)
    assert page.own.isEnabled() and not page.none_kept.isVisible() and not page.about_learnt.isVisible()
    page.others.setChecked(True)
    pages.assess_run(facts)
    qtbot.waitUntil(page.none_kept.isVisible)
    assert page.others.isChecked()  # a person's choice stays


@pytest.mark.process
@pytest.mark.slow
def test_that_a_run_is_asked_and_its_answers_are_listed(
    qtbot: QtBot, pages: Pages, learnt: Run, tmp_path: Path
) -> None:
    pages.runs.assess_requested.emit(learnt.folder, "")
    page, view = pages.assess, pages.assess.answers
    assert pages.window.front == "assess" and page.isVisible() and page.ask.isEnabled()
    page.ask.click()
    assert page.busy and not page.ask.isEnabled() and page.strip.isVisible()
    qtbot.waitUntil(lambda: not page.busy)
    assert not page.message.isVisible(), page.message.shown_text
    rows = view.table.rowCount()
    assert rows >= 8 and view.verdict.text().startswith("Your questions: after training ")
    yours, else_ = view.verdict.text().splitlines()
    assert yours.endswith(f" of {rows} right, before training 0. That is certain. None of them was trained on.")
    assert else_.startswith("Everything else: ")
    assert "Right is the expected one of 2 labels" in view.check.text()
    result = view.result
    assert result is not None
    view.table.selectRow(0)
    assert "weather.jsonl" in view.whole.text() and "It is “" in view.whole.text()
    view.shown.setCurrentIndex(view.shown.findData("wrong"))
    assert view.table.rowCount() <= 2
    learning = page.learning
    assert learning.isVisible() and learning.pairs.isVisible() and not learning.choices.isVisible()
    assert learning.said.text() == f"{rows} questions have a right and a wrong answer."  # the base has none right
    asked = tmp_path / "asked.jsonl"
    asked.write_text(json.dumps({"question": "There is hail on Monday.", "answer": "wet"}) + "\n", encoding="utf-8")
    page.others.setChecked(True)
    assert page.file.isVisible() and not page.ask.isEnabled() and page.reason.text()
    page.file.set_path(asked)
    page.more.click()
    page.check.setCurrentIndex(page.check.findData("contains"))
    assert page.text.isVisible() and not page.ask.isEnabled()
    page.text.setText("wet")
    page.ask.click()
    qtbot.waitUntil(lambda: not page.busy)
    assert " of 1 right, before training " in view.verdict.text()
    asked.write_text("", encoding="utf-8")
    page.ask.click()
    qtbot.waitUntil(lambda: not page.busy)
    assert page.message.isVisible() and page.answers.isVisible()

    page.take(result)
    learning.pairs.click()
    assert pages.window.front == "data" and pages.data.data.text == result.pairs_file
    assert pages.train.inputs.begun == str(learnt.folder)
    pages.use_data(result.pairs_file, {})
    assert pages.train.inputs.begun == str(learnt.folder)
    assert pages.train.inputs.goes_on.said.text() == "Continues from what weather has learnt."


@pytest.fixture
def free_text(pages: Pages) -> p.AssessResult:
    """Three answered questions whose answers no check can judge, of a run that the page shows."""
    job = p.TrainJob(model="m.gguf", data="d.jsonl", run=str(settings.runs_dir() / "pirate"))
    pages.assess.show_run(runs.create(job).folder)
    judged = [
        p.RowJudged(
            file="d.jsonl", line=line, question=f"Question {line}?", expected="Arr.", key=f"key {line}",
            messages=[{"role": "user", "content": f"Question {line}?"}],
            answers=[p.AnswerJudged(text=f"{name} {line}", right=False, why="") for name in ("Arr", "Well")],
        )
        for line in (1, 2, 3)
    ]  # fmt: skip
    models = [p.Assessed(name=name, right=0, of=3, low=0, high=1) for name in ("the tuned model", "the base")]
    return p.AssessResult(
        verdict="", unseen=True, test="t", rows=3, left_out={}, check=p.Check(kind="choice"), check_words="You choose.",
        models=models, versus=[], judged=judged, seconds=1, step=7,
    )  # fmt: skip


def test_that_answers_of_free_text_are_chosen_between_by_keys(
    qtbot: QtBot, pages: Pages, free_text: p.AssessResult
) -> None:
    pages.window.show_page(pages.assess)
    page, run = pages.assess, Run(settings.runs_dir() / "pirate")
    free_text.general = [p.GeneralAnswers(question="Why is the sky blue?", base="Air scatters…", tuned="Arr.")]
    page.take(free_text)
    choosing, view = page.choosing, page.answers
    assert not page.learning.isVisible()
    assert choosing.isVisible() and view.table.rowCount() == 0 and not view.isVisible()
    for number, key in enumerate("120", 1):
        assert choosing.left.text() == f"Question {number} of 3" and choosing.question.text() == f"Question {number}?"
        sides = [label.text() for label in choosing.answers]
        assert sorted(sides) == [f"Arr {number}", f"Well {number}"]
        with qtbot.waitSignal(choosing.chosen):
            QTest.keyClick(pages.window, key)
        vote = read_votes(run)[-1]
        wanted = "equal" if key == "0" else "tuned" if sides[int(key) - 1].startswith("Arr") else "base"
        assert (vote.better, vote.step, vote.hidden, vote.question) == (wanted, 7, True, f"Question {number}?")
    assert not choosing.is_asking and view.isVisible() and view.table.rowCount() == 3
    assert choosing.undo.isVisible() and not choosing.question.isVisible()  # the last choice can be taken back, too
    chosen = [view.table.item(row, 4).text() for row in range(3)]
    assert chosen[2] == "equal" and set(chosen[:2]) <= {"after training", "before training"}
    said = read_assessment(run.assessment_file)
    assert said is not None and said.verdict == view.verdict.text()
    assert said.verdict.startswith("You have chosen in 3 of 3 questions: ")
    assert not view.general.isVisible()
    view.show_general.click()
    assert view.general.isVisible() and [label.text() for label in view.general.labels] == ["Arr.", "Air scatters…"]
    free_text.general = []
    view.show_result(free_text)
    assert not view.general.isVisible() and not view.show_general.isVisible()
    assert page.learning.said.text() == "You prefer an answer in 2 questions."
    with qtbot.waitSignal(page.learn_wanted) as wanted:
        page.learning.choices.click()
    assert wanted.args == [run.folder, str(votes_file(run))]


def test_that_word_for_word_answers_are_counted_and_only_the_others_are_asked(
    qtbot: QtBot, pages: Pages, free_text: p.AssessResult
) -> None:
    settled = free_text.judged[0]
    settled.settled, settled.better = True, "tuned"
    settled.answers[0].text, settled.answers[0].right, settled.answers[0].why = "Arr.", True, "It is the expected text."
    pages.window.show_page(pages.assess)
    page = pages.assess
    page.take(free_text)
    choosing = page.choosing
    assert choosing.left.text() == "Question 1 of 2" and choosing.question.text() == "Question 2?"
    assert choosing.expected.text() == "Your answer: Arr." and choosing.buttons[1].text() == "&0  Equal, or both wrong"
    assert not page.learning.isVisible(), "nothing was chosen yet"
    place = choosing.results.mapTo(page, QPoint())
    choosing.answers[0].setText("word " * 900)
    page.layout().activate()
    assert choosing.results.mapTo(page, QPoint()) == place, "the next click hits the same button"
    for _question in range(2):
        with qtbot.waitSignal(choosing.chosen):
            QTest.keyClick(pages.window, "0")
    assert page.answers.verdict.text().startswith(
        "Word for word as expected, of 3: after training 1, before training 0. "
        "You have chosen in 2 of 2 questions: after training 0, before training 0, equal 2."
    )
    assert page.answers.table.item(0, 2).toolTip() == "It is the expected text."


def test_that_a_choice_is_taken_back_and_what_they_show_so_far_is_hidden(
    qtbot: QtBot, pages: Pages, free_text: p.AssessResult
) -> None:
    pages.window.show_page(pages.assess)
    page, run = pages.assess, Run(settings.runs_dir() / "pirate")
    page.take(free_text)
    choosing = page.choosing
    assert not choosing.undo.isEnabled() and not page.answers.isVisible()
    with qtbot.waitSignal(choosing.chosen):
        QTest.keyClick(pages.window, "1")
    assert not page.answers.isVisible() and len(read_votes(run)) == 1
    choosing.results.click()
    assert page.answers.isVisible() and "You have chosen in 1 of 3" in page.answers.verdict.text()
    with qtbot.waitSignal(choosing.chosen):
        choosing.undo.click()
    assert read_votes(run) == [] and choosing.question.text() == "Question 1?" and not choosing.undo.isEnabled()
    assert page.answers.verdict.text().startswith("3 questions are answered.")


def test_that_a_page_in_its_place_goes_on_with_choosing_and_has_what_was_filled_in(
    qtbot: QtBot, pages: Pages, free_text: p.AssessResult
) -> None:
    pages.window.show_page(pages.assess)
    page, run, new = pages.assess, Run(settings.runs_dir() / "pirate"), AssessPage()
    qtbot.addWidget(new)
    page.take(free_text)
    with qtbot.waitSignal(page.choosing.chosen):
        QTest.keyClick(pages.window, "1")
    page.check.setCurrentIndex(page.check.findData("choice"))
    page.text.setText("Arr")
    new.restore({**page.state(), "against": "another"})
    page.hand_on(new)
    assert new.choosing.is_asking and new.choosing.question.text() == "Question 2?" and new.answers.isHidden()
    assert new.state() == {**page.state(), "against": "another"}
    with qtbot.waitSignal(new.choosing.chosen):
        new.choosing.undo.click()
    assert read_votes(run) == [] and new.choosing.question.text() == "Question 1?"


def test_that_a_choice_that_could_not_be_kept_can_be_made_again(
    qtbot: QtBot, pages: Pages, free_text: p.AssessResult
) -> None:
    pages.window.show_page(pages.assess)
    page, run = pages.assess, Run(settings.runs_dir() / "pirate")
    page.take(free_text)
    choosing = page.choosing
    votes_file(run).mkdir()
    with qtbot.waitSignal(choosing.failed, timeout=5000):
        QTest.keyClick(pages.window, "1")
    assert choosing.question.text() == "Question 1?" and not choosing.undo.isEnabled() and page.message.isVisible()
    assert not free_text.judged[0].better
    votes_file(run).rmdir()
    with qtbot.waitSignal(choosing.chosen, timeout=5000):
        QTest.keyClick(pages.window, "1")
    choosing.results.click()
    page.take(msgspec.structs.replace(free_text))
    assert not choosing.results.isChecked() and not page.answers.isVisible()


def test_that_answers_of_a_run_that_is_not_shown_any_more_are_told_and_lead_to_it(
    pages: Pages, free_text: p.AssessResult
) -> None:
    pages.window.show_page(pages.assess)
    asked = pages.assess._run
    other = runs.create(p.TrainJob(model="m.gguf", data="d.jsonl", run=str(settings.runs_dir() / "storm")))
    assert asked is not None
    pages.assess.show_run(other.folder)
    pages.window.show_key("settings")
    pages.assess._take_answers(p.AssessJob(run=str(asked.folder)), free_text)
    assert pages.window.notice.text == "The answers of pirate are ready." and pages.assess.answers.result is None
    show = next(one for one in pages.window.notice.findChildren(QPushButton) if one.text() == "&Show them")
    show.click()
    assert pages.window.front == "assess" and pages.assess.answers.result is free_text


def test_that_each_opponent_keeps_its_newest_verdict(free_text: p.AssessResult) -> None:
    run = Run(settings.runs_dir() / "pirate")
    for name, verdict in (("the base", "Better."), ("keeper", "Worse."), ("the base", "Better still.")):
        free_text.models[1].name, free_text.verdict = name, verdict
        keep_assessment(run, free_text)
    said = read_assessment(run.assessment_file)
    assert said is not None and (said.against, said.verdict) == ("", "Better still.")
    assert [(one.against, one.verdict) for one in said.beside] == [("keeper", "Worse.")]
    assert texts.verdicts(said) == "The last time: Better still.\nAgainst keeper: Worse."


def test_that_two_ticked_runs_are_asked_against_each_other_and_it_leads_back(qtbot: QtBot, pages: Pages) -> None:
    one, other = (
        runs.create(p.TrainJob(model="m.gguf", data="d.jsonl", run=str(settings.runs_dir() / name)))
        for name in ("sun", "storm")
    )
    for run in (one, other):
        run.adapter.parent.mkdir(parents=True, exist_ok=True)
        run.adapter.write_bytes(b"learnt")
    pages.window.show_key("runs")
    pages.runs.assess_both_requested.emit(one.folder, other.folder)
    page = pages.assess
    qtbot.waitUntil(lambda: page.against.currentData() == str(other.folder))
    assert page.isVisible() and not page.several.isVisible()
    page.check.setCurrentIndex(page.check.findData("words"))
    assert page.several.isVisible()
    page.back.click()
    assert pages.window.front == "runs"
    pages.chat.assess_requested.emit(one.folder, "")
    assert pages.window.front == "assess"


def test_that_without_a_run_it_says_so_and_what_is_filled_in_comes_back(pages: Pages, tmp_path: Path) -> None:
    page = pages.assess
    assert not page.ask.isEnabled() and page.reason.text() == texts.NO_RUN and not page.chat.isEnabled()
    page.restore({"run": str(tmp_path / "gone"), "file": "/tmp/questions.csv", "of_file": True, "checkpoint": 7})
    assert page.reason.text() == texts.NO_RUN and page.file.text == "/tmp/questions.csv" and page.others.isChecked()
    assert page.state()["file"] == "/tmp/questions.csv" and page.state()["run"] == ""
    page.restore({"run": 3, "file": None, "of_file": "yes"})
    assert page.file.text == "/tmp/questions.csv"


def test_that_only_what_most_choose_is_in_view_at_first(qtbot: QtBot, pages: Pages) -> None:
    pages.window.show_page(pages.assess)
    page = pages.assess
    assert page.others.isVisible() and not page.against.isVisible() and not page.check.isVisible()
    page.more.click()
    assert page.against.isVisible() and page.check.isVisible()
    new = AssessPage()
    qtbot.addWidget(new)
    new.restore({**page.state(), "check": "contains"})
    assert new.more.isChecked(), "what was chosen is in view"


def test_that_answers_without_an_end_and_rows_left_out_are_told_where_there_are_any(
    pages: Pages, free_text: p.AssessResult
) -> None:
    view = pages.assess.answers
    view.show_result(free_text)
    assert view.unended.isHidden() and view.left_out.isHidden()
    after, before = free_text.models
    free_text.models = [after, msgspec.structs.replace(before, unended=2)]
    free_text.left_out = {"was trained on": 60}
    view.show_result(free_text)
    assert view.unended.text() == "Answers that came to no end: before training 2."
    assert view.left_out.text() == "Rows left out: 60 (was trained on)."
