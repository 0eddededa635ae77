"""One hollow model, trained by a worker as the window's runs are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from mmap import PAGESIZE
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from core import protocol as p
from core.base import paths
from core.gguf.header import read_header
from core.gguf.types import TensorInfo
from core.protocol.config import TrainConfig, with_settings
from tests.lab.bench.environments import ROOT
from tests.lab.bench.make_from_config import make_from_config
from tests.lab.bench.make_model import STARCODER
from tests.lab.bench.memory.published import Published

BESIDE = ["grad_accumulation=1", "eval_share=0", "device=cpu"]  # for the time it takes; no memory depends on it
DATA = 60_000  # characters of the bundled book
_ENTRY, _PRESENT = 8, np.uint64(1 << 63)  # of Linux's pagemap: bytes for a page, and the bit of one that is there


class Measured(NamedTuple):
    """Bytes. kept: layers that saved their activations. anonymous: of what was taken, what no file backs. unread: of
    the embeddings, what no token of these few steps has touched and those of a longer run will.
    """

    name: str
    title: str
    layers: int
    of: int
    width: int
    tokens: int
    rank: int
    backward: str
    kept: int
    planned: int
    taken: int
    anonymous: int
    unread: int
    plan: dict[str, int]

    @property
    def off(self) -> float:
        """How much more was planned than a run takes in time, as a share of it; below 0: less."""
        return self.planned / (self.taken + self.unread) - 1


def measure(
    name: str, model: Published, settings: Sequence[list[str]], budget: float, place: Path
) -> Iterator[Measured]:
    """With each list of settings. budget: GiB. place: where files are until it is done."""
    place.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=place) as folder:
        home = Path(folder)
        (home / "config.json").write_text(json.dumps(model.config()))
        file = home / f"{name}.gguf"
        book = (paths.DEMO / "holmes.txt").read_text()[:DATA]
        make_from_config(home, model.quant, file, hollow=True, tokenizer=STARCODER)
        for i, chosen in enumerate(settings):
            config = with_settings(TrainConfig(memory_budget=int(budget * 2**30)), [*BESIDE, *chosen])
            data = home / ("pairs.jsonl" if config.choices else "holmes.txt")
            data.write_text("".join(pairs_of(book, config.context)) if config.choices else book)
            job = p.TrainJob(model=str(file), data=str(data), run=str(home / str(i)), config=config)
            plan, taken, anonymous, unread = trained(job, home)
            parts = ("weights", "copies", "transposed", "activations", "optimizer", "compute")
            yield Measured(
                name=name,
                title=model.title,
                layers=model.layers,
                of=model.of,
                width=model.d,
                tokens=config.row_tokens,
                rank=config.rank,
                backward=plan.backward,
                kept=plan.kept_layers,
                planned=plan.total,
                taken=taken,
                anonymous=anonymous,
                unread=unread,
                plan={part: getattr(plan, part) for part in parts},
            )


def pairs_of(book: str, context: int) -> Iterator[str]:
    """Rows with two answers, each of which takes some two thirds of the context with its question."""
    for at in range(0, len(book) - 3 * context, 3 * context):
        said = (book[at + i * context : at + (i + 1) * context] for i in range(3))
        yield json.dumps(dict(zip(("prompt", "chosen", "rejected"), said, strict=True))) + "\n"


def trained(job: p.TrainJob, home: Path) -> tuple[p.MemoryPlan, int, int, int]:
    """What a worker planned, its largest resident set, how much of memory without a file it had at most, and how much
    of the embeddings it has not read.
    """
    command = [sys.executable, "-m", "core.worker"]
    environment = {**os.environ, "LUTHIER_HOME": str(home / "home")}
    table = read_header(Path(job.model)).tensors["token_embd.weight"]
    plan, taken, anonymous, unread = None, 0, 0, 0
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(p.encode(p.Start(job=job)))
        process.stdin.flush()
        for line in process.stdout:
            anonymous = max(anonymous, _anonymous(process.pid))
            match p.decode_event(line):
                case p.MemoryPlan() as plan:
                    pass
                case p.Memory(peak=peak):
                    taken = max(taken, peak)
                case p.Step():
                    unread = _unread(process.pid, Path(job.model), table)
                case p.Failed(message=message, hint=hint):
                    sys.exit(f"{job.model}: {message} {hint}")
    if process.returncode or plan is None:
        sys.exit(f"{job.model}: the worker ended with {process.returncode}.")
    return plan, taken, anonymous, unread


def _anonymous(pid: int) -> int:
    """Bytes now; 0 where the system does not say, or the process has ended."""
    try:
        words = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        return int(words["RssAnon"].split()[0]) * 1024
    except (OSError, KeyError):
        return 0


def _unread(pid: int, file: Path, tensor: TensorInfo) -> int:
    """Bytes of a tensor whose pages the process has not got."""
    found = 0
    with Path(f"/proc/{pid}/pagemap").open("rb", buffering=0) as pages:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            span, _, offset, _, _, *name = line.split(maxsplit=5)
            if name != [str(file)]:
                continue
            begin, end = (int(word, 16) for word in span.split("-"))
            shift = begin - int(offset, 16)  # from a place in the file to its address
            first, last = max(begin, tensor.start + shift), min(end, tensor.start + tensor.size + shift)
            if first < last:
                pages.seek(first // PAGESIZE * _ENTRY)
                entries = np.frombuffer(pages.read((last - first) // PAGESIZE * _ENTRY), np.uint64)
                found += int((entries < _PRESENT).sum()) * PAGESIZE
    return found
