"""How late other programs get their turn while a training goes on: `make bench-latency`.

Another process wakes up a hundred times a second, as something does that follows a mouse or plays music, works for
about two milliseconds, and writes down how long after its time it was done. Printed in milliseconds: without a
training, beside one at the usual priority, and beside one at low priority, in turn, several times over.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from core import protocol as p
from core.base import paths
from core.protocol.config import TrainConfig
from tests.bench.bench_long import TOKENIZER
from tests.bench.environments import BUILD
from tests.bench.make_model import SHAPES, make_model

PERIOD, WORK = 0.010, 0.002  # seconds
SECONDS, ROUNDS = 20, 3
SHAPE = "smollm2-135m"


def main() -> None:
    if sys.argv[1:] == ["probe"]:
        print("\n".join(str(late) for late in lateness(SECONDS)))
        return
    model = BUILD / "bench" / f"{SHAPE}-q8_0-starcoder.gguf"
    make_model(SHAPES[SHAPE], "q8_0", model, tokenizer=TOKENIZER)
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        found.setdefault("no training", []).extend(probed())
        for priority in ("normal", "low"):
            with trained(model, priority):
                found.setdefault(f"training, priority {priority}", []).extend(probed())
    print(f"{'done late by, ms':28}{'median':>9}{'95%':>9}{'99%':>9}{'worst':>9}")
    for name, late in found.items():
        figures = (*np.percentile(late, (50, 95, 99)), max(late))
        print(f"{name:28}" + "".join(f"{1000 * figure:9.2f}" for figure in figures))


def lateness(seconds: float) -> Iterator[float]:
    """Seconds after its time that each piece of work was done, less what it takes undisturbed."""
    turns, begun = spin_turns(), time.perf_counter()
    for tick in range(int(seconds / PERIOD)):
        due = begun + tick * PERIOD
        time.sleep(max(0.0, due - time.perf_counter()))
        spin(turns)
        yield max(0.0, time.perf_counter() - due - WORK)


def spin(turns: int) -> int:
    total = 0
    for turn in range(turns):
        total += turn
    return total


def spin_turns() -> int:
    """So much work takes about WORK seconds on this machine, by processor time."""
    began, turns = time.process_time(), 200_000
    spin(turns)
    return int(turns * WORK / (time.process_time() - began))


def probed() -> list[float]:
    command = [sys.executable, "-m", "tests.bench.bench_latency", "probe"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [float(line) for line in told.split()]


@contextmanager
def trained(model: Path, priority: str) -> Iterator[None]:
    """A worker that is past its first step, and is ended afterwards."""
    config = TrainConfig(max_steps=10_000, context=512, priority=priority, device="cpu", eval_share=0.0)
    with TemporaryDirectory() as folder:
        job = p.TrainJob(model=str(model), data=str(paths.DEMO / "holmes.txt"), run=f"{folder}/run", config=config)
        with subprocess.Popen(
            [sys.executable, "-m", "core.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(p.encode(p.Start(job=job)))
            process.stdin.flush()
            try:
                for line in process.stdout:
                    event = p.decode_event(line)
                    if isinstance(event, p.Failed):
                        sys.exit(f"{event.message} {event.hint}")
                    if isinstance(event, p.Step):
                        break
                yield
            finally:
                process.kill()


if __name__ == "__main__":
    main()
