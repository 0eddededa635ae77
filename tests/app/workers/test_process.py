"""The QProcess owner, against real processes: the worker itself, and small ones that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.workers import endings
from app.workers.process import WorkerOutcome, WorkerProcess
from app.workers.run_model import RunModel
from core import protocol as p
from core.base.logs import logs_folder
from core.base.paths import logs_dir
from core.engine.kernels.library import library_file
from tests.support.crashing import WEIGHT
from tests.support.window import TIMEOUT_MS

JOB = p.ConvertJob(source="nowhere", output="nowhere.gguf")


def run(
    qtbot: QtBot, worker: WorkerProcess, job: p.Job, code: str | None = None
) -> tuple[list[p.Event], WorkerOutcome]:
    """Run the worker, or a Python program in its place, to its end."""
    events: list[p.Event] = []
    worker.received.connect(events.append)
    with qtbot.waitSignal(worker.finished, timeout=TIMEOUT_MS) as ended:
        if code is None:
            worker.start(job)
        else:
            worker.start(job, (sys.executable, "-c", code))
    return events, ended.args[0]


@pytest.mark.process
def test_that_a_real_job_says_hello_first_and_finished_last(qtbot: QtBot, demo_model: Path, tmp_path: Path) -> None:
    output = tmp_path / "model.gguf"
    events, outcome = run(qtbot, WorkerProcess(), p.ConvertJob(source=str(demo_model), output=str(output)))
    assert isinstance(events[0], p.Hello)
    assert any(isinstance(event, p.Progress) for event in events)
    assert outcome.end is events[-1]
    assert isinstance(outcome.end, p.Finished)
    assert outcome.exit_code == 0 and not outcome.crashed
    assert output.read_bytes()[:4] == b"GGUF"


@pytest.mark.process
def test_that_a_failing_job_ends_with_its_words(qtbot: QtBot, tmp_path: Path) -> None:
    _, outcome = run(
        qtbot, WorkerProcess(), p.ConvertJob(source=str(tmp_path / "none"), output=str(tmp_path / "o.gguf"))
    )
    assert isinstance(outcome.end, p.Failed)
    assert outcome.end.message
    assert outcome.exit_code == 1


@pytest.mark.process
def test_that_garbage_and_stderr_become_log_lines_and_events_survive_being_cut(qtbot: QtBot) -> None:
    code = """
import sys, time
line = '{"type":"phase","name":"train","title":"caf\\u00e9"}\\n'.encode()
out = sys.stdout.buffer
out.write(b"not an event\\n"); out.write(line[:9]); out.flush()
print("a complaint", file=sys.stderr, flush=True)
for byte in line[9:]:
    out.write(bytes([byte])); out.flush()
out.write(b'{"type":"finished","outcome":"done"}'); out.flush()
"""
    events, outcome = run(qtbot, WorkerProcess(), JOB, code)
    logs = {(event.source, event.text) for event in events if isinstance(event, p.Log)}
    assert {("stdout", "not an event"), ("stderr", "a complaint")} <= logs
    assert [event.title for event in events if isinstance(event, p.Phase)] == ["café"]
    assert isinstance(outcome.end, p.Finished)  # even though its line had no newline
    assert outcome.stderr == "a complaint"


@pytest.mark.process
def test_that_an_exit_without_a_word_is_an_interruption(qtbot: QtBot) -> None:
    _, outcome = run(qtbot, WorkerProcess(), JOB, "import sys; print('why', file=sys.stderr); sys.exit(3)")
    ending = endings.of_worker(outcome, RunModel())
    assert (outcome.end, outcome.exit_code, outcome.crashed) == (None, 3, False)
    assert ending.kind == "interrupted"
    assert "exit code 3" in ending.text
    assert "why" in ending.details


@pytest.mark.process
def test_that_a_native_crash_is_told_from_an_exit(qtbot: QtBot) -> None:
    _, outcome = run(qtbot, WorkerProcess(), JOB, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert outcome.crashed
    assert "SIGSEGV" in endings.of_worker(outcome, RunModel()).text


@pytest.mark.process
def test_that_a_file_that_became_shorter_is_told_from_a_crash(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(bytes(1 << 16))
    code = "import mmap; f = open('model', 'r+b'); m = mmap.mmap(f.fileno(), 0); f.truncate(0); m[9]"
    _, outcome = run(qtbot, WorkerProcess(), JOB, f"import os; os.chdir({str(tmp_path)!r}); {code}")
    assert outcome.crashed
    assert "became shorter" in endings.of_worker(outcome, RunModel()).text


@pytest.mark.process
def test_that_a_program_that_cannot_start_is_reported(qtbot: QtBot, tmp_path: Path) -> None:
    worker = WorkerProcess()
    with qtbot.waitSignal(worker.finished, timeout=TIMEOUT_MS) as ended:
        worker.start(JOB, (str(tmp_path / "no-such-program"),))
    assert not ended.args[0].started
    assert "could not be started" in endings.of_worker(ended.args[0], RunModel()).text


@pytest.mark.process
def test_that_stop_escalates_to_kill_when_nothing_else_helps(qtbot: QtBot) -> None:
    deaf = """
import signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print('{"type":"state","state":"running"}', flush=True)
while True:
    signal.pause()
"""
    worker = WorkerProcess()
    with qtbot.waitSignal(worker.received, timeout=TIMEOUT_MS):
        worker.start(JOB, (sys.executable, "-c", deaf))
    with qtbot.waitSignal(worker.finished, timeout=TIMEOUT_MS) as ended:
        worker.stop(p.Stop(), grace_s=0.05)
    assert ended.args[0].crashed
    assert not worker.is_running


@pytest.mark.skipif(not library_file().exists(), reason="no kernels on this processor")
def test_that_a_crash_is_told_with_what_was_computed_and_where_the_rest_lies(qtbot: QtBot) -> None:
    worker = WorkerProcess()
    with qtbot.waitSignal(worker.finished, timeout=TIMEOUT_MS) as ended:
        worker.start(JOB, (sys.executable, "-m", "tests.support.crashing", "product", "1"))
    outcome: WorkerOutcome = ended.args[0]
    assert outcome.crashed and outcome.crash is not None
    told = endings.of_worker(outcome, RunModel())
    for words in ("It crashed (SIGSEGV)", WEIGHT, "layer 3, forward", str(outcome.crash.path), "Save a report"):
        assert words in told.text
    assert "Node 5 of 5: MUL_MAT" in told.details  # its stderr has it, too


def test_that_a_run_whose_worker_crashed_tells_so_when_it_is_opened_later() -> None:
    model, pid = RunModel(), 77
    model.add(p.Hello(pid=pid, job="train", version="0"))
    logs_folder()
    report = logs_dir() / f"crash-20261101-000000-{pid}.txt"
    report.write_text("Crash: SIGILL\nGraph: loss\nNode 1 of 2: ADD f32 [4] of f32 [4]\n")
    told = endings.of_events(model)
    report.unlink()
    assert told.kind == "interrupted" and "(SIGILL) while it computed ADD f32 [4] of f32 [4] (loss)" in told.text
