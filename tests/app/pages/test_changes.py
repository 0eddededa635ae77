"""What a version brought, as the window shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.pages.settings import page


@pytest.fixture
def changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "CHANGELOG.md"
    monkeypatch.setattr(page, "CHANGELOG", file)
    return file


def test_that_the_newest_version_is_told_its_last_entry_first(changelog: Path) -> None:
    changelog.write_text(
        "# Changelog\n\n## 0.2.0\n\nIn short: more.\n\n- The first\n  of two.\n- The second ([how](docs/x.md)).\n"
        "\n## 0.1.0\n\n- Old.\n"
    )
    assert page.newest_changes() == "In short: more.\n\n- The second (how).\n- The first\n  of two."


def test_that_it_need_not_be_there(changelog: Path) -> None:
    assert not changelog.exists()
    assert page.newest_changes() == ""


def test_that_ours_can_be_read() -> None:
    words = page.newest_changes()
    assert words.startswith("In short:")
    assert "](" not in words
    assert words.count("\n- ") > 50
