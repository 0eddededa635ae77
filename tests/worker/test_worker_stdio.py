"""The real worker, as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core import protocol as p

WAIT = 120  # seconds: far more than needed, so that only a hanging worker is stopped

# A worker whose job prints as native code does: straight to file descriptor 1, and through C's own buffer.
NOISY_WORKER = """
import ctypes, os, sys
from core import worker
from core.jobs import registry
from core import protocol as p
def noisy(job, context):
    os.write(1, b'{"type":"nonsense"}\\nnative noise\\n')
    ctypes.CDLL(None).printf(b"buffered noise\\n")
    print("python noise")
    context.phase("convert", "Making noise")
    return "done", p.TokenResult(endpoint="", saved=True)
registry.run = noisy
sys.exit(worker.main())
"""


def work(*lines: bytes, arguments: tuple[str, ...] = ("-m", "core.worker")) -> tuple[int, list[p.Event], bytes]:
    """Give a worker these lines and the end of stdin. Returns its exit status, events and stderr."""
    done = subprocess.run([sys.executable, *arguments], input=b"".join(lines), capture_output=True, timeout=WAIT)
    return done.returncode, [p.decode_event(line) for line in done.stdout.splitlines()], done.stderr


def start(job: p.Job) -> bytes:
    return p.encode(p.Start(job=job))


def kinds(events: list[p.Event]) -> list[type]:
    return [type(event) for event in events]


def test_that_a_conversion_says_hello_progress_and_finished(demo_model: Path, tmp_path: Path) -> None:
    output = tmp_path / "model.gguf"
    status, events, _ = work(start(p.ConvertJob(source=str(demo_model), output=str(output))))
    assert status == 0
    assert isinstance(events[0], p.Hello) and events[0].job == "convert"
    assert isinstance(events[-1], p.Finished) and events[-1].outcome == "done"
    assert {p.Phase, p.Progress, p.Memory} <= set(kinds(events))
    assert events[-1].result["bytes"] == output.stat().st_size
    assert output.read_bytes()[:4] == b"GGUF"


def test_that_a_missing_source_fails_with_advice_and_leaves_nothing(tmp_path: Path) -> None:
    missing = tmp_path / "nothing-here"
    status, events, _ = work(start(p.ConvertJob(source=str(missing), output=str(tmp_path / "out" / "model.gguf"))))
    assert status == 1
    assert isinstance(events[0], p.Hello)
    failed = events[-1]
    assert isinstance(failed, p.Failed) and str(missing) in failed.message and failed.hint
    assert not list(tmp_path.rglob("*.gguf*"))


def test_that_a_run_folder_in_use_is_reported_like_any_other_failure(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}")
    status, events, _ = work(start(p.TrainJob(model="m.gguf", data="d.txt", run=str(tmp_path))))
    assert status == 1
    assert kinds(events) == [p.Hello, p.Failed]
    assert isinstance(events[1], p.Failed) and events[1].code == "runs.exists"
    assert not (tmp_path / "events.jsonl").exists()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"hello worker\n", "protocol.bad-command"),
        (b"\xff\xfe\n", "protocol.bad-command"),
        (b'{"type":"start","job":{"job":"fly"}}\n', "protocol.bad-command"),
        (b"", "protocol.bad-command"),
        (p.encode(p.Pause()), "protocol.no-job"),
    ],
    ids=["text", "bytes", "unknown-job", "nothing", "no-job"],
)
def test_that_a_bad_first_line_ends_the_worker_with_a_reason(line: bytes, code: str) -> None:
    status, events, _ = work(line)
    assert status == 1
    assert isinstance(events[-1], p.Failed) and events[-1].code == code


def test_that_a_worker_whose_stdin_is_closed_ends_with_a_reason() -> None:
    closed = "import os, sys; os.close(0); from core import worker; sys.exit(worker.main())"
    status, events, _ = work(arguments=("-c", closed))
    assert status == 1 and isinstance(events[-1], p.Failed) and events[-1].code == "protocol.bad-command"


def test_that_garbage_between_commands_is_told_and_passed_over(demo_model: Path, tmp_path: Path) -> None:
    job = p.ConvertJob(source=str(demo_model), output=str(tmp_path / "model.gguf"))
    status, events, _ = work(start(job), b"not json\n", b'{"type":"dance"}\n')
    assert status == 0
    assert isinstance(events[-1], p.Finished)
    told = [event.message for event in events if isinstance(event, p.Notice)]
    assert "not json" in told[0] and "dance" in told[1]


def test_that_nothing_but_events_reaches_stdout() -> None:
    job = p.ConvertJob(source="a", output="b")
    status, events, noise = work(start(job), arguments=("-c", NOISY_WORKER))
    assert status == 0
    assert [kind for kind in kinds(events) if kind is not p.Memory] == [p.Hello, p.Phase, p.Finished]
    for text in (b"native noise", b"buffered noise", b"python noise", b"nonsense"):
        assert text in noise


def test_that_a_worker_survives_a_window_that_stopped_listening(demo_model: Path, tmp_path: Path) -> None:
    output = tmp_path / "model.gguf"
    job = p.ConvertJob(source=str(demo_model), output=str(output))
    command = [sys.executable, "-m", "core.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin and worker.stdout
        worker.stdout.close()
        worker.stdin.write(start(job))
        worker.stdin.close()
        assert worker.wait(WAIT) == 0
    assert output.exists()
