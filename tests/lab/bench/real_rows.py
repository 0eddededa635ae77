"""Useful tokens a second on conversations as people have them: padded, packed, sharing a prompt; ours and TRL's.

    make bench-rows                         a model of SmolLM2-135M's shape: half an hour, most of it the peer's
    make bench-rows ARGS='--python FOLDER/bin/python'    the peer from an environment that has TRL
    make bench-rows ARGS=--short            the bundled model, a row of each set: does it work?

A useful token is one of a conversation, wherever it is computed; padding never counts. Of the same conversations, in
one run, only the assistant's words are supervised:

    padded         batches of 8 in random order, each row as long as the longest of its batch
    single         one conversation a row, padded to a multiple of 64 (packing=false)
    packed         several in a row, kept apart by mask and positions (the default)
    shared         packed, with a beginning that they share computed once a row (the default where it pays)
    TRL, padded    SFTTrainer's collator, as padded
    TRL, packed    packing=True: rows of its `pack_dataset` ("bfd") without padding

Sets: the bundled conversations, short and alike; passages of the bundled book, whose lengths follow a log-normal
distribution as instruction sets do; and conversations with one system prompt of 300 tokens and answers of about 100, in
rows of 1,024. Prints a table, writes build/bench/real_rows.json. Each time is the best of some passes over all rows.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.base import paths
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.beginnings import shared_beginnings
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.pack import fill_rate, pack_rows, unpacked_rows
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import Rows
from core.engine.train.step import train_step
from core.engine.train.training import Training
from core.protocol.config import TrainConfig
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import BUILD, Options, peer_python, run
from tests.lab.bench.make_model import bundled_model, random_model
from tests.support.rendering import renderer

FOLDER = BUILD / "bench"
BATCH = 8  # conversations in a padded batch
MEDIAN_WORDS, SPREAD = 80, 0.8  # of a passage; SPREAD: the deviation of the logarithm
LONGEST_WORDS = 280  # so that a conversation stays within 512 tokens
PROMPT_WORDS, QUESTION_WORDS, ANSWER_WORDS = 180, 6, 62  # of conversations with one system prompt


class Data(NamedTuple):
    """A set of conversations, in tokens."""

    name: str
    context: int
    conversations: list[Example]

    @property
    def tokens(self) -> int:
        return sum(map(len, self.conversations))

    @property
    def supervised(self) -> int:
        return sum(one.n_supervised for one in self.conversations)


def main() -> None:
    be_a_good_neighbour()
    options = parse_options()
    draw, tokenizer_model = np.random.default_rng(0), bundled_model()  # which has a template
    model = tokenizer_model if options.demo else random_model("smollm2-135m", "q8_0")
    files = (("bundled", 512, paths.DEMO / "chat.jsonl"), ("mixed", 512, write_mixed(FOLDER / "mixed.jsonl", draw)))
    python = options.python or peer_python(is_short=options.short)
    results = {}
    print(f"{model.stem}\n{'set and way':24}{'rows':>6}{'fill':>6}{'seconds':>9}{'useful/s':>10}{'supervised/s':>14}")
    for name, context, file in (*files, ("one prompt", 1024, write_one_prompt(FOLDER / "one-prompt.jsonl"))):
        data = Data(name, context, some_of(read(file, tokenizer_model, context), options.rows * context, draw))
        ours = measure(model, data, options, draw)
        results[name] = ours | (peers(python, data, options) if python else {})
        show(data, results[name])
    (FOLDER / "real_rows.json").write_text(json.dumps(results, indent=1) + "\n")


def parse_options() -> argparse.Namespace:
    parser = Options(__doc__, demo=True, rows=1, passes=1)
    parser.add_argument("--demo", action="store_true", help="train the bundled model")
    parser.add_argument("--rows", type=int, default=8, help="that each set fills when it is packed, about")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--busy", action="store_true", help="one thread, and its processor time: for a busy machine")
    parser.add_argument("--python", type=Path, help="of an environment that has TRL; otherwise one is made")
    return parser.parsed()


def write_mixed(file: Path, draw: np.random.Generator) -> Path:
    """A question and a passage of the book, some with a second exchange."""
    words = (paths.DEMO / "holmes.txt").read_text(encoding="utf-8").split()
    at, lines = 0, []
    while at + LONGEST_WORDS < len(words):
        length = int(np.clip(draw.lognormal(np.log(MEDIAN_WORDS), SPREAD), 6, LONGEST_WORDS))
        passage, at = words[at : at + length], at + length
        turns = [passage] if length < 20 or draw.random() < 0.7 else [passage[: length // 2], passage[length // 2 :]]
        messages = []
        for turn in turns:
            asked = max(2, len(turn) // 5)
            messages.append(("user", f"What comes after “{' '.join(turn[:asked])}”?"))
            messages.append(("assistant", " ".join(turn[asked:])))
        lines.append(messages)
    return write_conversations(file, lines)


def write_one_prompt(file: Path) -> Path:
    """One system prompt; each asks for what comes after some words of the book."""
    words = (paths.DEMO / "holmes.txt").read_text(encoding="utf-8").split()
    prompt, rest, size = " ".join(words[:PROMPT_WORDS]), words[PROMPT_WORDS:], QUESTION_WORDS + ANSWER_WORDS
    lines = []
    for at in range(0, len(rest) - size, size):
        question, answer = rest[at : at + QUESTION_WORDS], rest[at + QUESTION_WORDS : at + size]
        lines.append([("system", prompt), ("user", " ".join(question)), ("assistant", " ".join(answer))])
    return write_conversations(file, lines)


def write_conversations(file: Path, conversations: Sequence[Sequence[tuple[str, str]]]) -> Path:
    """Write turns of role and content as JSON lines."""
    rows = ({"messages": [{"role": role, "content": content} for role, content in turns]} for turns in conversations)
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def read(file: Path, model: Path, context: int) -> list[Example]:
    """Read conversations as a training does."""
    with Tokenizer(model) as tokenizer:
        return list(load_dataset(file, tokenizer, renderer(), TrainConfig(context=context, eval_share=0.0)).train)


def some_of(conversations: list[Example], tokens: int, draw: np.random.Generator) -> list[Example]:
    """Return conversations in random order, of at least so many tokens together."""
    chosen, total = [], 0
    for place in draw.permutation(len(conversations)):
        if total >= tokens:
            break
        chosen.append(conversations[place])
        total += len(chosen[-1])
    return chosen


def measure(model: Path, data: Data, options: argparse.Namespace, draw: np.random.Generator) -> dict[str, dict]:
    """Time our ways in turn within each pass, so that what else the machine does falls on all of them."""
    conversations, context = data.conversations, data.context
    ways: dict[str, Rows] = {
        "padded": padded_rows(conversations, draw),
        "single": unpacked_rows(conversations, context),
        "packed": pack_rows(conversations, context),
    }
    shared = pack_rows(conversations, context, shared_beginnings(conversations))
    if shared.n_shared:
        ways["shared"] = shared
    loaded, config = load_for_engine(model, 1 if options.busy else options.threads), TrainConfig(context=context)
    plan = plan_memory(loaded, config, context)
    training = Training(loaded, config, ways["packed"], [], plan, lambda done, total: None)
    for row in (row for rows in ways.values() for row in rows):
        training.engine.load(row)  # builds the graphs
    train_step(training.engine, training.optimizer, ways["packed"][:1], 1e-4)
    clock, best = time.process_time if options.busy else time.perf_counter, dict.fromkeys(ways, float("inf"))
    for _ in range(options.passes):
        for way, rows in ways.items():
            started = clock()
            train_step(training.engine, training.optimizer, rows, 1e-4)  # one update, so that all ways have as many
            best[way] = min(best[way], clock() - started)
    return {way: {"rows": len(rows), "fill": fill_rate(rows), "seconds": best[way]} for way, rows in ways.items()}


def padded_rows(conversations: Sequence[Example], draw: np.random.Generator) -> list:
    """Return rows as long as the longest of their batch."""
    shuffled = [conversations[place] for place in draw.permutation(len(conversations))]
    batches = [shuffled[start : start + BATCH] for start in range(0, len(shuffled), BATCH)]
    return [row for batch in batches for one in batch for row in pack_rows([one], max(map(len, batch)))]


def peers(python: Path, data: Data, options: argparse.Namespace) -> dict[str, dict]:
    """Time TRL's ways with the same tokens."""
    file = FOLDER / "peer-rows.json"
    labels = [np.where(one.supervised, one.tokens, -100).tolist() for one in data.conversations]
    rows = zip((one.tokens.tolist() for one in data.conversations), labels, strict=True)
    file.write_text(json.dumps([{"input_ids": tokens, "labels": label} for tokens, label in rows]))
    words = [python, "tests/lab/bench/trl_rows.py", file, "--context", data.context, "--passes", options.passes]
    words += ["--shape", "tiny" if options.demo else "smollm2-135m", "--batch", BATCH]
    words += ["--threads", 1] if options.busy else []
    found: dict[str, dict] = run(words, {})
    return {
        f"TRL, {way}": one | {"seconds": one["processor" if options.busy else "clock"]} for way, one in found.items()
    }


def show(data: Data, ways: dict[str, dict]) -> None:
    """Print a line for each way."""
    print(f"{data.name}: {len(data.conversations)} conversations, {data.supervised / data.tokens:.0%} supervised")
    for way, one in ways.items():
        paces = f"{data.tokens / one['seconds']:10.0f}{data.supervised / one['seconds']:14.0f}"
        print(f"{data.name + ', ' + way:24}{one['rows']:6}{one['fill']:6.0%}{one['seconds']:9.2f}{paces}", flush=True)


if __name__ == "__main__":
    main()
