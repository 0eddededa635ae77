"""Does the folder for elsewhere train what we train? Its scripts, run on the bundled model, against training here.

    make elsewhere                   every case: some minutes
    make elsewhere ARGS=--short      some of them, as continuous integration runs it
    make elsewhere ARGS='--python /path/to/python'    in an existing environment, not one made from the folder's own
                                     requirements.txt

Both start from the same weights, here as GGUF in F32 (`q8_0`: as people have them, quantized). For every case: the
largest difference of a step's loss and of the held-out loss, in percent; the same after the adapter came home. Ends
with 1 where one is above half a percent, or where several processes did not take the steps of one to the fifth digit.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil

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
from tests.support.links import ADDRESSES, Link, Namespaces, why_none

FOLDER = BUILD / "bench" / "elsewhere"
ENVIRONMENT = paths.RESOURCES / "elsewhere" / "requirements.txt", "elsewhere-venv"
MOST = 0.005  # of a loss
FIFTH_DIGIT = 1e-5  # of a loss, between several processes and one
FEW_CHATS = 19
HELD = re.compile(r"holds ([\d,]+) of ([\d,]+) numbers")
CHATS = 200  # that choices are made of
CHAT, TEXT, CHOICES = paths.DEMO / "chat.jsonl", paths.DEMO / "holmes.txt", FOLDER / "choices.jsonl"
USUAL: dict[str, Any] = {
    "context": 128, "rank": 8, "max_steps": 20, "grad_accumulation": 2, "learning_rate": 2e-3, "eval_tokens": 2048,
    "schedule": "cosine", "warmup_ratio": 0.1, "threads": 2,
}  # fmt: skip


class Case(NamedTuple):
    """settings: besides the usual. script: with its arguments, or "notebook". nodes: processes on each machine,
    started by torchrun. killed: after a few steps, and resumed.
    """

    data: Path
    settings: dict[str, Any]
    script: tuple[str, ...] = ("train_peft.py",)
    dtype: str = "f32"
    nodes: tuple[int, ...] = ()
    killed: bool = False


SLOWER: dict[str, Any] = {"learning_rate": 2e-4}  # so that the loss stays far from 0
FROM_CHOICES = ("train_choices.py",)
FEW = FOLDER / "few.jsonl"  # the last step of each epoch has fewer rows, of which one process has none
SHARED: dict[str, Any] = {"grad_accumulation": 4, "max_steps": 10, "save_every": 4, "eval_every": 5}
SHARD = ("train_peft.py", "--shard")
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
    "two processes": Case(FEW, SHARED, nodes=(2,)),
    "two, killed": Case(FEW, SHARED, nodes=(2,), killed=True),
    "two nodes": Case(FEW, SHARED, nodes=(1, 1)),
    "sharded": Case(FEW, SHARED, SHARD, nodes=(2,)),
    "sharded, killed": Case(FEW, SHARED, SHARD, nodes=(2,), killed=True),
    "sharded DoRA": Case(FEW, SHARED | {"dora": True, "packing": False}, SHARD, nodes=(2,)),
    "trl, two processes": Case(FEW, SHARED, ("train_trl.py",), nodes=(2,)),
    "trl, two, killed": Case(FEW, SHARED, ("train_trl.py",), nodes=(2,), killed=True),
}
SHORT = ["conversations", "two processes", "sharded, killed", "trl, two processes"]


def main() -> int:
    be_a_good_neighbour()
    options = parse_options()
    python = options.python or python_with(*ENVIRONMENT)
    os.environ["LUTHIER_HOME"] = str(FOLDER / "home")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    CHOICES.write_text("".join(json.dumps(pair) + "\n" for pair in pairs()))
    FEW.write_text("".join(CHAT.read_text("utf-8").splitlines(keepends=True)[:FEW_CHATS]), "utf-8")
    cases = {name: CASES[name] for name in (options.only or CASES)}
    print(f"{'case':22}{'steps':>7}{'held out':>10}{'at home':>9}{'seconds':>9}")
    return max(show(name, case, python) for name, case in cases.items())


def parse_options() -> argparse.Namespace:
    parser = Options(__doc__, only=SHORT)
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
    there = trained_there(python, place / "folder", case)
    alone = trained_alone(python, place / "folder", case) if case.nodes else there
    job = p.BringHomeJob(run=str(here.folder), adapter=str(place / "folder" / "adapter.zip"))
    _, home = bring_home(job, JobContext(lambda event: None))
    ours = [event.loss for event in here.events() if isinstance(event, p.Step)]
    theirs = [step["loss"] for step in there["steps"]]
    before, *_, after = held_out(here)
    pairs = [(before, there["evaluations"][0]["loss"]), (after, there["evaluations"][-1]["loss"])]
    steps, at_home = list(zip(ours, theirs, strict=True)), [(after, home.eval_loss_after)]
    differences = [largest(found) for found in (steps, pairs, at_home)]
    apart = largest(list(zip(losses_of(alone), losses_of(there), strict=True)))
    seconds = time.monotonic() - started
    print(f"{name:22}{differences[0]:7.3%}{differences[1]:10.3%}{differences[2]:9.3%}{seconds:9.1f}", flush=True)
    return int(max(differences) > MOST or apart > FIFTH_DIGIT or there["processes"] != max(1, sum(case.nodes)))


def losses_of(report: dict[str, Any]) -> list[float]:
    """Of all steps, and of the held-out part at each evaluation."""
    return [one["loss"] for one in report["steps"] + report["evaluations"]]


def trained_there(python: Path, folder: Path, case: Case) -> dict[str, Any]:
    """Run the case's script, and return what it reports. Exits where weights that were to be divided were not."""
    said = run_script(python, folder, case)
    held = [[int(number.replace(",", "")) for number in found] for found in HELD.findall(said)]
    if "--shard" in case.script and [2 * own - of for own, of in held] != [0, 0]:
        sys.exit(f"The weights were not divided: {held}")
    return read_report(folder)


