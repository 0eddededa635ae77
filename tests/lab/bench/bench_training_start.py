"""How long a training takes from the worker's start until it can train, by stages; copies of the weights made or found.

    .venv/bin/python -m tests.lab.bench.bench_training_start [--shape llama-3.2-1b] [--runs 3] [--step] [--short]

Real workers train random weights, with a real tokenizer, on the bundled conversations. A first start has an empty
cache; a second one finds what that has left. Prints the least of the runs: seconds that passed, and processor seconds
of the whole worker meanwhile, so that what stages do at the same time counts for each. --step: until the first step is
done, the loss before training, of up to four rows, included.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from core import protocol as p
from core.base import paths
from core.protocol.config import TrainConfig
from tests.lab.bench.environments import BUILD, ROOT, Options
from tests.lab.bench.make_model import random_model

QUANTS = {"tiny": "q4_k_m", "smollm2-135m": "q8_0", "llama-3.2-1b": "q4_k_m"}
IMPORTED, READY, STEPPED = "imported", "ready to train", "first step done"  # since the process began
# Stage, module, function.
STAGES = (
    ("  llama.cpp opens the file", "core.jobs.models.check", "refusal"),
    ("  weights looked through", "core.jobs.models.check", "look_through"),
    ("  data read", "core.jobs.training.train", "prepare_data"),
    ("  model loaded", "core.jobs.training.train", "load_for_engine"),
    ("  plan, with products' times", "core.jobs.training.train", "plan_of_run"),
    ("  copies", "core.engine.train.training", "hold_copies_on_disk"),
    ("    weights hashed", "core.engine.model.copies", "_key"),
    ("    checked", "core.engine.model.copies", "_holds"),
    ("    made and written", "core.engine.model.copies", "_make"),
    ("  adapter", "core.engine.lora.adapter", "LoraAdapter.initialize"),
)
# Runs in the worker, which it is: each of the stages' functions is timed with all that it calls.
PROBE = """
import functools, importlib, json, sys, time
import psutil

def tell(stage, seconds, processor):
    print(json.dumps([stage, seconds, processor]), file=sys.stderr, flush=True)

def until_now(stage):
    tell(stage, time.time() - psutil.Process().create_time(), time.process_time())

def place_of(module, name):
    *path, last = name.split(".")
    return functools.reduce(getattr, path, importlib.import_module(module)), last

def timed(stage, module, name):
    home, name = place_of(module, name)
    function = getattr(home, name)

    @functools.wraps(function)
    def wrapper(*arguments, **named):
        begun, worked = time.perf_counter(), time.process_time()
        try:
            return function(*arguments, **named)
        finally:
            tell(stage, time.perf_counter() - begun, time.process_time() - worked)

    setattr(home, name, wrapper)

def last(stage, module, name, is_done):
    home, name = place_of(module, name)
    function = getattr(home, name)

    def wrapper(*arguments, **named):
        if is_done:
            function(*arguments, **named)
        until_now(stage)
        raise Cancelled

    setattr(home, name, wrapper)

from core import worker
from core.jobs.training import train
from core.base.errors import Cancelled
stages, imported, end = json.loads(sys.argv.pop())
until_now(imported)
for stage in stages:
    timed(*stage)
last(*end)
sys.exit(worker.main())
"""

Taken = dict[str, list[float]]  # seconds and processor seconds of each stage


def main() -> None:
    parser = Options(__doc__, runs=1, shape=["tiny"], step=True)
    parser.add_argument("--shape", choices=sorted(QUANTS), action="append")
    parser.add_argument("--runs", type=int, default=3, help="of a first and a second start each")
    parser.add_argument("--step", action="store_true", help="until the first step is done")
    options = parser.parsed()
    for shape in options.shape or ("smollm2-135m", "llama-3.2-1b"):
        model = random_model(shape, QUANTS[shape], reads=True)
        starts: list[tuple[Taken, Taken]] = []
        for _ in range(options.runs):
            with TemporaryDirectory(dir=BUILD) as home:
                starts.append((start(model, Path(home), options.step), start(model, Path(home), options.step)))
        show(shape, *(least([pair[which] for pair in starts]) for which in (0, 1)))


def start(model: Path, home: Path, to_step: bool) -> Taken:
    """Of one worker."""
    run = home / "run"
    shutil.rmtree(run, ignore_errors=True)
    config = TrainConfig(context=512, grad_accumulation=1, eval_share=0.0, device="cpu")
    job = p.TrainJob(model=str(model), data=str(paths.DEMO / "chat.jsonl"), run=str(run), config=config)
    end = (
        (STEPPED, "core.engine.train.training", "Training.step", True)
        if to_step
        else (READY, "core.jobs.training.loop", "TrainingLoop.run", False)
    )
    command = [sys.executable, "-c", PROBE, json.dumps([STAGES, IMPORTED, end])]
    environment = {**os.environ, "LUTHIER_HOME": str(home / "luthier")}
    stages, pipe = home / "stages.txt", subprocess.PIPE
    with (
        stages.open("wb") as told,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, stderr=told) as process,
    ):
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(p.encode(p.Start(job=job)))
        process.stdin.flush()  # and left open: a worker stops where nobody is left to listen to it
        events = [p.decode_event(line) for line in process.stdout]
    if failed := [event for event in events if isinstance(event, p.Failed)]:
        sys.exit(f"{failed[0].message}\n{failed[0].details}")
    taken: Taken = {}
    for line in stages.read_text().splitlines():
        if line.startswith("["):
            stage, *figures = json.loads(line)
            taken[stage] = [sum(both) for both in zip(taken.get(stage, [0.0, 0.0]), figures, strict=True)]
    return taken


def least(starts: list[Taken]) -> Taken:
    """Of each stage, in seconds and in processor seconds."""
    stages = list(dict.fromkeys(stage for taken in starts for stage in taken))
    return {stage: [min(taken[stage][i] for taken in starts if stage in taken) for i in range(2)] for stage in stages}


def show(shape: str, first: Taken, second: Taken) -> None:
    print(f"{shape:32}{'first start: s':>16}{'processor s':>13}{'second: s':>12}{'processor s':>13}")
    for stage in (IMPORTED, *(name for name, _, _ in STAGES), READY, STEPPED):
        if stage not in first | second:
            continue
        figures = [f"{taken[stage][i]:.2f}" if stage in taken else "" for taken in (first, second) for i in range(2)]
        print(f"{stage:32}{figures[0]:>16}{figures[1]:>13}{figures[2]:>12}{figures[3]:>13}", flush=True)


if __name__ == "__main__":
    main()
