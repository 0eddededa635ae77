"""Memory and pace in front: the numbers, the curves, what is marked, and a picture to share."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.pages.monitor.gauges import LOW, POINTS, Gauges, thinned
from app.pages.monitor.run_plots import NARROW, RunPlots
from app.pages.monitor.save_plots import SCALE, ShareButton, save_picture, shared_picture
from app.workers import endings
from app.workers.run_session import RunSession
from core import protocol as p
from core.runs.run import Run
from tests.app.workers.test_pace import GB, READING, step, trained


@pytest.fixture
def session(tmp_path: Path) -> RunSession:
    session = RunSession(Run(tmp_path / "keeper"), QObject())
    session.model = trained(*[300.0] * 30)
    return session


@pytest.fixture
def gauges(qtbot: QtBot) -> Gauges:
    gauges = Gauges()
    qtbot.addWidget(gauges)
    gauges.resize(500, 200)
    gauges.show()
    return gauges


def told(gauge: QWidget) -> str:
    return gauge.accessibleName()


def test_that_memory_and_pace_are_told_while_it_trains(gauges: Gauges, session: RunSession) -> None:
    session.model.add(step(31, 240.0, 62.0))
    gauges.show_run(session)
    assert told(gauges.memory) == "Memory: 1.00 GB. at most 1.00 GB, planned 2.00 GB, 8.00 GB left"
    assert told(gauges.pace) == "Tokens per second: 240. mean 298, processor 95%"
    assert gauges.wrong.isHidden()


def test_that_heat_and_a_cards_memory_are_told_where_they_are_known(gauges: Gauges, session: RunSession) -> None:
    session.model.add(
        msgspec.structs.replace(READING, celsius=71.0, device_used=2 * GB, device_total=4 * GB, time=63.0)
    )
    gauges.show_run(session)
    assert "graphics card 2.00 GB of 4.00 GB" in told(gauges.memory)
    assert "processor 95%, 71.0 °C" in told(gauges.pace)


def test_that_one_that_has_ended_shows_its_most_and_its_mean(gauges: Gauges, session: RunSession) -> None:
    session.model.add(step(31, 240.0, 62.0))
    session.model.add(p.Finished(outcome="done", result={}, time=63.0))
    session.ending = endings.of_events(session.model)
    gauges.show_run(session)
    assert told(gauges.memory) == "Memory: 1.00 GB. planned 2.00 GB"
    assert told(gauges.pace) == "Tokens per second: 298. mean of the run"


def test_that_what_is_amiss_is_said_below_and_marked_in_the_curve(gauges: Gauges, session: RunSession) -> None:
    gauges.show_run(session)
    even = gauges.pace.spark.grab().toImage()
    session.model = trained(*[300.0] * 40, *[150.0] * 20)
    gauges.show_run(session)
    assert gauges.wrong.isVisible() and gauges.wrong.text().startswith("Slower than before: 150 tokens/s")
    assert len(_colours(gauges.pace.spark.grab().toImage())) > len(_colours(even))
    session.model = trained(*[300.0] * 40)
    gauges.show_run(session)
    assert gauges.wrong.isHidden()


def _colours(image: QImage) -> set[str]:
    """Hues of what is strongly coloured, in steps of 30 degrees."""
    colours = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {str(colour.hsvHue() // 30) for colour in colours if colour.hsvSaturation() > 200}


def test_that_they_become_lines_over_the_loss_where_the_page_is_narrow(qtbot: QtBot) -> None:
    plots = RunPlots()
    qtbot.addWidget(plots)
    plots.resize(NARROW + 100, 700)
    plots.show()
    beside = plots.gauges.mapTo(plots, plots.gauges.rect().topLeft())
    assert beside.x() > plots.width() / 2 and plots.gauges.memory.beside[0].isVisible()
    plots.resize(NARROW - 100, 900)
    qtbot.waitUntil(lambda: plots.gauges.memory.spark.height() == LOW)
    over = plots.gauges.mapTo(plots, plots.gauges.rect().topLeft())
    assert over.x() < 10 and over.y() < 10 and not plots.gauges.memory.beside[0].isVisible()


def test_that_a_long_curve_is_drawn_by_the_means_of_its_parts() -> None:
    x, y = np.arange(100_000, dtype=float), np.tile([1.0, 3.0], 50_000)
    few, means = thinned(x, y)
    assert len(few) == POINTS and few[-1] == x[-1]
    np.testing.assert_allclose(means, 2.0)
    assert thinned(x[:50], y[:50])[0] is not None and len(thinned(x[:50], y[:50])[0]) == 50


def test_that_a_picture_to_share_has_the_two_answers_and_names_no_file(
    qtbot: QtBot, session: RunSession, tmp_path: Path
) -> None:
    before = p.Sample(prompt="Why is the sea dark?", text=" I don't know.", label="base", step=0)
    after = p.Sample(prompt="Why is the sea dark?", text=" So says the keeper.", label="tuned", step=30)
    share = ShareButton()
    qtbot.addWidget(share)
    share.show_session(session)
    assert share.isHidden()
    for sample in (before, after, p.Sample(prompt="Only before?", text="x", label="base", step=0)):
        session.model.add(sample)
    share.show_session(session)
    assert [action.text() for action in share.choices.actions()] == ["Why is the sea dark?"]
    picture = shared_picture("Keeper", before, after, "storyteller · 2 min · Luthier")
    qtbot.addWidget(picture)
    words = " ".join(label.text() for label in picture.findChildren(QLabel))
    for text in ("Keeper", "Why is the sea dark?", "I don't know.", "So says the keeper.", "storyteller"):
        assert text in words
    assert str(tmp_path) not in words
    save_picture(picture, tmp_path / "shared.png")
    image = QImage(str(tmp_path / "shared.png"))
    assert image.width() == SCALE * picture.width() and image.height() > 200
