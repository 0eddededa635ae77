"""How many tokens a second are written and trained beside other programs, with threads that are named and with as many
as suit.

Other programs are loops of Python that never wait, at the same priority. Each number is of a process of its own.

python -m tests.bench.bench_busy MODEL.gguf [--loads 0 2 4] [--seconds 8] [--rounds 2]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from core.shared.cores import THREADS, physical_cores
from core.worker import be_a_good_neighbour

WARM_UP = 1.5  # seconds that are not counted: files are read, and what others take is looked at
ROW_TOKENS = 128


def main() -> None:
    parser = argparse.ArgumentParser(description="Tokens a second beside other programs.")
    parser.add_argument("model", type=Path)
    parser.add_argument("--loads", type=int, nargs="*", default=[0, 2, 4], help="loops of other programs")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--one", choices=WORKS)
    options = parser.parse_args()
    if options.one:
        be_a_good_neighbour()
        print(WORKS[options.one](options.model, options.seconds))
        return
    for load in options.loads:
        for work in WORKS:
            rates: dict[str, list[float]] = {name: [] for name in ("1", str(physical_cores()), "as many as suit")}
            for _ in range(options.rounds):
                for name, taken in rates.items():
                    with others(load):
                        taken.append(measured(work, name, options))
            said = "; ".join(f"{name}: {median(taken):.1f}" for name, taken in rates.items())
            print(f"{load} other loops, {work}, tokens/s by threads: {said}", flush=True)


@contextmanager
def others(load: int) -> Iterator[None]:
    """So many loops, until the end."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(load)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def measured(work: str, threads: str, options: argparse.Namespace) -> float:
    """threads: a number, or anything else for as many as suit."""
    environment = {name: value for name, value in os.environ.items() if name != THREADS}
    if threads.isdecimal():
        environment[THREADS] = threads
    command = [sys.executable, "-m", "tests.bench.bench_busy", options.model, "--one", work]
    command += ["--seconds", str(options.seconds)]
    done = subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def written(model: Path, seconds: float) -> float:
    """Tokens a second that llama.cpp writes, one after the other."""
    from core.engine.llama_cpp.load import open_in_llama_cpp
    from core.export.check.greedy import greedy

    with open_in_llama_cpp(model) as opened, opened.context(256) as context:
        tokens, begins = 0, time.monotonic() + WARM_UP
        while time.monotonic() < begins + seconds:
            context.clear()
            for _token, _margin in greedy(context, range(5, 15), 100):
                tokens += time.monotonic() >= begins
                if time.monotonic() >= begins + seconds:
                    break
        return tokens / (time.monotonic() - begins)


def trained(model: Path, seconds: float) -> float:
    """Tokens a second of whole steps, of a row each."""
    from core.engine.model.loaded import load_for_engine
    from core.engine.speed.speed import random_row
    from core.engine.train.plan.search import plan_memory
    from core.engine.train.step import train_step
    from core.engine.train.training import Training
    from core.shared.config import TrainConfig

    config = TrainConfig(context=ROW_TOKENS)
    loaded = load_for_engine(model)
    row = random_row(loaded.model.shape.n_vocab, ROW_TOKENS)
    training = Training(loaded, config, [row], [], plan_memory(loaded, config, ROW_TOKENS), lambda done, total: None)

    def steps_until(moment: float) -> int:
        steps = 0
        while steps == 0 or time.monotonic() < moment:
            train_step(training.engine, training.optimizer, [row], 1e-4)
            steps += 1
        return steps

    steps_until(time.monotonic() + WARM_UP)
    began = time.monotonic()
    return steps_until(began + seconds) * ROW_TOKENS / (time.monotonic() - began)


WORKS = {"chat": written, "training": trained}


if __name__ == "__main__":
    main()
