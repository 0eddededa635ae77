"""How many tokens a second are written and trained beside other programs: by one thread, by all, by as many as suit.

Other programs are loops of Python that never wait, at the same priority. The three take turns of seconds in one
process, so that whatever else the machine does meets them alike.

python -m tests.lab.bench.bench_busy [MODEL.gguf] [--loads 0 2 4] [--turns 5] [--short]     (the bundled model)
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("GOMP_SPINCOUNT", "2000")  # as core/worker.py sets it, before the libraries load

from core.base.devices import Threads, compute_threads
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.step import train_step
from core.engine.train.training import Training
from core.export.check.greedy import greedy
from core.protocol.config import TrainConfig
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model, random_row

ROW_TOKENS = 64
Work = Callable[[Threads], int]  # some tokens, by so many threads


def main() -> None:
    parser = Options(__doc__, loads=[1], turns=1, seconds=0.1)
    parser.add_argument("model", type=Path, nargs="?")
    parser.add_argument("--loads", type=int, nargs="*", default=[0, 2, 4], help="loops of other programs")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of a turn")
    options = parser.parsed()
    for made in (writing, training):
        with made(options.model or bundled_model()) as work:
            for load in options.loads:
                with others(load):
                    rates = measured(work, options.turns, options.seconds)
                said = "; ".join(f"{name}: {rate:.1f}" for name, rate in rates.items())
                about = f"{load} other loops, load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else f"{load}"
                print(f"{made.__name__}, {about}: tokens/s by threads: {said}", flush=True)


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


def measured(work: Work, turns: int, turn: float) -> dict[str, float]:
    """Tokens a second of each way, in turns."""
    ways = {"1": Threads(1), "all": Threads(compute_threads()), "as many as suit": Threads()}
    tokens, seconds = dict.fromkeys(ways, 0), dict.fromkeys(ways, 0.0)
    for _ in range(turns):
        for name, threads in ways.items():
            began = time.monotonic()
            while time.monotonic() - began < turn:
                tokens[name] += work(threads)
            seconds[name] += time.monotonic() - began
    return {name: tokens[name] / seconds[name] for name in ways}


@contextmanager
def writing(model: Path) -> Iterator[Work]:
    """A token after the other, by llama.cpp."""
    with open_in_llama_cpp(model) as opened, opened.context(256) as context:

        def write(threads: Threads) -> int:
            context._threads = threads
            context.clear()
            return sum(1 for _ in greedy(context, range(5, 10), 10))

        yield write


@contextmanager
def training(model: Path) -> Iterator[Work]:
    """Whole steps, of a row each."""
    config = TrainConfig(context=ROW_TOKENS)
    loaded = load_for_engine(model)
    row = random_row(loaded.model.shape.n_vocab, ROW_TOKENS)
    made = Training(loaded, config, [row], [], plan_memory(loaded, config, ROW_TOKENS), lambda done, total: None)

    def train(threads: Threads) -> int:
        loaded.backend._suited = threads
        train_step(made.engine, made.optimizer, [row], 1e-4)
        return ROW_TOKENS

    yield train


if __name__ == "__main__":
    main()
