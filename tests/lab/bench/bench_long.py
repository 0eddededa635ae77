"""Thousands of steps in a real worker: nothing that it holds may grow, and steps may not slow down.

    make bench-long     the bundled model, 20,000 short steps: about 15 minutes on two cores
    make bench-long ARGS='--shape smollm2-135m --steps 1000 --context 512'  35 minutes
    make bench-long ARGS=--short        20 steps: does it work?

A shape has random weights and a real tokenizer of the same size (StarCoder's, which set-up keeps); the text is the
bundled book. Prints a line for every tenth of the steps and writes build/bench-long.json. Seconds are the worker's
processor time, which another program's work disturbs little.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil

from core import protocol as p
from core.base import paths
from core.protocol.config import TrainConfig
from tests.lab.bench.environments import BUILD, Options
from tests.lab.bench.make_model import SHAPES, random_model

PARTS = 10


class Part(NamedTuple):
    """After so many steps. loss: its mean since the line before. handles: open files and pipes. events_bytes: of
    events.jsonl. processor_ms_per_step, tok_s: since the line before.
    """

    steps: int
    loss: float
    rss_bytes: int
    handles: int
    threads: int
    events_bytes: int
    processor_ms_per_step: float
    tok_s: float


def main() -> None:
    parser = Options(__doc__, steps=20, context=16)
    parser.add_argument("--shape", choices=sorted(SHAPES))
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--context", type=int, default=64)
    options = parser.parsed()
    config = TrainConfig(
        max_steps=options.steps,
        context=options.context,
        grad_accumulation=1,
        schedule="constant",
        learning_rate=1e-3,
        device="cpu",  # with a graphics card another process computes
        save_every=max(1, options.steps // 100),
        eval_share=0.0 if options.short else 0.05,
    )
    with TemporaryDirectory() as folder:
        job = p.TrainJob(
            model=str(random_model(options.shape, "q8_0", reads=True) if options.shape else paths.SAMPLE_MODEL),
            data=str(paths.DEMO / "holmes.txt"),
            run=f"{folder}/run",
            config=config,
        )
        parts = watch(job, max(1, options.steps // PARTS))
    BUILD.mkdir(exist_ok=True)
    (BUILD / "bench-long.json").write_text(json.dumps([part._asdict() for part in parts], indent=2) + "\n")


def watch(job: p.TrainJob, every: int) -> list[Part]:
    """What the worker holds after each `every` steps."""
    command = [sys.executable, "-m", "core.worker"]
    parts: list[Part] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(p.encode(p.Start(job=job)))
        process.stdin.flush()
        worker = psutil.Process(process.pid)
        print("  steps    loss   resident  handles  threads   events  ms a step  tokens/s")
        losses: list[float] = []
        rates: list[float] = []
        spent = 0.0
        for line in process.stdout:
            match p.decode_event(line):
                case p.Phase(name="train"):
                    spent = processor_seconds(worker)
                case p.Step() as step:
                    losses.append(step.loss)
                    rates.append(step.tok_s)
                    if step.step % every == 0:
                        now = processor_seconds(worker)
                        parts.append(part_of(worker, Path(job.run), step.step, losses, rates, (now - spent) / every))
                        show(parts[-1])
                        losses, rates, spent = [], [], now
                case p.Failed(message=message, hint=hint):
                    sys.exit(f"{message} {hint}")
    return parts


def part_of(
    worker: psutil.Process, run: Path, step: int, losses: list[float], rates: list[float], seconds: float
) -> Part:
    return Part(
        steps=step,
        loss=sum(losses) / len(losses),
        rss_bytes=worker.memory_info().rss,
        handles=worker.num_fds() if hasattr(worker, "num_fds") else worker.num_handles(),
        threads=worker.num_threads(),
        events_bytes=(run / "events.jsonl").stat().st_size,
        processor_ms_per_step=1000 * seconds,
        tok_s=sorted(rates)[len(rates) // 2],
    )


def show(part: Part) -> None:
    print(
        f"{part.steps:7,}{part.loss:8.3f}{part.rss_bytes / 2**20:9.0f} M{part.handles:9}{part.threads:9}"
        f"{part.events_bytes / 2**20:7.2f} M{part.processor_ms_per_step:11.2f}{part.tok_s:10.0f}",
        flush=True,
    )


def processor_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


if __name__ == "__main__":
    main()
