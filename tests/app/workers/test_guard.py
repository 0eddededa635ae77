"""A training waits on battery and when it is too hot, and goes on by itself when that is over."""

from __future__ import annotations

from collections.abc import Callable

import psutil
import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.workers.guard import ON_BATTERY, TOO_HOT, Guard, PauseRules
from app.workers.process import JobState
from app.workers.sessions import Sessions
from core.base import settings
from core.base.systems.machine import HOT, Reading, read_machine
from core.protocol import TrainJob
from tests.support.window import TIMEOUT_MS


@pytest.fixture
def rules() -> PauseRules:
    rules = PauseRules()
    rules.battery = rules.heat = True
    return rules


def test_that_nothing_is_paused_for_what_nobody_asked() -> None:
    assert PauseRules().reason(Reading(on_battery=True, celsius=120)) == ""


def test_that_battery_pauses_until_mains_power_is_back(rules: PauseRules) -> None:
    assert [rules.reason(Reading(on_battery=on)) for on in (False, True, True, False)] == [
        "",
        ON_BATTERY,
        ON_BATTERY,
        "",
    ]


def test_that_it_goes_on_only_well_below_where_it_stopped(rules: PauseRules) -> None:
    temperatures = (60, HOT - 1, HOT, HOT - 5, HOT - 14, HOT - 16, HOT - 5)
    found = [rules.reason(Reading(celsius=celsius)) for celsius in temperatures]
    assert found == ["", "", TOO_HOT, TOO_HOT, TOO_HOT, "", ""]


def test_that_a_sensors_own_limit_counts(rules: PauseRules) -> None:
    assert rules.reason(Reading(celsius=80, high=82)) == TOO_HOT
    assert PauseRules().reason(read_machine()) == ""  # whatever sensors this machine has, they can be read


@pytest.mark.slow
def test_that_a_run_waits_and_goes_on(qtbot: QtBot, new_job: Callable[..., TrainJob]) -> None:
    settings.save(settings.Settings(pause_on_battery=True))
    parent, now = QObject(), [Reading()]
    sessions = Sessions(parent)
    guard = Guard(sessions, lambda: now[0])
    session = sessions.start(new_job(max_steps=2000))
    try:
        guard.look()
        assert guard.keeps_awake
        qtbot.waitUntil(lambda: session.model.step is not None, timeout=TIMEOUT_MS)
        now[0], session.on = Reading(on_battery=True), "anna@studio"
        guard.look()
        assert session.state is JobState.RUNNING  # as far as it knows, another computer trains
        session.on = ""
        guard.look()
        qtbot.waitUntil(lambda: session.state is JobState.PAUSED, timeout=TIMEOUT_MS)
        assert session.waits_for == ON_BATTERY
        now[0] = Reading()
        guard.look()
        qtbot.waitUntil(lambda: session.state is JobState.RUNNING, timeout=TIMEOUT_MS)
        assert session.waits_for == ""
        now[0] = Reading(on_battery=True)
        guard.look()
        qtbot.waitUntil(lambda: session.state is JobState.PAUSED, timeout=TIMEOUT_MS)
        session.unpause()  # by hand: it is not stopped again for the same reason
        qtbot.waitUntil(lambda: session.state is JobState.RUNNING, timeout=TIMEOUT_MS)
        guard.look()
        guard.look()
        assert session.state is JobState.RUNNING and session.waits_for == ""
    finally:
        with qtbot.waitSignal(sessions.ended, timeout=TIMEOUT_MS):
            session.kill()
    assert not guard.keeps_awake


def test_that_a_system_which_tells_nothing_of_power_and_heat_is_as_if_all_were_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent() -> None:
        raise FileNotFoundError(2, "No such file or directory", "/sys/class/power_supply")

    for name in ("sensors_battery", "sensors_temperatures"):
        monkeypatch.setattr(psutil, name, absent, raising=False)
    assert read_machine() == Reading(on_battery=False)
