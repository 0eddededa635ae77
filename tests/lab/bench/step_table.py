"""A step taken apart by kinds of work: processor seconds of one thread, beside what the machine's own pace allows.

The limit of a kind is the longer of its FLOP at the best pace seen and its bytes at the pace of a copy of memory.
Pace of products: the best row of any table below, since no other program multiplies these types; of other arithmetic:
numpy's product of F32 matrices. "Each other": what the same step takes more with all threads, which wait in turns.
"""

from __future__ import annotations

import itertools
import sys
import time
from typing import Any

import numpy as np

from tests.lab.bench.environments import run
from tests.lab.bench.make_model import random_model

SHAPES = (("smollm2-135m", "q8_0"), ("qwen2.5-0.5b", "q8_0"), ("qwen2.5-0.5b", "q4_k_m"), ("llama-3.2-1b", "q4_k_m"))
CASES = ((512, 1.0), (512, 0.4), (2048, 1.0), (2048, 0.4))  # tokens, and the share of them that is learnt
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def show(only: str | None, sets: list[str], is_short: bool) -> None:
    """Print a table for each instruction set, shape, length and share."""
    shapes = [("tiny", "q8_0")] if is_short else [shape for shape in SHAPES if only in (None, shape[0])]
    cases = itertools.product(shapes, [(64, 0.4)] if is_short else CASES)
    copied, arithmetic = _copies(), _multiplies()
    for isa, own in itertools.groupby(sorted(itertools.product(sets, cases)), key=lambda case: case[0]):
        steps = {case: _step(*case, isa) for _, case in own}
        paces = [flop / seconds for step in steps.values() for name, (seconds, flop, _) in step["kinds"].items()
                 if name.startswith("products")]  # fmt: skip
        print(f"\n{isa}: products at most {max(paces) / 1e9:.0f} GFLOP/s", end="")
        print(f", F32 {arithmetic / 1e9:.0f} GFLOP/s, copies {copied / 1e9:.1f} GB/s")
        for ((shape, quant), (tokens, supervised)), step in steps.items():
            print(f"\n{shape} {quant}, {tokens} tokens, {supervised:.0%} of them learnt, {isa}: ", end="")
            _table(step, max(paces), arithmetic, copied)


def _table(step: dict[str, Any], flops: float, arithmetic: float, copied: float) -> None:
    kinds, whole = step["kinds"], step["processor_seconds"]
    kinds["Python"] = [max(0.0, whole - sum(seconds for seconds, *_ in kinds.values())), 0.0, 0.0]
    print(f"{whole:.2f} s of one thread, loss {step['loss']:.3f}")
    print(f"{'':24}{'seconds':>9}{'share':>7}{'GFLOP':>9}{'GFLOP/s':>9}{'GB':>7}{'limit':>8}")
    for name, (seconds, flop, moved) in sorted(kinds.items(), key=lambda kind: -kind[1][0]):
        pace = flops if name.startswith("products") else arithmetic
        limit = max(flop / pace, moved / copied)
        rate = f"{flop / seconds / 1e9:9.0f}" if seconds and flop else f"{'':9}"
        print(f"{name:24}{seconds:9.3f}{seconds / whole:7.1%}{flop / 1e9:9.1f}{rate}{moved / 1e9:7.2f}{limit:8.3f}")
    print(f"{'each other':24}{max(0.0, step['together'] - whole):9.3f}", flush=True)


def _step(shape: tuple[str, str], case: tuple[int, float], isa: str) -> dict[str, Any]:
    """Take a step of one thread apart, and measure the processor time of the same with all threads."""
    tokens, supervised = case
    words = ["--tokens", tokens, "--supervised", supervised, "--isa", isa, "--steps", 2]
    command = [sys.executable, "-m", "tests.lab.bench.our_step", random_model(*shape), *words]
    alone, together = run([*command, "--threads", 1, "--phases"], ONE_THREAD), run(command, ONE_THREAD)
    return alone | {"together": together["processor_seconds"]}


def _copies() -> float:
    """Return the bytes a second that one thread reads and writes."""
    source, target = np.ones(2**25, np.float32), np.zeros(2**25, np.float32)
    return max(_pace(2 * source.nbytes, lambda: np.copyto(target, source)) for _ in range(5))


def _multiplies() -> float:
    """Return the F32 operations a second that one thread computes: processor time is that of all threads."""
    side = np.ones((1536, 1536), np.float32)
    return max(_pace(2 * 1536**3, lambda: side @ side) for _ in range(5))


def _pace(amount: float, work: Any) -> float:
    started = time.process_time()
    work()
    return amount / (time.process_time() - started)


if __name__ == "__main__":
    show(None, ["native"], "--short" in sys.argv)
