"""A training that is held to what the model was: by which text, and that it goes on with the very same."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core import protocol as p
from core.data.example import read_examples
from core.data.tokenizer import Tokenizer
from core.jobs.context import Control
from core.protocol.config import HELD_EVERY, HELD_ROWS, TrainConfig
from core.runs.files import others
from core.runs.run import Run
from core.worker import run_job
from tests.support.jobs import done
from tests.support.kept_runs import trained
from tests.support.rewritten_models import with_template
from tests.support.weather import ROWS

CONFIG = TrainConfig(context=128, rank=4, max_steps=4, hold=1.0, eval_share=0, save_every=2, threads=2)


@pytest.fixture
def job(demo_gguf: Path, tmp_path: Path) -> p.TrainJob:
    data = tmp_path / "weather.jsonl"
    data.write_text("".join(ROWS), encoding="utf-8")
    return p.TrainJob(model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), config=CONFIG)


def refused(job: p.Job) -> p.Failed:
    events: list[p.Event] = []
    assert run_job(job, events.append, Control()) != 0
    (error,) = [event for event in events if isinstance(event, p.Failed)]
    return error


def steps_of(events: list[p.Event]) -> list[p.Step]:
    return [event for event in events if isinstance(event, p.Step)]


def texts_of(run: Run, model: str) -> list[str]:
    with Tokenizer(Path(model)) as tokenizer:
        return [
            b"".join(tokenizer.piece(token) for token in example.tokens.tolist()).decode(errors="replace")
            for example in read_examples(run.held_file)
        ]


def test_that_a_run_is_held_by_everyday_talk_and_tells_how_far_it_has_moved(job: p.TrainJob) -> None:
    events = done(job)
    steps, end = steps_of(events), events[-1]
    run = Run(Path(job.run))
    held = read_examples(run.held_file)
    assert len(held) == CONFIG.max_steps / HELD_EVERY  # no more than are used
    assert any("<|im_start|>user\n" in text for text in texts_of(run, job.model))
    assert [step.distance is not None for step in steps] == [True, False, True, False]
    assert steps[0].distance == 0.0 and steps[2].distance is not None and steps[2].distance > 0
    assert isinstance(end, p.Finished) and end.result["distance"] == steps[2].distance / 2
    assert others(run.folder) == [] and not run.began.exists()


def test_that_a_stopped_run_goes_on_to_the_bit(job: p.TrainJob, tmp_path: Path) -> None:
    whole = steps_of(done(job))
    parted = msgspec.structs.replace(job, run=str(tmp_path / "parted"))
    first = steps_of(trained(parted, steps=2))
    rest = steps_of(done(p.ResumeJob(run=parted.run)))
    assert [(s.loss, s.distance) for s in first + rest] == [(s.loss, s.distance) for s in whole]
    assert Run(Path(parted.run)).adapter.read_bytes()[-4096:] == Run(Path(job.run)).adapter.read_bytes()[-4096:]


def test_that_a_run_that_began_with_an_adapter_is_held_to_that(job: p.TrainJob, tmp_path: Path) -> None:
    done(job)
    further = msgspec.structs.replace(job, run=str(tmp_path / "further"), adapter=str(Run(Path(job.run)).adapter))
    whole = steps_of(done(further))
    assert whole[0].distance == 0.0
    parted = msgspec.structs.replace(further, run=str(tmp_path / "parted"))
    first = steps_of(trained(parted, steps=2))
    Run(Path(job.run)).adapter.unlink()  # what it began with need not be there any more
    rest = steps_of(done(p.ResumeJob(run=parted.run)))
    assert [(s.loss, s.distance) for s in first + rest] == [(s.loss, s.distance) for s in whole]


def test_that_a_run_without_what_it_began_with_is_refused(job: p.TrainJob, tmp_path: Path) -> None:
    done(job)
    adapter = str(Run(Path(job.run)).adapter)
    parted = msgspec.structs.replace(job, run=str(tmp_path / "parted"), adapter=adapter)
    trained(parted, steps=2)
    Run(Path(parted.run)).began.write_bytes(b"GGUF")
    assert refused(p.ResumeJob(run=parted.run)).code == "resume.no-reference"


def test_that_a_model_without_a_template_is_held_by_running_text(job: p.TrainJob, tmp_path: Path) -> None:
    plain = with_template(Path(job.model), tmp_path / "plain.gguf", None)
    done(msgspec.structs.replace(job, model=str(plain)))
    texts = texts_of(Run(Path(job.run)), str(plain))
    assert texts and not any("<|im_" in text for text in texts)


def test_that_a_run_may_be_held_by_a_text_of_ones_own(job: p.TrainJob, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("The keeper wrote down the wind, the waves and the ships that passed. " * 300, encoding="utf-8")
    done(msgspec.structs.replace(job, config=msgspec.structs.replace(CONFIG, hold_text=str(book))))
    held = read_examples(Run(Path(job.run)).held_file)
    assert 0 < len(held) <= HELD_ROWS
    assert all("keeper" in text or "wind" in text for text in texts_of(Run(Path(job.run)), job.model))


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"Too short.", "train.hold-text"), (b"", "data.empty"), (b"\x89PNG\r\n\x1a\n" + bytes(99), "data.other-kind")],
)
def test_that_a_text_that_cannot_hold_is_refused(job: p.TrainJob, tmp_path: Path, content: bytes, code: str) -> None:
    file = tmp_path / "held.txt"
    file.write_bytes(content)
    error = refused(msgspec.structs.replace(job, config=msgspec.structs.replace(CONFIG, hold_text=str(file))))
    assert error.code == code and "held.txt" in error.message


def test_that_nothing_is_held_unless_it_is_asked_for(job: p.TrainJob) -> None:
    steps = steps_of(done(msgspec.structs.replace(job, config=msgspec.structs.replace(CONFIG, hold=0.0))))
    assert all(step.distance is None for step in steps)
    assert not Run(Path(job.run)).held_file.exists()
