"""The Runs page as a person uses it: look, sort, filter, rename, delete to the bin and back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from app.pages.runs import listed_run, texts
from app.pages.runs.page import RunsPage
from app.pages.runs.run_actions import NotesDialog
from app.pages.runs.run_rows import COLUMNS, KEYS
from app.pages.runs.run_table import tick_in
from app.shell.pages import Pages
from app.widgets.question import QuestionDialog
from core import protocol as p
from core.base import paths, settings
from core.export.card import text as card
from core.gguf.kind import MADE
from core.runs.compare import differences, prompts, results
from core.runs.run import Run, RunNotes
from core.runs.summary import FiguresReader
from tests.app.pages.test_reopened_runs import step_event, write_run
from tests.support.export_runs import trained_run
from tests.support.gguf_bytes import STRING, Gguf, text
from tests.support.window import TIMEOUT_MS

HELLO = p.Hello(pid=1, job="train", version="0", time=0.0)


def show(qtbot: QtBot, pages: Pages) -> RunsPage:
    with qtbot.waitSignal(pages.runs.reader.done, timeout=TIMEOUT_MS):
        pages.window.show_page(pages.runs)
    return pages.runs


def cell(page: RunsPage, row: int, key: str) -> str:
    return str(page.table.rows.index(row, KEYS.index(key)).data())


def names(page: RunsPage) -> list[str]:
    return [folder.name for folder in page.table.rows.folders()]


def select(page: RunsPage, *folders: Path) -> None:
    page.table.select(folders)


@pytest.fixture
def three() -> list[Path]:
    """A finished run, one that failed, and one that another process trains."""
    done = p.Finished(outcome="done"), p.Failed(code="x", message="The disk is full.", hint="Make room.")
    started = p.TrainingStarted(run="r", step=0, steps=10, trainable=5)
    folders = [
        write_run("first", HELLO, started, step_event(10, 10, 1.5), done[0]),
        write_run("second", HELLO, started, step_event(4, 10, 4.0), done[1]),
        write_run("third", p.Hello(pid=os.getpid(), job="train", version="0"), started, step_event(5, 10, 0.5)),
    ]
    for number, folder in enumerate(folders):
        run = Run(folder)
        run.write_info(msgspec.structs.replace(run.info(), created=1000.0 + number))
    return folders


def test_that_an_empty_page_offers_the_first_step(qtbot: QtBot, pages: Pages) -> None:
    page = show(qtbot, pages)
    assert not page.table.isVisible() and not page.open.isEnabled()
    with qtbot.waitSignal(page.train_wanted):
        qtbot.mouseClick(page.list.start, Qt.MouseButton.LeftButton)


@pytest.mark.usefixtures("three")
def test_that_runs_are_listed_newest_first_with_what_they_came_to(qtbot: QtBot, pages: Pages) -> None:
    page = show(qtbot, pages)
    assert names(page) == ["third", "second", "first"]
    assert [cell(page, row, "state") for row in range(3)] == ["▶ Training 50%", "⚠ Error", "✓ Finished"]
    assert (cell(page, 2, "loss"), cell(page, 2, "steps")) == ("1.50", "10 / 10")
    page.table.sortByColumn(KEYS.index("loss"), Qt.SortOrder.AscendingOrder)
    assert names(page) == ["third", "first", "second"]


def test_that_the_right_choices_of_the_best_adapter_are_listed(qtbot: QtBot, pages: Pages) -> None:
    of = p.Choices(chosen=-9.0, rejected=-12.0, margin=1.5, distance=0.25)
    measured = p.Evaluation(
        step=10, loss=0.4, perplexity=None, tokens=9, adapter=True, right=8, answers=9, choices=of
    )  # fmt: skip
    started = p.TrainingStarted(run="r", step=0, steps=10, trainable=5, objective="dpo")
    write_run("liked", HELLO, started, step_event(10, 10, 0.3), measured, p.Finished(outcome="done"))
    page = show(qtbot, pages)
    assert cell(page, 0, "right") == "8 / 9"
    tip = page.table.rows.data(page.table.rows.index(0, KEYS.index("right")), Qt.ItemDataRole.ToolTipRole)
    assert tip.splitlines() == ["Right choices: 8 of 9", "Reward margin: 1.50", "Distance (nats a token): 0.250"]


def test_that_a_filter_hides_runs_and_with_them_what_can_be_done(qtbot: QtBot, pages: Pages, three: list[Path]) -> None:
    page = show(qtbot, pages)
    select(page, three[0])
    assert not page.filter.isVisible(), "three are found without it"
    page.filter.setText("error")
    assert names(page) == ["second"]
    assert not page.open.isEnabled() and not page.table.selected
    page.filter.setText("nothing like it")
    assert not page.table.isVisible() and page.list.clear.isVisible()
    qtbot.mouseClick(page.list.clear, Qt.MouseButton.LeftButton)
    assert len(names(page)) == 3 and page.table.isVisible()


def test_that_a_finished_run_is_trained_further_with_other_data(qtbot: QtBot, pages: Pages) -> None:
    started, saved = (
        p.TrainingStarted(run="r", step=0, steps=10, trainable=5),
        p.Checkpoint(step=10, path="", adapter="a"),
    )
    run = write_run("taught", HELLO, started, saved, p.Finished(outcome="done"))
    page = show(qtbot, pages)
    select(page, run)
    page.menu.actions_by["further"].trigger()
    assert pages.window.front == "data" and pages.train.inputs.begun == str(run)


@pytest.mark.process
@pytest.mark.slow
def test_that_what_a_run_has_learnt_is_trained_further_on_choices(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, tmp_path: Path
) -> None:
    settings.runs_dir().mkdir(parents=True, exist_ok=True)
    first = trained_run(demo_gguf, paths.DEMO / "chat.jsonl", settings.runs_dir() / "keeper", max_steps=2)
    pairs = tmp_path / "pairs.jsonl"
    rows = ({"prompt": f"Is it dry on day {n}?", "chosen": f"{n} is dry.", "rejected": "No."} for n in range(60))
    pairs.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    page = show(qtbot, pages)
    select(page, first.folder)
    page.menu.actions_by["further"].trigger()
    data, train = pages.data, pages.train
    data.use_file(pairs)
    qtbot.waitUntil(lambda: data.use.isEnabled())
    data.use.click()
    qtbot.waitUntil(lambda: train.config().objective == "orpo")  # the data suggests the goal
    assert pages.window.front == "train"
    train.recipe.change({"max_steps": 3})
    train.start.click()
    session = pages.monitor.session
    assert session is not None
    qtbot.waitUntil(lambda: session.ending is not None and pages.sessions.active is None)
    assert session.ending is not None and session.ending.kind == "done", session.ending.text
    info = session.run.info()
    assert (info.adapter, info.config.objective, info.config.goal) == (str(first.folder), "orpo", "choices")


def test_that_runs_are_ticked_beside_each_other_to_be_compared(qtbot: QtBot, pages: Pages, three: list[Path]) -> None:
    page = show(qtbot, pages)
    table = page.table
    select(page, three[2])
    offered = [key for key, action in page.menu.actions_by.items() if action.isVisible()]
    assert offered == ["open", "duplicate", "edit", "folder", "delete", "browse", "columns"], "it is being trained"
    assert "Tick two runs or more" in page.list._said.text() and not page.compare.isVisible()
    box = tick_in(table.visualRect(table.rows.index(2, KEYS.index("name")))).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert [run.folder for run in table.selected] == [three[2], three[0]] and page.compare.isEnabled()
    assert "Tick" not in page.list._said.text()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box)
    qtbot.keyClick(table, Qt.Key.Key_Space)  # the row of the box is the current one
    assert len(table.selected) == 2
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert page.isVisible()  # two clicks on a box open nothing
    ticked = len(table.selected)
    qtbot.mousePress(table.viewport(), Qt.MouseButton.LeftButton, pos=box)
    for down in (0, 1, 2):  # the hand shakes, even into another row
        there = QPointF(box + QPoint(2, down * table.rowHeight(0) // 2))
        none = Qt.KeyboardModifier.NoModifier
        held = Qt.MouseButton.LeftButton
        moved = QMouseEvent(QEvent.Type.MouseMove, there, table.viewport().mapToGlobal(there), held, held, none)
        QApplication.sendEvent(table.viewport(), moved)
    qtbot.mouseRelease(table.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert abs(len(table.selected) - ticked) == 1 and table.selectionModel().isSelected(table.rows.index(0, 0))


def test_that_a_run_is_renamed_without_moving(
    qtbot: QtBot, pages: Pages, three: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill_in(dialog: NotesDialog) -> int:
        dialog.title.setText("The keeper")
        dialog.tags.setText("style, #slow")
        dialog.notes.setPlainText("Half the rate.")
        return int(NotesDialog.DialogCode.Accepted)

    monkeypatch.setattr(NotesDialog, "exec", fill_in)
    page = show(qtbot, pages)
    select(page, three[0])
    with qtbot.waitSignal(page.reader.done, timeout=TIMEOUT_MS):
        page.menu.actions_by["edit"].trigger()
    assert Run(three[0]).notes() == RunNotes(title="The keeper", notes="Half the rate.", tags=("style", "slow"))
    page.filter.setText("#slow")
    assert names(page) == ["first"] and cell(page, 0, "name") == "The keeper"


@pytest.fixture
def bin_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where the system's bin is in this test."""
    (tmp_path / "share").mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / "share" / "Trash" / "files"


