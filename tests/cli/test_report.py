"""`luthier report`."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core.cli.commands import app
from core.shared import protocol as p
from core.shared import runs
from core.shared.config import TrainConfig


def test_that_a_report_is_written_once_and_says_what_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    config = TrainConfig(sample_prompts=("My own words",))
    runs.create(p.TrainJob(model="m.gguf", data="d.txt", run=str(runs.new_folder("m", "d")), config=config))
    kept = tmp_path / "home/cache/devices/0.json"
    kept.parent.mkdir(parents=True)
    kept.write_text(json.dumps({"of": ["driver 1.0", f"GGML_X={Path.home()}/x"]}))
    target = tmp_path / "report.zip"
    done = CliRunner().invoke(app, ["report", str(target)])
    assert done.exit_code == 0 and "Not in it: your data" in done.output
    with zipfile.ZipFile(target) as report:
        assert "Processor:" in report.read("system.txt").decode()
        assert json.loads(report.read("devices.jsonl")) == {"of": ["driver 1.0", "GGML_X=~/x"]}
        assert b"My own words" not in b"".join(report.read(name) for name in report.namelist())
        assert report.read("runs/1/events.jsonl") == b""  # its worker never said a word
    again = CliRunner().invoke(app, ["report", str(target)])
    assert again.exit_code and getattr(again.exception, "code", "") == "files.would-overwrite"
