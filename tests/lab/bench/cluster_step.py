"""Steps of a training on rows of random tokens, with the cluster that LUTHIER_HOME belongs to: a line of JSON a step.

python -m tests.lab.bench.cluster_step [MODEL] --rows 8 --tokens 256 --steps 3 [--sends f32] [--alone] [--short]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import numpy as np

from core.base.devices import compute_threads
from core.convert.resolve import resolve_model
from core.engine.ggml.tensor import host_values
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import PackedRow
from core.engine.train.training import Training
from core.jobs.cluster.training import computed_together
from core.jobs.context import JobContext
from core.jobs.models.check import weights_checked
from core.protocol import SENT, Notice, WithCluster
from core.protocol.config import TrainConfig
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model


def main() -> None:
    be_a_good_neighbour()
    options = parse_options()
    with JobContext(say) as context:
        model = resolve_model(str(options.model or bundled_model()), context)
        with weights_checked(model, context) as weights:
            contents = weights()
        config = TrainConfig(
            context=options.tokens, grad_accumulation=options.rows, max_steps=options.steps + 1, device="cpu"
        )
        loaded = load_for_engine(model, compute_threads())
        rows = random_rows(loaded.model.shape.n_vocab, options.tokens, options.rows)
        plan = plan_memory(loaded, config, options.tokens)
        training = Training(loaded, config, rows, [], plan, lambda done, total: None)
        together = computed_together("bench", training, model, contents, WithCluster(sends=options.sends), context)
        told: Callable[..., None] = lambda **what: print(json.dumps(what), flush=True)  # noqa: E731
        told(values=host_values(training.adapter.values).nbytes)
        with nullcontext() if options.alone else together:
            for step in range(options.steps):
                told(begins=step)
                began = time.monotonic()
                done = training.step()
                told(step=step, seconds=time.monotonic() - began, loss=done.result.loss, work=work_of(training))


def say(event: object) -> None:
    if isinstance(event, Notice):
        print(json.dumps({"notice": event.code, "message": event.message}), flush=True)


def work_of(training: Training) -> dict[str, list[float]]:
    """Tokens, seconds of computing, seconds of fetching, by machine."""
    return {name: [one.tokens, one.seconds, one.fetching] for name, one in training.machines.items()}


def random_rows(n_vocab: int, n_tokens: int, count: int) -> list[PackedRow]:
    """All tokens have a label."""
    rng, positions = np.random.default_rng(0), np.arange(n_tokens, dtype=np.int32)
    rows = []
    for _ in range(count):
        ids = rng.integers(0, n_vocab, n_tokens + 1).astype(np.int32)
        rows.append(PackedRow(ids[:-1], positions, np.zeros(n_tokens, np.int32), ids[1:], n_tokens, n_tokens))
    return rows


def parse_options() -> argparse.Namespace:
    parser = Options(__doc__, rows=2, tokens=32, steps=1, alone=True)
    parser.add_argument("model", type=Path, nargs="?", help="none: the bundled one")
    parser.add_argument("--rows", type=int, default=8)
    parser.add_argument("--tokens", type=int, default=256)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--sends", choices=SENT, default="f32")
    parser.add_argument("--alone", action="store_true")
    return parser.parsed()


if __name__ == "__main__":
    main()
