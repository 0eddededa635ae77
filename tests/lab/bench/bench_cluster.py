"""What computing together costs: bytes, seconds of sending and computing, and how long a lost machine is missed.

    make bench-cluster                     the 1B shape over links as at home; about half an hour
    make bench-cluster ARGS=--short        the bundled model over one of them

Two machines of one thread each are two cores of this one, so what they gain on one machine is a speed-up of two such
machines; memory and caches they share. An older one computes with the kernels of an older processor. The links are real
ones between network namespaces (tests/support/links.py), which takes Linux and root.
"""

from __future__ import annotations

import json
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from core.cluster.pool import Pace, step_seconds
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model, random_model
from tests.support.cluster import IN_THE_CLUSTER, LUTHIER, HomeCluster, Terminal
from tests.support.links import ADDRESSES, Link, Namespaces, why_none


@dataclass(frozen=True)
class Case:
    """A link, what is sent over it, and whether the other machine computes with an older processor's kernels."""

    link: Link
    sends: str
    is_older: bool = False


_100_MBIT, _WIFI = Link("100 Mbit/s", 100), Link("100 Mbit/s, 20 ms, 1% loss", 100, 0.02, 0.01)
CASES = (
    Case(Link("1 Gbit/s", 1000), "f32"),
    Case(_100_MBIT, "f32"),
    Case(_100_MBIT, "int8"),
    Case(_100_MBIT, "int4"),
    Case(_WIFI, "int8"),
    Case(_WIFI, "int4"),
    Case(_100_MBIT, "int4", is_older=True),
)
SHAPE = "llama-3.2-1b"
STEPS = 4  # the first two settle who computes how much
STEP_S = 30.0  # of computing, in a step of two machines
A_STEP = "tests.lab.bench.cluster_step"
OLDER = ("-m", "tests.support.older_kernels")  # before a module's name


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
    parser = Options(__doc__, rows=4, tokens=32)
    parser.add_argument("--rows", type=int, default=16, help="of a step of one machine alone")
    parser.add_argument("--tokens", type=int, default=128, help="of a row")
    options = parser.parsed()
    if reason := why_none():
        raise SystemExit(f"There are no links to measure on: {reason}.")
    with tempfile.TemporaryDirectory() as folder:
        model = bundled_model() if options.short else random_model(SHAPE, "q4_k_m", reads=True)
        size = size_of(options.rows, options.tokens)
        speed = speed_alone(Path(folder) / "alone", model, size)
        older = speed_alone(Path(folder) / "older", model, size, OLDER)
        if not options.short:
            size = size_of(round(2 * STEP_S * speed / options.tokens), options.tokens)
        tokens = tokens_of(size)
        print(f"{model.name}, {tokens:.0f} tokens a step; one machine of one thread alone: {tokens / speed:.1f} s, "
              f"an older one {tokens / older:.1f} s")  # fmt: skip
        print(f"\n{'link':28} {'sends':5} {'MB out':>7} {'MB back':>8} {'fetching':>9} {'step':>7} {'computing':>10} "
              f"{'overhead':>9} {'speed-up':>9} {'model':>6} {'loss':>9}")  # fmt: skip
        for number, case in enumerate(CASES[-1:] if options.short else CASES):
            found = measure(Path(folder) / str(number), case, model, size)
            show(case, found, (speed, older if case.is_older else speed), tokens)
        print()
        for how, seconds in recoveries(Path(folder), model, size):
            print(f"{how}: the step took {seconds:.1f} s more than the one before")
        print("\nThe model: speed-up by link, for two to five such machines, and two of which one is slower or faster")
        table(speed, found.values, tokens)


def speed_alone(home: Path, model: Path, size: list[str], older: tuple[str, ...] = ()) -> float:
    """Tokens/s of one machine."""
    terminal = Terminal(
        home, str(model), *size, "--alone", program=(*(older or ("-m",)), A_STEP), prefix=("taskset", "-c", "0"),
        LUTHIER_THREADS="1",
    )  # fmt: skip
    return tokens_of(size) / median([float(str(one["seconds"])) for one in heard(terminal) if "seconds" in one][1:])


