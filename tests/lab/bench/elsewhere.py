"""Does the folder for elsewhere train what we train? Its scripts, run on the bundled model, against training here.

    make elsewhere                   every case: some minutes
    make elsewhere ARGS=--short      one case, as continuous integration runs it
    make elsewhere ARGS='--python /path/to/python'    in an environment that is there, not in one made from the
                                     folder's own requirements.txt

Both start from the same weights, here as GGUF in F32 (`q8_0`: as people have them, quantized). For every case: the
largest difference of a step's loss and of the held-out loss, in percent; the same after the adapter came home. Ends
with 1 where one is above half a percent.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from core import protocol as p
from core.base import paths
from core.jobs.context import JobContext
from core.jobs.export.bring_home import bring_home
from core.jobs.export.job import export_run
from core.runs import run as runs
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import BUILD, Options, python_with
from tests.lab.bench.make_model import bundled_model
from tests.support.export_runs import trained_run

FOLDER = BUILD / "bench" / "elsewhere"
ENVIRONMENT = paths.RESOURCES / "elsewhere" / "requirements.txt", "elsewhere-venv"
MOST = 0.005  # of a loss
CHATS = 200  # that choices are made of
CHAT, TEXT, CHOICES = paths.DEMO / "chat.jsonl", paths.DEMO / "holmes.txt", FOLDER / "choices.jsonl"
USUAL: dict[str, Any] = {
    "context": 128, "rank": 8, "max_steps": 20, "grad_accumulation": 2, "learning_rate": 2e-3, "eval_tokens": 2048,
    "schedule": "cosine", "warmup_ratio": 0.1, "threads": 2,
}  # fmt: skip


class Case(NamedTuple):
    """settings: besides the usual. script: with its arguments, or "notebook"."""

    data: Path
    settings: dict[str, Any]
    script: tuple[str, ...] = ("train_peft.py",)
    dtype: str = "f32"


SLOWER: dict[str, Any] = {"learning_rate": 2e-4}  # so that the loss stays far from 0
FROM_CHOICES = ("train_choices.py",)
CASES = {
    "conversations": Case(CHAT, {}),
    "q8_0": Case(CHAT, {}, dtype="q8_0"),
    "text": Case(TEXT, {"schedule": "linear", "seed": 3}),
    "unpacked": Case(CHAT, {"packing": False, "batch_tokens": 256, "schedule": "constant"}),
    "one by one": Case(CHAT, {}, ("train_peft.py", "--one-by-one")),
    "LoRA+, rsLoRA, decay": Case(CHAT, {"lora_plus_ratio": 4, "rslora": True, "weight_decay": 0.1}),
    "DoRA on q and v": Case(CHAT, {"dora": True, "targets": "q,v"}),
    "trl": Case(CHAT, {}, ("train_trl.py",)),
    "dpo": Case(CHOICES, SLOWER | {"objective": "dpo"}, FROM_CHOICES),
    "dpo, normalized": Case(CHOICES, SLOWER | {"objective": "dpo", "length_normalized": True}, FROM_CHOICES),
    "dpo, smoothed": Case(CHOICES, SLOWER | {"objective": "dpo", "label_smoothing": 0.1}, FROM_CHOICES),
    "kto": Case(CHOICES, SLOWER | {"objective": "kto", "good_weight": 1.5}, FROM_CHOICES),
    "orpo": Case(CHOICES, SLOWER | {"objective": "orpo"}, FROM_CHOICES),
    "notebook": Case(CHAT, {}, ("notebook",)),
}


def main() -> int:
    be_a_good_neighbour()
    options = parse_options()
    python = options.python or python_with(*ENVIRONMENT)
    os.environ["LUTHIER_HOME"] = str(FOLDER / "home")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    CHOICES.write_text("".join(json.dumps(pair) + "\n" for pair in pairs()))
    cases = {name: CASES[name] for name in (options.only or CASES)}
    print(f"{'case':22}{'steps':>7}{'held out':>10}{'at home':>9}{'seconds':>9}")
    return max(show(name, case, python) for name, case in cases.items())


def parse_options() -> argparse.Namespace:
    parser = Options(__doc__, only=["conversations"])
    parser.add_argument("--only", action="append", choices=list(CASES), help="this case")
    parser.add_argument("--python", type=Path, help="an interpreter that has the libraries")
    return parser.parsed()


def show(name: str, case: Case, python: Path) -> int:
    """A line; 1 where a loss differs by too much."""
    started = time.monotonic()
    place = FOLDER / name.replace(" ", "-")
    model = bundled_model(case.dtype, FOLDER)
    here = trained_run(model, case.data, place / "here", **(USUAL | case.settings))
    export = p.ExportJob(run=str(here.folder), kind="elsewhere", output=str(place / "folder"))
    export_run(export, JobContext(lambda event: None))
    run_script(python, place / "folder", case.script)
    there = json.loads((place / "folder" / "adapter" / "luthier.json").read_text())
    job = p.BringHomeJob(run=str(here.folder), adapter=str(place / "folder" / "adapter.zip"))
    _, home = bring_home(job, JobContext(lambda event: None))
    ours = [event.loss for event in here.events() if isinstance(event, p.Step)]
    theirs = [step["loss"] for step in there["steps"]]
    before, after = held_out(here)
    pairs = [(before, there["evaluations"][0]["loss"]), (after, there["evaluations"][-1]["loss"])]
    steps, at_home = list(zip(ours, theirs, strict=True)), [(after, home.eval_loss_after)]
    differences = [largest(found) for found in (steps, pairs, at_home)]
    seconds = time.monotonic() - started
    print(f"{name:22}{differences[0]:7.3%}{differences[1]:10.3%}{differences[2]:9.3%}{seconds:9.1f}", flush=True)
    return int(max(differences) > MOST)


def pairs() -> Iterator[dict[str, Any]]:
    """The first answers of the bundled conversations, each preferred to itself without the last sentence."""
    with CHAT.open(encoding="utf-8") as lines:
        chats = [json.loads(line)["messages"] for line in lines]
    for question, answer, *_ in chats[:CHATS]:
        less = answer["content"].removesuffix(" So says the keeper.")
        yield {"prompt": [question], "chosen": [answer], "rejected": [answer | {"content": less}]}


def run_script(python: Path, folder: Path, script: tuple[str, ...]) -> None:
    environment = os.environ | {"LUTHIER_BASE": str(paths.SAMPLE_MODEL), "HF_HUB_OFFLINE": "1"}
    command = [*script, "--base", str(paths.SAMPLE_MODEL)]
    if script == ("notebook",):
        cells = json.loads((folder / "notebook.ipynb").read_text())["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code" and cell["id"] != "install"]
        (folder / "cells.py").write_text("import subprocess\n" + "\n".join(sources))
        command = ["cells.py"]
    done = subprocess.run(
        [str(python), *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(done.stdout[-2000:] + done.stderr[-4000:])


def held_out(run: runs.Run) -> list[float]:
    """Before the first step and after the last."""
    return [event.loss for event in run.events() if isinstance(event, p.Evaluation) and event.loss is not None]


def largest(pairs: list[tuple[float, Any]]) -> float:
    """Difference of a pair, as a part of the first."""
    return max(abs(one - other) / abs(one) for one, other in pairs)


if __name__ == "__main__":
    sys.exit(main())
