"""Training that goes on from an adapter: the same logits at its first step, its settings, and a run that resumes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from core import protocol as p
from core.adapters.open import open_adapter
from core.adapters.start import conflicts, settings_for, start_from
from core.base.errors import Cancelled, LuthierError
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Adapter, read_adapter
from core.engine.model.weights import load_for_engine
from core.engine.train.engine import Engine
from core.gguf.header import Header, read_header
from core.jobs.context import Control, JobContext
from core.jobs.training import loop as training_loop
from core.jobs.training.dry_run import dry_run
from core.jobs.training.train import resume_training, start_training
from core.protocol.config import TrainConfig
from core.protocol.layers import trained_layers
from core.runs import run as runs
from tests.support.export_runs import CONFIG, exported, trained_run
from tests.support.logits import our_logits
from tests.support.peft_folders import truth_of
from tests.support.places import FIXTURES

Base = Callable[[str], Header]


@pytest.mark.parametrize(
    "name", ["llama-biased", "qwen3", "olmoe", "phi", "gemma2", "gemma4-moe", "qwen35moe", "lfm2moe"]
)
def test_that_training_begins_where_the_adapter_ended(name: str, base: Base) -> None:
    """DoRA, ranks that differ, experts (not in all layers), fused linears, the delta rule, and some layers alone."""
    source, truth = FIXTURES / name / "peft", truth_of(name)
    adapter = open_adapter(source, base(name))
    loaded = load_for_engine(base(name), threads=1)
    config = settings_for(adapter, base(name), TrainConfig(rank=64, learning_rate=1e-5), source)
    assert (config.rank, config.learning_rate) == (3 if name == "qwen3" else 2, 1e-5)
    own = LoraAdapter(loaded.backend, loaded.model, config)
    own.initialize(seed=1)
    missing = start_from(own, adapter)
    assert config.layers == ("1" if name == "gemma2" else "all")
    assert not missing
    logits = our_logits(loaded, own, truth["tokens"])[truth["positions"]]
    assert np.abs(logits - truth["logits"]).max() < 1e-3 * np.abs(truth["logits"] - truth["base"]).max()
    assert all(a.any(axis=-1).all() for a, _ in own.factors().values())  # or they would never learn


@pytest.mark.parametrize("targets", ["all-linear", "shared_up,down"])
@pytest.mark.parametrize("name", ["ernie4_5-moe", "gemma4-moe", "granitehybrid-moe"])
def test_that_a_mixtures_experts_learn_only_where_they_did(name: str, targets: str, base: Base) -> None:
    """Their linears are called like those of the feed-forward that other layers have, or all tokens."""
    model = base(name)
    loaded = load_for_engine(model, threads=1)
    before = LoraAdapter(loaded.backend, loaded.model, TrainConfig(rank=2, targets=targets))
    before.initialize(seed=1)
    saved = Adapter(model.architecture, 4.0, before.factors())
    config = settings_for(saved, model, TrainConfig(), Path("mine"))
    after = LoraAdapter(loaded.backend, loaded.model, config)
    assert after.factors().keys() == before.factors().keys()


@pytest.fixture(scope="module")
def first(demo_gguf: Path, data: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    return trained_run(demo_gguf, data, tmp_path_factory.mktemp("first") / "run", max_steps=4, targets="q,v,down")


def evaluations(events: list[p.Event]) -> list[float]:
    return [event.loss for event in events if isinstance(event, p.Evaluation) and event.loss is not None]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["run", "file", "peft"])
def test_that_a_run_goes_on_from_another(
    kind: str, first: runs.Run, demo_gguf: Path, data: Path, tmp_path: Path
) -> None:
    source = {"run": first.folder, "file": first.adapter, "peft": tmp_path / "peft"}[kind]
    if kind == "peft":
        exported(first, source, "peft")
    config = TrainConfig(**(CONFIG | {"max_steps": 2, "rank": 8, "targets": "all-linear"}))
    job = p.TrainJob(
        model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), config=config, adapter=str(source)
    )
    run, events = runs.create(job), list[p.Event]()
    outcome, result = start_training(job, JobContext(events.append))
    assert outcome == "done"
    assert result.eval_loss_before == pytest.approx(evaluations(list(first.events()))[-1], rel=1e-6)
    info = run.info()
    assert (info.adapter, info.config.rank, info.config.alpha) == (str(source), 4, first.info().config.alpha)
    assert info.config.targets == "q,v,down"
    notices = [event.message for event in events if isinstance(event, p.Notice)]
    assert any("rank=8 was asked for" in notice for notice in notices)
    assert not any("targets" in notice for notice in notices)  # it was not asked for
    assert read_adapter(run.adapter).tensors.keys() == read_adapter(first.adapter).tensors.keys()


@pytest.mark.slow
def test_that_a_run_of_some_layers_leaves_the_others_alone(demo_gguf: Path, data: Path, tmp_path: Path) -> None:
    """Trained, stopped and resumed to the same adapter, and exported for PEFT with the layers named."""
    settings = {"layers": "last half", "max_steps": 2, "save_every": 1, "eval_tokens": 256}
    whole = trained_run(demo_gguf, data, tmp_path / "whole", **settings)
    adapted = {int(name.split(".")[1]) for name in read_adapter(whole.adapter).tensors}
    n_layers = int(read_header(demo_gguf).values["llama.block_count"])
    assert adapted == set(range(n_layers // 2, n_layers))
    before = whole.adapter.read_bytes()
    shutil.rmtree(whole.checkpoints_dir / "step-000002")
    assert resume_training(p.ResumeJob(run=str(whole.folder)), JobContext(lambda event: None))[0] == "done"
    assert whole.adapter.read_bytes() == before
    exported(whole, tmp_path / "peft", "peft")
    assert json.loads((tmp_path / "peft" / "adapter_config.json").read_text())["layers_to_transform"] == sorted(adapted)
    found = settings_for(read_adapter(whole.adapter), read_header(demo_gguf), TrainConfig(), whole.adapter)
    assert list(trained_layers(found.layers, n_layers)) == sorted(adapted)


def test_that_the_layers_of_an_adapter_count_and_are_told_where_others_were_asked_for(demo_gguf: Path) -> None:
    model = read_header(demo_gguf)
    loaded = load_for_engine(model, threads=1)
    n_layers = len(loaded.model.layers)
    upper = LoraAdapter(loaded.backend, loaded.model, TrainConfig(rank=2, layers="last half"))
    saved, numbers = Adapter(model.architecture, 4.0, upper.factors()), f"{n_layers // 2}-{n_layers - 1}"
    for asked, found in (("all", numbers), ("last half", "last half"), ("first 1", numbers)):
        before = TrainConfig(layers=asked)
        after = settings_for(saved, model, before, Path("mine"))
        assert after.layers == found
        assert ("layers" in conflicts(before, after)) == (asked == "first 1")


@pytest.mark.slow
def test_that_it_resumes_without_the_adapter_it_began_with(
    first: runs.Run, demo_gguf: Path, data: Path, tmp_path: Path
) -> None:
    source, whole = tmp_path / "adapter.gguf", list[runs.Run]()
    for stopped in (False, True):
        shutil.copy(first.adapter, source)
        config = TrainConfig(**(CONFIG | {"max_steps": 4}))
        folder = tmp_path / f"run-{stopped}"
        job = p.TrainJob(model=str(demo_gguf), data=str(data), run=str(folder), config=config, adapter=str(source))
        whole.append(runs.create(job))
        control = Control()

        def stop(event: p.Event, control: Control = control, stopped: bool = stopped) -> None:
            if stopped and isinstance(event, p.Step) and event.step == 2:
                control.stop.set()

        outcome, _ = start_training(job, JobContext(stop, control))
        assert outcome == ("stopped" if stopped else "done")
    source.unlink()
    outcome, _ = resume_training(p.ResumeJob(run=str(folder)), JobContext(lambda _: None))
    assert outcome == "done"
    one, other = (read_adapter(run.adapter) for run in whole)
    for name, (a, b) in one.tensors.items():
        np.testing.assert_array_equal(other.tensors[name][0], a)
        np.testing.assert_array_equal(other.tensors[name][1], b)


@pytest.mark.slow
def test_that_a_dry_run_tries_what_training_would_begin_with(
    first: runs.Run, demo_gguf: Path, data: Path, tmp_path: Path
) -> None:
    config = TrainConfig(**(CONFIG | {"max_steps": 1, "rank": 8}))
    model, rows, source = str(demo_gguf), str(data), str(first.folder)
    job = p.TrainJob(model=model, data=rows, run=str(tmp_path / "run"), config=config, adapter=source)
    trained, told = list[p.Event](), list[p.Event]()
    runs.create(job)
    start_training(job, JobContext(trained.append))
    dry = p.DryRunJob(model=model, data=rows, config=config, adapter=source)
    _, tried = dry_run(dry, JobContext(told.append))
    assert tried.loss == pytest.approx(next(e.loss for e in trained if isinstance(e, p.Step)), rel=1e-6)
    assert any("rank=8 was asked for" in event.message for event in told if isinstance(event, p.Notice))
    missing = msgspec.structs.replace(dry, adapter=str(tmp_path / "none.gguf"))
    with pytest.raises(LuthierError) as caught:
        dry_run(missing, JobContext(told.append))
    assert caught.value.code == "adapter.missing"


@pytest.mark.slow
@pytest.mark.parametrize("when", ["measuring", "step"])
def test_that_a_long_step_is_given_up_to_stop_and_the_run_goes_on_as_if_it_never_had(
    when: str, demo_gguf: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_loop, "STOP_S", 0.0)  # any step is a long one
    monkeypatch.setattr(training_loop, "SHARE_INTERVAL", 0.0)
    whole = trained_run(demo_gguf, data, tmp_path / "whole", max_steps=3)
    config = TrainConfig(**(CONFIG | {"max_steps": 3}))
    job = p.TrainJob(model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), config=config)
    run, control, told = runs.create(job), Control(), list[p.Event]()

    def stop(event: p.Event) -> None:
        told.append(event)
        within = isinstance(event, p.Progress) and event.unit == "steps" and event.done > 1
        if within or (when == "measuring" and isinstance(event, p.TrainingStarted)):
            control.stop.set()

    assert start_training(job, JobContext(stop, control))[0] == "stopped"
    newest = run.newest_checkpoint()
    assert newest is not None and newest.name == ("step-000001" if when == "step" else "step-000000")
    assert sum(isinstance(event, p.Step) for event in told) == (1 if when == "step" else 0)
    assert resume_training(p.ResumeJob(run=str(run.folder)), JobContext(lambda _: None))[0] == "done"
    assert all(
        np.array_equal(one, other)
        for name, factors in read_adapter(whole.adapter).tensors.items()
        for one, other in zip(factors, read_adapter(run.adapter).tensors[name], strict=True)
    )


@pytest.mark.slow
def test_that_a_run_that_is_stopped_in_its_last_evaluation_is_not_done(
    demo_gguf: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_loop, "STOP_S", 0.0)
    config = TrainConfig(**(CONFIG | {"max_steps": 2, "eval_share": 0.3}))
    job = p.TrainJob(model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), config=config)
    run, control, told = runs.create(job), Control(), list[p.Event]()

    def stop(event: p.Event) -> None:
        told.append(event)
        is_last = sum(isinstance(one, p.Step) for one in told) == 2
        if is_last and isinstance(event, p.Phase) and event.name == "evaluate":
            control.stop.set()

    assert start_training(job, JobContext(stop, control))[0] == "stopped"
    told.clear()
    assert resume_training(p.ResumeJob(run=str(run.folder)), JobContext(told.append))[0] == "done"
    assert [event.step for event in told if isinstance(event, p.Evaluation)] == [2]


def test_that_a_dry_run_hears_in_the_midst_of_a_step_that_it_is_not_wanted(
    demo_gguf: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a context that is longer than the model was made for, which is told before."""
    longest = int(read_header(demo_gguf).values["llama.context_length"])
    config, control, told = TrainConfig(**(CONFIG | {"context": longest + 1})), Control(), list[p.Event]()
    loaded, forwards = Engine.forward, list[int]()

    def forward(engine: Engine, layer_done: Callable[[], None] = lambda: None) -> None:
        def cancelled() -> None:
            forwards.append(1)
            control.cancel.set()
            layer_done()

        loaded(engine, cancelled)

    monkeypatch.setattr(Engine, "forward", forward)
    with pytest.raises(Cancelled):
        dry_run(p.DryRunJob(model=str(demo_gguf), data=str(data), config=config), JobContext(told.append, control))
    assert len(forwards) == 1  # layer
    notices = [event for event in told if isinstance(event, p.Notice) and event.code == "train.context-beyond"]
    assert len(notices) == 1 and f"up to {longest:,} tokens" in notices[0].message


def test_that_an_adapter_for_another_model_begins_nothing(demo_gguf: Path, data: Path, tmp_path: Path) -> None:
    source = FIXTURES / "llama" / "peft"
    job = p.TrainJob(model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), adapter=str(source))
    runs.create(job)
    with pytest.raises(LuthierError) as caught:
        start_training(job, JobContext(lambda _: None))
    assert caught.value.code == "adapter.other-base"
    assert read_header(demo_gguf).path.name in caught.value.message
