"""How late other programs get their turn while a training goes on: `make bench-latency` (ARGS=--short: does it work?).

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
from typing import Literal

import numpy as np

from core import protocol as p
from core.base import paths
from core.protocol.config import TrainConfig
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import SHAPES, random_model

PRIORITIES: tuple[Literal["normal"], Literal["low"]] = ("normal", "low")
PERIOD, WORK = 0.010, 0.002  # seconds


def main() -> None:
    parser = Options(__doc__, seconds=0.2, rounds=1, shape="tiny")
    parser.add_argument("--seconds", type=float, default=20.0, help="of a look")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--shape", choices=SHAPES, default="smollm2-135m")
    parser.add_argument("--probe", action="store_true", help="as a process of its own")
    options = parser.parsed()
    if options.probe:
        print("\n".join(str(late) for late in lateness(options.seconds)))
        return
    model = random_model(options.shape, "q8_0", reads=True)
    found: dict[str, list[float]] = {}
    for _ in range(options.rounds):
        found.setdefault("no training", []).extend(probed(options.seconds))
        for priority in PRIORITIES:
            with trained(model, priority):
                found.setdefault(f"training, priority {priority}", []).extend(probed(options.seconds))
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


def probed(seconds: float) -> list[float]:
    command = [sys.executable, "-m", "tests.lab.bench.bench_latency", "--probe", "--seconds", str(seconds)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [float(line) for line in told.split()]


@contextmanager
def trained(model: Path, priority: Literal["normal", "low"]) -> Iterator[None]:
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