def test_that_a_deleted_run_lies_in_the_bin_and_can_be_put_back(
    qtbot: QtBot, pages: Pages, three: list[Path], bin_of_its_own: Path
) -> None:
    page = show(qtbot, pages)
    select(page, three[0], three[1])
    page.menu.actions_by["delete"].trigger()
    qtbot.waitUntil(lambda: names(page) == ["third"], timeout=TIMEOUT_MS)
    notice = pages.window.notice
    assert notice.text.startswith("2 runs (") and notice.text.endswith("kB) are in the bin.")
    assert texts.without_files(["B"]) == "“B” learns from a file in there, and cannot be resumed without it."
    assert sorted(path.name for path in bin_of_its_own.iterdir()) == ["first", "second"]
    undo = next(button for button in notice.findChildren(QPushButton) if button.text() == "&Undo")
    qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(names(page)) == 3, timeout=TIMEOUT_MS)
    assert (three[0] / "events.jsonl").is_file() and not list(bin_of_its_own.iterdir())


def test_that_a_run_in_training_is_not_deleted(qtbot: QtBot, pages: Pages, three: list[Path]) -> None:
    page = show(qtbot, pages)
    select(page, *three)
    page.menu.actions_by["delete"].trigger()
    assert "third" in page.message.text
    assert all(folder.is_dir() for folder in three)


