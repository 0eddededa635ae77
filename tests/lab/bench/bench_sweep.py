"""A sweep of four trainings: on one machine, each by two machines together, and one on each of the two.

    make bench-sweep                     smollm2-135m's shape over 100 Mbit/s
    make bench-sweep ARGS=--short        the bundled model, two steps each

The machines and their link are those of tests/lab/bench/bench_cluster.py: Linux and root.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

from core.advice.picks import CHAT
from tests.lab.bench.bench_cluster import cluster_on
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model, random_model
from tests.support.cluster import HomeCluster
from tests.support.links import Link, Namespaces, why_none

SHAPE = "smollm2-135m"
LINK = Link("100 Mbit/s", 100)
WAYS = {"one machine": (), "each together, int8": ("--cluster", "--cluster-sends", "int8"), "one each": ("--one-each",)}


def main() -> None:
    parser = Options(
        __doc__, steps=2, rows=2, context=64, tried="learning_rate=1e-4,1e-3", ways=["one machine", "one each"]
    )
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rows", type=int, default=8, help="of a step")
    parser.add_argument("--context", type=int, default=256)
    parser.add_argument("--tried", default="learning_rate=1e-5,1e-4,3e-4,1e-3")
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=[*WAYS])
    options = parser.parsed()
    if reason := why_none():
        raise SystemExit(f"There are no links to measure on: {reason}.")
    with tempfile.TemporaryDirectory() as folder:
        model = bundled_model() if options.short else random_model(SHAPE, "q8_0", reads=True)
        size = (
            f"context={options.context}",
            f"grad_accumulation={options.rows}",
            f"max_steps={options.steps}",
            "eval_every=0",
        )
        what = ["--model", str(model), "--data", str(CHAT.data), "--try", options.tried]
        what += [word for setting in size for word in ("--set", setting)]
        spaces, took = Namespaces(), dict[str, float]()
        with spaces.linked(LINK), cluster_on(spaces, Path(folder), model) as cluster:
            for way in options.ways:
                before = [spaces.bytes_sent(end) for end in (0, 1)]
                took[way], losses = seconds(cluster, [*what, *WAYS[way], "--name", way.partition(",")[0]])
                out, back = (spaces.bytes_sent(end) - before[end] for end in (0, 1))
                print(f"{way:20} {took[way]:7.1f} s, {took[options.ways[0]] / took[way]:4.2f} times as fast, "
                      f"{out / 1e6:6.1f} MB out, {back / 1e6:6.1f} back; losses {losses}", flush=True)  # fmt: skip


def seconds(cluster: HomeCluster, words: list[str]) -> tuple[float, str]:
    """Of the whole sweep, with what it came to."""
    began = time.monotonic()
    said = json.loads(cluster.runs("head", "sweep", *words, "--json").heard('"trials"'))
    took = time.monotonic() - began
    return took, " ".join(f"{one['eval_loss']:.5f}" for one in said["trials"])


if __name__ == "__main__":
    main()
