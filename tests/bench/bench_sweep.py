"""A sweep of four trainings: on one machine, each by two machines together, and one on each of the two.

    make bench-sweep                     smollm2-135m's shape over 100 Mbit/s
    make bench-sweep ARGS=--short        the bundled model

The machines and their link are those of tests/bench/bench_cluster.py: Linux and root.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from core.advice.picks import CHAT
from tests.bench.bench_cluster import cluster_on, small_model
from tests.bench.bench_long import TOKENIZER
from tests.bench.environments import BUILD
from tests.bench.make_model import SHAPES, make_model
from tests.support.cluster import HomeCluster
from tests.support.links import Link, Namespaces, why_none

SHAPE = "smollm2-135m"
LINK = Link("100 Mbit/s", 100)
TRIED = "learning_rate=1e-5,1e-4,3e-4,1e-3"
WAYS = {"one machine": (), "each together, int8": ("--cluster", "--cluster-sends", "int8"), "one each": ("--one-each",)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--steps", type=int, default=20)
    options = parser.parse_args()
    if reason := why_none():
        raise SystemExit(f"There are no links to measure on: {reason}.")
    with tempfile.TemporaryDirectory() as folder:
        model = small_model(Path(folder)) if options.short else BUILD / "bench" / f"{SHAPE}-q8_0-starcoder.gguf"
        if not options.short:
            make_model(SHAPES[SHAPE], "q8_0", model, tokenizer=TOKENIZER)
        size = ("context=256", "grad_accumulation=8", f"max_steps={options.steps}", "eval_every=0")
        what = ["--model", str(model), "--data", str(CHAT.data), "--try", TRIED]
        what += [word for setting in size for word in ("--set", setting)]
        spaces, took = Namespaces(), dict[str, float]()
        with spaces.linked(LINK), cluster_on(spaces, Path(folder), model) as cluster:
            for way, words in WAYS.items():
                before = [spaces.bytes_sent(end) for end in (0, 1)]
                took[way], losses = seconds(cluster, [*what, *words, "--name", way.partition(",")[0]])
                out, back = (spaces.bytes_sent(end) - before[end] for end in (0, 1))
                print(f"{way:20} {took[way]:7.1f} s, {took['one machine'] / took[way]:4.2f} times as fast, "
                      f"{out / 1e6:6.1f} MB out, {back / 1e6:6.1f} back; losses {losses}", flush=True)  # fmt: skip


def seconds(cluster: HomeCluster, words: list[str]) -> tuple[float, str]:
    """Of the whole sweep, with what it came to."""
    began = time.monotonic()
    said = json.loads(cluster.runs("head", "sweep", *words, "--json").heard('"trials"'))
    took = time.monotonic() - began
    return took, " ".join(f"{one['eval_loss']:.5f}" for one in said["trials"])


if __name__ == "__main__":
    main()
