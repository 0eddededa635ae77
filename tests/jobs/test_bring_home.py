"""What was trained elsewhere becomes a run like any other, if it is this run's."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import protocol as p
from core.adapters.open import open_adapter
from core.base import paths
from core.base.errors import Cancelled
from core.convert.convert import convert
from core.engine.lora.adapter_file import read_adapter
from core.gguf.header import read_header
from core.jobs.context import Control, JobContext
from core.jobs.export.bring_home import bring_home
from core.jobs.export.job import export_run
from core.jobs.training.train import start_training
from core.protocol.config import TrainConfig
from core.runs import run as runs
from tests.support.export_runs import CONFIG, exported, trained_run
from tests.support.homecoming import came_back
from tests.support.places import FIXTURES
from tests.support.refusals import command_refuses, worker_refuses

STEPS = 4
SETTINGS: dict[str, Any] = CONFIG | {"max_steps": STEPS}


def conversations() -> Path:
    """The first of the bundled ones: all are more than these tests need."""
    file = paths.home() / "few.jsonl"
    with (paths.DEMO / "chat.jsonl").open(encoding="utf-8") as lines:
        file.write_text("".join(line for line, _ in zip(lines, range(60), strict=False)), encoding="utf-8")
    return file


def new_run(folder: Path, model: Path, data: Path | None = None, **settings: Any) -> runs.Run:
    """One that never trained a step."""
    data = data or conversations()
    config = TrainConfig(**(SETTINGS | settings))
    return runs.create(p.TrainJob(model=str(model), data=str(data), run=str(folder), config=config))


@pytest.fixture(scope="module")
def trained(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    """In the role of the bigger machine."""
    folder = tmp_path_factory.mktemp("there") / "keeper"
    return trained_run(demo_gguf, conversations(), folder, max_steps=STEPS)


@pytest.fixture(scope="module")
def returned(trained: runs.Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The adapter's folder as the scripts leave it: PEFT's files, and a report with the folder's manifest."""
    out = tmp_path_factory.mktemp("out")
    return came_back(trained, out)


@pytest.fixture
def altered(returned: Path, tmp_path: Path) -> Path:
    """A copy, to be spoilt."""
    return Path(shutil.copytree(returned, tmp_path / "altered"))


def bring(run: runs.Run, adapter: Path) -> tuple[p.BringHomeResult, list[p.Event]]:
    events: list[p.Event] = []
    outcome, result = bring_home(p.BringHomeJob(run=str(run.folder), adapter=str(adapter)), JobContext(events.append))
    assert outcome == "done"
    return result, events


@pytest.mark.slow
def test_that_a_run_that_never_trained_takes_it_as_its_own(
    trained: runs.Run, returned: Path, demo_gguf: Path, tmp_path: Path
) -> None:
    run = new_run(tmp_path / "runs" / "keeper", demo_gguf)
    packed = Path(shutil.copytree(returned, tmp_path / "packed"))
    earlier = Path(shutil.copytree(returned, packed / "checkpoint-2"))  # as trainers leave them beside it
    (earlier / "adapter_model.safetensors").write_bytes(b"of an earlier step")
    zipped = shutil.make_archive(str(tmp_path / "adapter"), "zip", packed)
    result, _ = bring(run, Path(zipped))
    ours, theirs = read_adapter(trained.adapter), read_adapter(run.adapter)
    assert result.run == str(run.folder) and ours.tensors.keys() == theirs.tensors.keys()
    for name, (a, b) in ours.tensors.items():
        other_a, other_b = theirs.tensors[name]
        assert np.allclose(ours.alpha / ours.rank * b @ a, theirs.alpha / theirs.rank * other_b @ other_a, atol=1e-7)

    before, after = (e for e in trained.events() if isinstance(e, p.Evaluation))
    assert result.eval_loss_before == pytest.approx(before.loss, rel=1e-3)
    assert result.eval_loss_after == pytest.approx(after.loss, rel=1e-3)
    assert result.loss_elsewhere == after.loss
    there, here = ([e for e in r.events() if isinstance(e, p.Step)] for r in (trained, run))
    assert [(e.step, e.loss, e.epoch, e.tokens_seen, e.tokens_trained) for e in there] == [
        (e.step, e.loss, e.epoch, e.tokens_seen, e.tokens_trained) for e in here
    ]
    assert run.status() == "done" and result.steps == STEPS

    exporting = p.ExportJob(run=str(run.folder), kind="adapter", output=str(tmp_path / "out.gguf"))
    _, out = export_run(exporting, JobContext(lambda event: None))
    assert out.loss_training == result.eval_loss_after
    assert out.loss_llama_cpp == pytest.approx(out.loss_training, rel=5e-3)


