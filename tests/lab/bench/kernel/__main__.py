"""ggml's products and attention against our own kernels'.

    make bench-kernel                     on an idle machine; about a minute on two cores
    make bench-kernel ARGS='--choice 1'   not the fastest kernels of this processor, but the next (up to 3)
    make bench-kernel ARGS=--short        the smallest product and row: does it work?
    make bench-kernel ARGS=--busy         by one thread's processor time, where other programs are at work

The products are SmolLM2-135M's, with 512 tokens. Writes build/bench-kernel.json.
"""

from __future__ import annotations

import os

os.environ.setdefault("GOMP_SPINCOUNT", "2000")  # as core/worker.py sets it

import json
import time
from dataclasses import asdict

from core.engine.ggml.backend import Backend
from core.engine.kernels.library import load, load_kernels
from tests.lab.bench.environments import BUILD, Options
from tests.lab.bench.kernel.measure import Row, measure_attention, measure_weights

SHAPES = (  # d_in, d_out; the two last are the head and its gradient
    (576, 576), (576, 192), (192, 576), (576, 1536), (1536, 576), (576, 49152), (49152, 576),
)  # fmt: skip
ROWS = (512, 2048)  # tokens


def main() -> None:
    parser = Options(__doc__, busy=True, seconds=0.0)
    parser.add_argument("--choice", type=int, default=0, help="0: the fastest kernels that run here; 1: the next")
    parser.add_argument("--busy", action="store_true", help="by the processor time of one thread")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each contender, at least")
    options = parser.parsed()
    shapes, rows = (SHAPES, ROWS) if not options.short else ([(256, 256)], [64])
    backend, clock = Backend(load(), int(options.busy)), time.process_time if options.busy else time.perf_counter
    backend.ggml.kernels = load_kernels(options.choice)
    print(", ".join(backend.ggml.kernels.names) or "This processor runs none of our kernels.")
    print(f"{'GFLOP/s':>16} {'type':10}{'ggml':>8}{'error':>10}{'own':>8}{'error':>10}{'gain':>8}")
    found: list[Row] = []
    for d_in, d_out in shapes:
        for row in measure_weights(backend, d_in, d_out, clock, options.seconds):
            found.append(row)
            print(line(row), flush=True)
    for tokens in rows if backend.ggml.kernels.f32 is not None else ():
        found.append(measure_attention(backend, tokens, clock, options.seconds))
        print(line(found[-1]), flush=True)
    (BUILD / "bench-kernel.json").write_text(json.dumps([asdict(row) for row in found], indent=2) + "\n")


def line(row: Row) -> str:
    theirs, ours = (f"{row.operations / s.seconds / 1e9:8.0f}{s.error:10.1e}" for s in (row.ggml, row.own))
    return f"{row.d_in:7} -> {row.d_out:5} {row.kind:10}{theirs}{ours}{row.gain:7.2f}x"


if __name__ == "__main__":
    main()
