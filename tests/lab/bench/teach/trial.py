"""One row of `make bench-teach`: a training by Luthier's own command line, what it taught, and what was forgotten."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple

import llama_cpp
import msgspec
import numpy as np
from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from core import protocol as p
from core.assess.moved import moved, moved_on
from core.base import paths
from core.base.devices import compute_threads
from core.cli.conversation import HeldModel, held_model
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.gguf.header import Header, read_header
from core.runs.run import Run
from tests.lab.bench.environments import python_with
from tests.lab.bench.parity.__main__ import ENVIRONMENT, REQUIREMENTS, UNPACK, run_peer
from tests.lab.bench.teach.made import Pair
from tests.lab.bench.teach.tasks import Task
from tests.lab.bench.teach.untaught import still_right
from tests.lab.bench.teach.written import CODE
from tests.support.rendering import renderer

BASE = "base"  # what stands in place of a recipe where the model is asked as it came
BOOK = (paths.DEMO / "holmes.txt").read_text("utf-8")[20_000:22_000]
RUNNING = 256  # tokens of running text by which forgetting is measured
SHOWN = ("epochs", "max_steps", "grad_accumulation", "learning_rate", "rank", "eval_share", "dropout")


class Recipe(NamedTuple):
    """has_goal: the task's goal decides what the settings do not. by_peft: PEFT trains instead of our engine."""

    name: str
    has_goal: bool
    settings: tuple[str, ...] = ()
    by_peft: bool = False


# Of others, done by our engine. Unsloth's are those of its notebooks: 2 rows by 4 in a step, 5 steps of warm-up.
_PEERS = ("rank=16", "learning_rate=2e-4", "grad_accumulation=8", "packing=false", "schedule=linear", "eval_share=0")
_PEFT = (*_PEERS, "alpha=32", "epochs=3", "warmup_ratio=0")
RECIPES = {
    recipe.name: recipe
    for recipe in (
        Recipe("ours", True),
        Recipe("peft", False, _PEFT),
        Recipe("unsloth", False, (*_PEERS, "alpha=16", "max_steps=60", "warmup_ratio=0.083", "weight_decay=0.01")),
        Recipe("peft-itself", False, _PEFT, by_peft=True),
    )
}
USUAL = ("ours", "peft", "unsloth")


def running(model: Header, text: str) -> Example:
    """Return the beginning of a running text, all of it measured."""
    with Tokenizer(model) as tokenizer:
        bos = [tokenizer.bos] if tokenizer.add_bos and tokenizer.bos is not None else []
        tokens = np.array([*bos, *tokenizer.encode(text)][:RUNNING], np.int32)
    return Example(tokens, np.arange(len(tokens)) > 0)


class InFile(msgspec.Struct, kw_only=True):
    """Of a merged file in some type. keeps: of what was learnt, as the export says. size: bytes."""

    right: int
    keeps: float
    size: int


class Row(msgspec.Struct, kw_only=True, omit_defaults=True):
    """right, other: answers, of so many asked as they were taught or like that, and in other words. loss: nats a token
    of held-out text, for running text. forgetting: KL from the base to it, nats a token of general answers; book, code:
    of running text, which is far from talk. untaught: right answers to a hundred questions that no task teaches; None
    where they were not asked. tokens: computed. seconds, processor_seconds: of the training with its start; None where
    it was cut off between. threads: that computed.
    """

    model: str
    task: str
    key: str
    recipe: str
    right: int = 0
    asked: int = 0
    other: int = 0
    other_asked: int = 0
    loss: float | None = None
    forgetting: float = 0.0
    book: float = 0.0
    code: float = 0.0
    untaught: int | None = None
    settings: dict[str, Any] = {}
    steps: int = 0
    tokens: int = 0
    seconds: float | None = None
    processor_seconds: float | None = None
    peak: int = 0
    threads: int = 0
    files: dict[str, InFile] = {}


