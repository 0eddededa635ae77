"""How long a layer of another mixer takes, by its parameters, beside a layer of attention of the same model.

python -m tests.lab.bench.bench_delta [--tokens 512] [--model FILE] [--composed] [--detail] [--short]

The delta rule's: a model in the shape of Qwen3.5 0.8B, four layers of it and few tokens in its vocabulary. Others, as
Mamba-2's, by a model that has both kinds (make_from_config makes one). Each layer forward and backward, in processor
time of one thread, the fastest of some rounds; the ratio is of both kinds in one run. What nothing learns below, the
first layer, is left out.
"""

from __future__ import annotations

import time
from math import prod
from pathlib import Path

from core.engine.kernels.library import Kernels, load
from core.engine.model.layers import layer_linears
from core.engine.model.weights import LoadedModel, load_model
from core.engine.train.engine import Engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import PackedRow
from core.engine.train.training import Training
from core.protocol.config import TrainConfig
from tests.lab.bench.delta_model import make_delta_model
from tests.lab.bench.environments import BUILD, Options
from tests.lab.bench.make_model import random_row
from tests.lab.bench.phases import TimedBackend

VOCABULARY = 512
MODEL = BUILD / "bench" / "qwen3.5-0.8b-four-layers.gguf"


def main() -> None:
    parser = Options(__doc__, tokens=64, rounds=1, detail=3)
    parser.add_argument("--model", type=Path, default=None, help="with layers of attention and of another mixer")
    parser.add_argument("--composed", action="store_true", help="without our own kernels")
    parser.add_argument("--tokens", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--detail", type=int, nargs="?", const=25, default=0, help="list the dearest operations")
    options = parser.parsed()
    if options.model is None:
        make_delta_model(MODEL, layers=4, vocab=VOCABULARY, hollow=False)
    ggml = load()
    if options.composed:
        ggml.kernels = Kernels(None)
    backend = TimedBackend(ggml, threads=1)
    loaded = LoadedModel(ggml, backend, load_model(ggml, options.model or MODEL))
    config = TrainConfig(rank=16, alpha=32, context=options.tokens, threads=1)
    row, plan = random_row(loaded.model.shape.n_vocab, options.tokens), plan_memory(loaded, config, options.tokens)
    training = Training(loaded, config, [row], [], plan, lambda done, total: None)
    engine = training.engine  # whose copies of the weights live as long as the training
    shape = loaded.model.shape
    best = [min(times) for times in zip(*(layer_times(engine, row) for _ in range(options.rounds)), strict=True)]
    by_kind: dict[str, list[float]] = {}
    for i, layer in enumerate(shape.layers):
        parameters = sum(prod(dims) for dims in layer_linears(shape, layer).values())
        seconds = best[i] + best[len(shape.layers) + i]
        print(f"{layer.mixer:10} {best[i] * 1e3:7.1f} ms forward {seconds * 1e3:7.1f} ms, {parameters / 1e6:.1f} M")
        if i:  # nothing below the first learns, so that its input gets no gradient
            by_kind.setdefault(layer.mixer, []).append(seconds / parameters)
    for mixer in by_kind.keys() - {"attention"}:
        print(f"by parameter: {mixer} {min(by_kind[mixer]) / min(by_kind['attention']):.2f} times attention's")
    if options.detail:
        backend.by_node = True
        layer_times(engine, row)
    for (phase, what), spent in backend.detail.most_common(options.detail):
        print(f"{spent * 1000:8.1f} ms  {phase:12} {what}")


def layer_times(engine: Engine, row: PackedRow) -> list[float]:
    """Processor seconds of each layer forward, and then of each backward."""
    marks: list[float] = []

    def mark() -> None:
        marks.append(time.process_time())

    engine.load(row)
    mark()
    engine.forward(mark)
    engine.loss(weight=1.0)
    mark()
    engine.backward(mark)
    n = (len(marks) - 2) // 2
    forward = [marks[i + 1] - marks[i] for i in range(n)]
    backward = [marks[n + 2 + i] - marks[n + 1 + i] for i in range(n)]
    return forward + backward[::-1]


if __name__ == "__main__":
    main()
