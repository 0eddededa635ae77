"""A thousand steps on real text in SmolLM2-135M's shape, in a real worker: memory must not grow, steps not slow down.

    make bench-long                       about 35 minutes on two cores
    make bench-long ARGS='--steps 200'

Random weights with a real tokenizer of the same size (StarCoder's, which set-up keeps), trained on the bundled book.
Prints a line for every tenth of the steps and writes build/bench-long.json. Seconds are the worker's processor time,
which another program's work disturbs little.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from core.shared import paths
from core.shared import protocol as p
from core.shared.config import TrainConfig
from tests.bench.environments import BUILD
from tests.bench.make_model import SHAPES, make_model

TOKENIZER = Path(sys.prefix) / "share" / "llama.cpp-models" / "ggml-vocab-starcoder.gguf"
PARTS = 10


def main() -> None:
    parser = argparse.ArgumentParser(description="Train long, and watch memory and speed.")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--context", type=int, default=512)
    options = parser.parse_args()
    model = BUILD / "bench" / "smollm2-135m-q8_0-starcoder.gguf"
    make_model(SHAPES["smollm2-135m"], "q8_0", model, tokenizer=TOKENIZER)
    config = TrainConfig(
        max_steps=options.steps, context=options.context, grad_accumulation=1, schedule="constant", learning_rate=1e-3
    )
    with TemporaryDirectory() as folder:
        job = p.TrainJob(model=str(model), data=str(paths.DEMO / "holmes.txt"), run=f"{folder}/run", config=config)
        parts = watch(job, max(1, options.steps // PARTS))
    (BUILD / "bench-long.json").write_text(json.dumps(parts, indent=2) + "\n")


def watch(job: p.TrainJob, part: int) -> list[dict[str, float]]:
    """Loss, memory and speed of every `part` steps."""
    command = [sys.executable, "-m", "core.worker"]
    parts: list[dict[str, float]] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(p.encode(p.Start(job=job)))
        process.stdin.flush()
        worker = psutil.Process(process.pid)
        print(f"{'steps':>6}{'loss':>8}{'resident':>11}{'processor ms a token':>23}{'tokens/s':>10}")
        losses: list[float] = []
        tokens, spent, rates = 0, 0.0, []
        for line in process.stdout:
            match p.decode_event(line):
                case p.Phase(name="train"):
                    spent = processor_seconds(worker)
                case p.Step() as step:
                    losses.append(step.loss)
                    rates.append(step.tok_s)
                    if step.step % part == 0:
                        now = processor_seconds(worker)
                        found = {
                            "steps": step.step,
                            "loss": sum(losses) / len(losses),
                            "rss_bytes": worker.memory_info().rss,
                            "processor_ms_per_token": 1000 * (now - spent) / (step.tokens_seen - tokens),
                            "tok_s": sorted(rates)[len(rates) // 2],
                        }
                        parts.append(found)
                        print(
                            f"{found['steps']:6}{found['loss']:8.3f}{found['rss_bytes'] / 2**20:9.0f} M"
                            f"{found['processor_ms_per_token']:23.2f}{found['tok_s']:10.0f}",
                            flush=True,
                        )
                        losses, rates, tokens, spent = [], [], step.tokens_seen, now
                case p.Failed(message=message, hint=hint):
                    sys.exit(f"{message} {hint}")
    return parts


def processor_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


if __name__ == "__main__":
    main()
