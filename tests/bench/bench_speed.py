"""How near `luthier bench` comes to the whole model: its figure of some layers beside real steps of all of them.

python -m tests.bench.bench_speed --rounds 3 [--short]

Both in turn, and of each the fastest, since other programs come and go. The steps' processor time is told, too: what
they would take if nothing else were at work.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from core import protocol as p
from core.engine.ggml.backend import Backend
from core.engine.kernels.library import load
from core.engine.speed.speed import ShapeSpeedometer
from core.protocol.config import TrainConfig
from core.worker import be_a_good_neighbour
from tests.bench.environments import Options
from tests.bench.make_model import random_model

MODELS = {"135M": "smollm2-135m", "1B": "llama-3.2-1b"}
TINY = p.BenchShape(name="tiny", dtype="q8_0", hidden=256, layers=4, heads=4, kv_heads=2, feed_forward=512, vocab=4096)


def main() -> None:
    parser = Options(__doc__, rounds=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=list(MODELS))
    options = parser.parsed()
    be_a_good_neighbour()
    if options.short:
        print(json.dumps(compared(TINY, "tiny", TrainConfig(context=32), options.rounds)))
        return
    for shape in p.USUAL_SHAPES:
        if shape.name in MODELS and options.only in (None, shape.name):
            print(json.dumps(compared(shape, MODELS[shape.name], TrainConfig(), options.rounds)))


def compared(shape: p.BenchShape, model: str, config: TrainConfig, rounds: int) -> dict[str, object]:
    """Tokens a second."""
    told, steps = [], []
    for _ in range(rounds):
        told.append(benched(shape, config))
        steps.append(stepped(random_model(model, shape.dtype), config))
    fastest = min(steps, key=lambda step: step["processor_seconds"])
    threads, tokens = Backend(load(), 0).threads, config.row_tokens
    idle = threads * tokens / fastest["processor_seconds"]
    return {
        "shape": shape.name,
        "benched": [round(tok_s, 1) for tok_s in told],
        "steps": [step["tok_s"] for step in steps],
        "by_processor_time": [round(threads * tokens / step["processor_seconds"], 1) for step in steps],
        "benched_of_steps": round(max(told) / max(idle, *(step["tok_s"] for step in steps)), 3),
        "planned_mb": fastest["planned_bytes"] // 10**6,
        "peak_mb": fastest["peak_rss_bytes"] // 10**6,
    }


def benched(shape: p.BenchShape, config: TrainConfig) -> float:
    """By some layers."""
    ggml = load()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "layers.gguf"
        meter = ShapeSpeedometer(ggml, Backend(ggml, 0), shape, config, file, lambda: None)
        return meter.tokens / meter.seconds_here()


def stepped(file: Path, config: TrainConfig) -> dict[str, float]:
    """By all."""
    command = [sys.executable, "-m", "tests.bench.our_step", str(file), "--tokens", str(config.row_tokens)]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    found: dict[str, float] = json.loads(line)
    return found


if __name__ == "__main__":
    main()