def size_of(rows: int, tokens: int) -> list[str]:
    """As tests/lab/bench/cluster_step.py takes it."""
    return ["--rows", str(rows), "--tokens", str(tokens), "--steps", str(STEPS)]


def tokens_of(size: list[str]) -> float:
    return float(size[1]) * float(size[3])


def heard(terminal: Terminal) -> Iterator[dict[str, object]]:
    """Lines of tests/lab/bench/cluster_step.py, until it ends."""
    assert terminal.process.stdout is not None
    for line in terminal.process.stdout:
        if line.startswith("{"):
            yield json.loads(line)
        else:
            print(line, end="", file=sys.stderr)
    if terminal.process.wait():
        raise SystemExit("A step failed; its last words are above.")


def cluster_on(spaces: Namespaces, folder: Path, model: Path, program: Sequence[str] = LUTHIER) -> HomeCluster:
    """The head and what it trains on one core, the other machine on the other. program: of that one."""

    def prefix(name: str) -> tuple[str, ...]:
        end = 0 if name == "head" else 1
        return (*spaces.prefix(end), "taskset", "-c", str(end))

    cluster = HomeCluster(folder, ADDRESSES[0], prefix, LUTHIER_THREADS="1")
    cluster.joins("laptop", [model], program=program).heard(IN_THE_CLUSTER)
    return cluster


def measure(folder: Path, case: Case, model: Path, size: list[str]) -> Measured:
    spaces, program = Namespaces(), (*OLDER, LUTHIER[-1]) if case.is_older else LUTHIER
    with spaces.linked(case.link), cluster_on(spaces, folder, model, program) as cluster:
        training = cluster.runs("head", str(model), *size, "--sends", case.sends, program=("-m", A_STEP))
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


def show(case: Case, found: Measured, speeds: tuple[float, float], tokens: float) -> None:
    """speeds: of both machines alone, tokens/s. The speed-up is over the first."""
    settled = found.steps[2:]
    step, ideal = median(one.seconds for one in settled), median(one.together for one in settled)
    fetching = median(one.work.get("laptop", [0.0] * 3)[2] for one in settled)  # it may be too slow to be asked
    there, back = found.sent
    ours, other = speeds
    sending = (there + back) / (case.link.mbit * 125_000) + 4 * case.link.delay
    expected = step_seconds(tokens, [Pace(ours), Pace(other, sending)])
    link = f"{case.link.name}{', older' if case.is_older else ''}"
    print(f"{link:28} {case.sends:5} {there / 1e6:7.2f} {back / 1e6:8.2f} {fetching:7.2f} s {step:5.1f} s "
          f"{ideal:8.1f} s {step / ideal - 1:9.1%} {tokens / ours / step:9.2f} {tokens / ours / expected:6.2f} "
          f"{found.steps[-1].loss:9.6f}", flush=True)  # fmt: skip


def recoveries(folder: Path, model: Path, size: list[str]) -> Iterator[tuple[str, float]]:
    """Of a machine that is killed in the middle of a step, and of a cable that is pulled."""
    for how in ("Killed in the middle of a step", "The cable pulled"):
        spaces = Namespaces()
        with spaces.linked(Link("1 Gbit/s", 1000)), cluster_on(spaces, folder / how, model) as cluster:
            training = cluster.runs("head", str(model), *size, program=("-m", A_STEP))
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
    others = {f"{count}": [1.0] * (count - 1) for count in (2, 3, 4, 5)} | {"half": [0.5], "twice": [2.0]}
    print(f"{'link':14} {'sends':5} " + " ".join(f"{name:>5}" for name in others))
    for mbit in (30, 100, 300, 1000):
        for sends, share in (("f32", 1.0), ("f16", 0.504), ("int8", 0.254), ("int4", 0.129)):
            each = 2 * values * share / (mbit * 125_000)
            found = []
            for times in others.values():
                sending = each * (len(times) + 1) / 2  # all fetch at once; what comes back is added up on the way
                paces = [Pace(speed), *(Pace(speed * faster, sending) for faster in times)]
                found.append(tokens / speed / step_seconds(tokens, paces))
            print(f"{mbit:>5} Mbit/s   {sends:5} " + " ".join(f"{one:5.2f}" for one in found))


if __name__ == "__main__":
    main()
