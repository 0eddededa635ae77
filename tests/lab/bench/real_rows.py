"""Useful tokens a second on conversations of mixed length, packed and padded. Padding never counts.

    make bench-useful                       a model of SmolLM2-135M's shape, both sets
    make bench-useful ARGS=--demo           the bundled model: seconds instead of minutes
    make bench-useful ARGS=--short          that, with a row of each set: does it work?

The same conversations, only the assistant's words supervised, are trained three ways:

    padded    batches of 8 in random order, every row as long as the batch's longest (what a padding collator makes)
    single    one conversation a row, padded to a multiple of 64 (packing=false)
    packed    several in a row, kept apart by mask and positions (the default)

Sets: the bundled conversations, short and alike; and passages of the bundled book, whose lengths follow a log-normal
distribution as instruction sets do. Prints a table, writes build/bench/useful_tokens.json. Each time is the best of
some passes over all rows.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from core.base import paths
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.pack import fill_rate, pack_rows, unpacked_rows
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import PackedRow
from core.engine.train.step import train_step
from core.engine.train.training import Training
from core.protocol.config import TrainConfig
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import BUILD, Options
from tests.lab.bench.make_model import bundled_model, random_model
from tests.support.rendering import renderer

FOLDER = BUILD / "bench"
CONTEXT = 512
BATCH = 8  # conversations in a padded batch
MEDIAN_WORDS, SPREAD = 80, 0.8  # of a passage; SPREAD: the deviation of the logarithm
LONGEST_WORDS = 280  # so that a conversation stays within the context


@dataclass(frozen=True)
class Result:
    """One way of batching one set."""

    model: str
    data: str
    batching: str
    conversations: int
    rows: int
    fill_of_set: float  # as fill, over all of the set's conversations
    fill: float  # share of the computed tokens that is no padding
    tokens: int  # without padding
    trained: int  # those of them that count in the loss
    seconds: float
    tok_s: float
    trained_tok_s: float
    gain: float  # over padded batches


def main() -> None:
    be_a_good_neighbour()
    options = parse_options()
    tokenizer_model = bundled_model()  # with a template
    model = tokenizer_model if options.demo else random_model("smollm2-135m", "q8_0")
    rng = np.random.default_rng(0)
    sets = {"bundled": paths.DEMO / "chat.jsonl", "mixed": write_mixed(FOLDER / "mixed.jsonl", rng)}
    results = []
    for name, file in sets.items():
        rows = pack_rows(read(file, tokenizer_model), CONTEXT)
        fills = {way: fill_rate(all_rows) for way, all_rows in batched(rows, rng).items()}
        chosen = [rows[i] for i in rng.permutation(len(rows))[: options.rows]]
        results += measure(model, name, chosen, fills, options, rng)
    show(results)
    (FOLDER / "useful_tokens.json").write_text(json.dumps([asdict(result) for result in results], indent=1) + "\n")


def parse_options() -> argparse.Namespace:
    parser = Options(__doc__, demo=True, rows=1, passes=1)
    parser.add_argument("--demo", action="store_true", help="train the bundled model")
    parser.add_argument("--rows", type=int, default=8, help=f"packed rows of {CONTEXT} tokens taken from each set")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--busy", action="store_true", help="one thread, and its processor time: for a busy machine")
    return parser.parsed()


def write_mixed(file: Path, rng: np.random.Generator) -> Path:
    """A question and a passage of the book, some with a second exchange."""
    words = (paths.DEMO / "holmes.txt").read_text(encoding="utf-8").split()
    at, lines = 0, []
    while at + LONGEST_WORDS < len(words):
        length = int(np.clip(rng.lognormal(np.log(MEDIAN_WORDS), SPREAD), 6, LONGEST_WORDS))
        passage, at = words[at : at + length], at + length
        turns = [passage] if length < 20 or rng.random() < 0.7 else [passage[: length // 2], passage[length // 2 :]]
        messages = []
        for turn in turns:
            asked = max(2, len(turn) // 5)
            messages.append({"role": "user", "content": f"What comes after “{' '.join(turn[:asked])}”?"})
            messages.append({"role": "assistant", "content": " ".join(turn[asked:])})
        lines.append(json.dumps({"messages": messages}, ensure_ascii=False))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def read(file: Path, model: Path) -> list[Example]:
    """As training reads it."""
    with Tokenizer(model) as tokenizer:
        return load_dataset(file, tokenizer, renderer(), TrainConfig(context=CONTEXT, eval_share=0.0)).train


def unpack(rows: Sequence[PackedRow]) -> list[Example]:
    """The conversations in packed rows."""
    found = []
    for row in rows:
        for segment in range(int(row.segments[row.n_tokens - 1]) + 1):
            here = np.flatnonzero(row.segments == segment)
            trained = np.zeros(len(here), np.bool_)
            trained[1:] = row.labels[here[:-1]] >= 0
            found.append(Example(row.tokens[here], trained))
    return found


def padded_rows(conversations: Sequence[Example]) -> list[PackedRow]:
    """Rows as long as the longest of their batch."""
    rows = []
    for start in range(0, len(conversations), BATCH):
        batch = conversations[start : start + BATCH]
        longest = max(map(len, batch))
        for conversation in batch:
            rows += pack_rows([conversation], longest)
    return rows


def batched(packed: list[PackedRow], rng: np.random.Generator) -> dict[str, list[PackedRow]]:
    """The same conversations in each of the three ways."""
    conversations = unpack(packed)
    conversations = [conversations[i] for i in rng.permutation(len(conversations))]
    return {"padded": padded_rows(conversations), "single": unpacked_rows(conversations, CONTEXT), "packed": packed}


def measure(
    model: Path,
    data: str,
    packed: list[PackedRow],
    fills: dict[str, float],
    options: argparse.Namespace,
    rng: np.random.Generator,
) -> list[Result]:
    """All three ways, in turn within each pass, so that what else the machine does falls on all of them."""
    ways = batched(packed, rng)
    loaded = load_for_engine(model, 1 if options.busy else options.threads)
    config = TrainConfig(context=CONTEXT)
    training = Training(loaded, config, packed, [], plan_memory(loaded, config, CONTEXT), lambda done, total: None)
    engine, optimizer = training.engine, training.optimizer
    for row in (row for rows in ways.values() for row in rows):
        engine.load(row)  # builds the graphs
    train_step(engine, optimizer, packed[:1], 1e-4)
    best = dict.fromkeys(ways, float("inf"))
    clock = time.process_time if options.busy else time.perf_counter
    for _ in range(options.passes):
        for way, rows in ways.items():
            started = clock()
            train_step(engine, optimizer, rows, 1e-4)  # one update, so that all ways have as many
            best[way] = min(best[way], clock() - started)
    return [
        Result(
            model=model.stem,
            data=data,
            batching=way,
            conversations=len(ways["single"]),
            rows=len(rows),
            fill_of_set=fills[way],
            fill=fill_rate(rows),
            tokens=sum(row.n_tokens for row in rows),
            trained=sum(row.n_supervised for row in rows),
            seconds=best[way],
            tok_s=sum(row.n_tokens for row in rows) / best[way],
            trained_tok_s=sum(row.n_supervised for row in rows) / best[way],
            gain=best["padded"] / best[way],
        )
        for way, rows in ways.items()
    ]


def show(results: Sequence[Result]) -> None:
    print(f"{results[0].model}: useful tokens are all but padding, trained ones count in the loss")
    print("set      batching  conversations  rows  fill  (whole set)   tokens/s  trained/s  gain")
    for r in results:
        counts = f"{r.data:8} {r.batching:9} {r.conversations:13} {r.rows:5} {r.fill:5.0%} {r.fill_of_set:12.0%}"
        print(f"{counts} {r.tok_s:10.0f} {r.trained_tok_s:10.0f} {r.gain:5.2f}x")


if __name__ == "__main__":
    main()
