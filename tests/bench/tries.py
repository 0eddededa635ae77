"""What `luthier try` teaches: a task of `make bench-teach` from a few of its rows, then one round with the others.

    python -m tests.bench.tries MODEL.gguf labels 24
    python -m tests.bench.tries MODEL.gguf extract 12
    python -m tests.bench.tries --short             a few rows of the bundled model: does it work?

So many rows are learnt by the goal "exact". The model then answers the questions of all that are taught, up to eight
times each, and goes on with the answers that pass; beside that, with the same few rows once more. Asked are other
questions, greedily. Prints a JSON line.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from core import protocol as p
from core.cli.conversation import held_model
from tests.bench.environments import Options
from tests.bench.make_model import bundled_model
from tests.bench.teach.made import Pair
from tests.bench.teach.tasks import Task, tasks
from tests.bench.teach.trial import luthier

GOAL = ("--goal", "exact", "--set", "eval_share=0", "--json")


def rows(task: Task, pairs: Sequence[Pair]) -> str:
    """Return training data."""
    said = ([*task.messages(pair), {"role": "assistant", "content": pair.right}] for pair in pairs)
    return "".join(json.dumps({"messages": messages}) + "\n" for messages in said)


def right(task: Task, run: Path) -> int:
    """Return how many of the questions asked a run answers right."""
    found = 0
    with held_model(p.ConverseJob(run=str(run))) as held:
        for pair in task.asked:
            sampling = p.Sampling(max_tokens=task.most)
            *_, end = held.of(p.Ask(id="", messages=task.messages(pair), sampling=sampling, voice="tuned"))
            assert isinstance(end, p.Answered)
            found += task.is_right(end.reply.text, pair.right)
    return found


def main() -> None:
    asked = Options(__doc__, few=4, answers=2, most=2, set=["max_steps=20"])
    asked.add_argument("model", type=Path, nargs="?", help="none: the bundled one")
    asked.add_argument("task", nargs="?", choices=("labels", "extract"), default="labels")
    asked.add_argument("few", type=int, nargs="?", default=24, help="rows that are learnt before")
    asked.add_argument("--answers", type=int, help="take only rows with so many answers, which a few tries may hit")
    asked.add_argument("--most", type=int, help="of the questions that are asked in the end")
    asked.add_argument("--set", action="append", default=[])
    told = asked.parsed()
    model, task = told.model or bundled_model(), tasks()[told.task]
    task = replace(task, asked=task.asked[: told.most])
    taught = list(task.taught)
    random.Random(1).shuffle(taught)
    answers = list(dict.fromkeys(pair.right for pair in taught))[: told.answers]
    taught = [pair for pair in taught if pair.right in answers]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        few, whole, first, second, again = (folder / name for name in ("few.jsonl", "all.jsonl", "1", "2", "again"))
        few.write_text(rows(task, taught[: told.few]), encoding="utf-8")
        whole.write_text(rows(task, taught), encoding="utf-8")
        train = ("train", "--model", model, *GOAL, *(word for one in told.set for word in ("--set", one)))
        luthier(*train, "--data", few, "--run", first)
        tried = msgspec.json.decode(luthier("try", first, "--data", whole, "--json"), type=p.TryResult)
        luthier(*train, "--data", tried.file, "--adapter", first, "--run", second)
        luthier(*train, "--data", few, "--adapter", first, "--run", again)
        row = {
            "model": model.stem, "task": task.name, "few": told.few, "asked": len(task.asked),
            "tried": tried.asked, "at_once": tried.right, "passed": tried.passed, "seconds": round(tried.seconds),
            "right": right(task, first), "after": right(task, second), "few_again": right(task, again),
        }  # fmt: skip
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
