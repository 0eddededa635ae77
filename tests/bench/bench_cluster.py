"""What computing together costs: bytes, seconds of sending and computing, and how long a lost machine is missed.

    make bench-cluster                     the 1B shape over links as at home; about 20 minutes
    make bench-cluster ARGS=--short        the bundled model over two of them

Two machines of one thread each are two cores of this one, so what they gain on one machine is a speed-up of two such
machines; memory and caches they share. The links are real ones between network namespaces (tests/support/links.py),
which takes Linux and root.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from core.cluster.shares import Pace, step_seconds
from core.convert.convert import convert
from core.convert.quantize import quantize
from core.shared.paths import SAMPLE_MODEL
from tests.bench.bench_long import TOKENIZER
from tests.bench.environments import BUILD
from tests.bench.make_model import SHAPES, make_model
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster, Terminal
from tests.support.links import ADDRESSES, Link, Namespaces, why_none

LINKS = (
    (Link("1 Gbit/s", 1000), "f32"),
    (Link("100 Mbit/s", 100), "f32"),
    (Link("100 Mbit/s", 100), "int8"),
    (Link("100 Mbit/s, 20 ms, 1% loss", 100, 0.02, 0.01), "int8"),
)
SHAPE = "llama-3.2-1b"
SHORT = (LINKS[1], LINKS[3])
STEPS = 4  # the first two settle who computes how much
STEP_S = 30.0  # of computing, in a step of two machines
ROWS, ROW_TOKENS = 16, 128


@dataclass(frozen=True)
class Done:
    """A step. work: by machine tokens, seconds of computing, seconds of fetching the adapter's values."""

    seconds: float
    loss: float
    work: dict[str, list[float]]

    @property
    def tokens(self) -> float:
        return sum(tokens for tokens, _, _ in self.work.values())

    @property
    def together(self) -> float:
        """Seconds that the machines' computing takes where nothing is sent and nobody waits."""
        return self.tokens / sum(tokens / seconds for tokens, seconds, _ in self.work.values())


@dataclass(frozen=True)
class Measured:
    steps: list[Done]
    values: int  # bytes of the adapter's
    sent: tuple[float, float]  # bytes a step to the other machine, and from it


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    if reason := why_none():
        raise SystemExit(f"There are no links to measure on: {reason}.")
    with tempfile.TemporaryDirectory() as folder:
        model = small_model(Path(folder)) if options.short else BUILD / "bench" / f"{SHAPE}-q4_k_m-starcoder.gguf"
        if not options.short:
            make_model(SHAPES[SHAPE], "q4_k_m", model, tokenizer=TOKENIZER)
        alone = run_alone(Path(folder) / "alone", model, size_of(ROWS))
        speed = alone.tokens / alone.seconds
        size = size_of(ROWS if options.short else round(2 * STEP_S * speed / ROW_TOKENS))
        tokens = tokens_of(size)
        print(f"{model.name}, {tokens:.0f} tokens a step; one machine of one thread alone: {tokens / speed:.1f} s")
        print(f"\n{'link':28} {'sends':5} {'MB out':>7} {'MB back':>8} {'fetching':>9} {'step':>7} {'computing':>10} "
              f"{'overhead':>9} {'speed-up':>9} {'model':>6} {'loss':>9}")  # fmt: skip
        for number, (link, sends) in enumerate(SHORT if options.short else LINKS):
            found = measure(Path(folder) / str(number), link, sends, model, size)
            show(link, sends, found, speed, tokens)
        print()
        for how, seconds in recoveries(Path(folder), model, size):
            print(f"{how}: the step took {seconds:.1f} s more than the one before")
        print("\nThe model, for machines as fast as one of these: speed-up by link and number of machines")
        table(speed, found.values, tokens)


def small_model(folder: Path) -> Path:
    whole, model = folder / "whole.gguf", folder / "storyteller.gguf"
    convert(SAMPLE_MODEL, whole, "f16", lambda done, total: None)
    quantize(whole, model, "q8_0", lambda done, total: None, lambda level, line: None)
    return model


def run_alone(home: Path, model: Path, size: list[str]) -> Done:
    terminal = Terminal(
        home, str(model), *size, "--alone", program=("-m", "tests.bench.cluster_step"),
        prefix=("taskset", "-c", "0"), LUTHIER_THREADS="1",
    )  # fmt: skip
    steps = [one for one in heard(terminal) if "seconds" in one][1:]
    return Done(median(one["seconds"] for one in steps), steps[-1]["loss"], {"alone": [tokens_of(size), 1.0, 0.0]})


def size_of(rows: int) -> list[str]:
    """As tests/bench/cluster_step.py takes it."""
    return ["--rows", str(rows), "--tokens", str(ROW_TOKENS), "--steps", str(STEPS)]


