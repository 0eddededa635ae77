"""What holding a model to itself costs: the seconds of a held row beside its share of a step's tokens.

    .venv/bin/python -m tests.lab.bench.bench_hold                  three shapes, some minutes
    .venv/bin/python -m tests.lab.bench.bench_hold --short          a tiny model: does it work?

Random weights; a row of 512 tokens, of which 40% are supervised, with and without 64 tokens of ordinary text
(core/engine/train/hold.py). Processor time of one thread, the least of some steps in turn: for a busy machine, too.
"""

from __future__ import annotations

import time

from core.engine.model.weights import load_for_engine
from core.engine.train.hold import Hold
from core.engine.train.plan.search import plan_memory
from core.engine.train.step import train_step
from core.engine.train.training import Training
from core.protocol.config import TrainConfig
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import SHAPES, random_model, random_row

TOKENS, HELD = 512, 64
MODELS = (("smollm2-135m", "q8_0"), ("qwen2.5-0.5b", "q8_0"), ("llama-3.2-1b", "q4_k_m"))


def main() -> None:
    parser = Options(__doc__, steps=1)
    parser.add_argument("--steps", type=int, default=4)
    options = parser.parsed()
    print(f"{'model':20}{'step':>8}{'holding':>9}{'seconds a held token, of an ordinary one':>43}")
    for shape, kind in [("tiny", "q8_0")] if options.short else MODELS:
        alone, holding = measure(shape, kind, options.steps)
        print(f"{shape:20}{alone:8.3f}{holding:9.3f}{(holding - alone) / alone * TOKENS / HELD:43.2f}", flush=True)


def measure(shape: str, kind: str, steps: int) -> tuple[float, float]:
    """Return the seconds of a step without holding, and with it."""
    loaded, config = load_for_engine(random_model(shape, kind), 1), TrainConfig(context=TOKENS, threads=1, hold=1.0)
    row, held = (random_row(SHAPES[shape].vocab, n, share) for n, share in ((TOKENS, 0.4), (HELD, 1.0)))
    plan = plan_memory(loaded, config, TOKENS)
    training = Training(loaded, config, [row], [], plan, lambda done, total: None, held_rows=[held])
    assert training.hold
    training.hold.ask(lambda done, total: None)

    def seconds(hold: Hold | None) -> float:
        started = time.process_time()
        train_step(training.engine, training.optimizer, [row], 1e-4, step=0, hold=hold)
        return time.process_time() - started

    seconds(training.hold)  # builds the graphs
    turns = [(seconds(None), seconds(training.hold)) for _ in range(steps)]
    return min(alone for alone, _ in turns), min(holding for _, holding in turns)


if __name__ == "__main__":
    main()