class Trial(NamedTuple):
    """folder: for runs and data; a run that is there already goes on. types: of files to ask as well."""

    model: Path
    task: Task
    recipe: Recipe
    folder: Path
    types: Sequence[str] = ()

    @property
    def run(self) -> Path:
        return self.folder / f"{self.model.stem}-{self.task.name}-{self.task.key}-{self.recipe.name}"

    def row(self, recipe: str = "") -> Row:
        """Return an empty one of this trial, or of its model as it came."""
        return Row(model=self.model.stem, task=self.task.name, key=self.task.key, recipe=recipe or self.recipe.name)

    def rows(self, with_base: bool) -> Iterator[Row]:
        """Train, and yield what came of it; before that the base's own row, if that is wanted.

        Raises RuntimeError with what a command said that failed.
        """
        row, base = self.row(), self.row(BASE)
        self.train(row)
        row.untaught = still_right(self.run)
        base.untaught = still_right(self.run, base=True) if with_base else None
        if self.task.text:
            held_out = self._written("held-out.txt", self.task.held_out)
            losses = [self._loss(held_out, *words) for words in ((), ("--adapter", self.run))]
            base.loss, row.loss = losses
            if with_base:
                yield base
        else:
            with held_model(p.ConverseJob(run=str(self.run))) as held:
                if with_base:
                    yield self.answered(base, held, "base")
                self.answered(row, held, "tuned")
            row.files = {dtype: self._in_file(dtype) for dtype in self.types}
        header, adapter = read_header(self.model), self.run / "adapter.gguf"
        (row.forgetting,) = moved(header, adapter, renderer())
        row.book, row.code = (moved_on(header, adapter, [running(header, text)])[0] for text in (BOOK, CODE))
        yield row

    def train(self, row: Row) -> None:
        """Train, or go on with what was begun, and say in the row what it took."""
        if self.recipe.by_peft:
            self._train_by_peft(row)
            return
        is_new, began, before = not Run(self.run).is_there, time.monotonic(), processor_seconds()
        if is_new:
            data = self._written("txt" if self.task.text else "jsonl", self.task.data())
            goal = ("--goal", self.task.goal) if self.recipe.has_goal else ()
            sets = [word for setting in self.recipe.settings for word in ("--set", setting)]
            luthier("train", "--model", self.model, "--data", data, "--run", self.run, *goal, *sets, "--json")
        elif Run(self.run).status() != "done":
            luthier("train", "--resume", self.run, "--json")
        if is_new:
            row.seconds = time.monotonic() - began
            row.processor_seconds = processor_seconds() - before
        end = [event for event in Run(self.run).events() if isinstance(event, p.Finished)][-1]
        result = p.result_of(end, p.TrainResult)
        row.steps, row.tokens, row.peak = result.steps, result.tokens_seen, result.peak_rss_bytes
        config = msgspec.to_builtins(Run(self.run).info().config)
        row.threads = config["threads"] or compute_threads()
        row.settings = {key: config[key] for key in SHOWN}

    def _train_by_peft(self, row: Row) -> None:
        """Have the script of the folder for elsewhere do it, on the model's weights in F32, and bring the adapter home.

        The seconds are the script's, with its start; Transformers reads the GGUF file before.
        """
        python = python_with(REQUIREMENTS, ENVIRONMENT)
        checkpoint = self.folder / "unpacked" / self.model.stem
        if not checkpoint.exists():
            run_peer(UNPACK, [self.model, checkpoint], python)
        data = self._written("jsonl", self.task.data())
        sets = [word for setting in self.recipe.settings for word in ("--set", setting)]
        with TemporaryDirectory(dir=self.folder) as name:
            folder = Path(name) / "elsewhere"
            luthier("elsewhere", "--model", self.model, "--data", data, "--run", self.run, "-o", folder, *sets)
            began, before = time.monotonic(), processor_seconds()
            run_peer(folder / "train_peft.py", ["--base", checkpoint], python)
            row.seconds, row.processor_seconds = time.monotonic() - began, processor_seconds() - before
            row.peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
            luthier("runs", "bring-home", self.run, folder / "adapter")
            report = json.loads((folder / "adapter" / "luthier.json").read_bytes())
        row.steps = len(report["steps"])
        row.threads = int(os.environ.get("OMP_NUM_THREADS", 0)) or compute_threads()

    def _written(self, ending: str, text: str) -> Path:
        """Keep the data as long as the run, which goes on with the very same."""
        file = self.folder / f"{self.task.name}-{self.task.key}.{ending}"
        file.write_text(text, encoding="utf-8")
        return file

    def _loss(self, data: Path, *words: Any) -> float:
        told = luthier("eval", "--model", self.model, "--data", data, "--set", "context=1024", "--json", *words)
        return float(json.loads(told)["loss"])

    def answered(self, row: Row, held: HeldModel, voice: Literal["tuned", "base"]) -> Row:
        """Ask the base in the run's own turns, which a model without a template has no others than."""
        row.right, row.other = (
            sum(self.task.is_right(self._reply(held, pair, voice), pair.right) for pair in pairs)
            for pairs in (self.task.asked, self.task.other_words)
        )
        row.asked, row.other_asked = len(self.task.asked), len(self.task.other_words)
        return row

    def _reply(self, held: HeldModel, pair: Pair, voice: Literal["tuned", "base"]) -> str:
        sampling = p.Sampling(max_tokens=self.task.most)
        ask = p.Ask(id="", messages=self.task.messages(pair), sampling=sampling, voice=voice)
        *_, end = held.of(ask)
        if isinstance(end, p.Refused):
            raise RuntimeError(f"{end.message} {end.hint}")
        assert isinstance(end, p.Answered)
        return end.reply.text

    def _in_file(self, dtype: str) -> InFile:
        with TemporaryDirectory(dir=self.folder) as folder:
            file = Path(folder) / "merged.gguf"
            chosen = () if dtype == "default" else ("--type", dtype)
            told = luthier("export", self.run, "merged", "-o", file, *chosen, "--json")
            keeps, size = json.loads(told)["keeps"], file.stat().st_size
            return InFile(right=right_in_file(file, self.task), keeps=keeps, size=size)


def right_in_file(file: Path, task: Task) -> int:
    """Return how many answers of a file are right, asked in llama.cpp as llama-server and Ollama do.

    The prompt is that of the file's own template, begun as the vocabulary has it; llama-cpp-python's own chat takes
    a template for whole and leaves out a beginning that is not in it.
    """
    model = llama_cpp.Llama(str(file), n_ctx=512, verbose=False)
    ends = [model.detokenize([model.token_eos()], special=True).decode(), "<|im_end|>"]
    shape = Jinja2ChatFormatter(model.metadata["tokenizer.chat_template"], eos_token=ends[0], bos_token="")

    def answer(pair: Pair) -> str:
        prompt = shape(messages=task.messages(pair)).prompt  # type: ignore[arg-type]
        tokens = model.tokenize(prompt.encode(), add_bos=True, special=True)
        made: Any = model.create_completion(tokens, temperature=0, max_tokens=task.most, stop=ends)
        return str(made["choices"][0]["text"])

    return sum(task.is_right(answer(pair), pair.right) for pair in task.asked)


def luthier(*words: Any) -> str:
    """Return what a command of Luthier's prints. Raises RuntimeError with what it said where it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "core.cli", *map(str, words)], capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise RuntimeError(f"luthier {' '.join(map(str, words))}\n{done.stderr[-2000:]}")
    return done.stdout


def processor_seconds() -> float:
    """Return those of all commands so far, with what they started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
