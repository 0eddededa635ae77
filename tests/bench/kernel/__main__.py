"""What kernels of our own would gain over ggml's products: a prototype, which the product does not use.

    make bench-kernel                   on an idle machine; about two minutes on two cores
    make bench-kernel ARGS=--no-step    only the products

Prints the products of SmolLM2-135M's shapes, then what a step would take with them; writes build/bench-kernel.json.
Needs gcc and a processor with AVX-512, its VNNI and BF16.
"""

from __future__ import annotations

import os

os.environ.setdefault("GOMP_SPINCOUNT", "2000")  # as core/worker.py sets it

import argparse
import json
from dataclasses import asdict

from core.ggml.backend import Backend
from core.ggml.lib import load
from tests.bench.environments import BUILD
from tests.bench.kernel.library import attention_library, weights_library
from tests.bench.kernel.measure import Row, measure_scores, measure_values, measure_weights
from tests.bench.kernel.step import print_step

SHAPES = (  # d_in, d_out; the two last are the head and its gradient
    (576, 576), (576, 192), (192, 576), (576, 1536), (1536, 576), (576, 49152), (49152, 576),
)  # fmt: skip
KEYS = (192, 384, 512)


def main() -> None:
    parser = argparse.ArgumentParser(description="Kernels of our own against ggml's.")
    parser.add_argument("--no-step", action="store_true", help="only the products")
    options = parser.parse_args()
    backend = Backend(load())
    heading = f"{'ggml':>8}{'error':>10}{'own':>8}{'error':>10}{'gain':>8}"
    print(f"{'GFLOP/s':>16} {'type':7}{heading}   *: what the plan would take")
    found: list[Row] = []
    for d_in, d_out in SHAPES:
        for row in measure_weights(backend, weights_library(), d_in, d_out):
            found.append(row)
            print(line(row), flush=True)
    for measure in (measure_scores, measure_values):
        for keys in KEYS:
            found.append(measure(backend, attention_library(), keys))
            print(line(found[-1]), flush=True)
    (BUILD / "bench-kernel.json").write_text(json.dumps([asdict(row) for row in found], indent=2) + "\n")
    if not options.no_step:
        print_step(found)


def line(row: Row) -> str:
    theirs, ours = (f"{row.operations / s.seconds / 1e9:8.0f}{s.error:10.1e}" for s in (row.ggml, row.own))
    return f"{row.d_in:7} -> {row.d_out:5} {row.kind + '*' * row.is_planned:7}{theirs}{ours}{row.gain:7.2f}x"


if __name__ == "__main__":
    main()
