"""How near `luthier bench` comes to the whole model: its figure of some layers beside real steps of all of them.

python -m tests.bench.bench_speed --rounds 3

Both in turn, and of each the fastest, since other programs come and go. The steps' processor time is told, too: what
they would take if nothing else were at work.
"""

from __future__ import annotations

import argparse
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
from tests.bench.make_model import SHAPES, make_model

MODELS = {"135M": "smollm2-135m", "1B": "llama-3.2-1b"}


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare bench's figure with real steps.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=Path("build/bench"))
    parser.add_argument("--only", choices=list(MODELS))
    options = parser.parse_args()
    be_a_good_neighbour()
    for shape in p.USUAL_SHAPES:
        if shape.name in MODELS and options.only in (None, shape.name):
            print(json.dumps(compared(shape, options.folder, options.rounds)))


def compared(shape: p.BenchShape, folder: Path, rounds: int) -> dict[str, object]:
    """Tokens a second."""
    file = folder / f"{MODELS[shape.name]}-{shape.dtype}.gguf"
    make_model(SHAPES[MODELS[shape.name]], shape.dtype, file)
    told, steps = [], []
    for _ in range(rounds):
        told.append(benched(shape))
        steps.append(stepped(file))
    fastest = min(steps, key=lambda step: step["processor_seconds"])
    threads, tokens = Backend(load(), 0).threads, TrainConfig().row_tokens
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


def benched(shape: p.BenchShape) -> float:
    """By some layers."""
    ggml = load()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "layers.gguf"
        meter = ShapeSpeedometer(ggml, Backend(ggml, 0), shape, TrainConfig(), file, lambda: None)
        return meter.tokens / meter.seconds_here()


def stepped(file: Path) -> dict[str, float]:
    """By all."""
    command = [sys.executable, "-m", "tests.bench.our_step", str(file), "--tokens", str(TrainConfig().row_tokens)]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    found: dict[str, float] = json.loads(line)
    return found


if __name__ == "__main__":
    main()
