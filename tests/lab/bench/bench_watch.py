"""What it costs a training step that a crash would leave the node: steps with and without in turn, in one process.

One thread's seconds of the processor are counted, so that other programs do not matter much.

python -m tests.lab.bench.bench_watch [MODEL.gguf] [--tokens 64] [--rounds 200] [--short]     (the bundled model)
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from core.base.logs import crash_file
from core.engine.ggml.lib import GraphWatch
from core.engine.kernels.library import CrashWatch
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.step import train_step
from core.engine.train.training import Training
from core.protocol.config import TrainConfig
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model, random_row


def main() -> None:
    parser = Options(__doc__, tokens=16, rounds=2)
    parser.add_argument("model", type=Path, nargs="?")
    parser.add_argument("--tokens", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parsed()
    be_a_good_neighbour()
    with crash_file():
        measure(options.model or bundled_model(), options.tokens, options.rounds)


def measure(model: Path, n_tokens: int, rounds: int) -> None:
    """Prints the medians and their ratio."""
    config = TrainConfig(context=n_tokens)
    loaded = load_for_engine(model, threads=1)
    watch = loaded.ggml.watch
    assert isinstance(watch, CrashWatch), "our kernels are not here, so nothing is watched"
    row = random_row(loaded.model.shape.n_vocab, n_tokens)
    plan = plan_memory(loaded, config, n_tokens)
    training = Training(loaded, config, [row], [], plan, lambda done, total: None)
    seconds: dict[bool, list[float]] = {True: [], False: []}
    for number in range(2 * rounds):
        watched = number % 2 == 0
        loaded.ggml.watch = watch if watched else GraphWatch()
        node_done = watch.node_done if watched else None
        loaded.ggml.backend_cpu_set_abort_callback(loaded.backend.handle, node_done, None)
        begun = time.process_time()
        train_step(training.engine, training.optimizer, [row], 1e-4)
        seconds[watched].append(time.process_time() - begun)
    watched_s, plain_s = (statistics.median(seconds[which]) for which in (True, False))
    least = min(seconds[True]) / min(seconds[False])
    print(f"{1000 * plain_s:.2f} ms a step, watched {1000 * watched_s:.2f} ms: {watched_s / plain_s:.4f} of it")
    print(f"the fastest of {rounds} each: {least:.4f}")


if __name__ == "__main__":
    main()
