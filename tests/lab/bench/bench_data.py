"""A million rows, from JSON lines to packed rows: memory, speed, and the second start.

    make bench-data                     10,000, 100,000 and 1,000,000 rows of about 1 kB
    make bench-data ARGS='10000 --processes 1'
    make bench-data ARGS=--short        200 rows: does it work?

The rows are made from the bundled book, into build/bench; none is like another. Each size is inspected by a process of
its own with an empty cache, and once more with the cache it made. Memory is the largest sum of resident memory of that
process and those it starts; what is mapped from the cache and was touched counts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import psutil

from core.base import paths
from core.data.tokenizer import Tokenizer
from core.data.tokens.beginnings import shared_beginnings
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.pack import pack_rows
from core.data.tokens.split import held_out
from core.data.tokens.statistics import statistics
from core.data.tokens.tokenize import tokenize_data
from core.protocol.config import TrainConfig
from tests.lab.bench.environments import BUILD, Options
from tests.lab.bench.make_model import bundled_model
from tests.support.rendering import renderer

FOLDER = BUILD / "bench"
WORDS = 160  # of a row's answer, about; a row is about 1 kB
SAMPLED = 0.05  # seconds between looks at the memory


def main() -> None:
    parser = Options(__doc__, rows=[200], processes=1)
    parser.add_argument("rows", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--processes", type=int, default=0, help="0: one a core")
    parser.add_argument("--one", help="of a file, as its own process")
    options = parser.parsed()
    if options.one:
        measure(Path(options.one), options.processes)
        return
    bundled_model("f16")
    print(
        "     rows      file  peak memory   rows/s   tokens/s   first start  second start  comparing its memory  tokens"
    )
    results = []
    for count in options.rows:
        path = write_rows(FOLDER / f"rows-{count}.jsonl", count)
        with tempfile.TemporaryDirectory(dir=FOLDER) as home:
            first, second = (in_a_process(path, options.processes, home) for _ in range(2))
        result = {
            "rows": count, "bytes": path.stat().st_size, "tokens": first["tokens"],
            "peak_rss_bytes": first["peak"], "rows_s": count / first["tokenizing"],
            "tokens_s": first["tokens"] / first["tokenizing"],
            "first_seconds": first["seconds"], "second_seconds": second["seconds"],
            "second_peak_rss_bytes": second["peak"], "processes": options.processes, "fill": first["fill"],
            "compare_cpu_seconds": second["compare"], "compare_peak_rss_bytes": second["compare_peak"],
        }  # fmt: skip
        results.append(result)
        print(
            f"{count:9,} {result['bytes'] / 1e6:6.0f} MB {first['peak'] / 1e6:9.0f} MB {result['rows_s']:8,.0f} "
            f"{result['tokens_s']:10,.0f} {first['seconds']:11.1f} s {second['seconds']:11.2f} s "
            f"{second['compare']:8.1f} s {second['compare_peak'] / 1e6:7.0f} MB  {first['tokens']:,}",
            flush=True,
        )
    (FOLDER / "data.json").write_text(json.dumps(results, indent=1) + "\n")


def write_rows(path: Path, count: int) -> Path:
    """Passages of the book as conversations, lengths log-normal, each with its number in it."""
    if path.exists():
        return path
    words = (paths.DEMO / "holmes.txt").read_text(encoding="utf-8").split()
    rng = np.random.default_rng(0)
    partial = path.with_suffix(".part")
    with partial.open("w", encoding="utf-8") as file:
        for number in range(count):
            length = int(np.clip(rng.lognormal(np.log(WORDS), 0.4), 10, 600))
            at = int(rng.integers(0, len(words) - length))
            passage = words[at : at + length]
            asked = f"What follows “{' '.join(passage[:12])}” in passage {number}?"
            messages = [{"role": "user", "content": asked}, {"role": "assistant", "content": " ".join(passage[12:])}]
            file.write(json.dumps({"messages": messages}, ensure_ascii=False) + "\n")
    partial.replace(path)
    return path


def in_a_process(path: Path, processes: int, home: str) -> dict[str, float]:
    """What measure() prints."""
    command = [sys.executable, "-m", "tests.lab.bench.bench_data", "--one", str(path), "--processes", str(processes)]
    environment = os.environ | {"LUTHIER_HOME": home}
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def measure(path: Path, processes: int) -> None:
    """Tokenize, split and pack; print a line of JSON."""
    peak = Peak()
    started = time.monotonic()
    config = TrainConfig(context=1024)
    with Tokenizer(bundled_model("f16")) as tokenizer:
        _, cached = tokenize_data(path, tokenizer, renderer(), config, processes=processes)
        examples = cached.conversations(~held_out(cached.keys, config.eval_share))
        rows = pack_rows(examples, config.row_tokens, shared_beginnings(examples))
    seconds = time.monotonic() - started
    tokens = len(cached.tokens)
    fill = rows.n_tokens / int(rows.sizes.sum())
    made = {"tokens": tokens, "tokenizing": cached.about.seconds, "seconds": seconds, "peak": peak.stop(), "fill": fill}
    print(json.dumps(made | (compare(path, config) if cached.was_there else {})))


def compare(path: Path, config: TrainConfig) -> dict[str, float]:
    """Processor seconds and memory of what `luthier data inspect` says about rows; their tokens are there already."""
    peak, before = Peak(), time.process_time()
    with Tokenizer(bundled_model("f16")) as tokenizer:
        statistics(load_dataset(path, tokenizer, renderer(), config), tokenizer, lambda done, total: None)
    return {"compare": time.process_time() - before, "compare_peak": peak.stop()}


class Peak:
    """Watches the resident memory of this process and its children."""

    def __init__(self) -> None:
        self._peak, self._ended = 0, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> int:
        """Bytes."""
        self._ended.set()
        self._thread.join()
        return self._peak

    def _watch(self) -> None:
        me = psutil.Process()
        while True:
            total = 0
            for process in [me, *me.children(recursive=True)]:
                try:
                    total += process.memory_info().rss
                except psutil.Error:
                    continue  # it just ended
            self._peak = max(self._peak, total)
            if self._ended.wait(SAMPLED):
                return


if __name__ == "__main__":
    main()
