"""Other computers take what waits in the queue: real ones, each with a home of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.shell.pages import Pages
from core import protocol as p
from core.base.home_cluster import folder
from core.runs.run import Run
from tests.app.conftest import NewJob
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster, Terminal, machines_of

pytestmark = pytest.mark.process


@pytest.fixture
def cluster(tmp_path: Path, home: Path) -> Iterator[HomeCluster]:
    """Its head is this computer, with the window's home."""
    with HomeCluster(tmp_path) as made:
        home.mkdir(exist_ok=True)
        folder().symlink_to(made.home("head") / "cluster")
        yield made


@pytest.fixture
def laptop(cluster: HomeCluster, demo_gguf: Path) -> Terminal:
    laptop = cluster.joins("laptop", [demo_gguf])
    laptop.heard(IN_THE_CLUSTER)
    return laptop


@pytest.mark.usefixtures("laptop")
def test_that_each_other_computer_takes_one_that_waits(
    qtbot: QtBot, pages: Pages, cluster: HomeCluster, demo_gguf: Path, new_job: NewJob
) -> None:
    cluster.joins("desktop", [demo_gguf]).heard(IN_THE_CLUSTER)
    for name, steps in (("here", 1000), ("there", 30), ("there", 30), ("later", 1000)):
        pages.queue.add(new_job(max_steps=steps), name)
    here, *there, later = pages.queue.entries
    pages.life.show_queue()
    view = pages.runs.queue
    assert view.helped.isVisible() and not view.helped.isChecked()
    view.helped.click()
    pages.queue.go_on()
    qtbot.waitUntil(lambda: len(pages.helpers.at_work) == 2)
    qtbot.waitUntil(lambda: [facts[:2] for _, facts in view._shown[:2]] == ["On"] * 2)
    assert [one.entry for one in pages.helpers.at_work] == there
    assert pages.queue.waiting == [later] and isinstance(later.job, p.TrainJob)
    assert pages.runs.busy and pages.runs.warning is not None and "2 runs" in pages.runs.warning.text
    qtbot.waitUntil(lambda: not any(entry in pages.queue.entries for entry in there))
    assert set().union(*(machines_of(entry.folder) for entry in there)) == {"desktop", "laptop"}
    assert all(Run(entry.folder).status() == "done" and Run(entry.folder).adapter.is_file() for entry in there)
    assert pages.sessions.active is not None and pages.sessions.active.run.folder == here.folder


@pytest.mark.usefixtures("laptop")
def test_that_what_is_stopped_there_waits_again(qtbot: QtBot, pages: Pages, laptop: Terminal, new_job: NewJob) -> None:
    assert laptop.home
    for name in ("here", "there", "removed"):
        pages.queue.add(new_job(max_steps=1000), name)
    _, there, removed = pages.queue.entries
    pages.helpers.want(True)
    pages.queue.go_on()
    qtbot.waitUntil(lambda: any(one.step is not None for one in pages.helpers.at_work))
    pages.helpers.stop()
    qtbot.waitUntil(lambda: not pages.helpers.at_work)
    first, *_ = pages.queue.waiting
    assert isinstance(first.job, p.ResumeJob) and first.folder == there.folder
    assert Run(there.folder).status() == "stopped" and Run(there.folder).has_checkpoint()
    pages.queue.remove(first)
    pages.queue.go_on()
    qtbot.waitUntil(lambda: any(one.step is not None for one in pages.helpers.at_work))
    view = pages.runs.queue
    view.refresh()
    view.list.setCurrentRow(0)
    qtbot.mouseClick(view.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not pages.helpers.at_work)
    assert removed not in pages.queue.entries and not pages.queue.waiting
