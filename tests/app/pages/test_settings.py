"""The Settings page: each change counts at once, and a report has none of the data."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.look.theme import Theme
from app.pages.settings import computing
from app.pages.settings import page as page_module
from app.pages.settings.computing import WaitingCard
from app.pages.settings.page import SettingsPage
from app.pages.settings.rows import Keeper
from app.shell.pages import Pages
from app.widgets.question import Choices, Question
from app.workers.computers import Computers
from app.workers.devices import Devices
from core import protocol as p
from core.base import settings
from core.base.settings import Settings
from core.runs import run as runs
from core.runs.report import write_report
from tests.support.places import ROOT
from tests.support.window import TIMEOUT_MS


@pytest.fixture
def page(qtbot: QtBot) -> SettingsPage:
    page = SettingsPage(Devices(known=[]), Computers())
    qtbot.addWidget(page)
    page.show()
    page.shown()
    return page


def plain(name: str) -> str:
    return name.replace("_", "-").replace(".", "-").casefold()


def choose(combo: object, value: object) -> None:
    """As a person does in the list of a combo box."""
    combo.setCurrentIndex(combo.findData(value))
    combo.activated.emit(combo.currentIndex())


def test_that_each_change_is_kept_at_once(page: SettingsPage) -> None:
    choose(page.computing.threads, 1)
    page.computing.gentle.click()
    page.waiting.awake.click()
    page.network.offline.click()
    page.network.proxy.setText("http://proxy.example.org:3128")
    page.network.proxy.editingFinished.emit()
    choose(page.look.theme, "dark")
    choose(page.look.text_size, 125)
    assert settings.load() == Settings(
        threads=1, gentle=True, awake=False, offline=True, proxy="http://proxy.example.org:3128", theme="dark",
        text_size=125,
    )  # fmt: skip


def test_that_what_few_need_is_folded_and_scrolled_to_as_it_opens(page: SettingsPage, qtbot: QtBot) -> None:
    page.resize(1000, 300)
    folded = (page.network.offline, page.network.proxy, page.computers.host, page.about.libraries, page.reset)
    assert not any(one.isVisible() for one in folded)
    page.more.click()
    assert all(one.isVisible() for one in folded)
    qtbot.waitUntil(lambda: not page.network.offline.visibleRegion().isEmpty(), timeout=TIMEOUT_MS)
    page.more.click()
    assert not any(one.isVisible() for one in folded)


def test_that_only_what_the_computer_has_is_offered(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    for has_both in (True, False):
        monkeypatch.setattr(computing, "battery", lambda has_both=has_both: object() if has_both else None)
        monkeypatch.setattr(computing, "temperatures", lambda has_both=has_both: [50.0] if has_both else [])
        card = WaitingCard(Keeper())
        qtbot.addWidget(card)
        assert card.battery.isVisibleTo(card) == card.heat.isVisibleTo(card) == has_both


def test_that_what_cannot_be_is_said_and_not_kept(page: SettingsPage) -> None:
    page.network.endpoint.setText("not an address")
    page.network.endpoint.editingFinished.emit()
    assert settings.load().endpoint == ""
    assert "address" in page.message.text and "`" not in page.message.text
    page.network.endpoint.setText("https://hub.example.org")
    page.network.endpoint.editingFinished.emit()
    assert settings.load().endpoint == "https://hub.example.org" and not page.message.isVisible()


def test_that_a_folder_is_chosen_and_measured(
    page: SettingsPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "runs elsewhere"
    (other / "one").mkdir(parents=True)
    (other / "one" / "file").write_bytes(bytes(3_000_000))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(other))
    row = page.folders.rows["runs_dir"]
    row.change.click()
    qtbot.waitUntil(lambda: settings.runs_dir() == other, timeout=TIMEOUT_MS)
    assert runs.list_runs().runs == []
    qtbot.waitUntil(lambda: "3.00 MB · " in row.facts.text() and "free" in row.facts.text(), timeout=TIMEOUT_MS)


@pytest.mark.process
@pytest.mark.parametrize("moves", [True, False])
def test_that_what_lies_in_a_folder_is_moved_or_stays_as_the_person_says(
    page: SettingsPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: bool
) -> None:
    run = runs.create(p.TrainJob(model="m.gguf", data="d.txt", run=str(settings.runs_dir() / "keeper")))
    page.shown()
    row = page.folders.rows["runs_dir"]
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "big"))
    monkeypatch.setattr(Choices, "exec", lambda box: box.buttons["move" if moves else "stay"].click())
    row.change.click()  # before anything in it is counted
    if moves:
        qtbot.waitUntil(lambda: page.busy, timeout=TIMEOUT_MS)
        assert page.warning is not None
        with qtbot.waitSignal(page.idle, timeout=TIMEOUT_MS):
            pass
        assert "is now in" in page.message.text and not run.folder.exists()
    qtbot.waitUntil(lambda: settings.runs_dir() == tmp_path / "big", timeout=TIMEOUT_MS)
    assert len(runs.list_runs().runs) == int(moves) and run.folder.exists() != moves


def test_that_reset_asks_first(page: SettingsPage, monkeypatch: pytest.MonkeyPatch) -> None:
    page.network.offline.click()
    monkeypatch.setattr(Question, "ask", lambda *_: False)
    page.more.click()
    page.reset.click()
    assert settings.load().offline
    monkeypatch.setattr(Question, "ask", lambda *_: True)
    page.reset.click()
    assert settings.load() == Settings() and not page.network.offline.isChecked()


@pytest.mark.process
def test_that_a_token_goes_to_the_keyring_and_nowhere_else(page: SettingsPage, qtbot: QtBot) -> None:
    page.network.token.field.setText("hf_secret")
    page.network.token.keep.click()
    assert page.network.token.field.text() == ""
    qtbot.waitUntil(lambda: page.network.token.job is None, timeout=TIMEOUT_MS)
    row = page.network.token
    assert row.answer.text() or row.error.text()  # this machine has a keyring, or has none
    assert "`" not in row.error.text()
    assert not settings.settings_file().exists() or "hf_secret" not in settings.settings_file().read_text()


@pytest.mark.process
def test_that_theme_and_text_size_change_while_the_window_is_there(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    palette, sheet, font = qapp.palette(), qapp.styleSheet(), qapp.font()
    monkeypatch.delenv("LUTHIER_THEME", raising=False)
    pages = Pages(Theme(qapp))
    usual = qapp.font().pointSizeF()
    qtbot.addWidget(pages.window)
    pages.window.show_page(pages.settings)
    pages.window.show()
    try:
        title = pages.settings.computing.findChildren(type(pages.settings.about.facts))[0]
        before = title.font().pointSizeF()
        choose(pages.settings.look.theme, "dark")
        assert qapp.palette().color(QPalette.ColorRole.Base).lightness() < 128
        choose(pages.settings.look.theme, "light")
        assert qapp.palette().color(QPalette.ColorRole.Base).lightness() > 128
        choose(pages.settings.look.text_size, 150)
        assert title.font().pointSizeF() == pytest.approx(1.5 * before)
        plain = pages.settings.look.text_size, pages.settings.folders.findChild(QPushButton)
        assert {one.font().pointSizeF() for one in plain} == {1.5 * usual}
    finally:
        choose(pages.settings.look.text_size, 100)
        qapp.setStyleSheet(sheet)
        qapp.setPalette(palette)
        qapp.setFont(font)


def test_that_about_tells_what_is_new_when_asked(page: SettingsPage) -> None:
    assert not page.about.changes.isVisible()
    page.about.what_is_new.click()
    assert page.about.changes.isVisible()
    assert "In short:" in page.about.changes.toPlainText()
    page.about.what_is_new.click()
    assert not page.about.changes.isVisible()


def test_that_about_names_versions_and_licences(page: SettingsPage, qtbot: QtBot) -> None:
    shown = page.about.libraries
    qtbot.waitUntil(lambda: shown.count() > 0 and "Memory" in page.about.facts.text(), timeout=TIMEOUT_MS)
    names = {shown.itemData(number) for number in range(shown.count())}
    pinned = (line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line)
    installed = {name for name in pinned if any(metadata.distributions(name=name))}
    assert {plain(name) for name in installed} <= {plain(name) for name in names}
    assert "llama-cpp-python 0." in page.about.facts.text()
    shown.setCurrentIndex(shown.findData("llama_cpp_python"))
    qtbot.waitUntil(lambda: "Permission is hereby granted" in page.about.licence.toPlainText(), timeout=TIMEOUT_MS)


@pytest.mark.process
def test_that_a_report_has_none_of_the_data(new_job: Callable[..., p.TrainJob], tmp_path: Path) -> None:
    job = new_job()
    run = runs.create(job)
    secret = "what only the data says"
    events = (
        p.Hello(pid=1, job="train", version="0"), p.Sample(step=0, label="before", prompt="", text=secret),
        p.Failed(code="internal", message="It broke.", details="Traceback"),
    )  # fmt: skip
    run.events_file.write_bytes(b"".join(map(p.encode, events)))
    with zipfile.ZipFile(write_report(tmp_path / "report.zip")) as report:
        content = {name: report.read(name).decode() for name in report.namelist()}
    assert {"README.txt", "system.txt", "packages.txt", "settings.json", "runs/1/events.jsonl"} <= set(content)
    assert "It broke." in content["runs/1/events.jsonl"]
    assert all(secret not in text and str(Path(job.data).parent) not in text for text in content.values())


@pytest.mark.process
def test_that_save_a_report_says_what_is_in_it(page: SettingsPage, qtbot: QtBot, tmp_path: Path) -> None:
    page.save_report(tmp_path / "report.zip")
    assert page.is_at_work
    qtbot.waitUntil(page.message.isVisible, timeout=TIMEOUT_MS)
    assert zipfile.is_zipfile(tmp_path / "report.zip")
    assert "tokens are not in it" in page.message.text


def test_that_no_letter_is_taken_twice(qtbot: QtBot) -> None:
    pages = Pages()
    qtbot.addWidget(pages.window)
    pages.window.show_page(pages.settings)
    words = [one.text() for kind in (QAbstractButton, QLabel) for one in pages.settings.findChildren(kind)]
    words += [entry.title() for entry in pages.window._entries.values()]
    letters = [text[text.index("&") + 1].lower() for text in words if "&" in text and "Copy" not in text]
    assert len(letters) > 12 and len(set(letters)) == len(letters), sorted(letters)


def test_that_a_report_without_an_ending_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "notes.zip").write_bytes(b"mine")
    assert page_module._as_zip(tmp_path / "notes.zip") == tmp_path / "notes.zip"  # the dialog has asked
    assert page_module._as_zip(tmp_path / "notes") == tmp_path / "notes-2.zip"
    assert page_module._as_zip(tmp_path / "my.notes") == tmp_path / "my.notes.zip"


def test_that_a_computer_that_is_being_typed_is_remembered(qtbot: QtBot, page: SettingsPage) -> None:
    page.computers.host.setText("anna@studio")
    again = SettingsPage(Devices(known=[]), Computers())
    qtbot.addWidget(again)
    again.restore(page.state())
    assert again.computers.host.text() == "anna@studio"
    again.restore({"host": 7})
    assert again.computers.host.text() == "anna@studio"