@pytest.mark.slow
def test_that_a_run_with_an_adapter_keeps_it(trained: runs.Run, returned: Path) -> None:
    before = trained.adapter.read_bytes()
    for name in ("keeper-elsewhere", "keeper-elsewhere-2"):
        result, events = bring(trained, returned)
        home = runs.Run(Path(result.run))
        assert home.name == name and home.status() == "done" and home.info() == trained.info()
        assert [e.code for e in events if isinstance(e, p.Notice)][-1] == "elsewhere.own-run"
        assert read_adapter(home.adapter).tensors and trained.adapter.read_bytes() == before


@pytest.mark.slow
def test_that_what_learnt_from_choices_is_measured_by_them(demo_gguf: Path, tmp_path: Path) -> None:
    """What began with another run is compared with that run."""
    rows = ({"prompt": f"Tower {n}?", "chosen": f"{n}.", "rejected": f"It is {n}, I think."} for n in range(40))
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    how = {"objective": "dpo", "max_steps": STEPS, "eval_share": 0.2}
    first = trained_run(demo_gguf, tmp_path / "pairs.jsonl", tmp_path / "first", **how)
    job = p.TrainJob(
        model=str(demo_gguf), data=str(tmp_path / "pairs.jsonl"), run=str(tmp_path / "second"),
        adapter=str(first.adapter), config=TrainConfig(**(CONFIG | how)),
    )  # fmt: skip
    second, started = runs.create(job), list[p.Event]()
    start_training(job, JobContext(started.append))
    second.events_file.write_bytes(b"".join(map(p.encode, started)))
    home = came_back(second, tmp_path / "out")
    result, _ = bring(second, home)
    before, after = (event for event in started if isinstance(event, p.Evaluation))
    assert result.eval_loss_before == pytest.approx(np.log(2)) == pytest.approx(before.loss)
    assert result.eval_loss_after == pytest.approx(after.loss, rel=1e-3)
    (told,) = (event for event in runs.Run(Path(result.run)).events() if isinstance(event, p.Evaluation) and event.step)
    assert told.choices is not None and told.answers == after.answers and told.choices.distance > 0
    first.adapter.unlink()
    result, events = bring(second, home)
    assert "elsewhere.no-beginning" in [event.code for event in events if isinstance(event, p.Notice)]
    assert (result.eval_loss_before, result.eval_loss_after) == (None, None) and Path(result.adapter).exists()


@pytest.mark.slow
def test_that_such_a_run_is_not_started_anew_by_mistake(returned: Path, demo_gguf: Path, tmp_path: Path) -> None:
    run = new_run(tmp_path / "keeper", demo_gguf)
    bring(run, returned)
    before = run.adapter.read_bytes()
    failed = worker_refuses(p.ResumeJob(run=str(run.folder)), "elsewhere", "--adapter")
    assert failed.code == "resume.no-checkpoint" and run.adapter.read_bytes() == before


@pytest.mark.slow
def test_that_the_folder_begins_with_what_the_run_begins_with(
    trained: runs.Run, demo_gguf: Path, tmp_path: Path
) -> None:
    job = p.TrainJob(
        model=str(demo_gguf), data=str(conversations()), run=str(tmp_path / "run"), adapter=str(trained.adapter),
        config=TrainConfig(**(SETTINGS | {"rank": 9})),
    )  # fmt: skip
    exported(runs.create(job), tmp_path / "folder", "elsewhere")
    start, learnt = open_adapter(tmp_path / "folder" / "start", read_header(demo_gguf)), read_adapter(trained.adapter)
    assert json.loads((tmp_path / "folder" / "settings.json").read_text())["lora"]["r"] == learnt.rank == 4
    for name, (a, b) in learnt.tensors.items():
        assert np.array_equal(start.tensors[name][0], a) and np.array_equal(start.tensors[name][1], b)
    assert start.alpha == learnt.alpha


