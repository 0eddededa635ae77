"""The Export page: every way out of Luthier, with real workers and an Ollama of our own."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.pages.export import texts
from app.pages.export.destinations import OllamaPart
from app.pages.export.form import PlaceRow
from app.pages.export.made import Told
from app.pages.export.page import ExportPage
from app.pages.export.result import ResultView
from app.pages.export.texts import Fact
from app.pages.export.type_choice import TypeChoice
from app.pages.export.work import _OLLAMA_PARTS, _PARTS, WholeShare, steps_of, trouble_of
from app.shell.pages import Pages
from app.widgets.question import Question
from app.widgets.strength import StrengthChoice
from core import protocol as p
from core.advice.export_kinds import EXPORT_KINDS
from core.base import paths, settings
from core.jobs.context import JobContext
from core.jobs.export.job import export_run
from core.runs import run as runs
from tests.support.export_runs import trained_run
from tests.support.homecoming import came_back
from tests.support.hub_server import GOOD_TOKEN, FakeHub
from tests.support.ollama_server import FakeOllama
from tests.support.window import TIMEOUT_MS

pytestmark = pytest.mark.usefixtures("user")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, demo_gguf_q8: Path) -> runs.Run:
    """A few steps on the bundled conversations, evaluated at its end."""
    folder = tmp_path_factory.mktemp("export-page")
    with (paths.DEMO / "chat.jsonl").open(encoding="utf-8") as lines:
        (folder / "chats.jsonl").write_text("".join(islice(lines, 60)), encoding="utf-8")
    return trained_run(
        demo_gguf_q8,
        folder / "chats.jsonl",
        folder / "keeper",
        max_steps=3,
        context=128,
        eval_every=3,
        save_every=3,
    )


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither Ollama nor LM Studio is here."""
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")


@pytest.fixture
def keeper(trained: runs.Run, home: Path) -> runs.Run:
    """That run among this test's own."""
    folder = home / "runs" / "keeper"
    shutil.copytree(trained.folder, folder)
    return runs.Run(folder)


@pytest.fixture
def ollama(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: None) -> Iterator[FakeOllama]:  # noqa: ARG001 - first
    """One that runs on this machine."""
    with FakeOllama(tmp_path) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        yield server


def opened(qtbot: QtBot, pages: Pages, way: str = "ollama") -> ExportPage:
    """The page, once it knows what there is."""
    pages.window.show_page(pages.export)
    settle(qtbot, pages.export)
    pages.export.ways.cards[way].click()
    return pages.export


def settle(qtbot: QtBot, page: ExportPage) -> None:
    qtbot.waitUntil(lambda: page.work.job is None and not page.questions.jobs, timeout=TIMEOUT_MS)


def do(qtbot: QtBot, page: ExportPage) -> list[str]:
    """Press the button; what the checks said."""
    assert page.primary.isEnabled(), page.line.reason.text()
    page.primary.click()
    settle(qtbot, page)
    assert not page.message.isVisible(), page.message.text
    result = page.form.result
    return [fact.text for fact in (*result.facts.shown, *result.details.shown)]


@pytest.mark.slow
@pytest.mark.usefixtures("keeper")
def test_that_one_click_makes_a_model_in_a_running_ollama_and_says_how_it_did(
    qtbot: QtBot, pages: Pages, ollama: FakeOllama
) -> None:
    page = opened(qtbot, pages)
    assert page.form.ollama.status.text() == "Ollama 0.34.4 is running."
    assert page.choice.checkpoints.currentText().startswith("Newest: step 3 · loss ")
    page.form.ollama.name.setText("my keeper")
    page.form.ollama.name.textEdited.emit("my keeper")
    assert not page.primary.isEnabled() and "dashes" in page.line.reason.text()
    page.form.ollama.name.setText("old-keeper")
    page.form.ollama.name.textEdited.emit("old-keeper")
    assert page.form.result.isHidden()
    facts = do(qtbot, page)
    assert list(ollama.models) == ["old-keeper"]
    assert "It sees conversations as it did in training." in facts and "Answers exactly as here: 6 of 6." in facts
    assert page.form.result.lines.text == "ollama run old-keeper"
    page.form.result.copy.click()
    assert QApplication.clipboard().text() == "ollama run old-keeper"


