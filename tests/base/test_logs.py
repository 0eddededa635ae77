"""Logs: a line of JSON each, of many processes at once, bounded, private, without secrets."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core import protocol as p
from core.base import logs
from core.base.logs import log_files, logged
from core.base.paths import logs_dir
from core.jobs.context import Control
from core.worker import run_job


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    return tmp_path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_that_a_line_says_when_who_and_what_without_secrets() -> None:
    with logged("worker", job="push", run="a-run") as log:
        log.warning("a token: %s", "hf_abcdefghijklmnopqr", extra={"code": "push.no-token"})
    (path,) = log_files()
    (line,) = lines(path)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "warning", "process": "worker", "pid": os.getpid(), "job": "push", "run": "a-run",
        "code": "push.no-token", "message": "a token: [redacted]",
    }  # fmt: skip
    if sys.platform != "win32":  # which has no modes
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(logs_dir().stat().st_mode) == 0o700


def test_that_an_error_has_its_traceback_and_line_breaks_stay_in_the_line() -> None:
    with logged("window") as log:
        try:
            raise ValueError("first\nsecond")
        except ValueError:
            log.exception("broken")
    (line,) = lines(log_files()[0])
    assert "ValueError: first\nsecond" in line["details"]


def test_that_a_file_and_the_folder_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "FILE_BYTES", 1000)
    monkeypatch.setattr(logs, "KEPT_FILES", 3)
    logs_dir().mkdir()
    for number in range(5):
        old = logs_dir() / f"worker-2026110{number}-000000-1.jsonl"
        old.touch()
        os.utime(old, (number, number))
    with logged("worker") as log:
        for number in range(50):
            log.info("a line of some length, number %d", number)
    own = [path for path in log_files() if str(os.getpid()) in path.name]
    assert len(own) == 2 and all(path.stat().st_size <= 1000 for path in own)
    assert lines(own[0])[-1]["message"].endswith("49")
    assert len(log_files()) <= 3 + 1  # the file that comes is not counted when old ones go


@pytest.mark.process
def test_that_many_processes_write_at_once_and_no_line_is_lost_or_mixed() -> None:
    code = (
        "from core.base.logs import logged\n"
        "with logged('worker') as log:\n"
        "    for number in range(200): log.info('%d ' + 'x' * 500, number)"
    )
    started = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    assert [process.wait(60) for process in started] == [0] * 4
    found = [line for path in log_files() for line in lines(path)]
    assert {line["pid"] for line in found} == {process.pid for process in started}
    assert len(found) == 4 * 200


def test_that_what_cannot_be_written_stops_nothing(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (home / "logs").write_text("a file in its place")
    with logged("command") as log:
        log.error("nobody reads this")
    assert not capfd.readouterr().err


@pytest.mark.process
def test_that_what_a_library_says_goes_nowhere_where_no_log_is_kept() -> None:
    code = "from core.base.logs import log_of; log_of('ggml').error('a line')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stdout + done.stderr
    assert not log_files()


def test_that_a_job_notes_how_it_began_and_why_it_failed(tmp_path: Path) -> None:
    events: list[p.Event] = []
    job = p.ConvertJob(source=str(tmp_path / "none"), output=str(tmp_path / "o.gguf"))
    assert run_job(job, events.append, Control(), "command") == 1
    noted = lines(log_files()[0])
    failed = events[-1]
    assert isinstance(failed, p.Failed)
    assert noted[0]["message"].startswith("begins") and noted[-1]["code"] == failed.code
    assert {(line["process"], line["job"]) for line in noted} == {("command", "convert")}
