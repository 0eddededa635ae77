"""The Model page and the hub: search, download, pause, cancel, go on another day; gates and the offline switch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.pages.models.page import ModelsPage
from app.pages.models.transfers import TransferRow
from app.shell.pages import Pages
from app.workers.process import JobState
from core.advice.picks import starter_picks
from core.base import paths, settings
from core.base.numbers import size
from tests.support.hub_jobs import FILE, MODEL, OTHER_MODEL, REPO, leftovers, place
from tests.support.hub_server import GOOD_TOKEN, FakeHub, Fault, Repo
from tests.support.window import TIMEOUT_MS, end_workers

pytestmark = [pytest.mark.usefixtures("hub"), pytest.mark.process]

SAMPLE_REPO = "ann/storyteller-6m"
GATED = "bob/closed-GGUF"
CARD = b"---\nlicense: mit\n---\n# Tiny\n\nA model that is as small as can be, for trying out what a page looks like.\n"


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    """A hub that the settings name, and a home folder without models."""
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    with FakeHub() as hub:
        gguf = {"gguf": {"architecture": "llama", "total": 135_000_000}}
        hub.repos[REPO] = Repo(
            {FILE: MODEL, "tiny-Q8_0.gguf": OTHER_MODEL, "README.md": CARD},
            about={"tags": ["gguf", "license:mit"], "downloads": 12, **gguf},
        )
        sample = {file.name: file.read_bytes() for file in paths.SAMPLE_MODEL.iterdir() if file.is_file()}
        hub.repos[SAMPLE_REPO] = Repo(
            sample, about={"tags": ["safetensors"], "downloads": 5, "config": {"architectures": ["LlamaForCausalLM"]}}
        )
        hub.repos[GATED] = Repo({"closed.gguf": MODEL}, gated=True, about={"tags": ["gguf"], "downloads": 3, **gguf})
        settings.save(settings.Settings(endpoint=hub.endpoint))
        yield hub


@pytest.fixture
def page(pages: Pages) -> ModelsPage:
    """The hub's side of the page."""
    pages.window.show_page(pages.models)
    pages.models.show_view(pages.models.hub)
    return pages.models


def search(qtbot: QtBot, page: ModelsPage, words: str = "") -> list[str]:
    page.hub.words.setText(words)
    qtbot.keyClick(page.hub.words, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.hub.job is None, timeout=TIMEOUT_MS)
    return [model.id for model in page.hub.results.values()]


def begun(qtbot: QtBot, page: ModelsPage, words: str, file: str = "", held_by: FakeHub | None = None) -> TransferRow:
    """Search for a model, choose a file and press Download.

    held_by: a hub that sends a part of the file and then nothing, however often it is asked.
    """
    search(qtbot, page, words)
    files = page.hub.card.files
    shown = [files.item(number).text() for number in range(files.count())]
    files.setCurrentRow(shown.index(file) if file else 0)
    if held_by is not None:
        held_by.faults.extend([Fault(stall=100_000), *(Fault(stall=0) for _ in range(9))])
    qtbot.mouseClick(page.primary, Qt.MouseButton.LeftButton)
    return page.transfers.rows[0]


def until(qtbot: QtBot, row: TransferRow, state: JobState) -> None:
    qtbot.waitUntil(lambda: row.job.state is state, timeout=TIMEOUT_MS)


def test_that_a_search_shows_models_with_their_files(qtbot: QtBot, page: ModelsPage) -> None:
    page.hub.fits.setChecked(False)
    assert search(qtbot, page) == [REPO, SAMPLE_REPO, GATED]
    card = page.hub.card
    assert "as small as can be" in card.summary.text()
    assert [choice.files for choice in card.files.values()] == [("tiny-Q4_K_M.gguf",), ("tiny-Q8_0.gguf",)]
    assert "training needs about 1.00 GB" in card.files.item(0).toolTip()
    assert page.primary.text() == "&Download" and page.primary.isEnabled()
    page.hub.format.setCurrentIndex(page.hub.format.findData("safetensors"))
    assert search(qtbot, page) == [SAMPLE_REPO]
    assert [choice.files for choice in card.files.values()] == [()]
    page.hub.licence.setCurrentIndex(page.hub.licence.findData("mit"))
    assert search(qtbot, page) == []
    assert not page.primary.isEnabled()


