"""Settings of the whole program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base import paths, settings
from core.base.errors import LuthierError
from core.base.settings import Settings

pytestmark = pytest.mark.usefixtures("own_home")


def test_that_without_a_file_everything_is_usual() -> None:
    assert settings.load() == Settings()
    assert settings.load().downloads == paths.models_dir()


def test_that_changes_are_kept_and_taken_back(tmp_path: Path) -> None:
    assignments = ["endpoint=https://mirror.example/", "offline=true", f"models_dir={tmp_path}"]
    settings.save(settings.changed(settings.load(), assignments))
    kept = settings.load()
    assert (kept.endpoint, kept.offline, kept.downloads) == ("https://mirror.example/", True, tmp_path)
    settings.save(settings.changed(kept, ["endpoint=", "offline=", "models_dir="]))
    assert settings.load() == Settings()


@pytest.mark.parametrize(
    ("assignment", "code"),
    [
        ("endpoint=mirror.example", "settings.bad-value"),
        ("endpoint=ftp://mirror.example", "settings.bad-value"),
        ("endpoint=https://", "settings.bad-value"),
        ("endpoint=https://mirror.example/?key=1", "settings.bad-value"),
        ("proxy=socks5://127.0.0.1:1080", "settings.bad-value"),
        ("proxy=http://host:99999", "settings.bad-value"),
        ("proxy=http://ann:secret@proxy.example:8080", "settings.secret"),
        ("models_dir=models", "settings.bad-value"),
        ("device=graphics card", "settings.bad-value"),
        ("offline=perhaps", "settings.bad-value"),
        ("colour=red", "settings.unknown"),
        ("offline", "settings.unknown"),
    ],
)
def test_that_what_cannot_be_is_refused_and_nothing_is_written(assignment: str, code: str) -> None:
    with pytest.raises(LuthierError) as caught:
        settings.save(settings.changed(settings.load(), [assignment]))
    assert caught.value.code == code and "secret@" not in str(caught.value)
    assert not settings.settings_file().exists()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"offline": 3}', b"\xff", b'{"endpoint": "nowhere"}'])
def test_that_a_damaged_file_is_told(content: bytes) -> None:
    settings.settings_file().parent.mkdir(parents=True)
    settings.settings_file().write_bytes(content)
    with pytest.raises(LuthierError) as caught:
        settings.load()
    assert caught.value.code in ("settings.unreadable", "settings.bad-value")


def test_that_a_setting_of_a_newer_version_is_passed_over() -> None:
    settings.settings_file().parent.mkdir(parents=True)
    settings.settings_file().write_text('{"offline": true, "smell": "pine"}')
    assert settings.load() == Settings(offline=True)


@pytest.mark.parametrize(
    "assignment",
    ["theme=pink", "language=tlh", "threads=-1", "text_size=20", "text_size=900", "runs_dir=here", "gentle=perhaps"],
)
def test_that_what_cannot_be_is_refused(assignment: str) -> None:
    with pytest.raises(LuthierError) as caught:
        settings.changed(Settings(), [assignment])
    assert caught.value.code == "settings.bad-value"


def test_that_runs_lie_where_the_settings_say(tmp_path: Path) -> None:
    settings.save(Settings(runs_dir=str(tmp_path / "elsewhere")))
    assert settings.runs_dir() == tmp_path / "elsewhere"
    settings.settings_file().write_text("{")
    assert settings.runs_dir() == Settings().runs


def test_that_settings_that_cannot_be_read_are_put_aside_and_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    settings.settings_file().write_text('{"threads": 3,,}')
    settings.save(settings.Settings(threads=2))
    assert settings.load().threads == 2
    assert settings.settings_file().with_suffix(".unreadable").read_text() == '{"threads": 3,,}'


def test_that_what_only_a_newer_version_knows_stays_in_the_file() -> None:
    file = settings.settings_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('{"format": 1, "luthier": "9.9.9", "threads": 3, "of_the_future": {"on": true}}')
    settings.change(theme="dark")
    written = json.loads(file.read_text())
    assert (written["threads"], written["theme"], written["of_the_future"]) == (3, "dark", {"on": True})
    assert settings.load().theme == "dark"
