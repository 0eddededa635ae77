"""`luthier report`."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core.cli.commands import app


def test_that_a_report_is_written_once_and_says_what_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    target = tmp_path / "report.zip"
    done = CliRunner().invoke(app, ["report", str(target)])
    assert done.exit_code == 0 and "Not in it: your data" in done.output
    with zipfile.ZipFile(target) as report:
        assert "Processor:" in report.read("system.txt").decode()
    again = CliRunner().invoke(app, ["report", str(target)])
    assert again.exit_code and getattr(again.exception, "code", "") == "files.would-overwrite"
