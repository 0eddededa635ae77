"""A person's files where a training is to go, or has been: by the jobs, the commands and the window's session."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from app.workers.run_session import RunSession
from core import protocol as p
from core.base import logs
from core.base.errors import LuthierError
from core.cli.listing import delete
from core.jobs import demo
from core.jobs.context import Control
from core.protocol.config import TrainConfig
from core.runs import files as run_files
from core.runs.run import Run, create
from core.worker import run_job
from tests.support.data import write_book
from tests.support.jobs import done
from tests.support.refusals import command_refuses, worker_refuses

CONFIG = TrainConfig(
    context=64, rank=4, max_steps=2, grad_accumulation=1, eval_share=0.1, save_every=1, threads=1,
    sample_prompts=("A",), sample_tokens=4,
)  # fmt: skip
OWN = {
    "novel.txt": b"Chapter one",
    "photos/sea.jpg": b"sea",
    "adapter.gguf": b"GGUF of another program",
    "model.json": b"{}",
}


@pytest.fixture
def job(demo_gguf: Path, tmp_path: Path) -> p.TrainJob:
    text = write_book(tmp_path / "pages.txt", 4_000)
    return p.TrainJob(model=str(demo_gguf), data=str(text), run=str(tmp_path / "own"), config=CONFIG)


def put(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("names", [["novel.txt", "photos/sea.jpg"], ["adapter.gguf"], ["model.json"]])
def test_that_a_training_leaves_a_persons_folder_alone(job: p.TrainJob, names: list[str]) -> None:
    own = {name: OWN[name] for name in names}
    put(Path(job.run), own)
    words = ["train", "--model", job.model, "--data", job.data, "--run", job.run]
    shown = [name.partition("/")[0] for name in names]
    assert worker_refuses(job, job.run, *shown).code == "runs.other-files"
    command_refuses(words, *shown)
    assert content(Path(job.run)) == own


@pytest.mark.slow
def test_that_what_a_training_writes_is_known_and_goes_while_all_else_stays(
    job: p.TrainJob, capsys: pytest.CaptureFixture[str]
) -> None:
    done(job)
    run = Run(Path(job.run))
    assert run.has_checkpoint() and run_files.others(run.folder) == []
    own = {"novel.txt": b"Chapter one", "checkpoints/step-000002/notes.txt": b"mine"}
    put(run.folder, own)
    with pytest.raises(LuthierError, match=r"not belong to the run: checkpoints/step-000002/notes\.txt, novel\.txt\."):
        delete([str(run.folder)], yes=True)
    assert run.has_checkpoint()
    delete([str(run.folder)], yes=True, for_good=True)
    assert "Left as they are" in capsys.readouterr().out
    assert content(run.folder) == own


def test_that_a_window_that_was_refused_deletes_nothing(job: p.TrainJob) -> None:
    own = {**OWN, "checkpoints/run.json": b"{}"}  # as of another program
    put(Path(job.run), own)
    session = RunSession(Run(Path(job.run)))
    for code in ("runs.other-files", "runs.exists", "files.cannot-write"):
        session.model.add(p.Failed(code=code, message="", hint=""))
        session.ending = Mock()
        assert session.is_unbegun
        session.discard()
        assert content(Path(job.run)) == own


def test_that_a_demo_replaces_no_run_with_a_persons_files_in_it(
    job: p.TrainJob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "demo"
    run = Run(folder / "run")
    events: list[p.Event] = []
    monkeypatch.setattr(demo, "QUANTIZED", Path(job.model).name)
    put(folder, {Path(job.model).name: b""})
    create(p.TrainJob(model=str(folder / Path(job.model).name), data=job.data, run=str(run.folder)))
    put(run.folder, {"novel.txt": b"Chapter one"})
    before = content(folder)
    assert run_job(p.DemoJob(output=str(folder)), events.append, Control()) != 0
    assert isinstance(events[-1], p.Failed) and events[-1].code == "runs.other-files"
    assert content(folder) == before


def test_that_old_logs_go_and_a_persons_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    monkeypatch.setattr(logs, "KEPT_FILES", 0)
    monkeypatch.setattr(logs, "KEPT", 0)
    own = {"training.jsonl": b"{}", "worker.jsonl.1": b"{}", "crash-course.txt": b"Lesson one", "crash-1.txt": b""}
    old = {"worker-20261101-000000-1.jsonl": b"{}", f"crash-20261101-000000-{2**22 + 1}.txt": b"Crash: SIGSEGV"}
    put(tmp_path / "logs", own | old)
    with logs.logged("worker") as logger, logs.crash_file():
        logger.warning("one")
    left = content(tmp_path / "logs")
    assert {name: what for name, what in left.items() if not name.startswith("worker-")} == own
    assert not set(old) & set(left)
