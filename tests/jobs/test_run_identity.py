"""A run goes on only with the model and the data that it was started with."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec
import pytest

from core import protocol as p
from core.base import paths
from core.convert.convert import convert
from core.engine.train.checkpoint import list_checkpoints
from core.gguf import header
from core.gguf.header import read_header
from core.gguf.stream import HeaderStream
from core.protocol.config import TrainConfig
from core.runs.run import Run
from tests.support.jobs import done
from tests.support.places import FIXTURES
from tests.support.refusals import command_refuses, worker_refuses

CONFIG = TrainConfig(
    context=64, rank=2, max_steps=2, grad_accumulation=1, learning_rate=3e-3, eval_share=0.1, save_every=1, threads=1
)


@pytest.fixture
def run(demo_gguf: Path, tmp_path: Path) -> Run:
    """A run on a model and a text of its own."""
    shutil.copy(demo_gguf, tmp_path / "model.gguf")
    text = (paths.DEMO / "holmes.txt").read_text(encoding="utf-8")[:4_000]
    (tmp_path / "pages.txt").write_text(text, encoding="utf-8")
    folder = tmp_path / "run"
    job = p.TrainJob(
        model=str(tmp_path / "model.gguf"), data=str(tmp_path / "pages.txt"), run=str(folder), config=CONFIG
    )
    assert do(job) == []
    return Run(folder)


def do(job: p.Job) -> list[p.Notice]:
    events = done(job)
    return [event for event in events if isinstance(event, p.Notice)]


def model_of(run: Run) -> Path:
    return run.folder.with_name("model.gguf")


def overwrite(file: Path, at: int, content: bytes) -> None:
    """In place, and with its old time of change."""
    before = file.stat()
    with file.open("r+b") as stream:
        stream.seek(at)
        stream.write(content)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.slow
def test_that_a_start_reads_the_models_header_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    read, paths_read = header._read, list[Path]()

    def counted(stream: HeaderStream, changed: int) -> header.Header:
        paths_read.append(stream.path)
        return read(stream, changed)

    monkeypatch.setattr(header, "_read", counted)
    run.model_file.unlink()
    do(p.ResumeJob(run=str(run.folder)))
    assert run.model_file.exists()
    assert paths_read.count(model_of(run)) == 1


@pytest.mark.process
def test_that_one_changed_weight_is_noticed_whatever_the_files_time_says(run: Run) -> None:
    model = model_of(run)
    overwrite(model, read_header(model).tensors["blk.1.ffn_down.weight"].start + 4321, b"\x01\x02")
    told = (f"It was {model}", f"now it is {model}", "f16", f"{model.stat().st_size:,} bytes", "blk.1.ffn_down.weight")
    failed = worker_refuses(p.ResumeJob(run=str(run.folder)), "1 of 56 tensors differ", *told)
    assert failed.code == "resume.changed-model"
    command_refuses(["train", "--resume", run.folder], *told)


@pytest.mark.slow
def test_that_another_model_of_the_same_shape_is_named_beside_the_first(run: Run, demo_gguf_q8: Path) -> None:
    shutil.copy(demo_gguf_q8, model_of(run))
    worker_refuses(p.ResumeJob(run=str(run.folder)), ", f16, ", ", q8_0, ")


@pytest.mark.slow
def test_that_what_a_model_says_about_itself_belongs_to_it(run: Run) -> None:
    model = model_of(run)
    overwrite(model, model.read_bytes().index(b"<|im_start|>"), b"<|IM")
    worker_refuses(p.ResumeJob(run=str(run.folder)), "what the file says about them is not")


@pytest.mark.slow
def test_that_the_same_model_copied_anew_is_the_same(run: Run, demo_gguf: Path) -> None:
    model_of(run).unlink()
    shutil.copyfile(demo_gguf, model_of(run))
    assert do(p.ResumeJob(run=str(run.folder))) == []


@pytest.mark.slow
@pytest.mark.parametrize("content", [None, b"", b'{"path":"\xff"}'])
def test_that_a_run_without_its_model_written_down_gets_it_at_its_next_start(run: Run, content: bytes | None) -> None:
    """Runs of older versions have none."""
    run.model_file.unlink()
    if content is not None:
        run.model_file.write_bytes(content)
    told = [notice.code for notice in do(p.ResumeJob(run=str(run.folder)))]
    assert told == ([] if content is None else ["resume.model-unknown"])
    overwrite(model_of(run), model_of(run).stat().st_size - 9, b"\x01")
    worker_refuses(p.ResumeJob(run=str(run.folder)), "1 of 56 tensors differ")


@pytest.mark.slow
def test_that_a_refused_resume_of_an_old_run_leaves_it_as_it_was(run: Run, tmp_path: Path) -> None:
    """What is not known to be the run's own model is not written down as such."""
    run.model_file.unlink()
    model, own = model_of(run), tmp_path / "own.gguf"
    model.rename(own)
    convert(FIXTURES / "llama", model, "f16", lambda done, total: None)
    before = {file: file.read_bytes() for file in (run.plan_file, run.evaluation)}
    worker_refuses(p.ResumeJob(run=str(run.folder)), f"the model {model}")
    assert before == {file: file.read_bytes() for file in before}
    own.replace(model)
    assert do(p.ResumeJob(run=str(run.folder))) == []


@pytest.mark.slow
def test_that_a_run_without_a_checkpoint_takes_the_model_as_it_is(run: Run) -> None:
    overwrite(model_of(run), model_of(run).stat().st_size - 9, b"\x01")
    for checkpoint in list_checkpoints(run.checkpoints_dir):
        shutil.rmtree(checkpoint)
    assert do(p.ResumeJob(run=str(run.folder))) == []
    assert do(p.ResumeJob(run=str(run.folder))) == []


@pytest.mark.process
def test_that_changed_data_are_named(run: Run) -> None:
    text = run.folder.with_name("pages.txt")
    text.write_text(text.read_text(encoding="utf-8").replace("Holmes", "Watson"), encoding="utf-8")
    failed = worker_refuses(p.ResumeJob(run=str(run.folder)), f"The data {text} is not what")
    assert failed.code == "resume.changed"
    command_refuses(["train", "--resume", run.folder], f"The data {text} is not what")


@pytest.mark.slow
def test_that_what_is_known_of_a_model_is_small(run: Run) -> None:
    known = msgspec.json.decode(run.model_file.read_bytes())
    assert set(known["tensors"]) == set(read_header(model_of(run)).tensors)
    assert run.model_file.stat().st_size < 100 * len(known["tensors"])