def trained_alone(python: Path, folder: Path, case: Case) -> dict[str, Any]:
    """The same by one process."""
    run_script(python, folder, case._replace(nodes=(), killed=False, script=case.script[:1]))
    return read_report(folder)


def read_report(folder: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads((folder / "adapter" / "luthier.json").read_text())
    return report


def pairs() -> Iterator[dict[str, Any]]:
    """The first answers of the bundled conversations, each preferred to itself without the last sentence."""
    with CHAT.open(encoding="utf-8") as lines:
        chats = [json.loads(line)["messages"] for line in lines]
    for question, answer, *_ in chats[:CHATS]:
        less = answer["content"].removesuffix(" So says the keeper.")
        yield {"prompt": [question], "chosen": [answer], "rejected": [answer | {"content": less}]}


def run_script(python: Path, folder: Path, case: Case) -> str:
    """Return what was printed. A case that is killed is started again, to go on."""
    command = [str(python), *launched(case), *case.script, "--base", str(paths.SAMPLE_MODEL)]
    if case.script == ("notebook",):
        cells = json.loads((folder / "notebook.ipynb").read_text())["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code" and cell["id"] != "install"]
        (folder / "cells.py").write_text("import subprocess\n" + "\n".join(sources))
        command = [str(python), "cells.py"]
    if case.killed:
        kill_in_the_middle(command, folder)
        command.append("--resume")
    if len(case.nodes) > 1:
        return run_on_nodes(command, folder)
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout[-2000:] + done.stderr[-4000:])
    return done.stdout


def environment() -> dict[str, str]:
    return os.environ | {
        "LUTHIER_BASE": str(paths.SAMPLE_MODEL), "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1",
    }  # fmt: skip


def launched(case: Case) -> list[str]:
    """torchrun's words before the script's."""
    if not case.nodes:
        return []
    return ["-m", "torch.distributed.run", "--nproc-per-node", str(case.nodes[0]), "--standalone"]


def kill_in_the_middle(command: list[str], folder: Path) -> None:
    """End one of the processes, which ends all, after a state was saved. Exits where they end by themselves."""
    with subprocess.Popen(
        command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        for _ in process.stdout:
            if any((folder / "adapter-state").glob("*")):
                psutil.Process(process.pid).children()[-1].kill()
                break
        for _ in process.stdout:  # to its end
            pass
    if process.returncode == 0:
        sys.exit("The processes did not end though one was killed.")


def run_on_nodes(command: list[str], folder: Path) -> str:
    """Two machines: network namespaces with a link between them, a copy of the folder on each (Linux, root)."""
    if reason := why_none():
        sys.exit(f"Two nodes cannot be tried here: {reason}.")
    namespaces, copy = Namespaces(), folder.with_name("second-node")
    shutil.copytree(folder, copy)
    at = command.index("--standalone")
    with namespaces.linked(Link("cable", 1000)):
        started = [
            subprocess.Popen(
                [
                    *namespaces.prefix(end), *command[:at], "--nnodes", "2", "--node-rank", str(end),
                    "--master-addr", ADDRESSES[0], "--master-port", "29500", *command[at + 1 :],
                ],
                cwd=place, env=environment() | {"GLOO_SOCKET_IFNAME": namespaces.device(end)},
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )
            for end, place in enumerate((folder, copy))
        ]  # fmt: skip
        printed = [process.communicate()[0] for process in started]
    if any(process.returncode for process in started):
        sys.exit("\n".join(one[-3000:] for one in printed))
    if (copy / "adapter").exists():
        sys.exit("The second node wrote an adapter, too.")
    return printed[0]


def held_out(run: runs.Run) -> list[float]:
    """Before the first step and after the last."""
    return [event.loss for event in run.events() if isinstance(event, p.Evaluation) and event.loss is not None]


def largest(pairs: list[tuple[float, Any]]) -> float:
    """Difference of a pair, as a part of the first."""
    return max(abs(one - other) / abs(one) for one, other in pairs)


if __name__ == "__main__":
    sys.exit(main())