def tokens_of(size: list[str]) -> float:
    return float(size[1]) * float(size[3])


def heard(terminal: Terminal) -> Iterator[dict[str, object]]:
    """Lines of tests/bench/cluster_step.py, until it ends."""
    assert terminal.process.stdout is not None
    for line in terminal.process.stdout:
        if line.startswith("{"):
            yield json.loads(line)
        else:
            print(line, end="", file=sys.stderr)
    if terminal.process.wait():
        raise SystemExit("A step failed; its last words are above.")


def cluster_on(spaces: Namespaces, folder: Path, model: Path) -> HomeCluster:
    """The head and what it trains on one core, the other machine on the other."""

    def prefix(name: str) -> tuple[str, ...]:
        end = 0 if name == "head" else 1
        return (*spaces.prefix(end), "taskset", "-c", str(end))

    cluster = HomeCluster(folder, ADDRESSES[0], prefix, LUTHIER_THREADS="1")
    cluster.joins("laptop", [model]).heard(IN_THE_CLUSTER)
    return cluster


def measure(folder: Path, link: Link, sends: str, model: Path, size: list[str]) -> Measured:
    spaces = Namespaces()
    with spaces.linked(link), cluster_on(spaces, folder, model) as cluster:
        training = cluster.runs("head", str(model), *size, "--sends", sends, program=("-m", "tests.bench.cluster_step"))
        values, steps, at = 0, list[Done](), list[tuple[int, int]]()
        for line in heard(training):
            if "values" in line:
                values = int(str(line["values"]))
            if "begins" in line:
                at.append((spaces.bytes_sent(0), spaces.bytes_sent(1)))
            if "seconds" in line:
                steps.append(Done(line["seconds"], line["loss"], line["work"]))  # type: ignore[arg-type]
                last = (spaces.bytes_sent(0), spaces.bytes_sent(1))
    between = len(at) - 1
    out, back = ((last[end] - at[1][end]) / between for end in (0, 1))
    return Measured(steps, values, (out, back))


def show(link: Link, sends: str, found: Measured, speed: float, tokens: float) -> None:
    settled = found.steps[2:]
    step, ideal = median(one.seconds for one in settled), median(one.together for one in settled)
    fetching = median(one.work.get("laptop", [0.0] * 3)[2] for one in settled)  # it may be too slow to be asked
    there, back = found.sent
    rate = link.mbit * 125_000
    expected = step_seconds(tokens, [Pace(speed), Pace(speed, (there + back) / rate + 4 * link.delay)])
    print(f"{link.name:28} {sends:5} {there / 1e6:7.2f} {back / 1e6:8.2f} {fetching:7.2f} s {step:5.1f} s "
          f"{ideal:8.1f} s {step / ideal - 1:9.1%} {tokens / speed / step:9.2f} {tokens / speed / expected:6.2f} "
          f"{found.steps[-1].loss:9.6f}", flush=True)  # fmt: skip


def recoveries(folder: Path, model: Path, size: list[str]) -> Iterator[tuple[str, float]]:
    """Of a machine that is killed in the middle of a step, and of a cable that is pulled."""
    for how in ("Killed in the middle of a step", "The cable pulled"):
        spaces = Namespaces()
        with spaces.linked(Link("1 Gbit/s", 1000)), cluster_on(spaces, folder / how, model) as cluster:
            training = cluster.runs("head", str(model), *size, program=("-m", "tests.bench.cluster_step"))
            before = 0.0
            for line in heard(training):
                if line.get("begins") == 2:
                    time.sleep(before / 2)
                    if how.startswith("Killed"):
                        cluster.members[-1].process.send_signal(signal.SIGKILL)
                    else:
                        spaces.set_cable(False)
                if line.get("step") == 2:
                    yield how, float(str(line["seconds"])) - before
                    break
                before = float(str(line.get("seconds", before)))


def table(speed: float, values: int, tokens: float) -> None:
    """Seconds of one machine's step over those of many."""
    counts = (2, 3, 4, 5)
    print(f"{'link':14} {'sends':5} " + " ".join(f"{count:>5}" for count in counts))
    for mbit in (30, 100, 300, 1000):
        for sends, share in (("f32", 1.0), ("f16", 0.508), ("int8", 0.258)):
            each = 2 * values * share / (mbit * 125_000)
            found = []
            for count in counts:
                others = [Pace(speed, each * (count - 1) / 2 + each / 2)] * (count - 1)
                found.append(tokens / speed / step_seconds(tokens, [Pace(speed), *others]))
            print(f"{mbit:>5} Mbit/s   {sends:5} " + " ".join(f"{one:5.2f}" for one in found))


if __name__ == "__main__":
    main()
