"""Useful tokens a second of conversations that all begin with one system prompt, with it in every one and once a row.

    make bench-shared                       a model of SmolLM2-135M's shape
    make bench-shared ARGS=--demo           the bundled model: seconds instead of minutes
    make bench-shared ARGS=--short          that, with two rows at most: does it work?

A prompt of about 300 tokens and answers of about 100, cut from the bundled book. The same conversations are trained
packed without sharing and packed with it, in rows of 1,024 and of 2,048 tokens. A token of a conversation is useful
wherever it is computed. Prints a table, writes build/bench/shared_beginnings.json. Each time is the best of some
passes.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from core.base import paths
from core.data.example import Example
from core.data.tokens.beginnings import shared_beginnings
from core.data.tokens.example_view import evenly_spaced
from core.data.tokens.pack import PackedRows, fill_rate, pack_rows
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.step import train_step
from core.engine.train.training import Training
from core.protocol.config import TrainConfig
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model, random_model
from tests.lab.bench.useful_tokens import FOLDER, read

PROMPT_WORDS, QUESTION_WORDS, ANSWER_WORDS = 180, 6, 62  # of the book, with the bundled vocabulary


@dataclass(frozen=True)
class Result:
    """One way of packing."""

    model: str
    context: int
    shares: bool
    conversations: int
    rows: int
    fill: float
    tokens: int  # of the conversations
    computed: int  # of them
    seconds: float
    tok_s: float  # useful
    gain: float  # over packing without sharing


def main() -> None:
    be_a_good_neighbour()
    options = parse_options()
    tokenizer_model = bundled_model()  # with a template
    model = tokenizer_model if options.demo else random_model("smollm2-135m", "q8_0")
    conversations = read(write_conversations(FOLDER / "one-prompt.jsonl"), tokenizer_model)
    results = [result for context in options.contexts for result in measure(model, context, conversations, options)]
    show(results)
    (FOLDER / "shared_beginnings.json").write_text(json.dumps([asdict(one) for one in results], indent=1) + "\n")


def parse_options() -> argparse.Namespace:
    parser = Options(__doc__, demo=True, contexts=[1024], tokens=1500, passes=1)
    parser.add_argument("--demo", action="store_true", help="train the bundled model")
    parser.add_argument("--contexts", type=int, nargs="*", default=[1024, 2048])
    parser.add_argument("--tokens", type=int, default=37_500, help="of the conversations, in each step")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--busy", action="store_true", help="one thread, and its processor time: for a busy machine")
    return parser.parsed()


def write_conversations(file: Path) -> Path:
    """Each asks for what comes after some words of the book."""
    words = (paths.DEMO / "holmes.txt").read_text(encoding="utf-8").split()
    prompt, rest = " ".join(words[:PROMPT_WORDS]), words[PROMPT_WORDS:]
    lines, size = [], QUESTION_WORDS + ANSWER_WORDS
    for at in range(0, len(rest) - size, size):
        question, answer = rest[at : at + QUESTION_WORDS], rest[at + QUESTION_WORDS : at + size]
        said = (("system", prompt), ("user", " ".join(question)), ("assistant", " ".join(answer)))
        messages = [{"role": role, "content": content} for role, content in said]
        lines.append(json.dumps({"messages": messages}, ensure_ascii=False))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def measure(model: Path, context: int, conversations: Sequence[Example], options: argparse.Namespace) -> list[Result]:
    """Both ways in turn within each pass, so that what else the machine does falls on both."""
    count = options.tokens // (sum(map(len, conversations)) // len(conversations))
    some = [conversations[place] for place in evenly_spaced(len(conversations), count)]
    ways = {False: pack_rows(some, context), True: pack_rows(some, context, shared_beginnings(some))}
    loaded = load_for_engine(model, 1 if options.busy else options.threads)
    config = TrainConfig(context=context)
    plan = plan_memory(loaded, config, context)
    training = Training(loaded, config, ways[False], [], plan, lambda done, total: None)
    clock = time.process_time if options.busy else time.perf_counter
    train_step(training.engine, training.optimizer, ways[False][:1], 1e-4)  # builds the graphs
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(options.passes):
        for shares, rows in ways.items():
            started = clock()
            train_step(training.engine, training.optimizer, rows, 1e-4)
            best[shares] = min(best[shares], clock() - started)
    return [result_of(model, context, rows, best[shares], best[False]) for shares, rows in ways.items()]


def result_of(model: Path, context: int, rows: PackedRows, seconds: float, without: float) -> Result:
    tokens = rows.n_tokens + rows.n_shared
    return Result(
        model=model.stem, context=context, shares=rows.n_shared > 0, conversations=len(rows.examples), rows=len(rows),
        fill=fill_rate(rows), tokens=tokens, computed=rows.n_tokens, seconds=seconds, tok_s=tokens / seconds,
        gain=without / seconds,
    )  # fmt: skip


def show(results: Sequence[Result]) -> None:
    first = results[0]
    print(f"{first.model}: {first.conversations} conversations of {first.tokens / first.conversations:.0f} tokens")
    print("context  shares  rows  fill  computed   seconds  useful tokens/s  gain")
    for r in results:
        counts = f"{r.context:7} {'yes' if r.shares else 'no':>7} {r.rows:5} {r.fill:5.0%} {r.computed:9,}"
        print(f"{counts} {r.seconds:9.2f} {r.tok_s:16.0f} {r.gain:5.2f}x")


if __name__ == "__main__":
    main()