def test_that_columns_give_way_on_a_narrow_window_and_are_remembered(
    qtbot: QtBot, pages: Pages, three: list[Path]
) -> None:
    page = show(qtbot, pages)

    def shown() -> list[str]:
        return [column.key for column in COLUMNS if not page.table.isColumnHidden(KEYS.index(column.key))]

    pages.window.resize(1900, 720)
    told = [key for key in KEYS if key not in ("right", "loss")]  # one says nothing of these; one is shown on wish
    qtbot.waitUntil(lambda: shown() == told)
    pages.window.resize(700, 720)
    qtbot.waitUntil(lambda: len(shown()) < len(told))
    assert {"name", "state"} <= set(shown())
    page.table.want_column("loss", wanted=True)
    assert "loss" in shown()
    page.table.want_column("curve", wanted=False)
    page.table.sortByColumn(KEYS.index("steps"), Qt.SortOrder.AscendingOrder)
    select(page, three[1])
    state = page.state()
    other = RunsPage(pages.queue, pages.sessions, pages.helpers)
    qtbot.addWidget(other)
    other.restore({**state, "nonsense": 3})
    with qtbot.waitSignal(other.reader.done, timeout=TIMEOUT_MS):
        other.shown()
    assert other.state() == state
    assert names(other) == ["second", "third", "first"]
    kept = state["table"]["order"]
    other.restore({**state, "table": {**state["table"], "order": [key for key in kept if key != "right"]}})
    assert other.state()["table"]["order"] == kept  # a column that is new since then comes to its place
    other.restore({"table": {"order": [1, "x"], "widths": 3, "sort": "no such"}, "filter": 5})


def test_that_enter_opens_the_selected_run(qtbot: QtBot, pages: Pages, three: list[Path]) -> None:
    page = RunsPage(pages.queue, pages.sessions, pages.helpers)
    qtbot.addWidget(page)
    with qtbot.waitSignal(page.reader.done, timeout=TIMEOUT_MS):
        page.shown()
    select(page, three[0])
    with qtbot.waitSignal(page.open_requested) as opened:
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert opened.args == [three[0]]


