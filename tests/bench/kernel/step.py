"""What a training step of SmolLM2-135M would take if its products ran at the rates of our own kernels."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.bench.environments import BUILD, ROOT
from tests.bench.kernel.measure import GROUP, HEAD, KV_HEADS, QUERIES, TOKENS, Row
from tests.bench.make_model import SHAPES, make_model

SPIN = {"GOMP_SPINCOUNT": "10000000000"}  # node by node, threads would fall asleep in between
OPERATION = re.compile(r"(\w+) +MUL_MAT +(\w+)\[(\d+), (\d+), (\d+)\] x f32\[\d+, (\d+), (\d+)\]")
RUNS = 3


class Product(NamedTuple):
    """All of a step's mul_mats with the same operands."""

    seconds: float
    phase: str
    kind: str
    d_in: int
    d_out: int


def print_step(rows: Sequence[Row]) -> None:
    operations = _operations()
    nodes = sum(operations.values())
    print(f"\na step by ggml, node by node: {nodes:.2f} s, {TOKENS / nodes:.0f} tokens/s")
    products = list(_products(operations))
    weights = [product for product in products if product.phase != "attention"]
    attention = [product for product in products if product.phase == "attention"]
    in_bf16 = sum(_saved(product, rows, ["bf16"]) for product in weights)
    fastest = sum(_saved(product, rows, ["bf16", "q8_0"]) for product in weights)
    in_f32 = sum(_saved_attention(product, rows) for product in attention)
    for what, saved in (
        ("with our BF16 products of frozen weights", in_bf16),
        ("with the faster of our BF16 and Q8_0 products", fastest),
        ("and our F32 products of attention's keys and values", fastest + in_f32),
    ):
        left = nodes - saved
        print(f"{what}: {left:.2f} s, {TOKENS / left:.0f} tokens/s, {nodes / left:.2f}x")
    shares = [sum(product.seconds for product in part) / nodes for part in (weights, attention)]
    print(f"ggml's products of frozen weights are {shares[0]:.0%} of the step, attention's {shares[1]:.0%}")


def _operations() -> dict[str, float]:
    """Seconds of a step's operations by what they are, each at its best of several runs."""
    model = BUILD / "bench" / "smollm2-135m-q8_0.gguf"
    make_model(SHAPES["smollm2-135m"], "q8_0", model)
    command = [sys.executable, "-m", "tests.bench.our_step", model, "--tokens", TOKENS, "--phases", "--detail", 1000]
    words, settings = [str(word) for word in command], {**os.environ, **SPIN}
    best: dict[str, float] = {}
    for _ in range(RUNS):
        done = subprocess.run(words, cwd=ROOT, env=settings, check=True, capture_output=True, text=True)
        for line in done.stdout.splitlines()[:-1]:
            milliseconds, what = line.split(" ms  ", 1)
            best[what] = min(best.get(what, float("inf")), float(milliseconds) / 1000)
    return best


def _products(operations: Mapping[str, float]) -> Iterator[Product]:
    """Those with a frozen weight, and attention's with keys or values; not those with LoRA's 16 rows."""
    for what, seconds in operations.items():
        if found := OPERATION.match(what):
            phase, kind, d_in, d_out, depth, tokens, heads = found.groups()
            is_weight = phase in ("products", "loss") and depth == "1" and "16" not in (d_in, d_out)
            is_attention = (phase, tokens, heads) == ("attention", str(QUERIES), str(KV_HEADS * GROUP))
            if is_weight or is_attention:
                yield Product(seconds, phase, kind, int(d_in), int(d_out))


def _saved(product: Product, rows: Sequence[Row], kinds: Sequence[str]) -> float:
    """Seconds: the step's own, less the part that the best of our kernels would take.

    The gradient of the loss is not rounded to Q8_0, whose scales are too coarse for it (core/model/layouts.py).
    """
    same = {row.kind: row for row in rows if (row.d_in, row.d_out) == (product.d_in, product.d_out)}
    allowed = [kind for kind in kinds if kind != "q8_0" or product.d_in < 2**15]
    ours = min(same[kind].own.seconds for kind in allowed)
    return product.seconds * (1 - ours / same[product.kind].ggml.seconds)


def _saved_attention(product: Product, rows: Sequence[Row]) -> float:
    """By the gain of the measured product that is nearest in keys."""
    kind = "scores" if product.d_in == HEAD else "values"
    keys = product.d_out if kind == "scores" else product.d_in
    alike = [row for row in rows if row.kind == kind]
    nearest = min(alike, key=lambda row: abs(max(row.d_in, row.d_out) - keys))
    return product.seconds * (1 - 1 / nearest.gain)
