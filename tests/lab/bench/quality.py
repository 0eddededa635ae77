"""Is what we train as good as what PEFT trains? Evaluation loss after the same number of steps, taken apart by cause.

    make bench-quality                 four models, text and conversations, three seeds
    make bench-quality ARGS='--seeds 8 --only storyteller --data chat'
    make bench-quality ARGS=--short    two steps, without PEFT unless its environment is there: does it work?

Ours and Transformers + PEFT start from the same checkpoint and split. One thing is changed at a time:

    ours       F32 weights, nothing copied or kept in fewer bits
    q8_0       as the product does it: quantized weights, copies and kept results as the memory plan chooses them
    unpacked   one sequence a row
    peft       our rows, our order, our starting values: what differs from `ours` is the engine
    init       PEFT's own starting values
    order      torch's order of the rows
    mixed      as many sequences a step, but drawn one by one: not those that packing put into a row together
    padded     as a PEFT script does it: batches of so many single sequences in torch's order, PEFT's starting values

The checkpoints are the bundled model and three small ones, trained first on half of the bundled book by PyTorch.
Prints, for every arm, the mean difference of the evaluation loss from `ours`, its standard error, and in how many pairs
it was higher; the same for the training loss of the last ten steps. Writes build/bench/quality/results.json.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np

from core.base import paths
from core.convert.convert import convert
from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import Dataset
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.pack import PackedRows, pack_rows, unpacked_rows
from core.engine.ggml import abi
from core.engine.model.weight_layouts import Layout
from core.engine.model.weights import load_for_engine
from core.engine.train.optimizer import learning_rate
from core.engine.train.plan.changes import leanest_plan
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import Batches, longest
from core.engine.train.training import Training
from core.protocol.config import TrainConfig
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import BUILD, ROOT, Options, peer_python
from tests.support.rendering import renderer

FOLDER = BUILD / "bench" / "quality"
SMALL = ("qwen3", "gemma3", "smollm3")  # made by peft_quality.py
CONVERSATIONS = {"chat": 200, "few": 40}  # 50 packed steps see them once, and six times
OUR_ARMS = ("ours", "unpacked", "q8_0")
PEFT_ARMS = ("peft", "init", "order", "mixed", "padded")


@dataclass(frozen=True)
class Trained:
    """One training. losses: nats, of each step and of the held-out part afterwards."""

    model: str
    data: str
    seed: int
    arm: str
    losses: list[float]
    evaluation: float


class Case(NamedTuple):
    """What is trained in every arm."""

    model: str
    checkpoint: Path
    data: str
    file: Path
    seed: int
    steps: int

    @property
    def config(self) -> TrainConfig:
        return TrainConfig(
            context=128, max_steps=self.steps, rank=16, seed=self.seed, eval_share=0.2, grad_accumulation=2, threads=1
        )


def main() -> None:
    be_a_good_neighbour()
    options = parse_options()
    FOLDER.mkdir(parents=True, exist_ok=True)
    arms = (*OUR_ARMS, *(PEFT_ARMS if peer_python(is_short=options.short) else ()))
    done = FOLDER / f"results{'-short' * options.short}.json"  # of an earlier call: it is not trained again
    if options.short:
        done.unlink(missing_ok=True)
    results = [Trained(**found) for found in json.loads(done.read_text())] if done.exists() else []
    for case in cases(options):
        if options.data not in (None, case.data):
            continue
        known = {r.arm for r in results if (r.model, r.data, r.seed) == (case.model, case.data, case.seed)}
        if missing := {*arms} - known:
            new = [*ours(case, {*missing, "ours"}), *pefts(case, [arm for arm in PEFT_ARMS if arm in missing])]
            results += [result for result in new if result.arm in missing]
            print(case.model, case.data, case.seed, {r.arm: round(r.evaluation, 4) for r in new}, flush=True)
        done.write_text(json.dumps([asdict(result) for result in results], indent=1) + "\n")
    show(results)


def parse_options() -> argparse.Namespace:
    parser = Options(__doc__, seeds=1, only="storyteller", data="few", steps=2)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", choices=["storyteller", *SMALL], help="this model")
    parser.add_argument("--data", choices=["text", *CONVERSATIONS], help="these data")
    parser.add_argument("--steps", type=int, default=50)
    return parser.parsed()


def cases(options: argparse.Namespace) -> Iterator[Case]:
    book = (paths.DEMO / "holmes.txt").read_text(encoding="utf-8")
    (text := FOLDER / "text.txt").write_text(book[len(book) // 2 :], encoding="utf-8")  # the small models know the rest
    conversations = (paths.DEMO / "chat.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    for name, count in CONVERSATIONS.items():
        (FOLDER / f"{name}.jsonl").write_text("".join(conversations[:count]), encoding="utf-8")
    files = [text, *(FOLDER / f"{name}.jsonl" for name in CONVERSATIONS)]
    for model in ["storyteller", *SMALL]:
        if options.only not in (None, model):
            continue
        checkpoint = paths.SAMPLE_MODEL if model == "storyteller" else FOLDER / model
        if not checkpoint.exists():
            peer("pretrain", model, checkpoint)
        for file in files if model == "storyteller" else files[1:]:
            yield from (Case(model, checkpoint, file.stem, file, seed, options.steps) for seed in range(options.seeds))


def ours(case: Case, arms: set[str]) -> Iterator[Trained]:
    """Those arms of ours; that named `ours` leaves what PEFT needs in the folder."""
    for arm in filter(arms.__contains__, OUR_ARMS):
        dtype = "q8_0" if arm == "q8_0" else "f32"
        model = FOLDER / f"{case.model}-{dtype}.gguf"
        if not model.exists():
            convert(case.checkpoint, model, dtype, lambda done, total: None)
        with Tokenizer(model) as tokenizer:
            dataset = load_dataset(case.file, tokenizer, renderer(), case.config)
        pack = unpacked_rows if arm == "unpacked" else pack_rows
        rows, held_out = pack(dataset.train, case.config.row_tokens), pack(dataset.evaluation, case.config.row_tokens)
        loaded, most = load_for_engine(model, threads=1), longest(rows, held_out)
        if dtype == "f32":
            exact = [Layout(transposed=abi.F32)] * len(loaded.model.linears)
            plan = Plan(leanest_plan(loaded.model, case.config, most), exact)
        else:
            plan = plan_memory(loaded, case.config, most)
        training = Training(loaded, case.config, rows, held_out, plan, lambda done, total: None)
        if arm == "ours":
            leave_for_peft(case, dataset, rows, training)
        losses = [training.step().result.loss for _ in range(case.steps)]
        evaluation = training.engine.evaluate(held_out, lambda done, total: None).loss
        yield Trained(case.model, case.data, case.seed, arm, losses, evaluation)


def leave_for_peft(case: Case, dataset: Dataset, rows: PackedRows, training: Training) -> None:
    """Sequences, which of them make a row, the rows of each step, the rates, and the starting values of every A."""
    arrays = {f"a/{name}": a for name, (a, _) in training.adapter.factors().items()}
    for part, sequences in (("train", dataset.train), ("eval", dataset.evaluation)):
        arrays[f"{part}/tokens"] = np.concatenate([sequence.tokens for sequence in sequences])
        arrays[f"{part}/trained"] = np.concatenate([sequence.supervised for sequence in sequences])
        arrays[f"{part}/lengths"] = np.array([len(sequence) for sequence in sequences])
    batches = Batches(range(len(rows)), case.config)  # the rows' numbers instead of the rows
    steps = [batches.rows_of(step) for step in range(case.steps)]
    arrays |= {"members": rows.members, "borders": rows.borders}
    np.savez(FOLDER / "case.npz", **arrays)
    rates = [learning_rate(case.config, step, case.steps) for step in range(case.steps)]
    settings = {"steps": steps, "seed": case.seed, "rates": rates}
    (FOLDER / "case.json").write_text(json.dumps(settings))


def pefts(case: Case, arms: list[str]) -> Iterator[Trained]:
    if not arms:
        return
    peer("train", case.checkpoint, FOLDER, *arms)
    for arm, found in json.loads((FOLDER / "peft.json").read_text()).items():
        yield Trained(case.model, case.data, case.seed, arm, found["losses"], found["evaluation"])


def peer(*arguments: object) -> None:
    command = [str(peer_python()), "tests/lab/bench/peft_quality.py", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr[-2000:])


def show(results: list[Trained]) -> None:
    """Over all pairs, then seed by seed: pairs with one seed share their draws, so they are not independent."""
    base = {(r.model, r.data, r.seed): r for r in results if r.arm == "ours"}
    print(f"\n{'arm':10}{'pairs':>6}{'evaluation':>14}{'± s.e.':>9}{'higher':>8}{'training':>12}{'± s.e.':>9}")
    seeds = sorted({r.seed for r in results})
    for arm in dict.fromkeys(r.arm for r in results if r.arm != "ours"):
        pairs = [(r, base[r.model, r.data, r.seed]) for r in results if r.arm == arm]
        training = [fmean(r.losses[-10:]) - fmean(other.losses[-10:]) for r, other in pairs]
        mean, spread, higher = summary([r.evaluation - other.evaluation for r, other in pairs])
        print(
            f"{arm:10}{len(pairs):6}{mean:+14.5f}{spread:9.5f}{higher:>8}{fmean(training):+12.5f}{error(training):9.5f}"
        )
        for seed in seeds:
            own = [r.evaluation - other.evaluation for r, other in pairs if r.seed == seed]
            mean, spread, higher = summary(own) if own else (0.0, 0.0, "-")
            print(f"  seed {seed:<3}{len(own):6}{mean:+14.5f}{spread:9.5f}{higher:>8}")


def summary(differences: list[float]) -> tuple[float, float, str]:
    """Mean, its standard error, and how many are above zero."""
    return fmean(differences), error(differences), f"{sum(d > 0 for d in differences)}/{len(differences)}"


def error(differences: list[float]) -> float:
    """Standard error of their mean."""
    return stdev(differences) / len(differences) ** 0.5 if len(differences) > 1 else 0.0


if __name__ == "__main__":
    main()
