"""A folder for a bigger machine: it holds what training here would train on, and scripts to train it as they are."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

from core import protocol as p
from core.base import paths
from core.base.errors import Cancelled, LuthierError
from core.convert.convert import convert
from core.convert.hf_config import read_config
from core.convert.naming import plain
from core.convert.safetensors import open_checkpoint
from core.convert.tensor_names import kept_tensors
from core.data.example import Example
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.weights import load_for_engine
from core.engine.train.optimizer import learning_rate
from core.engine.train.rows import Batches
from core.export.elsewhere.settings import adapted_modules
from core.jobs.context import Control, JobContext
from core.jobs.data.prepare import prepare_data
from core.jobs.export.elsewhere import Prepared, prepare_run
from core.jobs.export.job import export_run
from core.protocol.config import TrainConfig
from core.runs import run as runs
from tests.support.fixture_models import fixture_models
from tests.support.places import FIXTURES
from tests.support.refusals import command_refuses, worker_refuses

CONFIG = TrainConfig(
    context=128, rank=4, alpha=6, epochs=1.5, grad_accumulation=3, eval_share=0.1, seed=7, schedule="linear", threads=1,
    lora_plus_ratio=16, warmup_ratio=0.1, neftune_alpha=5, dropout=0.1, max_grad_norm=0.5, weight_decay=0.01,
)  # fmt: skip


def quiet() -> JobContext:
    return JobContext(lambda event: None)


def new_run(folder: Path, model: Path, data: Path, config: TrainConfig = CONFIG) -> runs.Run:
    """One that never trained a step."""
    return runs.create(p.TrainJob(model=str(model), data=str(data), run=str(folder), config=config))


def exported(run: runs.Run, output: Path) -> Path:
    export_run(p.ExportJob(run=str(run.folder), kind="elsewhere", output=str(output)), quiet())
    return output


@pytest.fixture(scope="module")
def run(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    return new_run(tmp_path_factory.mktemp("runs") / "keeper", demo_gguf, paths.DEMO / "chat.jsonl")


@pytest.fixture(scope="module")
def folder(run: runs.Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(run, tmp_path_factory.mktemp("out") / "away")


@pytest.fixture(scope="module")
def trained_here(run: runs.Run) -> Prepared:
    """What training here would train on."""
    return prepare_run(run, run.info(), quiet())


@pytest.fixture(scope="module")
def settings(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "settings.json").read_text())


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def same(line: dict[str, Any], example: Example) -> bool:
    labels = np.array(line["labels"])
    return (
        line["input_ids"] == example.tokens.tolist()
        and line["attention_mask"] == [1] * len(example)
        and bool(((labels != -100) == example.supervised).all())
        and bool((labels[example.supervised] == example.tokens[example.supervised]).all())
    )


@pytest.mark.slow
def test_that_tokens_and_masks_are_those_that_training_reads(folder: Path, trained_here: Prepared) -> None:
    dataset = trained_here.data.dataset
    for name, examples in (("train", dataset.train), ("eval", dataset.evaluation)):
        written = lines(folder / "data" / f"{name}.jsonl")
        assert len(written) == len(examples) > 10
        assert all(map(same, written, examples))


def test_that_rows_steps_and_order_are_the_runs(folder: Path, trained_here: Prepared, settings: dict[str, Any]) -> None:
    rows = json.loads((folder / "data" / "rows.json").read_text())
    packed, data = trained_here.data.train_rows, lines(folder / "data" / "train.jsonl")
    for members, row in zip(rows, packed, strict=True):
        assert [token for i in members for token in data[i]["input_ids"]] == row.tokens[: row.n_tokens].tolist()
    batches = Batches(range(len(packed)), CONFIG)  # type: ignore[arg-type]
    assert (settings["schedule"]["steps"], settings["row_tokens"]) == (batches.steps, 128)
    for step in range(batches.steps):  # as luthier_run.py draws it
        epoch, place = divmod(step, batches.steps_per_epoch)
        order = np.random.default_rng([settings["seed"], epoch]).permutation(len(rows))
        n = settings["gradient_accumulation_steps"]
        assert order[place * n : (place + 1) * n].tolist() == [int(row) for row in batches.rows_of(step)]  # type: ignore[call-overload]


def test_that_readable_lines_say_what_the_tokens_do(folder: Path, trained_here: Prepared) -> None:
    said = [json.loads(line) for line in (paths.DEMO / "chat.jsonl").read_text(encoding="utf-8").splitlines()]
    for name in ("train", "eval"):
        tokens, readable = (
            lines(folder / "data" / f"{name}.jsonl"),
            lines(folder / "data" / "readable" / f"{name}.jsonl"),
        )
        assert len(tokens) == len(readable)
        for line in readable:
            assert {"messages": line["messages"]} in said
            assert line["messages"][-1]["content"] in line["text"]  # earlier ones may have been cut off
    assert (folder / "chat_template.jinja").read_text() == trained_here.header.text("tokenizer.chat_template")


def test_that_running_text_goes_without_a_conversation(demo_gguf: Path, tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_text("The fox went to the sea, and the keeper rang the bell. " * 60)
    run = new_run(tmp_path / "run", demo_gguf, tmp_path / "story.txt")
    folder = exported(run, tmp_path / "out")
    readable = lines(folder / "data" / "readable" / "train.jsonl")
    assert readable and all(set(line) == {"text"} for line in readable)
    assert all(
        map(same, lines(folder / "data" / "train.jsonl"), prepare_run(run, run.info(), quiet()).data.dataset.train)
    )


def test_that_the_settings_are_the_runs_in_the_libraries_terms(settings: dict[str, Any]) -> None:
    targets = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
    lora = {"r": 4, "lora_alpha": 6, "lora_dropout": 0.1, "use_rslora": False, "use_dora": False, "bias": "none"}
    what = {"task_type": "CAUSAL_LM", "target_modules": targets, "layers_to_transform": None}
    assert settings["lora"] == {**lora, **what}
    optimizer = {"name": "AdamW", "lr": 2e-4, "betas": [0.9, 0.999], "eps": 1e-8, "weight_decay": 0.01}
    assert settings["optimizer"] == optimizer | {"loraplus_lr_ratio": 16}
    assert (settings["max_grad_norm"], settings["neftune_noise_alpha"], settings["seed"]) == (0.5, 5, 7)
    modules = settings["base"]["modules"]
    assert len(modules) == 42 and modules["model.layers.5.mlp.down_proj"] == [256, 768]
    assert modules["model.layers.0.self_attn.k_proj"] == [128, 256]


# Of the others, PEFT takes some for experts' (see below), or refuses them.
WITHIN_PEFT = {
    "ernie4_5-moe": "q,k,v,o",
    "falcon-h1": "q,k,v,o,gate,up,down,ssm_in",
    "falcon-h1-normed": "q,k,v,o,gate,up,down,ssm_in",
    "nemotron-h": "q,k,v,o,ssm_in,up,down",
    "nemotron-h-moe": "q,k,v,o,ssm_in,shared_up,shared_down",
}


@pytest.mark.parametrize("name", fixture_models("config.json"))
def test_that_modules_are_called_and_shaped_as_in_the_checkpoint(name: str, tmp_path: Path) -> None:
    convert(FIXTURES / name, tmp_path / "model.gguf", "f16", lambda done, total: None)
    config = TrainConfig(targets=WITHIN_PEFT.get(name, "all-linear"))
    base = adapted_modules(load_for_engine(tmp_path / "model.gguf", 1).model, config)
    entries = kept_tensors(read_config(FIXTURES / name), open_checkpoint(FIXTURES / name)).found
    assert len(base.modules) >= 4
    for module, shape in base.modules.items():
        assert tuple(entries[f"{plain(module)}.weight"].shape) == shape


def test_that_a_script_draws_our_starting_values(demo_gguf: Path, settings: dict[str, Any]) -> None:
    """As luthier_run.py does, module by module in the order of settings.json."""
    loaded = load_for_engine(demo_gguf, 1)
    adapter = LoraAdapter(loaded.backend, loaded.model, CONFIG)
    adapter.initialize(CONFIG.seed)
    drawn = np.random.default_rng(settings["seed"])
    for (a, _), (_, d_in) in zip(adapter.factors().values(), settings["base"]["modules"].values(), strict=True):
        bound = 1 / np.sqrt(d_in)
        assert (a == drawn.uniform(-bound, bound, (4, d_in)).astype(np.float32)).all()


def test_that_the_scripts_schedule_is_ours(folder: Path, settings: dict[str, Any]) -> None:
    """The function itself, without the rest of luthier_run.py, which needs PyTorch."""
    tree = ast.parse((folder / "luthier_run.py").read_text())
    (function,) = [node for node in tree.body if getattr(node, "name", "") == "share_of_rate"]
    space: dict[str, Any] = {"math": __import__("math"), "Any": Any}
    exec(compile(ast.Module([function], []), "luthier_run.py", "exec"), space)
    steps = settings["schedule"]["steps"]
    for name in ("constant", "linear", "cosine"):
        config = TrainConfig(schedule=name, warmup_ratio=0.1)  # type: ignore[arg-type]
        said = {"schedule": {"name": name, "warmup_steps": round(0.1 * steps), "steps": steps}}
        for step in range(steps):
            assert 2e-4 * space["share_of_rate"](said, step) == pytest.approx(learning_rate(config, step, steps))


def test_that_the_notebook_is_valid_and_the_scripts_compile(folder: Path) -> None:
    notebook = nbformat.read(folder / "notebook.ipynb", as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    for source in [*cells, *(path.read_text() for path in folder.glob("*.py"))]:
        compile(source, "script", "exec")
    assert len(list(folder.glob("train_*.py"))) == 4
    assert all("==" in line for line in (folder / "requirements.txt").read_text().splitlines() if line[0] != "#")


def test_that_readme_says_what_the_folder_is(folder: Path) -> None:
    text = (folder / "README.md").read_text()
    assert "storyteller-6m-f16.gguf" in text and "plain text" in text and "--base OWNER/NAME" in text
    assert "luthier runs bring-home keeper adapter.zip" in text and "never" in text
    assert not (folder / "GUIDE.md").exists()


def test_that_an_earlier_folder_is_replaced_and_what_was_trained_in_it_stays(run: runs.Run, tmp_path: Path) -> None:
    folder = exported(run, tmp_path / "out")
    (folder / "adapter").mkdir()
    (folder / "adapter" / "adapter_model.safetensors").write_text("hours of work")
    exported(run, folder)
    assert (folder / "adapter" / "adapter_model.safetensors").read_text() == "hours of work"
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").write_text("cat")
    refused = p.ExportJob(run=str(run.folder), kind="elsewhere", output=str(tmp_path / "photos"))
    assert worker_refuses(refused, "photos").code == "files.would-overwrite"


def test_that_nothing_is_left_when_it_is_cancelled(run: runs.Run, tmp_path: Path) -> None:
    control = Control()

    def cancel(event: p.Event) -> None:
        if isinstance(event, p.Phase) and event.name == "export":
            control.cancel.set()

    job = p.ExportJob(run=str(run.folder), kind="elsewhere", output=str(tmp_path / "out"))
    with pytest.raises(Cancelled):
        export_run(job, JobContext(cancel, control))
    assert not list(tmp_path.iterdir())


def test_that_experts_are_refused(tmp_path: Path) -> None:
    convert(FIXTURES / "olmoe", tmp_path / "olmoe.gguf", "f16", lambda done, total: None)
    (tmp_path / "story.txt").write_text("The fox went to the sea. " * 40)
    config = TrainConfig(context=32, targets="q,up", threads=1)
    run = new_run(tmp_path / "run", tmp_path / "olmoe.gguf", tmp_path / "story.txt", config)
    refused = p.ExportJob(run=str(run.folder), kind="elsewhere", output=str(tmp_path / "out"))
    assert worker_refuses(refused, "q,up", "all-linear").code == "elsewhere.experts"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("name", "module"), [("ernie4_5-moe", "gate_proj"), ("nemotron-h", "out_proj")])
def test_that_what_peft_refuses_or_takes_for_something_else_is_refused(tmp_path: Path, name: str, module: str) -> None:
    convert(FIXTURES / name, tmp_path / "model.gguf", "f16", lambda done, total: None)
    model = load_for_engine(tmp_path / "model.gguf", 1).model
    with pytest.raises(LuthierError, match=module) as caught:
        adapted_modules(model, TrainConfig())
    assert caught.value.code == "elsewhere.no-peft"
    named = set(caught.value.hint.partition("targets=")[2].rstrip(".").split(","))
    assert named == set(WITHIN_PEFT[name].split(","))
    assert adapted_modules(model, TrainConfig(targets=WITHIN_PEFT[name])).modules


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("choices") / "pairs.jsonl"
    rows = ({"prompt": f"Tower {n}?", "chosen": f"{n}.", "rejected": f"It is {n}, I think."} for n in range(40))
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


@pytest.mark.parametrize("objective", ["dpo", "kto"])
def test_that_choices_go_as_training_here_has_them(
    demo_gguf: Path, pairs: Path, tmp_path: Path, objective: Any
) -> None:
    config = TrainConfig(objective=objective, preference_beta=0.2, good_weight=1.5, context=64, threads=1)
    run = new_run(tmp_path / "run", demo_gguf, pairs, config)
    folder = exported(run, tmp_path / "out")
    settings, data = json.loads((folder / "settings.json").read_text()), prepare_run(run, run.info(), quiet()).data
    said = settings["objective"]
    assert (said["name"], said["beta"], said["good_weight"]) == (objective, 0.2, 1.5)
    with JobContext(lambda event: None) as context:
        at_home = prepare_data(demo_gguf, str(pairs), None, config, context)
    assert data.train_rows.fingerprint() == at_home.train_rows.fingerprint()  # prompts that are shared, too
    for name, names_rows, rows in (
        ("train.jsonl", "rows.json", data.train_rows), ("eval.jsonl", "eval_rows.json", data.eval_rows),
    ):  # fmt: skip
        written = lines(folder / "data" / name)
        assert all(map(same, written, rows.examples))
        for members, row in zip(json.loads((folder / "data" / names_rows).read_text()), rows, strict=True):
            assert row.choices is not None and [written[i]["side"] for i in members] == row.choices.sides.tolist()
    readable = lines(folder / "data" / "readable" / "train.jsonl")
    assert [line["good"] for line in readable[:2]] == [True, False] and "I think." in readable[1]["text"]
    text = (folder / "README.md").read_text()
    assert f"answers of choices ({objective})" in text and "python train_choices.py" in text


def test_that_what_trl_cannot_do_is_refused(demo_gguf: Path, pairs: Path, tmp_path: Path) -> None:
    config = TrainConfig(objective="dpo", length_normalized=True, label_smoothing=0.1, threads=1)
    run = new_run(tmp_path / "run", demo_gguf, pairs, config)
    refused = p.ExportJob(run=str(run.folder), kind="elsewhere", output=str(tmp_path / "out"))
    assert worker_refuses(refused, "label_smoothing").code == "elsewhere.choices"


@pytest.mark.slow
def test_that_a_refusal_for_memory_names_the_way(demo_gguf: Path, tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_text("The fox went to the sea. " * 40)
    config = TrainConfig(context=64, memory_budget=1 << 20, threads=1)
    job = p.TrainJob(model=str(demo_gguf), data=str(tmp_path / "story.txt"), run=str(tmp_path / "run"), config=config)
    failed = worker_refuses(job, "elsewhere -o run-elsewhere", str(tmp_path / "run"))
    assert failed.code == "memory.too-small"
    folder = exported(runs.Run(tmp_path / "run"), tmp_path / "out")  # and it can be gone
    assert lines(folder / "data" / "train.jsonl")


def test_that_an_estimate_that_does_not_fit_offers_it(demo_gguf: Path) -> None:
    from core.jobs.planning.estimate import estimate

    events: list[p.Event] = []
    estimate(p.EstimateJob(model=str(demo_gguf), config=TrainConfig(memory_budget=1 << 20)), JobContext(events.append))
    (notice,) = [event for event in events if isinstance(event, p.Notice) and event.code == "memory.elsewhere"]
    assert f"luthier elsewhere --model {demo_gguf} --data" in notice.hint


def test_that_a_failure_leaves_no_run(demo_gguf: Path, tmp_path: Path) -> None:
    output, run = tmp_path / "out", tmp_path / "run"
    (tmp_path / "nothing.jsonl").write_text("{}\n")
    arguments = ["elsewhere", "--model", demo_gguf, "--data", tmp_path / "nothing.jsonl", "-o", output, "--run", run]
    command_refuses(arguments, "nothing.jsonl")
    assert not output.exists() and not run.exists()
