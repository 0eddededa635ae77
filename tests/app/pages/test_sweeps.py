"""Several values of a setting from the Train page: trained by the queue, side by side on the Runs page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.pages.runs.sweeps_view import SweepsView, TrialTable
from app.pages.train.inputs import known_by_path
from app.pages.train.sweep_dialog import SweepDialog
from app.shell.pages import Pages
from app.workers.queue import Rest
from core.advice.training_settings import in_words
from core.protocol import TrainJob
from core.protocol.config import TrainConfig
from core.runs import run as runs
from core.runs import sweeps
from core.runs.summary import RunFigures, RunStory
from core.runs.sweeps import Trial
from tests.support.choices import write_pairs


def tried(qtbot: QtBot, pages: Pages, choose: Callable[[], None]) -> SweepsView:
    """Return the view of a sweep that is over. choose: does what is done in the dialog."""
    QTimer.singleShot(0, choose)
    pages.train.try_several()
    qtbot.waitUntil(lambda: pages.queue.entries != [])
    qtbot.waitUntil(lambda: not pages.queue.entries and pages.sessions.active is None)
    return pages.runs.sweeps


def test_that_a_rank_stands_apart_from_the_value_beside_it(qtbot: QtBot, tmp_path: Path) -> None:
    table, found = TrialTable(), []
    qtbot.addWidget(table)
    for rate in (3e-3, 1e-3):
        job = TrainJob(
            model="m.gguf", data="d.txt", run=str(tmp_path / str(rate)), config=TrainConfig(learning_rate=rate)
        )
        run = runs.create(job)
        found.append(Trial(run, run.info(), RunFigures(), RunStory()))
    table.show_trials(found, 2)
    table.resize(1100, 300)
    table.show()
    labels = {label.text(): label for label in table.findChildren(QLabel)}
    for place, value in (("1", "3e-3"), ("2", "1e-3")):
        rank = next(label for text, label in labels.items() if f"<b>{place}</b>" in text)
        qtbot.waitUntil(lambda rank=rank, value=value: rank.x() + rank.sizeHint().width() < labels[value].x())


@pytest.mark.slow
def test_that_all_are_trained_and_the_best_stands_first(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, short_text: Path
) -> None:
    page = pages.train
    page.use_model(known_by_path(str(demo_gguf)))
    page.use_data(str(short_text), {})
    page.recipe.change({"context": 64, "rank": 4, "max_steps": 6, "grad_accumulation": 1})

    def choose() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, SweepDialog)
        dialog.rows[0].values.setText("1e-5 1e-4 5e-3")
        dialog.add.click()

    view = tried(qtbot, pages, choose)
    qtbot.waitUntil(lambda: len(view.table.rows) == 3 and all(row[2] == "6 / 6" for row in view.table.rows))
    assert [row[0] for row in view.table.rows] == ["5e-3", "1e-4", "1e-5"]
    assert [row[2] for row in view.table.rows] == ["6 / 6"] * 3
    assert view.table.rows[0][3].startswith("★") and view.isVisible()
    assert view.best.text().startswith("The best: Learning rate 5e-3, with a loss of")
    with qtbot.waitSignal(pages.runs.chat_requested) as talked:
        view.talk.click()
    assert talked.args[0] == sweeps.ranked(sweeps.trials(sweeps.names()[0].name))[0].run.folder
    pages.window.show_key("runs")
    view.back.click()
    qtbot.waitUntil(lambda: len(pages.runs.table.rows.runs) == 3)
    pages.runs.table.select(pages.runs.table.rows.folders()[:1])
    pages.runs.menu.actions_by["sweep"].trigger()
    assert view.isVisible()
    (of,) = sweeps.names()
    assert of.trials == 3
    qtbot.waitUntil(lambda: pages.queue.rest is Rest.IDLE)  # the last one may still save
    folder = sweeps.ranked(sweeps.trials(of.name))[-1].run.folder
    view.open_requested.emit(folder)
    assert pages.monitor.session is not None and pages.monitor.session.run.folder == folder
    assert pages.monitor.again.isVisibleTo(pages.monitor) or pages.monitor.main.isEnabled()


def test_that_the_dialog_says_what_cannot_be_tried(qtbot: QtBot, pages: Pages) -> None:
    dialog = SweepDialog(pages.train, TrainConfig(rank=8, alpha=16.0, learning_rate=2e-4), (60.0, 120.0))
    qtbot.addWidget(dialog)
    assert dialog.rows[0].values.text() == "1e-4 2e-4 4e-4" and len(dialog.configs) == 3
    assert "takes 3 to 6 min" in dialog.said.text()
    dialog.rows[1].choose("rank")
    assert dialog.rows[1].values.text() == "4 8 16" and len(dialog.configs) == 9
    assert {(one.rank, one.alpha) for one in dialog.configs} == {(4, 8.0), (8, 16.0), (16, 32.0)}
    dialog.rows[1].values.setText("4 none")
    assert not dialog.add.isEnabled() and "Rank must be" in dialog.error.text() and "`" not in dialog.error.text()
    dialog.rows[1].values.setText("8")
    assert dialog.add.isEnabled() and len(dialog.configs) == 3
    dialog.rows[0].values.setText("2e-4")
    assert not dialog.add.isEnabled() and not dialog.error.isHidden()


def test_that_what_a_run_has_from_an_adapter_is_not_tried(qtbot: QtBot, pages: Pages) -> None:
    dialog = SweepDialog(pages.train, TrainConfig(), goes_on=True)
    qtbot.addWidget(dialog)
    setting = dialog.rows[0].setting
    assert setting.findData("rank") < 0 and setting.findData("targets") < 0 and setting.findData("epochs") > 0


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["dpo", "kto", "orpo"])
def test_that_trainings_from_choices_are_ranked_by_held_out_choices(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, tmp_path: Path, objective: str
) -> None:
    page = pages.train
    page.use_model(known_by_path(str(demo_gguf)))
    page.use_data(str(write_pairs(tmp_path / "pairs.jsonl")), {})
    short = {"context": 64, "rank": 4, "max_steps": 4, "eval_share": 0.2, "grad_accumulation": 1}
    page.recipe.change({"objective": objective, **short})

    def choose() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, SweepDialog)
        assert any("the most held-out choices right" in label.text() for label in dialog.findChildren(QLabel))
        dialog.rows[0].values.setText("1e-6 3e-4 1e-1")
        dialog.add.click()

    view = tried(qtbot, pages, choose)
    qtbot.waitUntil(lambda: view.best.isVisible())  # all are over, not only at their last step
    assert all(row[-2] == "4 / 4" for row in view.table.rows)
    best, *others = sweeps.ranked(sweeps.trials(sweeps.names()[0].name))
    assert [row[0] for row in view.table.rows] == [in_words(one.info.config.learning_rate) for one in (best, *others)]
    assert best.figures.right >= others[0].figures.right and best.figures.choices is not None
    assert view.best.text().startswith("The best: Learning rate") and view.best.text().endswith("choices right.")
    far = [one for one in others if one.figures.is_far]
    assert (far == []) is (objective == "orpo") and far == others[len(others) - len(far) :]
    assert ("Ranked last, as they moved too far" in view.said.text()) is bool(far)
    with qtbot.waitSignal(pages.runs.chat_requested) as talked:
        view.talk.click()
    assert talked.args[0] == best.run.folder