def test_that_compared_runs_show_curves_differences_and_what_they_wrote(
    qtbot: QtBot, pages: Pages, three: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(three[1])
    config = msgspec.structs.replace(run.info().config, rank=4)
    run.write_info(msgspec.structs.replace(run.info(), config=config))
    with run.events_file.open("ab") as file:
        file.write(p.encode(p.Sample(prompt="Who are you?", text=" The keeper.", label="tuned", step=4)))
    page = show(qtbot, pages)
    assert not page.comparison.isVisible()
    select(page, three[0], three[1])
    qtbot.mouseClick(page.compare, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.list.isVisible(), timeout=TIMEOUT_MS)
    view = page.comparison
    view.more.click()
    assert view.isVisible() and not page.list.isVisible()
    assert differences(view.runs) == [("Rank", ["4", "16"])]
    assert prompts(view.runs) == ["Who are you?"] and view.samples.isVisible()
    assert ("Steps", ["4 / 10", "10 / 10"]) in results(view.runs)
    file = tmp_path / "losses.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    qtbot.mouseClick(view.table, Qt.MouseButton.LeftButton)
    written = [line.split(",") for line in file.read_text().splitlines()]  # the seconds before the loss are measured
    assert ["first", "training", "10", "10", "1.5"] in [[*line[:4], line[5]] for line in written]
    assert f"losses.csv is in the folder {tmp_path}" in pages.window.notice.text
    picture = tmp_path / "losses.png"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(picture), ""))
    qtbot.mouseClick(view.picture, Qt.MouseButton.LeftButton)
    assert picture.is_file() and "losses.png is in" in pages.window.notice.text
    for axis in view.axes.buttons.values():
        qtbot.mouseClick(axis, Qt.MouseButton.LeftButton)
    assert "minutes" in view.plot.plot.accessibleDescription()
    qtbot.mouseClick(view.back, Qt.MouseButton.LeftButton)
    assert page.list.isVisible()


