"""The other computers in the window: let in by comparing numbers, seen, sent the model, and trained with."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.pages.monitor.run_plots import RunPlots
from app.pages.settings.computers_card import ComputersCard
from app.shell.code_asking import CodeAsking
from app.shell.pages import Pages
from app.widgets.question import Question
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base.errors import LuthierError
from core.base.home_cluster import Cluster, folder, known_cluster, remember_cluster
from core.cluster.addresses import own_address
from core.cluster.credentials import Credentials, make_authority
from core.cluster.members import Members
from core.protocol import TrainJob
from tests.app.pages.test_plots import fed
from tests.support.cluster import Terminal
from tests.support.window import curve


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Another computer, with a terminal."""
    opened: list[Terminal] = []

    def opens(*words: str) -> Terminal:
        opened.append(Terminal(tmp_path / "laptop", *words))
        return opened[-1]

    yield opens
    for terminal in opened:
        terminal.end()


@pytest.fixture
def card(pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ComputersCard:
    """Of a computer that knows no cluster yet."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "here"))
    try:
        own_address()
    except LuthierError as error:
        pytest.skip(f"Computers could not meet here: {error.message}")
    pages.computers.port = 0  # any two that are free
    pages.window.show()
    pages.window.show_page(pages.settings)
    return pages.settings.computers


def asking(pages: Pages) -> CodeAsking:
    return pages.window.findChild(CodeAsking)


@pytest.mark.process
def test_that_a_computer_is_let_in_by_its_number_and_trained_with(
    qtbot: QtBot,
    pages: Pages,
    card: ComputersCard,
    laptop: Callable[..., Terminal],
    new_job: Callable[..., TrainJob],
    demo_gguf: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    model = tmp_path / "only-here.gguf"
    shutil.copy(demo_gguf, model)
    with model.open("r+b") as file:  # the laptop has the bundled one, too
        file.seek(-1, 2)
        last = file.read(1)
        file.seek(-1, 2)
        file.write(bytes([last[0] ^ 1]))
    pages.computers.choose_model(str(model))
    assert card.start.isVisible() and card.field.isVisible() and not card.stop.isVisible()
    card.start.setFocus()
    card.start.click()
    qtbot.waitUntil(lambda: card.address.isVisible() and card.nobody.isVisible())
    assert not pages.settings.network.offline.hasFocus()
    joining = laptop("cluster", "join", card.address.text(), "--name", "laptop")
    shown = joining.code()
    qtbot.waitUntil(lambda: asking(pages).dialog is not None)
    dialog = asking(pages).dialog
    assert dialog is not None and dialog.code.text().split() == shown.split() and dialog.no.isDefault()
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert "sees the data and the model" in said and "waste this computer's time" in said
    assert "cannot run programs here" in said and "cannot read other files" in said
    joining.type("yes")
    dialog.yes.click()
    qtbot.waitUntil(lambda: "laptop" in card.rows.rows and card.rows.rows["laptop"].send.isVisible())
    row = card.rows.rows["laptop"]
    assert "cores" in row.facts.text() and "Does not have" in row.base.text()
    row.send.click()
    qtbot.waitUntil(lambda: "Has the model" in row.base.text())
    assert not row.send.isVisible() and not card.error.isVisible()

    pages.window.show_page(pages.train)
    together = pages.train.together
    assert together.isVisible() and together.value is None
    together.switch.click()
    qtbot.waitUntil(lambda: "laptop" in together.said.text())
    job = msgspec.structs.replace(new_job(), model=str(model), cluster=together.value)
    pages.life.start(job)
    session = pages.sessions.active
    assert session is not None
    qtbot.waitUntil(lambda: session.ending is not None)
    assert session.ending is not None and session.ending.kind == "done", session.ending
    assert session.run.info().cluster == p.WithCluster()
    assert "laptop" in session.model.machines.stacked(session.model.steps["step"])
    qtbot.waitUntil(lambda: "laptop" in pages.monitor.plots.speed.curves)

    pages.window.show_page(pages.settings)
    qtbot.waitUntil(card.stop.isVisible)
    card.stop.click()
    qtbot.waitUntil(card.leave.isVisible)
    monkeypatch.setattr(Question, "ask", lambda *_: True)
    card.leave.click()
    qtbot.waitUntil(lambda: known_cluster() is None and card.field.isVisible())
    assert not together.isVisibleTo(pages.train)


@pytest.mark.slow
def test_that_a_computer_that_was_let_in_is_taken_out(
    qtbot: QtBot, card: ComputersCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that is away: a laptop that was stolen does not come by first."""
    members = Members(folder())
    make_authority(Credentials(members.folder), "desk")
    remember_cluster(Cluster(head="desk", machine="desk", host="127.0.0.1", port=1))
    for name in ("laptop", "mac"):
        members.let_in(name)
    card.hide()
    card.show()
    row = card.rows.rows["laptop"]
    assert row.remove.isVisible() and "not there" in row.facts.text() and not row.send.isVisible()
    asked: list[Question] = []
    monkeypatch.setattr(Question, "ask", lambda question, _: bool(asked.append(question)) or len(asked) > 1)
    row.remove.click()
    assert members.names == ["laptop", "mac"]
    row.remove.click()
    qtbot.waitUntil(lambda: "laptop" not in card.rows.rows)
    assert "laptop" in asked[0].text and "keeps what it has seen" in asked[0].explanation
    assert (members.names, members.refused) == (["mac"], {"laptop"}) and not card.error.isVisible()


@pytest.mark.slow
def test_that_the_address_of_this_computer_can_be_typed(qtbot: QtBot, card: ComputersCard) -> None:
    card.host.setText("http://desk")
    card.start.click()
    qtbot.waitUntil(lambda: "http://desk" in card.error.text() and card.host.isVisible())
    card.host.setText("127.0.0.1")
    card.start.click()
    qtbot.waitUntil(lambda: card.address.text().startswith("127.0.0.1:"))
    known = known_cluster()
    assert known is not None and card.address.text() == f"127.0.0.1:{known.port + 1}" and not card.host.isVisible()


@pytest.mark.slow
def test_that_one_process_looks_on_however_often_the_model_changes(
    qtbot: QtBot, pages: Pages, card: ComputersCard
) -> None:
    computers, viewer = pages.computers, QObject()
    card.start.click()
    qtbot.waitUntil(lambda: computers.machines is not None)
    computers.changed.connect(lambda: computers.watch(viewer))
    for name in ("one.gguf", "two.gguf"):
        computers.choose_model(name)
        qtbot.waitUntil(lambda: computers.machines is not None)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    jobs = [child.job for child in computers.findChildren(BackgroundJob)]
    assert [job.model for job in jobs if isinstance(job, p.ClusterStatusJob)] == ["two.gguf"]


@pytest.mark.slow
def test_that_what_is_wrong_is_said_in_the_windows_words(qtbot: QtBot, card: ComputersCard) -> None:
    card.join.click()
    assert "Type the address" in card.error.text()
    card.field.setText("laptop:x")
    card.join.click()
    qtbot.waitUntil(lambda: "192.168.1.5:8971" in card.error.text())
    assert "`" not in card.error.text() and card.join.isVisible()
    card.field.setText("127.0.0.1:9")
    card.join.click()
    qtbot.waitUntil(lambda: "127.0.0.1" in card.error.text())
    assert "firewall" in card.error.text() and card.join.isVisible()


def test_that_the_speed_is_stacked_by_computer(qtbot: QtBot) -> None:
    model, plots = fed(4), RunPlots()
    qtbot.addWidget(plots)
    for step, machines in enumerate(
        ({"desk": 60.0, "laptop": 40.0}, {"desk": 70.0}, {"desk": 55.0, "laptop": 45.0}), 5
    ):
        model.add(
            p.Step(
                time=float(step), step=step, steps=100, epoch=0.1, loss=4.0, learning_rate=1e-4, grad_norm=0.5,
                tok_s=sum(machines.values()), tokens_seen=step, tokens_trained=step, seconds_left=1.0,
                machines=machines,
            )
        )  # fmt: skip
    plots.draw(model)
    plots.show()
    assert curve(plots.speed, "desk")[1].tolist() == [0, 0, 0, 0, 60, 70, 55]
    assert curve(plots.speed, "laptop")[1].tolist() == [0, 0, 0, 0, 100, 70, 100]
    assert "laptop: 45" in plots.speed.plot.accessibleDescription()
    plots.speed.point_at(5.0)
    assert "<b>40.0</b>" in plots.speed._legend["laptop"]._label.text()
    plots.begin()
    plots.draw(fed(3))
    assert "laptop" not in plots.speed.curves
