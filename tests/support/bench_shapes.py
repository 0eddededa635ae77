"""Shapes for `bench` that take no time."""

import msgspec

from core import protocol as p

TINY = p.BenchShape(name="tiny", dtype="q8_0", hidden=64, layers=4, heads=2, kv_heads=1, feed_forward=128, vocab=256)
MIXED = p.BenchShape(
    name="mixed", dtype="q4_k_m", hidden=256, layers=9, heads=4, kv_heads=2, feed_forward=512, vocab=512, tied=False
)
HUGE = msgspec.structs.replace(TINY, name="huge", hidden=65536, heads=256)


def speeds(sizes: dict[int, float], products: float = 2.0) -> p.BenchResult:
    """A result: tokens a second of models of so many parameters; 0: it did not fit."""
    found = [
        p.ShapeSpeed(
            name=f"{size}", dtype="q8_0", parameters=size, tok_s=tok_s or None, need=size, fits=bool(tok_s),
            products=products if tok_s else 0.0,
        )
        for size, tok_s in sizes.items()
    ]  # fmt: skip
    return p.BenchResult(speeds=found, processor="Test", threads=2, tokens=512, budget=10**10, time=1.8e9, seconds=30.0)