def test_that_the_disk_is_measured_and_freed(
    qtbot: QtBot, pages: Pages, three: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QuestionDialog, "exec", lambda dialog: dialog.act.click())
    for step in (1, 2, 3):
        (Run(three[0]).checkpoints_dir / f"step-{step:06d}").mkdir()
        (Run(three[0]).checkpoints_dir / f"step-{step:06d}" / "state.safetensors").write_bytes(bytes(1000))
    paths.copies_dir().mkdir(parents=True)
    (paths.copies_dir() / ("0f" * 20)).write_bytes(bytes(5000))
    page = show(qtbot, pages)
    qtbot.mouseClick(page.views.buttons["disk"], Qt.MouseButton.LeftButton)
    disk = page.disk
    qtbot.waitUntil(lambda: disk.buttons["spare"].isEnabled(), timeout=TIMEOUT_MS)
    assert (disk.sizes["spare"].text(), disk.sizes["cached"].text()) == ("2.00 kB", "5.00 kB")
    qtbot.mouseClick(disk.buttons["spare"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: disk.sizes["spare"].text() == "0 bytes", timeout=TIMEOUT_MS)
    assert [path.name for path in Run(three[0]).checkpoints_dir.glob("step-*")] == ["step-000003"]
    page.block("A run goes on.")
    assert not disk.buttons["cached"].isEnabled()
    page.block("")
    qtbot.mouseClick(disk.buttons["cached"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: disk.sizes["cached"].text() == "0 bytes", timeout=TIMEOUT_MS)
    assert not paths.copies_dir().exists() and "5.00 kB" in disk.said.text()


def test_that_an_export_goes_to_the_bin_and_comes_back(
    qtbot: QtBot, pages: Pages, three: list[Path], bin_of_its_own: Path
) -> None:
    folder = settings.load().exports / three[0].name
    folder.mkdir(parents=True)
    files = [folder / f"{three[0].name}{end}" for end in ("-merged.gguf", "-merged.README.md", "-merged.loss.svg")]
    Gguf(keys={"general.architecture": (STRING, text("llama")), MADE: (STRING, text("export"))}).write(files[0])
    files[1].write_bytes(card.MARK.encode() + bytes(1000 - len(card.MARK)))
    mark = b"<!-- Made by Luthier -->"
    files[2].write_bytes(mark + bytes(2000 - len(mark) - files[0].stat().st_size))
    (folder / f"{three[0].name}-adapter.gguf").mkdir()  # and what a person calls by these names, which is not listed
    (folder / "ollama").mkdir()
    (folder / "ollama" / "Modelfile").write_bytes(b"")
    page = show(qtbot, pages)
    qtbot.mouseClick(page.views.buttons["disk"], Qt.MouseButton.LeftButton)
    disk = page.disk
    qtbot.waitUntil(lambda: disk.sizes["exports"].text() == "3.00 kB", timeout=TIMEOUT_MS)
    qtbot.mouseClick(disk.buttons["exports"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: disk.exports.list.count() == 1, timeout=TIMEOUT_MS)
    assert disk.exports.list.item(0).text() == f"{Run(three[0]).title}: whole model"
    qtbot.mouseClick(disk.exports.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(disk.exports.undo.isVisible, timeout=TIMEOUT_MS)
    qtbot.waitUntil(lambda: disk.sizes["exports"].text() == "0 bytes", timeout=TIMEOUT_MS)
    assert sorted(path.name for path in bin_of_its_own.iterdir()) == sorted(file.name for file in files)
    qtbot.waitUntil(disk.exports.undo.isEnabled, timeout=TIMEOUT_MS)
    qtbot.mouseClick(disk.exports.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: disk.sizes["exports"].text() == "3.00 kB", timeout=TIMEOUT_MS)
    assert all(file.exists() for file in files)


def test_that_the_queue_is_ordered_emptied_and_started_by_its_buttons(qtbot: QtBot, pages: Pages) -> None:
    pages.life.show_queue()
    view = pages.runs.queue
    assert view.add.isVisible()
    for name in ("one", "two", "three"):
        pages.queue.add(p.ResumeJob(run=f"/nowhere/{name}"))
    assert [row.title for row in view.list.values()] == ["one", "two", "three"]
    assert pages.runs.views.buttons["queue"].text() == "&Queue (3)"
    pages.runs.show_added()
    assert view.list.value.title == "three"
    view.list.setCurrentRow(0)
    assert not view.up.isEnabled()
    qtbot.mouseClick(view.down, Qt.MouseButton.LeftButton)
    assert [entry.title for entry in pages.queue.waiting] == ["two", "one", "three"]
    view.list.model().moveRow(QModelIndex(), 2, QModelIndex(), 0)  # as dragging does
    qtbot.waitUntil(lambda: [entry.title for entry in pages.queue.waiting] == ["three", "two", "one"])
    view.list.setCurrentRow(1)
    qtbot.mouseClick(view.remove, Qt.MouseButton.LeftButton)
    assert [entry.title for entry in pages.queue.waiting] == ["three", "one"]
    qtbot.mouseClick(view.go, Qt.MouseButton.LeftButton)
    assert [entry.title for entry in pages.queue.failed] == ["three", "one"]
    view.list.setCurrentRow(0)
    qtbot.mouseClick(view.again, Qt.MouseButton.LeftButton)
    assert [entry.title for entry in pages.queue.waiting] == ["three"] and pages.sessions.active is None


@pytest.mark.process
@pytest.mark.usefixtures("three")
def test_that_many_runs_are_read_by_a_process_of_its_own(
    qtbot: QtBot, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listed_run, "MUCH", 1)
    monkeypatch.setattr(FiguresReader, "read", lambda _self: pytest.fail("read in the window's process"))
    page = show(qtbot, pages)
    assert [cell(page, row, "steps") for row in range(3)] == ["5 / 10", "4 / 10", "10 / 10"]


@pytest.mark.usefixtures("three")
def test_that_a_date_is_whole_where_there_is_room(qtbot: QtBot, pages: Pages) -> None:
    page = show(qtbot, pages)
    pages.window.resize(1900, 900)
    date = KEYS.index("date")
    assert not page.table.isColumnHidden(date)
    assert page.table.columnWidth(date) >= page.table.sizeHintForColumn(date)


def test_that_the_list_is_read_again_while_a_run_begins_whose_folder_is_not_there_yet(
    qtbot: QtBot, pages: Pages
) -> None:
    page = show(qtbot, pages)
    assert not page._refresh.isActive()
    pages.sessions.active = pages.sessions.open(write_run("other", HELLO, step_event(1, 9, 2.0)))
    page._on_read(listed_run.Reading([], []))
    assert page._refresh.isActive()
    pages.sessions.active = None
