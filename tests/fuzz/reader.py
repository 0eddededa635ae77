"""Reads mutated files one after the other in a process with little memory, for each line `[KIND, BASE, FIRST, COUNT]`.

Every file has to end in a good read or in a LuthierError that says what to do. Anything else stops the process: another
exception, a crash in native code, an allocation without bounds, a minute without an end.
Each kind has a process of its own, a fork of the one that has loaded the libraries. It prints how often each ending
came, as JSON; then the parent prints its exit status.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.base.errors import LuthierError
from core.gguf.header import read_header
from tests.fuzz import data_readers, model_readers, run_readers
from tests.fuzz.mutate import mutate, with_length
from tests.fuzz.mutate_json import mutate_json

ROOM = 1 << 30  # bytes of address space beyond what the libraries have taken; the files have a few hundred kB
PATIENCE = 60  # seconds for one file
JSON = {
    "index", "config", "json", "peft config", "json rows", "held rows", "run.json", "notes.json", "progress.json",
    "settings.json", "commands", "telegram",
}  # fmt: skip
READERS = model_readers.READERS | data_readers.READERS | run_readers.READERS


def main(kind: str, base: Path, first: int, count: int) -> None:
    name, read = READERS[kind]
    path = base / name
    sound = path.read_bytes()
    read(path)  # what is loaded on first use is loaded now
    header = _header_length(kind, path, sound)
    endings: Counter[str] = Counter()
    slowest = 0.0
    if "SANITIZED" not in os.environ:  # whose shadow memory takes terabytes of addresses
        _limit_memory()
    for seed in range(first, first + count):
        content = mutate_json(sound, seed) if kind in JSON and seed % 2 else mutate(sound, header, seed)
        if kind in ("safetensors", "peft") and seed % 2:
            content = with_length(content)  # else a change of the JSON's length would end most files there
        path.unlink()  # the last one may still be mapped
        path.write_bytes(content)
        (base / "seed").write_text(str(seed))
        signal.alarm(PATIENCE)
        started = time.monotonic()
        try:
            read(path)
            endings["read"] += 1
        except LuthierError as error:
            assert error.message and error.code, f"seed {seed}: {error!r}"
            endings[error.code] += 1
        slowest = max(slowest, time.monotonic() - started)
    signal.alarm(0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"endings": dict(endings.most_common()), "slowest": slowest, "peak_rss": peak}))


def _header_length(kind: str, path: Path, sound: bytes) -> int:
    if kind in ("gguf", "first part", "later part", "adapter"):
        return min((tensor.start for tensor in read_header(path).tensors.values()), default=len(sound))
    return len(sound) if kind not in ("safetensors", "peft") else 8 + int.from_bytes(sound[:8], "little")


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    for line in sys.stdin:
        child = os.fork()
        if not child:
            kind, base, first, count = json.loads(line)
            os.environ["LUTHIER_HOME"] = base
            main(kind, Path(base), first, count)
            break
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
