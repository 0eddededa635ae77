"""The page "Is it better?": a run's test answered by it and by its base, and every answer behind the numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.pages.assess import texts
from app.shell.pages import Pages
from core.base import settings
from core.runs.run import Run
from tests.support.weather import trained_on_weather


@pytest.fixture
def learnt(demo_gguf: Path) -> Run:
    folder = settings.runs_dir()
    folder.mkdir(parents=True, exist_ok=True)
    return trained_on_weather(demo_gguf, folder, "weather")


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
    assert rows >= 8 and view.verdict.text().startswith(f"Of {rows} questions that it never saw, the tuned model has ")
    assert "the base 0. That is certain. Its answers to other questions have changed" in view.verdict.text()
    assert "Right is the expected one of 2 labels" in view.check.text()
    assert "The tuned model: " in view.figures.text() and "The base: 0 of " in view.figures.text()
    view.table.selectRow(0)
    assert "weather.jsonl" in view.whole.text() and "It is “" in view.whole.text()
    view.shown.setCurrentIndex(view.shown.findData("wrong"))
    assert view.table.rowCount() <= 2
    asked = tmp_path / "asked.jsonl"
    asked.write_text(json.dumps({"question": "There is hail on Monday.", "answer": "wet"}) + "\n", encoding="utf-8")
    page.others.setChecked(True)
    assert page.file.isVisible() and not page.ask.isEnabled() and page.reason.text()
    page.file.set_path(asked)
    page.check.setCurrentIndex(page.check.findData("contains"))
    assert page.text.isVisible() and not page.ask.isEnabled()
    page.text.setText("wet")
    page.ask.click()
    qtbot.waitUntil(lambda: not page.busy)
    assert view.verdict.text().startswith("Of one question that it never saw, the tuned model has ")
    asked.write_text("", encoding="utf-8")
    page.ask.click()
    qtbot.waitUntil(lambda: not page.busy)
    assert page.message.isVisible() and page.answers.isVisible()


def test_that_without_a_run_it_says_so_and_what_is_filled_in_comes_back(pages: Pages, tmp_path: Path) -> None:
    page = pages.assess
    assert not page.ask.isEnabled() and page.reason.text() == texts.NO_RUN and not page.chat.isEnabled()
    page.restore({"run": str(tmp_path / "gone"), "file": "/tmp/questions.csv", "of_file": True, "checkpoint": 7})
    assert page.reason.text() == texts.NO_RUN and page.file.text == "/tmp/questions.csv" and page.others.isChecked()
    assert page.state()["file"] == "/tmp/questions.csv" and page.state()["run"] == ""
    page.restore({"run": 3, "file": None, "of_file": "yes"})
    assert page.file.text == "/tmp/questions.csv"
