"""The graphs: axes that fit, a way back from every zoom, values under the pointer, and what can be taken along."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.pages.monitor.axes import StepAxis, TimeAxis
from app.pages.monitor.run_plots import RunPlots
from app.pages.monitor.save_plots import COLUMNS, SaveMessage, save_picture, save_table
from app.workers.run_model import RunModel
from core import protocol as p
from core.base.numbers import count


def fed(steps: int) -> RunModel:
    """A run as its events tell it, without a window."""
    model = RunModel()
    model.add(p.Hello(pid=1, job="train", version="0", time=0.0))
    model.add(p.TrainingStarted(run="r", step=0, steps=100, trainable=5, time=0.0))
    for step in range(1, steps + 1):
        model.add(
            p.Step(
                time=float(step), step=step, steps=100, epoch=step / 50, loss=4 - step / 50, learning_rate=1e-4,
                grad_norm=0.5, tok_s=100.0, tokens_seen=step, tokens_trained=step, seconds_left=float(100 - step),
            )
        )  # fmt: skip
        model.add(p.Memory(time=float(step), rss=2 * 10**8, peak=3 * 10**8, available=2 * 10**10, total=3 * 10**10))
    return model


@pytest.fixture
def plots(qtbot: QtBot) -> RunPlots:
    plots = RunPlots()
    qtbot.addWidget(plots)
    plots.resize(1000, 900)
    plots.show()
    plots.show_more(True)
    return plots


def heights(plots: RunPlots) -> tuple[float, float]:
    low, high = plots.plot("loss")._item.getViewBox().viewRange()[1]
    return low, high


def test_that_a_new_runs_empty_graphs_have_nothing_of_the_last_ones_axes(qtbot: QtBot, plots: RunPlots) -> None:
    plots.draw(fed(80))
    qtbot.waitUntil(lambda: plots.is_whole)
    plots.grab()
    assert plots.plot("loss").range[1] > 70
    plots.begin()
    plots.draw(RunModel())
    plots.grab()
    assert plots.plot("loss").range[1] < 2 and heights(plots)[1] < 2


def test_that_answers_likelihoods_are_drawn_where_choices_are_learnt_from(qtbot: QtBot, plots: RunPlots) -> None:
    model = fed(10)
    for step, chosen, rejected in ((0, -30.0, -31.0), (10, -31.0, -48.0)):
        of = p.Choices(chosen=chosen, rejected=rejected, margin=0.0)
        model.add(p.Evaluation(step=step, loss=0.5, perplexity=None, tokens=9, adapter=step > 0, choices=of))
    plots.draw(model)
    for name, values in (("chosen", [-30.0, -31.0]), ("rejected", [-31.0, -48.0])):
        assert plots.plot("choices").curves[name].getOriginalDataset()[1].tolist() == values
    qtbot.waitUntil(lambda: plots.plot("choices").isVisible())
    plots.begin()
    plots.draw(fed(10))
    assert not plots.plot("choices").isVisible()


def test_that_a_held_run_shows_how_far_everything_else_has_moved(qtbot: QtBot, plots: RunPlots) -> None:
    model, plain = fed(0), fed(20)
    for step in range(1, 21):
        looked = 0.001 * step if step % 2 else None
        model.add(p.Step(step=step, steps=100, epoch=0.0, loss=4.0, learning_rate=1e-4, grad_norm=0.5, tok_s=9.0,
                         tokens_seen=step, tokens_trained=step, seconds_left=1.0, distance=looked))  # fmt: skip
    plots.show_more(False)
    plots.draw(plain)
    qtbot.waitUntil(lambda: plots.is_whole)
    assert "moved" not in plots._made
    plots.begin()
    plots.draw(model)
    qtbot.waitUntil(lambda: plots.is_whole)
    x, y = plots.plot("moved").curves["distance"].getOriginalDataset()
    qtbot.waitUntil(lambda: plots.plot("moved").isVisible())
    assert x.tolist() == list(range(1, 21, 2))
    assert y == pytest.approx([0.001 * step / 2 + 0.0005 for step in x])  # the mean of all that looked so far
    plots.grab()
    low, high = plots.plot("moved")._item.getViewBox().viewRange()[1]
    assert low == 0 and 0.5 <= high < 0.6  # so little does not look as if it were much
    assert plots.plot("moved").plot.accessibleDescription().startswith("Everything else: as before.")
    plots.begin()
    plots.draw(plain)
    assert not plots.plot("moved").isVisible() and plots.plot("loss").isVisible()


def test_that_every_zoom_has_a_way_back_and_a_new_run_has_its_own_axes(qtbot: QtBot, plots: RunPlots) -> None:
    plots.draw(fed(80))
    qtbot.waitUntil(lambda: plots.plot("loss").range[1] > 80)
    assert not plots.all.isEnabled()
    plots.plot("loss")._item.getViewBox().setXRange(60, 70, padding=0)
    plots.plot("loss")._item.getViewBox().sigRangeChangedManually.emit([True, False])
    assert plots.all.isEnabled()
    for follower in (plots.plot("speed"), plots.plot("rates")):
        qtbot.waitUntil(lambda plot=follower: plot.range == pytest.approx((60, 70)))
    qtbot.waitUntil(lambda: heights(plots)[1] < 3.5)  # the heights are those of what is in view
    plots.plot("loss")._item.getViewBox().setXRange(-500, -100, padding=0)  # dragged to where there is nothing
    plots.plot("loss")._item.getViewBox().sigRangeChangedManually.emit([True, False])
    assert -5 < plots.plot("loss").range[0] < plots.plot("loss").range[1] < 90
    plots.all.click()
    assert not plots.all.isEnabled()
    qtbot.waitUntil(lambda: plots.plot("loss").range[0] < 1 and plots.plot("loss").range[1] > 80)

    plots.plot("speed").show_range(10, 20)
    plots.begin()
    plots.draw(fed(3))
    qtbot.waitUntil(lambda: plots.plot("loss").range[1] < 10 and plots.plot("speed").range[1] < 10)


def test_that_a_single_point_is_seen_and_a_line_has_none(plots: RunPlots) -> None:
    plots.draw(fed(1))
    assert plots.plot("loss").curves["smoothed"].opts["symbol"] == "o"
    plots.draw(fed(2))
    assert plots.plot("loss").curves["smoothed"].opts["symbol"] is None


def test_that_the_legend_has_the_values_under_the_pointer_and_what_happened_there(plots: RunPlots) -> None:
    model = fed(50)
    model.add(p.Skipped(step=30, reason="the loss was not finite", count=1, time=51.0))
    plots.draw(model)
    plots.plot("loss").point_at(29.8)
    assert "<b>3.40</b>" in plots.plot("loss")._legend["each step"]._label.text()
    assert "step 30" in plots.plot("loss")._place.textItem.toPlainText()
    assert "the loss was not finite" in plots.plot("loss")._place.textItem.toPlainText()
    plots.plot("loss").point_at(None)
    assert plots.plot("loss")._legend["each step"]._label.text() == "each step"  # one number at a glance is enough
    assert not plots.plot("loss")._place.isVisible()


def test_that_the_star_at_the_best_evaluation_has_a_name(plots: RunPlots) -> None:
    model = fed(10)
    plots.draw(model)
    assert plots.plot("loss")._best_name.isHidden()
    model.add(p.Evaluation(step=10, loss=3.2, perplexity=None, tokens=9, adapter=True))
    model.add(p.Checkpoint(step=10, path="step-10", adapter="adapter.gguf", best=True))
    plots.draw(model)
    assert plots.plot("loss")._best.getData()[0].tolist() == [10]
    assert not plots.plot("loss")._best_name.isHidden() and plots.plot("loss")._best_name.text() == "★ Best"
    plots.begin()
    assert not len(plots.plot("loss")._best.getData()[0]) and plots.plot("loss")._best_name.isHidden()


def test_that_a_small_worker_is_seen_beside_a_large_system(qtbot: QtBot, plots: RunPlots) -> None:
    plots.draw(fed(20))
    view = plots.plot("memory")._item.getViewBox()
    qtbot.waitUntil(lambda: view.viewRange()[1][1] < 1)  # GB: the system's 20 have an axis of their own


@pytest.mark.parametrize("high", [1.0, 3.0, 40.0, 1830.0, 99_999.0])
def test_that_steps_are_whole_numbers(high: float) -> None:
    axis = StepAxis("bottom")
    ((spacing, _),) = axis.tickSpacing(0.0, high, 400.0)
    assert spacing >= 1 and spacing == int(spacing) and 0 < high / spacing <= 10
    assert axis.tickStrings([-spacing, 0.0, spacing], 1.0, spacing) == ["", "step 0", count(spacing)]


def test_that_time_is_told_in_the_unit_that_suits() -> None:
    axis = TimeAxis("bottom")
    assert axis.tickStrings([0, 40, 90, 720, 3600, 5400], 1.0, 1.0) == [
        "0",
        "40 s",
        "1:30 min",
        "12 min",
        "1 h",
        "1:30 h",
    ]
    for seconds in (5.0, 90.0, 7000.0, 400_000.0):
        ((spacing, _),) = axis.tickSpacing(0.0, seconds, 400.0)
        assert 1 <= seconds / spacing <= 8


def test_that_graphs_are_saved_as_a_picture_and_as_numbers(plots: RunPlots, tmp_path: Path) -> None:
    model = fed(3)
    model.add(p.Evaluation(step=0, loss=4.5, perplexity=90.0, tokens=9, adapter=False, time=4.0))
    plots.draw(model)
    save_picture(plots, tmp_path / "graphs.png")
    assert QImage(str(tmp_path / "graphs.png")).width() == 2 * plots.width()
    save_table(model, tmp_path / "graphs.csv")
    with (tmp_path / "graphs.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    assert tuple(head) == COLUMNS and [row[0] for row in rows] == ["0", "1", "2", "3"]
    assert rows[0][1:4] == ["", "", "4.5"] and math.isclose(float(rows[3][1]), 3.94)


def test_that_it_is_said_where_graphs_were_saved_and_why_not(qtbot: QtBot, plots: RunPlots, tmp_path: Path) -> None:
    message = SaveMessage(plots.save)
    qtbot.addWidget(message)
    plots.save.write(save_table, fed(3), tmp_path / "graphs.csv")
    assert "graphs.csv" in message.text and not message.folder.isHidden()
    plots.save.write(save_picture, plots, tmp_path / "gone" / "graphs.png")
    assert message.text.startswith("It could not be saved") and message.folder.isHidden()