@pytest.mark.slow
@pytest.mark.usefixtures("keeper")
def test_that_a_folder_made_without_ollama_is_brought_in_later(
    qtbot: QtBot, pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(qtbot, pages)
    assert page.form.ollama.status.text().startswith("Ollama, a free program to talk to models, is not installed.")
    assert page.form.ollama.program.get.isVisible()
    do(qtbot, page)
    assert (paths.home() / "exports" / "keeper" / "ollama" / "Modelfile").is_file()
    assert page.primary.text() == texts.ADD_TO_OLLAMA and not page.primary.isEnabled()
    assert page.line.reason.text() == "Ollama has to be running first."
    assert "export the folder" not in page.form.ollama.status.text()
    assert not page.form.result.lines.text and page.form.result.instead.text.startswith("ollama create keeper -f ")
    with FakeOllama(tmp_path) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        page.form.ollama.program.again.click()
        settle(qtbot, page)
        assert page.primary.text() == texts.ADD_TO_OLLAMA
        do(qtbot, page)
        assert list(server.models) == ["keeper"]
    assert page.form.result.lines.text == "ollama run keeper"


@pytest.mark.slow
@pytest.mark.usefixtures("keeper")
def test_that_what_is_there_is_replaced_only_after_a_question(
    qtbot: QtBot, pages: Pages, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mine, asked = tmp_path / "mine", []
    mine.mkdir()
    (mine / "notes.txt").write_text("my own notes")
    page = opened(qtbot, pages, "peft")
    page.form.place.choose(str(mine))
    assert not page.primary.isEnabled()  # what is there is not known yet
    settle(qtbot, page)
    monkeypatch.setattr(Question, "ask", lambda self, parent: bool(asked.append(self.text)))
    page.primary.click()
    assert asked[0].startswith("There are other files in “mine” already, written 20")
    assert len(asked) == 1 and page.work.job is None
    monkeypatch.setattr(Question, "ask", lambda self, parent: True)
    page.primary.click()
    settle(qtbot, page)
    assert [file.name for file in mine.iterdir()] == ["notes.txt"]  # not an export of ours: that is said before
    assert page.message.shown_text.startswith("Other files are there already")
    page.message.helping.click()
    settle(qtbot, page)
    assert (mine / "adapter_config.json").is_file() and (mine / "notes.txt").read_text() == "my own notes"
    assert not page.message.isVisible()


@pytest.mark.slow
@pytest.mark.usefixtures("keeper")
def test_that_an_export_can_be_cancelled_and_leaves_nothing(qtbot: QtBot, pages: Pages) -> None:
    page = opened(qtbot, pages, "llamacpp")
    assert page.warning is None
    page.primary.click()
    qtbot.waitUntil(lambda: page.work.job is not None and page.work.job.phase is not None, timeout=TIMEOUT_MS)
    assert page.warning is not None and page.line.cancel.isVisible()
    page.line.cancel.click()
    settle(qtbot, page)
    assert page.form.result.isHidden() and page.primary.isEnabled()
    assert list((paths.home() / "exports").rglob("*.gguf*")) == []


@pytest.mark.slow
@pytest.mark.usefixtures("keeper")
def test_that_types_are_measured_and_the_table_chooses(qtbot: QtBot, pages: Pages) -> None:
    page = opened(qtbot, pages, "llamacpp")
    assert not page.form.types.isVisible()
    page.form.more.click()
    page.form.types.measure.click()
    settle(qtbot, page)
    table = page.form.types.table
    names = [table.item(row, 0).text() for row in range(table.rowCount())]
    assert sum(name.endswith(" · recommended") for name in names) == 1
    assert [name.removesuffix(" · recommended") for name in names] == [
        "As trained (Q8_0)", "F16", "Q8_0", "Q6_K", "Q5_K_M", "Q4_K_M",
    ]  # fmt: skip
    assert all("%" in table.item(row, column).text() for row in range(6) for column in (2, 4))  # keeps, costs
    table.selectRow(5)
    assert page.form.dtype == "q4_k_m" and page.form.types.imatrix.isVisible()


def shown(strength: StrengthChoice) -> list[list[str]]:
    table = strength.table
    return [[table.item(row, column).text() for column in range(3)] for row in range(table.rowCount())]


FOUND = ((1.0, 40, 1.02), (0.8, 40, 0.68), (0.6, 31, 0.04))
MEASURED = p.StrengthsResult(
    test="t", of=40, recommended=0.8, seconds=1.0,
    measured=[p.StrengthMeasured(strength=strength, right=right, moved=moved) for strength, right, moved in FOUND],
)  # fmt: skip


def test_that_the_least_strength_that_keeps_right_answers_is_offered_and_any_can_be_taken(qtbot: QtBot) -> None:
    choice = StrengthChoice(least=1)
    qtbot.addWidget(choice)
    assert choice.strength == 1.0 and choice.table.isHidden()
    choice.show_result(MEASURED)
    assert shown(choice) == [
        ["1.00", "40 of 40", "much changed (1.02)"],
        ["0.80", "40 of 40", "much changed (0.68)"],
        ["0.60", "31 of 40", "as before (0.04)"],
    ]
    assert choice.strength == 0.8 and choice.words.text() == "0.80"
    assert choice._verdict.text().startswith("0.80 is the least that keeps as many")
    choice.table.selectRow(2)
    assert choice.strength == 0.6
    choice.slider.setValue(0)
    assert choice.strength == 0.05, "an export of nothing is the base"
    choice.show_result(msgspec.structs.replace(MEASURED, of=0, recommended=None))
    assert choice.table.item(0, 1).text() == "–" and choice.strength == 0.05
    choice.show_adapter(has=True, adjustable=False)
    assert choice.strength == 1.0 and choice.measure.isHidden() and not choice.slider.isEnabled()
    choice.forget()
    assert choice.table.isHidden()


@pytest.mark.slow
@pytest.mark.usefixtures("keeper")
def test_that_strengths_are_measured_and_an_export_has_the_chosen_one(qtbot: QtBot, pages: Pages) -> None:
    page = opened(qtbot, pages, "peft")
    strength = page.form.strength
    strength.measure.click()
    assert page.work.job is not None and not strength.measure.isEnabled()
    settle(qtbot, page)
    assert not page.message.isVisible(), page.message.text
    assert [row[0] for row in shown(strength)] == ["1.00", "0.90", "0.80", "0.70", "0.60"]
    strength.table.selectRow(2)
    job = page.order.job if page.order else None
    assert isinstance(job, p.ExportJob) and job.strength == 0.8
    do(qtbot, page)
    strength.slider.setValue(20)
    assert page.form.result.isHidden(), "what was made is another"
    strength.slider.setValue(16)
    assert page.form.result.isVisible()
    assert page.state()["strength"] == 16


@pytest.mark.slow
def test_that_a_run_without_anything_learnt_can_only_go_elsewhere(qtbot: QtBot, pages: Pages, keeper: runs.Run) -> None:
    keeper.adapter.unlink()
    page = opened(qtbot, pages, "ollama")
    assert not page.primary.isEnabled() and "bigger machine" in page.line.reason.text()
    page.ways.cards["elsewhere"].click()
    do(qtbot, page)
    assert (paths.home() / "exports" / "keeper" / "elsewhere" / "README.md").is_file()


@pytest.mark.slow
def test_that_an_empty_page_offers_the_first_step(qtbot: QtBot, pages: Pages) -> None:
    pages.window.show_page(pages.export)
    settle(qtbot, pages.export)
    assert pages.export.train.isVisible()
    pages.export.train.click()
    assert pages.train.isVisible()


@pytest.mark.slow
def test_that_what_was_chosen_and_made_is_there_again(qtbot: QtBot, pages: Pages, keeper: runs.Run) -> None:
    page = opened(qtbot, pages, "peft")
    do(qtbot, page)
    again = ExportPage()
    qtbot.addWidget(again)
    again.restore(page.state())
    again.restore({"run": 7, "made": [{"wish": []}], "places": None, "way": "nowhere"})
    again.show()
    again.shown()
    settle(qtbot, again)
    assert again.form.way.key == "peft" and again.form.result.isVisible()
    assert again.form.result.facts.shown[0].text.startswith("Loss on unseen examples: ")
    with qtbot.waitSignal(again.chat_requested) as talked:
        again.talk.click()
    assert talked.args == [keeper.folder, "3"]


@pytest.mark.slow
@pytest.mark.usefixtures("keeper", "modules_of_tests")  # a worker is to import the keyring of the tests
def test_that_an_upload_is_listed_before_it_happens(
    qtbot: QtBot, pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.support.file_keyring.Keyring")
    monkeypatch.setenv("KEYRING_FILE", str(tmp_path / "keyring"))
    with FakeHub() as hub:
        settings.save(settings.Settings(endpoint=hub.endpoint))
        page = opened(qtbot, pages, "hub")
        part = page.form.hub
        assert part.token.isVisible() and "token" in page.line.reason.text() and not page.primary.isEnabled()
        part.token.row.field.setText(GOOD_TOKEN)
        part.token.row.keep.click()
        qtbot.waitUntil(lambda: part.token.row.job is None, timeout=TIMEOUT_MS)
        settle(qtbot, page)
        page.form.what.setCurrentIndex(page.form.what.findData("peft"))
        part.repo.setText("ann/keeper")
        part.repo.textEdited.emit("ann/keeper")
        do(qtbot, page)
        assert page.primary.text() == "Uploa&d" and hub.repos == {}
        assert "adapter_model.safetensors · " in part.files.text() and "README.md · " in part.files.text()
        facts = do(qtbot, page)
        assert "only you can see it" in facts[0] and hub.repos["ann/keeper"].private
        assert page.form.result.lines.text == f"{hub.endpoint}/ann/keeper"


@pytest.mark.slow
def test_that_what_was_trained_elsewhere_comes_home(
    qtbot: QtBot, pages: Pages, trained: runs.Run, keeper: runs.Run, tmp_path: Path
) -> None:
    adapter = came_back(trained, tmp_path)
    page = opened(qtbot, pages, "elsewhere")
    with qtbot.waitSignal(page.idle, timeout=TIMEOUT_MS):
        page.form.home.given.emit(adapter)
    settle(qtbot, page)
    assert not page.message.isVisible(), page.message.text
    home = keeper.folder.with_name("keeper-elsewhere")
    assert page.choice.run == str(home) and runs.Run(home).adapter.is_file()
    assert page.form.result.facts.shown[0].text == "3 steps were trained there."


@pytest.fixture
def boat(keeper: runs.Run) -> runs.Run:
    """A second run with a name of its own; the first has one, too."""
    folder = keeper.folder.with_name("2026-11-22-boat notes-2")
    shutil.copytree(keeper.folder, folder)
    keeper.write_notes(runs.RunNotes(title="The lighthouse keeper"))
    run = runs.Run(folder)
    run.write_notes(runs.RunNotes(title="Boat: too long?"))
    return run


def choose(page: ExportPage, run: runs.Run) -> None:
    """As a click in the list of runs does."""
    page.choice.runs.setCurrentIndex(page.choice.runs.findData(str(run.folder)))
    page.choice.runs.activated.emit(page.choice.runs.currentIndex())


@pytest.mark.slow
def test_that_the_button_does_nothing_before_the_page_is_about_the_chosen_run(
    qtbot: QtBot, pages: Pages, keeper: runs.Run, boat: runs.Run
) -> None:
    pages.export.show_run(keeper.folder)
    page = opened(qtbot, pages, "peft")
    before, shown = page.found, page.order
    assert before is not None and shown is not None and before.run == str(keeper.folder)
    choose(page, boat)  # whose answer takes as long as a worker does
    for _ in range(2):
        assert page.order is None and not page.primary.isEnabled() and page.form.isHidden()
        assert page.line.reason.text() == "Looking at “Boat: too long?”…" and page.choice.checkpoints.count() == 0
        page.act()
        page.measure()
        assert page.work.job is None
        page.questions.answered.emit(before)  # the answer of the run before comes late
    settle(qtbot, page)
    page.ways.cards["peft"].click()
    order = page.order
    assert order is not None and page.primary.isEnabled() and page.choice.run == str(boat.folder)
    assert isinstance(order.job, p.ExportJob) and order.job.run == order.wish.run == str(boat.folder)
    assert order.job.output == page.form.place.output == str(paths.home() / "exports" / "Boat-too-long" / "peft")
    assert page.form.ollama.name.text() == "boat-too-long"
    choose(page, keeper)
    choose(page, boat)  # before the answer has come
    settle(qtbot, page)
    assert page.order == order
    do(qtbot, page)
    assert (paths.home() / "exports" / "Boat-too-long" / "peft" / "adapter_config.json").is_file()
    assert page.order.warning is not None
    assert page.order.warning.text.startswith("There is an export of “Boat: too long?” in “peft” already, written 20")


@pytest.mark.slow
def test_that_the_page_follows_the_run_that_was_worked_with_last(
    qtbot: QtBot, pages: Pages, keeper: runs.Run, boat: runs.Run
) -> None:
    page = opened(qtbot, pages)
    for run in (keeper, boat, keeper):
        pages.life.worked_with(run.folder)
        pages.window.show_key("export")
        assert page.order is None or page.order.wish.run == str(run.folder)  # never another one meanwhile
        settle(qtbot, page)
        assert page.choice.run == str(run.folder)
    choose(page, boat)
    settle(qtbot, page)
    pages.window.show_key("export")
    settle(qtbot, page)
    assert page.choice.run == pages.memory.to_export == str(boat.folder)  # chosen here, which counts as well


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["", "q4_k_m"])
def test_that_the_share_of_an_export_never_goes_back(trained: runs.Run, tmp_path: Path, dtype: str) -> None:
    """Of its parts each begins at nothing."""
    events: list[p.Event] = []
    with FakeOllama(tmp_path / "store") as ollama, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OLLAMA_HOST", ollama.host)
        patch.setattr("core.jobs.export.reference._ANSWER", 4)
        patch.setattr("core.jobs.export.ask_ollama.LONGEST_ANSWER", 4)
        job = p.ExportJob(
            run=str(trained.folder), kind="ollama", output=str(tmp_path / "out"), dtype=dtype or None, create=True
        )
        with JobContext(events.append) as context:
            export_run(job, context)
    whole, told, ticked = WholeShare(job), [0.0], []
    for event in events:
        whole.take(event)
        told.append(whole.share or 0.0)
        ticked.append([whole.stage(phases) for _, phases in steps_of(job)])
    assert told == sorted(told) and told[0] == 0 and 0.9 < told[-1] <= 1
    for marks in ticked:  # one after the other
        assert marks == sorted(marks, key=["good", "now", "open"].index) and marks.count("now") <= 1
    assert ticked[0].count("good") == 0 and ticked[-1] == [*["good"] * 4, "now"], "its end ticks the last"
    of_parts = [event.done / event.total for event in events if isinstance(event, p.Progress) and event.total]
    assert of_parts != sorted(of_parts)
    assert {event.name for event in events if isinstance(event, p.Phase)} <= {*_PARTS, *_OLLAMA_PARTS}
    assert WholeShare(p.TypesJob(run="x")).share is None


def test_that_a_small_type_is_chosen_where_the_usual_file_would_be_large(qtbot: QtBot) -> None:
    """Until another is chosen by hand."""
    types = TypeChoice()
    qtbot.addWidget(types)
    offer = partial(types.offer, "Q4_K_M", "q8_0", 5 << 30, {"base": 3 << 30, "base+": 3 << 30})
    offer(memory=16 << 30)
    assert types.dtype == ""
    offer(memory=8 << 30)
    assert types.dtype == "base+"
    assert any(texts.LARGE in label.text() for label in types.findChildren(QLabel))
    offer(memory=16 << 30)
    assert types.dtype == "", "which is for a large file only"
    offer(memory=8 << 30)
    types.types.setCurrentIndex(0)
    types.types.activated.emit(0)
    offer(memory=8 << 30)
    assert types.dtype == ""
    assert not any(texts.LARGE in label.text() for label in types.findChildren(QLabel))
    types.add(p.TypeCost(dtype="q5_k_m", bytes=1))
    types.choose_anew()
    types.table.selectRow(0)
    types.forget()
    offer(memory=8 << 30)
    assert types.dtype == "q5_k_m" and types.is_by_hand, "chosen in the table"


def test_that_a_type_that_was_chosen_is_there_after_a_restart(qtbot: QtBot) -> None:
    types = TypeChoice()
    qtbot.addWidget(types)
    types.choose("q5_k_m")
    assert types.dtype == "q5_k_m" and types.is_by_hand
    types.offer("Q4_K_M", "q8_0", 5 << 30, {}, 8 << 30)
    assert types.dtype == "q5_k_m"


def test_that_a_way_leads_to_every_kind() -> None:
    assert {kind for key, way in texts.WAYS.items() for kind in way.kinds or (key,)} == EXPORT_KINDS.keys()


def test_that_a_choice_that_is_not_the_usual_is_unfolded(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "run.json").touch()
    run = p.ExportRun(folder=str(tmp_path), name="Keeper", created=0.0, learnt=True)
    steps = [p.ExportCheckpoint(step=9, loss=0.5, best=True), p.ExportCheckpoint(step=6, loss=0.7, best=False)]
    found = p.ExportsResult(runs=[run], run=run.folder, checkpoints=steps)
    for kept, is_open in (({}, False), ({"checkpoint": "6"}, True), ({"strength": 16}, True), ({"way": "hub"}, False)):
        page = ExportPage()
        qtbot.addWidget(page)
        page.restore({"run": run.folder, **kept})
        page.questions.answered.emit(found)
        assert page.form.more.isChecked() == is_open, kept
        assert page.ways.others.isChecked() == ("way" in kept)


@pytest.fixture
def jan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of that name on the PATH, which writes a file when it starts."""
    file, folder = tmp_path / "started", tmp_path / "bin"
    folder.mkdir()
    program = folder / "Jan"
    program.write_text(f"#!/bin/sh\ntouch {file}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    return file


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' installers have places of their own")
def test_that_a_result_begins_with_the_line_to_type_and_opens_its_program(qtbot: QtBot, jan: Path) -> None:
    view = ResultView()
    qtbot.addWidget(view)
    view.say(
        Told("The file is ready", [Fact("good", "Answers exactly as here.")], ["jan it"], "/m/it.gguf", program="Jan")
    )
    view.show()
    body, font = view.open.fontInfo().pixelSize(), view.lines.fontInfo().pixelSize()
    assert view.lines.text == "jan it" and font > body
    assert view.lines.y() < view.program.y() and view.copy.isVisible() and view.program.text() == "Open Jan"
    view.program.click()
    qtbot.waitUntil(jan.exists, timeout=TIMEOUT_MS)
    view.say(Told("It is in LM Studio", [], program="LM Studio"))
    assert not view.program.isVisible() and not view.copy.isVisible() and not view.open.isVisible()


def test_that_what_did_not_open_can_be_copied(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.pages.export.result.open_it", lambda _what: False)
    page = ExportPage()
    qtbot.addWidget(page, before_close_func=lambda _page: page.shut_down())
    page.message.say_trouble(trouble_of(p.Failed(code="files.would-overwrite", message="Some are.")))
    assert not page.message.helping.isHidden()
    page.form.ollama.program.get.click()
    assert page.message.lines.text == "https://ollama.com/download"
    assert page.message.helping.isHidden(), "there is nothing to replace"


def test_that_looking_again_for_ollama_keeps_the_focus_and_says_that_nothing_changed(qtbot: QtBot) -> None:
    part = OllamaPart()
    qtbot.addWidget(part)
    part.show()
    found = p.FindOllamaResult(address="127.0.0.1:9", installed=False)
    part.show_found(found)
    part.program.again.setFocus()
    part.program.again.click()
    part.show_found(None)
    assert part.focusWidget() is part.program.again
    part.show_found(found)
    assert part.focusWidget() is part.program.again and part.status.text().startswith("Looked again, and nothing")
    part.show_found(None)
    part.show_found(found)
    assert not part.status.text().startswith("Looked again"), "the page looked by itself"


def result_with(keeps: float, same: bool) -> p.ExportResult:
    result = p.ExportResult(path="/m/it.gguf", kind="merged", files=[], commands=[], rows="trained")
    result.loss_training, result.loss_llama_cpp = 0.0433, 0.0436
    result.keeps, result.same_answer, result.ends = keeps, same, True
    return result


def test_that_the_verdict_on_an_export_is_a_sentence_with_the_figures_under_details(qtbot: QtBot) -> None:
    verdict, figures = texts.checks(result_with(1.0, same=False))
    assert [fact.text for fact in verdict] == ["It answers as it does here, though not always word for word."]
    assert [fact.text for fact in figures] == [
        "Keeps 100% of what was learnt.",
        "Ends its answers by itself.",
        "Loss on trained examples: 0.0433 here, 0.0436 there.",
    ]
    lossy, _ = texts.checks(result_with(0.8, same=False))
    assert [fact.text for fact in lossy] == [
        "Some answers are not those given here.", "Keeps 80% of what was learnt.",
    ]  # fmt: skip
    view = ResultView()
    qtbot.addWidget(view)
    view.say(Told("The file is ready", verdict, ["jan it"], "/m/it.gguf", details=figures))
    view.show()
    assert view.facts.isVisible() and not view.details.isVisible()
    view.more.click()
    assert view.details.isVisible()


def test_that_lm_studio_can_be_got_where_it_is_not(qtbot: QtBot) -> None:
    row = PlaceRow()
    qtbot.addWidget(row)
    row.show_place(p.ExportPlace(kind="lmstudio", problem="LM Studio is not installed here."), 0)
    assert row.program.get.isVisibleTo(row) and "lmstudio.ai" in row.program.get.toolTip()
    assert row.program.again.isVisibleTo(row) and row.program.again.text() == "&Look again"
    row.show_place(p.ExportPlace(kind="merged", output="/models/keeper.gguf"), 0)
    assert not row.program.isVisibleTo(row)
