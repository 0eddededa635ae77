"""`luthier report`."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core import protocol as p
from core.base.logs import logged, logs_folder
from core.cli.commands import app
from core.protocol.config import TrainConfig
from core.runs import run as runs


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


def test_that_the_doctor_writes_it_with_logs_and_crashes_and_no_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    with logged("command") as log:
        log.error("%s is at %s", "hf_abcdefghijklmnopqr", Path.home())
    crash = logs_folder() / "crash-20261101-000000-7.txt"
    crash.write_text(f"Crash: SIGSEGV\n{Path.home()}/luthier/core/engine\n")
    done = CliRunner().invoke(app, ["doctor", "--report"])
    assert done.exit_code == 0, done.output
    (target,) = tmp_path.glob("luthier-report-*.zip")
    with zipfile.ZipFile(target) as report:
        content = {name: report.read(name).decode() for name in report.namelist()}
    assert json.loads(content["doctor.json"])["can_train"] is True
    assert content[f"crashes/{crash.name}"] == "Crash: SIGSEGV\n~/luthier/core/engine\n"
    (name,) = (name for name in content if name.startswith("logs/"))
    assert "[redacted] is at ~" in content[name]
    assert all("hf_abc" not in text and str(Path.home()) not in text for text in content.values())
    assert set(content) == {
        "README.txt",
        "system.txt",
        "packages.txt",
        "doctor.json",
        "devices.jsonl",
        "settings.json",
    } | {f"crashes/{crash.name}", name}


def test_that_a_file_is_named_only_with_the_report() -> None:
    assert CliRunner().invoke(app, ["doctor", "x.zip"]).exit_code == 2


def test_that_runs_show_tells_of_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    run = runs.create(p.TrainJob(model="m.gguf", data="d.txt", run=str(runs.new_folder("m", "d"))))
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    run.events_file.write_bytes(p.encode(p.Hello(pid=gone.pid, job="train", version="0")))
    (logs_folder() / f"crash-20261101-000000-{gone.pid}.txt").write_text("Crash: SIGFPE\nGraph: loss\n")
    done = CliRunner().invoke(app, ["runs", "show", run.name, "--json"])
    told = json.loads(done.output)
    assert told["status"] == "interrupted"
    assert told["trouble"].startswith("It crashed (SIGFPE) while it computed a graph (loss). The stack lies in")
    assert "luthier doctor --report" in told["trouble"]
