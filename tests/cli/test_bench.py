"""`luthier bench` as a command, and what `luthier estimate` says by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core import protocol as p
from core.advice.machine_speed import keep_speed, known_speed
from core.base import paths
from core.cli import program as command
from core.cli.commands import app
from tests.support.bench_shapes import HUGE, TINY, speeds


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bench of what takes no time."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    job = p.BenchJob
    monkeypatch.setattr(command.p, "BenchJob", lambda device: job(shapes=[TINY, HUGE], tokens=128, device=device))


def test_that_a_table_says_speed_time_and_memory() -> None:
    done = CliRunner().invoke(app, ["bench", "--device", "cpu"], env={"COLUMNS": "120"})
    assert done.exit_code == 0, done.output
    head, *rows = [line.split() for line in done.output.splitlines() if line.startswith(("model ", "tiny ", "huge "))]
    assert head[:3] == ["model", "weights", "tokens/s"]
    assert [row[0] for row in rows] == ["tiny", "huge"]
    assert rows[0][1] == "q8_0" and rows[0][-1] == "fits" and rows[1][-3:] == ["does", "not", "fit"]
    assert known_speed("cpu") is not None


def test_that_scripts_get_all_of_it_in_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert CliRunner().invoke(app, ["bench", "--device", "cpu", "--json"]).exit_code == 0
    (line,) = capfd.readouterr().out.splitlines()
    shown = json.loads(line)
    assert [speed["name"] for speed in shown["speeds"]] == ["tiny", "huge"]
    assert shown["threads"] > 0 and shown["speeds"][0]["tok_s"] > 0 and shown["speeds"][1]["tok_s"] is None


def test_that_an_estimate_says_speed_and_time_and_what_told_them(demo_gguf: Path) -> None:
    keep_speed("cpu", speeds({10**8: 400.0}))
    data = str(paths.DEMO / "chat.jsonl")
    asked = ["estimate", "--model", str(demo_gguf), "--data", data, "--device", "cpu", "--set", "context=256"]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert "tokens/s, as this computer was measured." in done.output
    assert "For your data: about " in done.output
