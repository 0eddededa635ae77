"""The Export page: every way out of Luthier, with real workers and an Ollama of our own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.pages.export.page import ExportPage
from app.shell.pages import Pages
from app.widgets.question import Question
from core.shared import paths, runs, settings
from tests.support.export_runs import trained_run
from tests.support.homecoming import came_back
from tests.support.hub_server import GOOD_TOKEN, FakeHub
from tests.support.ollama_server import FakeOllama
from tests.support.places import ROOT
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
    qtbot.waitUntil(lambda: page.job is None and not page.questions.jobs, timeout=TIMEOUT_MS)


def do(qtbot: QtBot, page: ExportPage) -> list[str]:
    """Press the button; what the checks said."""
    assert page.primary.isEnabled(), page.line.reason.text()
    page.primary.click()
    settle(qtbot, page)
    assert not page.message.isVisible(), page.message.text
    return [fact.text for fact in page.form.result.facts]


@pytest.mark.usefixtures("keeper")
def test_that_one_click_makes_a_model_in_a_running_ollama_and_says_how_it_did(
    qtbot: QtBot, pages: Pages, ollama: FakeOllama
) -> None:
    page = opened(qtbot, pages)
    assert page.form.ollama.status.text() == "Ollama 0.34.4 is running."
    assert page.choice.checkpoints.currentText().startswith("Best: step 3 · loss ")
    page.form.ollama.name.setText("my keeper")
    page.form.ollama.name.textEdited.emit("my keeper")
    assert not page.primary.isEnabled() and "dashes" in page.line.reason.text()
    page.form.ollama.name.setText("old-keeper")
    page.form.ollama.name.textEdited.emit("old-keeper")
    facts = do(qtbot, page)
    assert list(ollama.models) == ["old-keeper"]
    assert "Conversations look to it as in training." in facts and "Answers exactly as here: 6 of 6." in facts
    assert page.form.result.lines.text == "ollama run old-keeper"
    page.form.result.copy.click()
    assert QApplication.clipboard().text() == "ollama run old-keeper"


@pytest.mark.slow
@pytest.mark.usefixtures("keeper")
def test_that_a_folder_made_without_ollama_is_brought_in_later(
    qtbot: QtBot, pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(qtbot, pages)
    assert page.form.ollama.status.text().startswith("Ollama is not running. Start its app")
    do(qtbot, page)
    assert (paths.home() / "exports" / "keeper" / "ollama" / "Modelfile").is_file()
    with FakeOllama(tmp_path) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        page.form.ollama.again.click()
        settle(qtbot, page)
        assert page.primary.text() == "Br&ing it into Ollama"
        do(qtbot, page)
        assert list(server.models) == ["keeper"]
    assert page.form.result.lines.text == "ollama run keeper"


@pytest.mark.usefixtures("keeper")
def test_that_what_is_there_is_replaced_only_after_a_question(
    qtbot: QtBot, pages: Pages, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mine, asked = tmp_path / "mine", []
    mine.mkdir()
    (mine / "notes.txt").write_text("my own notes")
    page = opened(qtbot, pages, "peft")
    page.form.place.choose(str(mine))
    monkeypatch.setattr(Question, "ask", lambda self, parent: bool(asked.append(self.text)))
    page.primary.click()
    assert asked == ["mine is there already."] and page.job is None
    monkeypatch.setattr(Question, "ask", lambda self, parent: True)
    page.primary.click()
    settle(qtbot, page)
    assert [file.name for file in mine.iterdir()] == ["notes.txt"]  # not an export of ours: that is said before
    assert page.message.shown_text.startswith("Something else is there already")
    page.helping.click()
    settle(qtbot, page)
    assert (mine / "adapter_config.json").is_file() and (mine / "notes.txt").read_text() == "my own notes"
    assert not page.message.isVisible()


@pytest.mark.slow
@pytest.mark.usefixtures("keeper")
def test_that_an_export_can_be_cancelled_and_leaves_nothing(qtbot: QtBot, pages: Pages) -> None:
    page = opened(qtbot, pages, "llamacpp")
    assert page.warning is None
    page.primary.click()
    qtbot.waitUntil(lambda: page.job is not None and page.job.phase is not None, timeout=TIMEOUT_MS)
    assert page.warning is not None and page.line.cancel.isVisible()
    page.line.cancel.click()
    settle(qtbot, page)
    assert page.form.result.isHidden() and page.primary.isEnabled()
    assert list((paths.home() / "exports").rglob("*.gguf*")) == []


@pytest.mark.slow
@pytest.mark.usefixtures("keeper")
def test_that_types_are_measured_and_the_table_chooses(qtbot: QtBot, pages: Pages) -> None:
    page = opened(qtbot, pages, "llamacpp")
    page.form.types.measure.click()
    settle(qtbot, page)
    table = page.form.types.table
    names = [table.item(row, 0).text() for row in range(table.rowCount())]
    assert sum(name.endswith(" · recommended") for name in names) == 1
    assert [name.removesuffix(" · recommended") for name in names] == [
        "As trained on (Q8_0)", "F16", "Q8_0", "Q6_K", "Q5_K_M", "Q4_K_M",
    ]  # fmt: skip
    assert all(
        table.item(row, 3).text().split()[0] in ("under", "0%") or "%" in table.item(row, 3).text() for row in range(6)
    )
    table.selectRow(5)
    assert page.form.dtype == "q4_k_m" and page.form.types.imatrix.isVisible()


@pytest.mark.slow
def test_that_a_run_without_anything_learnt_can_only_go_elsewhere(qtbot: QtBot, pages: Pages, keeper: runs.Run) -> None:
    keeper.adapter.unlink()
    page = opened(qtbot, pages, "ollama")
    assert not page.primary.isEnabled() and "bigger machine" in page.line.reason.text()
    page.ways.cards["elsewhere"].click()
    do(qtbot, page)
    assert (paths.home() / "exports" / "keeper" / "elsewhere" / "README.md").is_file()


def test_that_an_empty_page_offers_the_first_step(qtbot: QtBot, pages: Pages) -> None:
    pages.window.show_page(pages.export)
    settle(qtbot, pages.export)
    assert pages.export.train.isVisible()
    pages.export.train.click()
    assert pages.train.isVisible()


def test_that_another_run_is_not_exported_before_its_own_places_are_known(
    qtbot: QtBot, pages: Pages, keeper: runs.Run
) -> None:
    other = shutil.copytree(keeper.folder, keeper.folder.with_name("other"))
    page = opened(qtbot, pages, "llamacpp")
    combo = page.choice.runs
    for folder in (keeper.folder, other):  # whichever of the two was there first
        combo.setCurrentIndex(combo.findData(str(folder)))
        if str(folder) != page.found.run:
            combo.activated.emit(combo.currentIndex())
            assert not page.primary.isEnabled() and not page.form.isEnabled()
            page.act()
            assert page.job is None
        qtbot.waitUntil(page.primary.isEnabled)
        assert page.form.place.output.startswith(str(paths.home() / "exports" / folder.name))
    pages.window.show_page(pages.train)
    page.prefer(keeper.folder)
    pages.window.show_page(page)
    qtbot.waitUntil(page.primary.isEnabled)
    assert page.found.run == str(keeper.folder)


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
    assert again.form.result.facts[0].text.startswith("Loss on unseen examples: ")
    with qtbot.waitSignal(again.chat_requested) as talked:
        again.talk.click()
    assert talked.args == [keeper.folder, "best"]


@pytest.mark.slow
@pytest.mark.usefixtures("keeper")
def test_that_an_upload_is_listed_before_it_happens(
    qtbot: QtBot, pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.support.file_keyring.Keyring")
    monkeypatch.setenv("KEYRING_FILE", str(tmp_path / "keyring"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    with FakeHub() as hub:
        settings.save(settings.Settings(endpoint=hub.endpoint))
        page = opened(qtbot, pages, "hub")
        part = page.form.hub
        assert part.token.isVisible() and "token" in page.line.reason.text() and not page.primary.isEnabled()
        part.token.row.field.setText(GOOD_TOKEN)
        part.token.row.keep.click()
        qtbot.waitUntil(lambda: part.token.row.job is None, timeout=TIMEOUT_MS)
        settle(qtbot, page)
        part.kind.setCurrentIndex(part.kind.findData("peft"))
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
    assert page.form.result.facts[0].text == "3 steps were trained there."