def test_that_two_downloads_go_on_at_once_and_end_in_the_list(qtbot: QtBot, hub: FakeHub, page: ModelsPage) -> None:
    first = begun(qtbot, page, "tiny", FILE, held_by=hub)
    qtbot.waitUntil(lambda: bool(first.job.progress and first.job.progress.done), timeout=TIMEOUT_MS)
    qtbot.mouseClick(first.pause, Qt.MouseButton.LeftButton)
    until(qtbot, first, JobState.PAUSED)
    assert first.status.text().startswith("Paused") and " of 300 kB" in first.status.text()
    hub.faults.clear()
    second = begun(qtbot, page, "storyteller")
    until(qtbot, second, JobState.DONE)
    assert "checksums right" in second.status.text()
    assert first.job.state is JobState.PAUSED and len(page.transfers.active) == 1
    second.show_files.click()
    assert len(second.findChildren(type(second.bar))) == 1 + len(hub.repos[SAMPLE_REPO].files)

    qtbot.mouseClick(first.pause, Qt.MouseButton.LeftButton)
    until(qtbot, first, JobState.DONE)
    assert place().read_bytes() == MODEL
    qtbot.mouseClick(second.pause, Qt.MouseButton.LeftButton)
    folder = str(paths.models_dir() / SAMPLE_REPO)
    qtbot.waitUntil(lambda: bool(page.local.model and page.local.model.path == folder), timeout=TIMEOUT_MS)
    need = size(page.local.model.need)
    assert page.local.picked == "q8_0" and page.primary.isEnabled()
    page.show_view(page.hub)
    page.hub.card.files.setCurrentRow(-1)
    page.hub.card.files.setCurrentRow(0)
    qtbot.waitUntil(lambda: "Yes, needs" in page.hub.card.verdict.text(), timeout=TIMEOUT_MS)
    assert need in page.hub.card.verdict.text()  # a checkpoint's as well


def test_that_cancelling_leaves_nothing(qtbot: QtBot, hub: FakeHub, page: ModelsPage) -> None:
    row = begun(qtbot, page, "tiny", FILE, held_by=hub)
    qtbot.waitUntil(lambda: bool(leftovers(paths.models_dir())), timeout=TIMEOUT_MS)
    qtbot.mouseClick(row.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.transfers.rows, timeout=TIMEOUT_MS)
    assert leftovers(paths.models_dir()) == [] and not place().exists()


@pytest.mark.parametrize("goes_on", [True, False])
def test_that_a_closed_window_offers_its_downloads_next_time(
    qtbot: QtBot, hub: FakeHub, page: ModelsPage, pages: Pages, goes_on: bool
) -> None:
    row = begun(qtbot, page, "tiny", FILE, held_by=hub)
    qtbot.waitUntil(lambda: bool(row.job.progress and row.job.progress.done), timeout=TIMEOUT_MS)
    with qtbot.waitSignal(page.idle, timeout=TIMEOUT_MS):
        pages.window.close()
    assert not pages.window.isVisible() and len(leftovers(paths.models_dir())) == 2

    hub.faults.clear()
    again = ModelsPage()
    qtbot.addWidget(again, before_close_func=end_workers)
    again.show()
    (row,) = again.transfers.rows
    assert row.title == f"{REPO} · {FILE}"
    assert row.status.text().startswith("Not finished") and row.status.text().endswith("of 300 kB")
    qtbot.mouseClick(row.pause if goes_on else row.cancel, Qt.MouseButton.LeftButton)
    if goes_on:
        until(qtbot, row, JobState.DONE)
        assert place().read_bytes() == MODEL
        assert row.job.result.received_bytes < len(MODEL)
    assert leftovers(paths.models_dir()) == []