@pytest.mark.slow
def test_that_another_model_is_refused(returned: Path, tmp_path: Path) -> None:
    convert(FIXTURES / "qwen3", tmp_path / "other.gguf", "f16", lambda done, total: None)
    (tmp_path / "story.txt").write_text("The fox went to the sea. " * 40)
    run = new_run(tmp_path / "run", tmp_path / "other.gguf", tmp_path / "story.txt", context=32)
    refused = p.BringHomeJob(run=str(run.folder), adapter=str(returned))
    failed = worker_refuses(refused, "model.layers.0.self_attn.q_proj among them", "256 x 256 there")
    assert failed.code == "elsewhere.other-model" and not run.adapter.exists()


@pytest.mark.parametrize("settings", [{"context": 48}, {"train_on": "all"}, {"eval_share": 0.2}])
@pytest.mark.slow
def test_that_other_tokens_are_refused(
    returned: Path, demo_gguf: Path, tmp_path: Path, settings: dict[str, Any]
) -> None:
    run = new_run(tmp_path / "run", demo_gguf, **settings)
    command_refuses(["runs", "bring-home", run.folder, returned], "other tokens", "import-adapter")
    assert not run.adapter.exists() and not run.events_file.exists()


def spoil(folder: Path, what: str) -> Path:
    report = folder / "luthier.json"
    match what:
        case "no report":
            report.unlink()
        case "cut report":
            report.write_bytes(report.read_bytes()[:200])
        case "no adapter":
            (folder / "adapter_model.safetensors").unlink()
        case "cut adapter":
            weights = folder / "adapter_model.safetensors"
            weights.write_bytes(weights.read_bytes()[:-100])
        case "nothing":
            shutil.rmtree(folder)
        case "no zip":
            shutil.rmtree(folder)
            folder.write_bytes(b"PK\x03\x04 not whole")
        case "zip bomb":
            with zipfile.ZipFile(folder.with_suffix(".zip"), "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
                packed.write(folder / "luthier.json", "../luthier.json")
                with packed.open("../adapter_model.safetensors", "w") as weights:
                    for _ in range(80):
                        weights.write(bytes(1 << 20))
            return folder.with_suffix(".zip")
    return folder


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("no report", "elsewhere.no-report"),
        ("cut report", "elsewhere.bad-report"),
        ("no adapter", "adapter.not-an-adapter"),
        ("cut adapter", "convert.truncated"),
        ("nothing", "elsewhere.missing"),
        ("no zip", "elsewhere.bad-zip"),
        ("zip bomb", "elsewhere.bad-zip"),
    ],
)
@pytest.mark.slow
def test_that_a_spoilt_folder_is_refused(altered: Path, demo_gguf: Path, tmp_path: Path, what: str, code: str) -> None:
    run = new_run(tmp_path / "run", demo_gguf)
    failed = worker_refuses(p.BringHomeJob(run=str(run.folder), adapter=str(spoil(altered, what))))
    assert failed.code == code and not run.adapter.exists()


@pytest.mark.slow
def test_that_changed_data_and_missing_steps_are_told(altered: Path, demo_gguf: Path, tmp_path: Path) -> None:
    report = json.loads((altered / "luthier.json").read_text())
    report["trained_on"]["train.jsonl"] = "another"
    report["steps"].pop()
    (altered / "luthier.json").write_text(json.dumps(report))
    _, events = bring(new_run(tmp_path / "run", demo_gguf), altered)
    told = {e.code: e.message for e in events if isinstance(e, p.Notice)}
    assert "train.jsonl" in told["elsewhere.data-changed"] and "3 of 4 steps" in told["elsewhere.fewer-steps"]


@pytest.mark.slow
def test_that_cancelling_leaves_the_run_as_it_was(returned: Path, demo_gguf: Path, tmp_path: Path) -> None:
    run, control = new_run(tmp_path / "run", demo_gguf), Control()
    before = sorted(run.folder.rglob("*"))

    def cancel(event: p.Event) -> None:
        if isinstance(event, p.Phase) and event.name == "evaluate":
            control.cancel.set()

    with pytest.raises(Cancelled):
        bring_home(p.BringHomeJob(run=str(run.folder), adapter=str(returned)), JobContext(cancel, control))
    assert sorted(run.folder.rglob("*")) == before
