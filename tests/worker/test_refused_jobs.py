"""A job may come from anybody, as a line on a worker's stdin: what cannot work is refused there as well."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.jobs.context import Control, JobContext
from core.jobs.registry import run_watched
from core.protocol.config import TrainConfig
from core.runs.run import create
from core.worker import run_job
from tests.support.refusals import worker_refuses

CONFIG = TrainConfig(context=64, rank=2, max_steps=1, eval_share=0, threads=1)


def rows(folder: Path, answers: list[str]) -> Path:
    file = folder / "rows.jsonl"
    made = [{"prompt": f"What is {number}?", "completion": answer} for number, answer in enumerate(answers)]
    file.write_text("\n".join(map(json.dumps, made)), encoding="utf-8")
    return file


def sent(model: Path, data: Path, run: Path, config: dict[str, Any]) -> p.Event:
    """The last word of a real worker that is sent this line."""
    job = {"job": "train", "model": str(model), "data": str(data), "run": str(run), "config": config}
    line = json.dumps({"type": "start", "job": job}).encode() + b"\n"
    done = subprocess.run([sys.executable, "-m", "core.worker"], input=line, capture_output=True, timeout=120)
    return p.decode_event(done.stdout.splitlines()[-1])


def test_that_a_line_with_settings_that_cannot_work_is_refused_and_makes_no_run(
    demo_gguf: Path, tmp_path: Path
) -> None:
    config = {"learning_rate": 0.5, "lora_plus_ratio": 16}
    failed = sent(demo_gguf, rows(tmp_path, ["Yes."]), tmp_path / "run", config)
    assert isinstance(failed, p.Failed) and failed.code == "config.bad-value"
    assert "lora_plus_ratio=16" in failed.message and "0.0002" in failed.hint
    assert not (tmp_path / "run").exists()


def test_that_a_line_with_collapsed_data_is_refused(demo_gguf: Path, tmp_path: Path) -> None:
    failed = sent(demo_gguf, rows(tmp_path, ["I do not know."] * 25), tmp_path / "run", {"context": 64, "threads": 1})
    assert isinstance(failed, p.Failed) and failed.code == "data.same-answer" and "collapsed=train" in failed.hint
    assert not (tmp_path / "run" / "adapter.gguf").exists()


@pytest.mark.parametrize(
    "settings",
    [
        {"alpha": 1e9}, {"neftune_alpha": 2000.0}, {"weight_decay": 10.0, "learning_rate": 0.5},
        {"encoding": "klingon"}, {"layers": "nonsense"}, {"targets": "q,nose"}, {"columns": "prompt"},
    ],
)  # fmt: skip
def test_that_every_job_with_settings_refuses_those_that_cannot_work(
    demo_gguf: Path, tmp_path: Path, settings: dict[str, Any]
) -> None:
    config = msgspec.structs.replace(CONFIG, **settings)
    model, data, run = str(demo_gguf), str(rows(tmp_path, ["Yes."])), tmp_path / "run"
    for job in (
        p.TrainJob(model=model, data=data, run=str(run), config=config),
        p.DryRunJob(model=model, data=data, config=config),
        p.ElsewhereJob(model=model, data=data, run=str(run), output=str(tmp_path / "out"), config=config),
        p.EstimateJob(model=model, config=config),
        p.EvalJob(model=model, data=data, config=config),
        p.InspectJob(model=model, data=data, config=config),
    ):
        failed = worker_refuses(job, next(iter(settings)))
        assert failed.code == "config.bad-value"
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]


def test_that_settings_changed_by_hand_are_asked_again_before_the_first_step(demo_gguf: Path, tmp_path: Path) -> None:
    data = rows(tmp_path, ["Yes."])
    run = create(p.TrainJob(model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), config=CONFIG))
    run.write_info(msgspec.structs.replace(run.info(), config=msgspec.structs.replace(CONFIG, alpha=1e9)))
    assert worker_refuses(p.ResumeJob(run=str(run.folder)), "alpha=1e+09").code == "config.bad-value"


def test_that_trying_and_taking_elsewhere_refuse_collapsed_data(demo_gguf: Path, tmp_path: Path) -> None:
    model, data = str(demo_gguf), str(rows(tmp_path, [f"What is {number}?" for number in range(25)]))
    elsewhere = p.ElsewhereJob(
        model=model, data=data, run=str(tmp_path / "run"), output=str(tmp_path / "out"), config=CONFIG
    )
    for job in (p.DryRunJob(model=model, data=data, config=CONFIG), elsewhere):
        assert worker_refuses(job, "100% of the answers", "collapsed=train").code == "data.copied-answer"
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]


def test_that_the_window_hears_what_to_do_from_a_process_of_its_own(demo_gguf: Path, tmp_path: Path) -> None:
    data = tmp_path / "rows.txt"
    data.write_bytes("Für Elise. ".encode("cp1252") * 40)
    config = msgspec.structs.replace(CONFIG, encoding="utf-8")
    job = p.TrainJob(model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), config=config)
    create(job)
    with pytest.raises(LuthierError) as caught:
        run_watched(job, JobContext(lambda event: None))
    assert ("set", "encoding") in [(one.do, one.what) for one in caught.value.actions]


def test_that_a_context_too_short_for_every_answer_is_named_with_what_would_do(demo_gguf: Path, tmp_path: Path) -> None:
    data = rows(tmp_path, [f"It is the number {7 * number}." for number in range(5)])
    config = msgspec.structs.replace(CONFIG, context=16)
    job = p.TrainJob(model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), config=config)
    failed = worker_refuses(job, "5 x longer than the context", "tokens, over 16", "larger context")
    assert failed.code == "data.nothing-usable"


def test_that_settings_that_do_other_than_they_seem_are_told_and_work(demo_gguf: Path, tmp_path: Path) -> None:
    config = TrainConfig(
        context=64, rank=130, alpha=130, epochs=2, warmup_ratio=0.9, grad_accumulation=99, eval_share=0, threads=1
    )
    data = rows(tmp_path, [f"It is {7 * number}." for number in range(5)])
    told = {notice.code: f"{notice.message} {notice.hint}" for notice in notices(demo_gguf, data, tmp_path, config)}
    assert "k (128), v (128)." in told["train.rank-beyond"] and "rank=128" in told["train.rank-beyond"]
    assert (
        "99 rows are wanted for each step" in told["train.few-rows"]
        and "the whole training has 2" in told["train.few-rows"]
    )
    assert "The warm-up of 0.9 is all of the 2 steps" in told["train.only-warmup"]


def test_that_nothing_is_told_of_usual_settings(demo_gguf: Path, tmp_path: Path) -> None:
    data = rows(tmp_path, [f"It is {7 * number}." for number in range(5)])
    config = TrainConfig(context=64, rank=128, grad_accumulation=1, max_steps=2, eval_share=0, threads=1)
    assert not {notice.code for notice in notices(demo_gguf, data, tmp_path, config) if notice.code[:6] == "train."}


def notices(model: Path, data: Path, folder: Path, config: TrainConfig) -> list[p.Notice]:
    """Of a training that comes to its end."""
    events: list[p.Event] = []
    job = p.TrainJob(model=str(model), data=str(data), run=str(folder / "run"), config=config)
    assert run_job(job, events.append, Control()) == 0, events[-1]
    return [event for event in events if isinstance(event, p.Notice)]
