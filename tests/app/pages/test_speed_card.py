"""How fast this computer is: measured on the Settings page, and said of each model."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.pages.models.hub_card import HubCard
from app.pages.models.local_card import LocalCard
from app.pages.models.local_models import LocalModels
from app.pages.models.speed_texts import UNKNOWN, speed_here
from app.pages.settings import speed_card
from app.pages.settings.page import SettingsPage
from app.pages.settings.speed_card import SpeedCard
from app.pages.train.texts import time_known
from app.workers.computers import Computers
from app.workers.devices import Devices
from core import protocol as p
from core.advice.machine_speed import keep_speed, known_speed
from core.base import settings
from core.base.cores import THREADS
from core.base.settings import Settings
from tests.support.bench_shapes import HUGE, MIXED, TINY, speeds
from tests.support.window import TIMEOUT_MS

MODEL = p.LocalModel(
    name="teller", source="File", model="t.gguf", path="t.gguf", format="gguf", parameters=10**9, active=10**8,
    trains=True, need=10**9, fits=True,
)  # fmt: skip


@pytest.fixture
def page(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> SettingsPage:
    """Whose bench is of tiny models."""
    job = p.BenchJob(shapes=[TINY, MIXED, HUGE], tokens=128)
    monkeypatch.setattr(speed_card.p, "BenchJob", lambda: job)
    page = SettingsPage(Devices(known=[]), Computers())
    qtbot.addWidget(page)
    page.resize(1200, 900)
    page.show()
    page.shown()
    return page


def click(button: QPushButton) -> None:
    assert button.isVisible() and button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def names(card: SpeedCard) -> list[str]:
    return [row[0].text() for row in card.table.rows]


@pytest.mark.process
def test_that_it_is_measured_by_a_click_and_shown_from_then_on(
    page: SettingsPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = page.speed
    assert card.table.isHidden() and card.said.isHidden() and card.measure.text().replace("&", "") == "Measure it"
    click(card.measure)
    assert card.strip.isVisible() and card.measure.isHidden()
    qtbot.waitUntil(lambda: card.job is None, timeout=TIMEOUT_MS)
    assert names(card) == ["tiny, Q8_0", "mixed, Q4_K_M", "huge, Q8_0"]
    tiny, _, huge = card.table.rows
    assert float(tiny[1].text().replace("\u2009", "")) > 0 and tiny[2].text() and "B" in tiny[3].text()
    assert huge[1].text() == huge[2].text() == "" and huge[3].text()
    assert card.said.text().startswith("Measured ") and card.strip.isHidden()
    again = SettingsPage(Devices(known=[]), Computers())
    qtbot.addWidget(again)
    again.shown()
    assert names(again.speed) == names(card) and again.speed.measure.text().replace("&", "") == "Measure again"
    monkeypatch.delenv(THREADS)  # which goes before the settings
    settings.save(Settings(threads=7))
    again.shown()
    assert names(again.speed) == [], "not measured with so many threads"


@pytest.mark.process
def test_that_it_can_be_cancelled_and_what_was_known_is_back(page: SettingsPage, qtbot: QtBot) -> None:
    keep_speed("cpu", speeds({10**8: 400.0}))
    page.shown()
    click(page.speed.measure)
    assert page.is_at_work and not page.busy  # another page waits to take its place, and closing does not
    qtbot.waitUntil(lambda: page.speed.job.phase is not None, timeout=TIMEOUT_MS)
    click(page.speed.strip.cancel)
    qtbot.waitUntil(lambda: page.speed.job is None, timeout=TIMEOUT_MS)
    assert not page.is_at_work
    assert names(page.speed) == ["100000000, Q8_0"] and page.speed.measure.isVisible()


def test_that_nothing_is_measured_beside_a_training(page: SettingsPage) -> None:
    page.block("A training goes on.")
    assert not page.speed.measure.isEnabled() and page.speed.measure.toolTip() == "A training goes on."
    page.block("")
    assert page.speed.measure.isEnabled()


def test_that_a_model_says_how_fast_it_is_here_and_how_long_the_data_takes(qtbot: QtBot) -> None:
    assert speed_here(MODEL, None) == UNKNOWN and known_speed() is None
    keep_speed("cpu", speeds({10**8: 400.0, 10**9: 50.0}))
    tokens: list[float | None] = [None]
    card = LocalCard(lambda: tokens[0])
    qtbot.addWidget(card)
    card.show_model(MODEL, 10**10, "")
    row = card.rows["Speed here"][1]
    assert row.text().startswith("about 400 tokens/s: ") and "take about 8 min 20 s" in row.text()
    tokens[0] = 400.0 * 7800
    card.show_model(MODEL, 10**10, "")
    assert row.text() == "about 400 tokens/s, about 2 h 10 min for your data"
    dense = p.LocalModel(name="a", source="File", model="a", path="a", format="gguf", parameters=10**9, trains=True)
    assert "about 50 tokens/s" in speed_here(dense, None)
    assert speed_here(p.LocalModel(name="b", source="File", model="b", path="b", parameters=10**9), None) == ""


def test_that_a_model_on_the_hub_says_it_once_its_headers_are_read(qtbot: QtBot) -> None:
    keep_speed("cpu", speeds({10**8: 400.0}))
    card = HubCard(lambda: None)
    qtbot.addWidget(card)
    file = p.HubFile(name="teller-Q4_K_M.gguf", bytes=10**9, need=2 * 10**9, fits=True)
    card.show_model(
        p.HubModel(id="ann/teller", kinds=["gguf"], files=[file], bytes=10**9, need=2 * 10**9, fits=True, trains=True)
    )
    assert card.choice is not None and card.speed.isHidden()
    card.show_known(card.choice, p.PeekResult(model=MODEL, budget_bytes=10**10))
    assert card.speed.text().startswith("Speed here: about 400 tokens/s")


def test_that_the_time_says_where_it_is_from() -> None:
    plan = p.TrainingPlan(
        weights=1, copies=1, activations=1, optimizer=1, compute=1, process=1, total=6, least=6, budget=9, fits=True
    )
    assert "Guessed" in time_known(plan)
    plan.time_from = "bench"
    assert "Settings" in time_known(plan)
    plan.earlier_runs = 2
    assert "2 earlier runs" in time_known(plan)


def test_that_the_list_says_the_time_of_other_data_too(qtbot: QtBot) -> None:
    keep_speed("cpu", speeds({10**8: 400.0}))
    tokens = [400.0 * 600]
    local = LocalModels(lambda: tokens[0])
    qtbot.addWidget(local)
    local.list.show_rows([local._row(MODEL)], 0)
    assert "about 10 min 0 s for your data" in local.list.item(0).toolTip()
    tokens[0] = 400.0 * 7800
    local.refresh()
    assert "about 2 h 10 min for your data" in local.list.item(0).toolTip()
