"""Other computers in the window: added by their key, asked what they do, and given a whole training."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.pages.monitor.texts import status
from app.pages.settings import texts
from app.pages.settings.computing import ComputersCard
from app.pages.train.page import TrainPage
from app.shell.pages import Pages
from app.widgets.question import Choices, Question
from app.workers.background_job import BackgroundJob
from app.workers.computers import Computers
from app.workers.process import JobState
from core import protocol as p
from core.base.devices import DeviceReport
from core.base.known_computers import Computer, known_computers, remember_computer
from core.jobs.computers.sent_run import key_of
from core.protocol import TrainJob
from core.runs.run import Run
from tests.support.other_computers import KEY, reachable

STUDIO = "anna@studio"
FACTS = p.ComputerFacts(
    version="1", system="macOS", processor="Apple M2", cores=8, memory_bytes=16 * 10**9, free_bytes=9 * 10**9,
    disk_bytes=120 * 10**9, pace=1.4,
    cards=(DeviceReport(name="", description="Apple M2 (Metal)", memory_total=11 * 10**9, verdict="works"),),
)  # fmt: skip


@pytest.fixture
def card(pages: Pages) -> ComputersCard:
    pages.window.show_page(pages.settings)
    pages.settings.more.click()
    return pages.settings.computers


def known(home: Path, *names: str) -> None:
    """Computers that were added before."""
    home.mkdir(exist_ok=True)
    for name in names:
        remember_computer(Computer(name=name, host=name))


@pytest.mark.process
def test_that_a_computer_is_added_once_its_key_is_accepted(
    qtbot: QtBot, card: ComputersCard, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir(exist_ok=True)
    reachable(monkeypatch, tmp_path, STUDIO, is_new=True)
    asked: list[Question] = []
    monkeypatch.setattr(Question, "ask", lambda question, _: bool(asked.append(question)) or len(asked) > 1)
    card.host.setText(STUDIO)
    card.add.click()
    assert card.strip.isVisible() and not card.add.isEnabled()
    qtbot.waitUntil(lambda: bool(asked) and card.add.isEnabled())
    assert STUDIO in asked[0].text and KEY in asked[0].explanation and "ssh-keygen -lf" in asked[0].explanation
    assert not known_computers() and not card.rows and card.host.text() == STUDIO
    card.add.click()
    qtbot.waitUntil(lambda: STUDIO in card.rows and "ready to train" in card.rows[STUDIO].facts.text())
    assert [one.name for one in known_computers()] == [STUDIO]
    assert len(asked) == 2 and not card.host.text() and not card.error.isVisible() and not card.strip.isVisible()
    assert "times as fast as this computer" in card.rows[STUDIO].facts.text()


@pytest.mark.process
def test_that_a_problem_is_told_and_tested_again(
    qtbot: QtBot, pages: Pages, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reachable(monkeypatch, tmp_path)
    known(home, STUDIO, "laptop")
    pages.window.show_page(pages.settings)
    pages.settings.more.click()
    card = pages.settings.computers
    assert list(card.rows) == [STUDIO, "laptop"] and card.rows[STUDIO].facts.text() == "Asking it…"
    row = card.rows[STUDIO]
    qtbot.waitUntil(lambda: row.facts.text() == "studio is there, but takes no SSH connections.")
    (tmp_path / "homes" / STUDIO).mkdir(parents=True)
    row.test.click()
    assert row.facts.text() == "Asking it…" and "no SSH" in card.rows["laptop"].facts.text()
    qtbot.waitUntil(lambda: "cores" in row.facts.text())
    row.remove.click()
    assert list(card.rows) == ["laptop"] and [one.name for one in known_computers()] == ["laptop"]
    assert not card.error.isVisible()


@pytest.mark.process
def test_that_what_is_wrong_is_said_at_the_field(
    qtbot: QtBot, card: ComputersCard, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir(exist_ok=True)
    reachable(monkeypatch, tmp_path)
    card.add.click()
    assert texts.HOST_MISSING in card.error.text() and card.host.hasFocus()
    for host, said in (("-oProxyCommand=x", "is not the name or address"), ("studio", "takes no SSH connections")):
        card.host.setText(host)
        card.add.click()
        qtbot.waitUntil(lambda said=said: said in card.error.text())
        assert card.host.text() == host and card.add.isEnabled() and not known_computers()


def test_that_a_file_that_cannot_be_read_is_told(pages: Pages, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "computers.json").write_text("{")
    pages.window.show_page(pages.settings)
    pages.settings.more.click()
    assert "computers.json cannot be read" in pages.settings.computers.error.text()


def test_that_facts_are_a_line() -> None:
    assert texts.computer_facts(FACTS) == (
        "Apple M2, 8 cores · 16.0 GB, 9.00 GB of it free · Apple M2, 11.0 GB · 120 GB of disk free · "
        "1.40 times as fast as this computer · ready to train"
    )
    busy = msgspec.structs.replace(FACTS, cards=(), pace=0.0, run="Pirate")
    assert texts.computer_facts(busy).endswith("9.00 GB of it free · 120 GB of disk free · trains Pirate")


@pytest.mark.process
def test_that_one_process_looks_on_however_often_they_change(
    qtbot: QtBot, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reachable(monkeypatch, tmp_path)
    known(home, STUDIO)
    computers, viewer = Computers(), QObject()
    computers.changed.connect(lambda: computers.watch(viewer))
    computers.watch(viewer)
    for name in ("laptop", "desktop"):
        remember_computer(Computer(name=name, host=name))
        computers.look_again(name)
        qtbot.waitUntil(lambda name=name: name in computers.states)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(computers.findChildren(BackgroundJob)) == 1
    computers.changed.disconnect()
    computers.unwatch(viewer)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not computers.findChildren(BackgroundJob) and not computers.states


@pytest.mark.process
def test_that_a_whole_training_is_done_there_and_gone_on_with_here(
    qtbot: QtBot, pages: Pages, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    new_job: Callable[..., TrainJob],
) -> None:  # fmt: skip
    reachable(monkeypatch, tmp_path, STUDIO)
    known(home, STUDIO)
    pages.life.start(msgspec.structs.replace(new_job(max_steps=2000), on=p.OnMachine(machine=STUDIO)))
    session = pages.sessions.active
    assert session is not None
    qtbot.waitUntil(lambda: session.model.step is not None or session.ending is not None)
    assert session.ending is None, session.ending
    assert f"Training on {STUDIO}" in status(session) and not pages.monitor.here.isVisible()
    session.stop()
    qtbot.waitUntil(lambda: session.ending is not None)
    assert session.ending is not None and session.ending.kind == "stopped", session.ending
    reached = session.model.reached
    assert session.run.has_checkpoint() and session.run.info().on == STUDIO
    opened = pages.sessions.open(session.run.folder)
    pages.monitor.show_session(opened)
    assert opened.on == STUDIO and pages.monitor.here.isVisible() and pages.monitor.here.isEnabled()
    pages.monitor.here.click()
    qtbot.waitUntil(lambda: opened.model.step is not None and opened.model.step.step > reached)
    assert not opened.on and not Run(opened.run.folder).info().on and not pages.monitor.here.isVisible()
    assert "on anna" not in status(opened)


def test_that_the_form_remembers_where(qtbot: QtBot, pages: Pages, home: Path) -> None:
    page = pages.train
    pages.window.show_page(page)
    where = page.where
    assert not where.isVisible() and where.value is None
    known(home, STUDIO, "laptop")
    page.hide()
    page.show()
    assert where.isVisible() and not where.about.isVisible()
    assert [where.choice.itemText(i) for i in range(where.choice.count())] == ["This computer", STUDIO, "laptop"]
    where.choose("laptop")
    assert where.value == p.OnMachine(machine="laptop") and where.about.isVisible()
    again = TrainPage(pages.devices, pages.computers)
    qtbot.addWidget(again)
    again.restore(page.state())
    assert again.where.value == where.value
    pages.computers.remove("laptop")
    assert where.value is None and not where.about.isVisible()
    again.restore({**page.state(), "where": "laptop"})
    assert again.where.value is None


@pytest.mark.process
def test_that_a_closed_window_lets_the_training_there_go_on_and_the_next_takes_it_up(
    qtbot: QtBot, pages: Pages, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    new_job: Callable[..., TrainJob],
) -> None:  # fmt: skip
    reachable(monkeypatch, tmp_path, STUDIO)
    known(home, STUDIO)
    pages.life.start(msgspec.structs.replace(new_job(max_steps=100_000), title="Sea", on=p.OnMachine(machine=STUDIO)))
    session = pages.sessions.active
    assert session is not None
    qtbot.waitUntil(lambda: session.model.step is not None or session.ending is not None)
    asked: list[list[str]] = []

    def answer(dialog: Choices) -> str:
        asked.append(list(dialog.buttons))
        return "there"

    monkeypatch.setattr(Choices, "ask", answer)
    pages.window.close()
    assert asked == [["there", "stop", "cancel", ""]] and not pages.window.isVisible() and not session.is_active
    assert session.state is JobState.STOPPED  # for the queue: nothing else begins
    run, reached = session.run, session.model.reached
    guest = tmp_path / "homes" / STUDIO / "guests" / key_of(run, run.info())
    assert "keeper.json" in {path.name for path in guest.iterdir()} and run.status() == "interrupted"

    pages.window.show()
    pages.begin()
    notice = pages.window.notice
    qtbot.waitUntil(notice.isVisible)
    assert f"when {STUDIO} was last heard" in notice.text and "Sea was at step" in notice.text
    next(button for button in notice.findChildren(QPushButton) if button.text() == "&Resume").click()
    taken_up = pages.sessions.active
    assert taken_up is not None and taken_up.on == STUDIO
    qtbot.waitUntil(lambda: taken_up.model.reached > reached or taken_up.ending is not None)
    assert taken_up.ending is None
    taken_up.stop()
    qtbot.waitUntil(lambda: taken_up.ending is not None)
    starts = [event for event in run.events() if isinstance(event, p.TrainingStarted)]
    assert run.status() == "stopped" and all(event.step == 0 for event in starts) and not guest.exists()
