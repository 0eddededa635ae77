"""What a pair costs in a step of DPO: beside an ordinary row, and beside TRL's, in turn, on this machine.

    make bench-pairs                                two rounds of one thread: some minutes
    make bench-pairs ARGS='--python /path/to/python'    in an environment that has TRL, not in one made for it
    make bench-pairs ARGS=--short                   a tiny model: does it work? TRL only where its environment is there

Random weights in the shape of SmolLM2 135M; prompts and answers of 128 tokens each, of any kind; an ordinary row is a
prompt with one answer. Told are the least seconds of all rounds, of the processor and of the clock. TRL computes the
reference in each step, its default, or knows it from before, as ours always does.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.data.example import Example
from core.data.tokens.pack import pack_groups, pack_rows
from core.engine.model.weights import load_for_engine
from core.engine.train.objective import CROSS_ENTROPY, Dpo, Objective
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import Rows
from core.engine.train.step import train_step
from core.engine.train.training import Training
from core.protocol.config import TrainConfig
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import Options, peer_python, run
from tests.lab.bench.make_model import SHAPES, random_model

TYPES = ("q8_0", "f32")  # of our weights
PAIRS, THEIRS = 12, 2  # in a step of ours, and of TRL's
ORDINARY = "an ordinary row"


class Seconds(NamedTuple):
    """processor: of all threads."""

    processor: float
    clock: float

    def least(self, other: Seconds) -> Seconds:
        """Return the lesser ones of both."""
        return Seconds(*map(min, self, other))


class Ours:
    """Steps of an engine of ours with rows of one kind."""

    def __init__(self, shape: str, kind: str, length: int) -> None:
        """kind: the type of the weights. length: tokens of a prompt, and of an answer."""
        draw, n_vocab = np.random.default_rng(1), SHAPES[shape].vocab
        loaded = load_for_engine(random_model(shape, kind), 1)
        prompts = [draw.integers(5, n_vocab, length) for _ in range(PAIRS)]
        answered = (np.concatenate([prompt, draw.integers(5, n_vocab, length)]) for prompt in prompts for _ in range(2))
        pairs = [Example(tokens.astype(np.int32), np.arange(2 * length) >= length) for tokens in answered]
        group_of, sides = np.repeat(np.arange(PAIRS), 2), np.tile(np.array([1, -1], np.int8), PAIRS)
        row = 12 * length + 16  # four pairs, three whose prompt is not shared, six ordinary rows: hardly any padding

        def paired(shared: int) -> Rows:
            return pack_groups(pairs, group_of, np.full(2 * PAIRS, shared), sides, row, packed=True)

        self._ways: dict[str, tuple[Rows, Objective]] = {
            ORDINARY: (pack_rows(pairs[::2], row), CROSS_ENTROPY),
            "a pair": (paired(length - 1), Dpo()),
            "a pair whose prompt is not shared": (paired(0), Dpo()),
        }
        config = TrainConfig(context=row // 2, objective="dpo", threads=1)
        rows, plan = self._ways[ORDINARY][0], plan_memory(loaded, config, row)
        self._training = Training(loaded, config, rows, [], plan, lambda done, total: None)
        for _ in self.times():  # builds the graphs
            pass

    def times(self) -> Iterator[tuple[str, Seconds]]:
        """Yield what a step takes for each of its pairs or rows, and asking the reference once."""
        training = self._training
        for name, (rows, training.engine.objective) in self._ways.items():
            began = now()
            train_step(training.engine, training.optimizer, rows, 0.0)
            yield name, since(began, PAIRS)
        began = now()
        list(training.engine.log_probabilities(self._ways["a pair"][0], lambda done, total: None))
        yield "asking the reference of a pair", since(began, PAIRS)


def theirs(python: Path, shape: str, length: int) -> Iterator[tuple[str, Seconds]]:
    """Yield what a pair takes in TRL."""
    command = [python, "tests/lab/bench/trl_step.py", "--shape", shape, "--pairs", THEIRS, "--length", length]
    for name, seconds in run(command, {})["seconds"].items():
        yield f"TRL, f32, {name}", Seconds(**seconds)


def now() -> Seconds:
    return Seconds(time.process_time(), time.perf_counter())


def since(began: Seconds, parts: int) -> Seconds:
    """Return what has gone by since, of each part."""
    return Seconds(*((then - before) / parts for then, before in zip(now(), began, strict=True)))


def main() -> None:
    be_a_good_neighbour()
    parser = Options(__doc__, rounds=1, shape="tiny", length=8)
    parser.add_argument("--shape", choices=SHAPES, default="smollm2-135m")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--length", type=int, default=128, help="tokens of a prompt, and of an answer")
    parser.add_argument("--python", type=Path, help="an interpreter that has TRL")
    options = parser.parsed()
    python = options.python or peer_python(is_short=options.short)
    ours = {kind: Ours(options.shape, kind, options.length) for kind in TYPES}
    least = dict[str, Seconds]()
    for _ in range(options.rounds):
        found = [(f"{kind}, {name}", taken) for kind, one in ours.items() for name, taken in one.times()]
        for name, taken in [*found, *(theirs(python, options.shape, options.length) if python else ())]:
            least[name] = taken.least(least.get(name, taken))
    print(f"{'seconds':45}{'processor':>10}{'clock':>8}{'times an ordinary row of ours':>32}")
    for name, taken in least.items():
        kind = name.partition(",")[0]
        beside = least.get(f"{kind}, {ORDINARY}", least[f"{TYPES[-1]}, {ORDINARY}"])
        print(f"{name:45}{taken.processor:10.2f}{taken.clock:8.2f}{taken.processor / beside.processor:32.2f}")


if __name__ == "__main__":
    main()
