from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Theme
from app.pages.monitor.run_plots import RunPlots
from app.shell.pages import Pages
from app.workers.process import JobState
from app.workers.run_model import RunModel
from core import protocol as p
from core.base import paths
from core.runs import run as runs
from tests.support.window import curve


def write_run(name: str, *events: p.Event, model: Path = Path("models/tiny.gguf")) -> Path:
    """A run folder as a worker leaves it."""
    run = runs.create(p.TrainJob(model=str(model), data="data/book.txt", run=str(paths.runs_dir() / name)))
    run.events_file.write_bytes(b"".join(map(p.encode, events)))
    return run.folder


def step_event(step: int, steps: int, loss: float) -> p.Step:
    return p.Step(
        step=step, steps=steps, epoch=step / steps, loss=loss, learning_rate=1e-4, grad_norm=0.5, tok_s=100.0,
        tokens_seen=step, tokens_trained=step, seconds_left=float(steps - step),
    )  # fmt: skip


def test_that_a_question_that_was_typed_for_one_run_is_not_there_for_another(pages: Pages) -> None:
    first, second = write_run("first", step_event(1, 9, 2.0)), write_run("second", step_event(1, 9, 2.0))
    pages.life.open(first)
    pages.monitor.samples.prompt.setText("Where is the gold?")
    pages.life.open(first)
    assert pages.monitor.samples.prompt.text() == "Where is the gold?"
    state = pages.monitor.state()
    pages.life.open(second)
    assert pages.monitor.samples.prompt.text() == ""
    pages.monitor.restore(state)  # of the last start
    pages.life.open(first)
    assert pages.monitor.samples.prompt.text() == "Where is the gold?"


def test_that_a_folder_without_a_run_is_refused_with_words(pages: Pages, tmp_path: Path) -> None:
    pages.life.open(tmp_path)
    assert "is not a run folder" in pages.runs.message.text
    assert pages.monitor.session is None


def test_that_a_long_story_is_read_beside_the_window(
    pages: Pages, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.workers.run_session.READ_AT_ONCE", 0)
    hello = p.Hello(pid=1, job="train", version="0", time=0.0)
    started = p.TrainingStarted(run="r", step=0, steps=10, trainable=5)
    folder = write_run("long", hello, started, *(step_event(n, 10, 4.0) for n in range(1, 9)))
    pages.life.open(folder)
    session = pages.monitor.session
    assert session is not None and session.is_loading and session.ending is None
    assert "Reading" in pages.monitor.status.text() and not pages.monitor.main.isEnabled()
    qtbot.waitUntil(lambda: not session.is_loading)
    qtbot.waitUntil(lambda: pages.monitor.readouts["step"].value.text() == "8 / 10")
    assert pages.monitor.main.text() == "Res&ume training"


def test_that_a_line_cut_off_by_a_crash_does_not_spoil_the_rest(pages: Pages) -> None:
    hello = p.Hello(pid=1, job="train", version="0", time=0.0)
    started = p.TrainingStarted(run="r", step=0, steps=10, trainable=5)
    folder = write_run("cut", hello, started, step_event(1, 10, 4.0))
    with (folder / "events.jsonl").open("ab") as file:
        file.write(b'{"type":"step","ste')
    pages.life.open(folder)
    assert pages.monitor.readouts["step"].value.text() == "1 / 10"
    assert pages.monitor.main.text() == "Res&ume training"


def test_that_a_run_which_rests_in_another_program_is_shown_as_paused(pages: Pages) -> None:
    hello = p.Hello(pid=os.getpid(), job="train", version="0")
    started = p.TrainingStarted(run="r", step=0, steps=10, trainable=5)
    folder = write_run("rests", hello, started, step_event(1, 10, 4.0), p.State(state="paused"))
    pages.life.open(folder)
    session = pages.monitor.session
    assert session is not None and session.state is JobState.PAUSED and not session.is_active
    assert (pages.monitor.status.text(), pages.monitor.main.text()) == ("Paused", "Res&ume")
    assert not pages.monitor.main.isEnabled()


@pytest.mark.slow
def test_that_the_plots_hold_100_000_points(qtbot: QtBot) -> None:
    model, n = RunModel(), 100_000
    for step in range(1, n + 1):
        model.add(step_event(step, n, 4 - step / n))
    plots = RunPlots()
    qtbot.addWidget(plots)
    plots.resize(1000, 500)
    plots.show()
    plots.draw(model)
    x, y = curve(plots.plot("loss"), "each step")
    assert len(x) == n
    np.testing.assert_allclose(y, 4 - x / n)
    # Thinned to what the screen can show, once the plot has found its range.
    qtbot.waitUntil(lambda: 500 < len(plots.plot("loss").curves["each step"].getData()[0]) < 10_000)


def shown(plot: QWidget) -> list[str]:
    """The texts of its legend; that of a card's memory is hidden where no card computes."""
    return [label.text() for label in plot.findChildren(QLabel) if label.isVisibleTo(plot)]


def test_that_memory_not_read_yet_is_no_number(qtbot: QtBot) -> None:
    plots, model = RunPlots(), RunModel()
    qtbot.addWidget(plots)
    plots.draw(model)
    legend = shown(plots.plot("memory")) + shown(plots.plot("free"))
    assert sum("<b>–</b>" in text for text in legend) == 3
    model.add(p.Memory(rss=10**9, peak=2 * 10**9, available=3 * 10**9, total=4 * 10**9, time=1.0))
    plots.draw(model)
    legend = shown(plots.plot("memory")) + shown(plots.plot("free"))
    assert [text[-11:] for text in legend if "<b>" in text] == [f"<b>{n}.00</b>" for n in (1, 2, 3)]


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = Theme(qapp)
    yield theme
    theme.deleteLater()


@pytest.mark.slow
def test_that_the_window_follows_the_system_between_light_and_dark(
    qapp: QApplication, theme: Theme, qtbot: QtBot
) -> None:
    pages = Pages(theme)
    qtbot.addWidget(pages.window)
    pages.window.show()
    pages.window.put_in("data")
    pages.window.show_page(pages.monitor)
    seen = {}
    for scheme in (Qt.ColorScheme.Dark, Qt.ColorScheme.Light):
        qapp.styleHints().colorSchemeChanged.emit(scheme)
        palette = pages.window.palette()
        base = palette.color(QPalette.ColorRole.Base)
        text = palette.color(QPalette.ColorRole.Text)
        assert (text.lightness() > base.lightness()) == (scheme == Qt.ColorScheme.Dark)
        assert theme.is_dark == (scheme == Qt.ColorScheme.Dark)
        plots = pages.monitor.plots.plot("loss").plot, pages.data.statistics.lengths.plot
        assert [plot.backgroundBrush().color() for plot in plots] == [base, base]
        seen[scheme] = base
    assert len(set(map(str, seen.values()))) == 2


def test_that_a_held_theme_does_not_follow_the_system(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_THEME", "dark")
    theme = Theme(qapp)
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert theme.is_dark
    theme.deleteLater()