@pytest.mark.usefixtures("modules_of_tests")  # a worker is to import the keyring of the tests
def test_that_a_gated_model_comes_once_a_token_is_in_the_keyring(
    qtbot: QtBot, page: ModelsPage, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = begun(qtbot, page, "closed")
    until(qtbot, row, JobState.FAILED)
    assert "gated" in row.status.text()
    gate = page.hub.card.gate
    assert gate.isVisible() and page.hub.card.model.page.endswith(GATED)

    def keep() -> None:
        gate.token.field.setText(GOOD_TOKEN)
        qtbot.keyClick(gate.token.field, Qt.Key.Key_Return)
        assert gate.token.field.text() == ""
        qtbot.waitUntil(lambda: gate.token.job is None, timeout=TIMEOUT_MS)

    keep()
    assert "keyring cannot be used" in gate.token.error.text()  # the tests have none
    ring = tmp_path / "keyring"
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.support.file_keyring.Keyring")
    monkeypatch.setenv("KEYRING_FILE", str(ring))
    keep()
    assert gate.token.error.text() == "" and gate.token.answer.isVisible()
    qtbot.mouseClick(row.pause, Qt.MouseButton.LeftButton)
    until(qtbot, row, JobState.DONE)
    assert place("closed.gguf", GATED).read_bytes() == MODEL
    assert GOOD_TOKEN in ring.read_text()
    for file in home.rglob("*"):
        assert not file.is_file() or GOOD_TOKEN.encode() not in file.read_bytes()


def test_that_offline_nothing_is_asked_until_it_is_allowed(qtbot: QtBot, hub: FakeHub, pages: Pages) -> None:
    settings.save(settings.Settings(endpoint=hub.endpoint, offline=True))
    page = pages.models
    pages.window.show_page(page)
    page.show_view(page.hub)
    assert "stay offline" in page.hub.message.text
    page.hub.run()
    assert page.hub.job is None and hub.requests == []
    qtbot.mouseClick(page.hub.online, Qt.MouseButton.LeftButton)
    assert not settings.load().offline and not page.hub.message.isVisible()
    assert search(qtbot, page, "tiny") == [REPO]


def test_that_a_hub_that_cannot_be_reached_is_told(qtbot: QtBot, page: ModelsPage) -> None:
    settings.save(settings.Settings(endpoint="http://127.0.0.1:1", proxy=""))
    page.hub.run()
    qtbot.waitUntil(page.hub.message.isVisible, timeout=TIMEOUT_MS)
    assert "cannot be reached" in page.hub.message.text
    page.hub.give_up()


def test_that_models_to_start_with_stand_there_before_any_search(
    qtbot: QtBot, hub: FakeHub, page: ModelsPage, demo_gguf_q8: Path
) -> None:
    picks = starter_picks()
    (usual,) = page.hub.results.findItems("Qwen3 0.6B · 639 MB · training: an evening", Qt.MatchFlag.MatchExactly)
    assert usual.toolTip().endswith("The usual start: many languages, follows instructions")
    assert {model.id for model in page.hub.results.values()} == {pick.repo for pick in picks}
    assert not page.primary.isEnabled() and hub.requests == []  # nothing is asked before somebody chooses
    first = picks[0]
    hub.repos[first.repo] = Repo({first.file: demo_gguf_q8.read_bytes()}, about={"tags": [f"license:{first.licence}"]})
    page.hub.results.setCurrentRow(0)
    assert page.hub.card.choice.files == (first.file,) and first.good_at in page.hub.card.summary.text()
    assert page.hub.card.summary.text().endswith("A usual training takes about an hour on a laptop.")
    qtbot.waitUntil(lambda: "needs about" not in page.hub.card.verdict.text(), timeout=TIMEOUT_MS)
    told = page.hub.card.verdict.text()
    row = page.download(page.hub.card.choice)
    until(qtbot, row, JobState.DONE)
    page.show_model(row.job.result.model)
    qtbot.waitUntil(lambda: page.local.job is None, timeout=TIMEOUT_MS)
    assert size(page.local.model.need) in told  # the same before and after
    assert page.local.model.licence == first.licence
    assert search(qtbot, page, "nothing-of-that-name") == []
    page.hub.starters.click()
    assert page.hub.results.count() == len(picks)


def test_that_without_a_connection_a_search_ends_at_once_and_can_be_cancelled(
    qtbot: QtBot, hub: FakeHub, page: ModelsPage
) -> None:
    hub.api_faults.append(Fault(stall=0))
    page.hub.run()
    assert page.hub.search.text() == "Cancel"
    page.hub.search.click()
    assert page.hub.job is None and page.hub.search.text() == "&Search"
    settings.save(settings.Settings(endpoint="http://no-such-host.invalid"))
    page.hub.run()
    qtbot.waitUntil(lambda: page.hub.job is None, timeout=TIMEOUT_MS)
    assert "no connection to the internet" in page.hub.message.text
