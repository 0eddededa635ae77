"""Mutated files never crash, hang or exhaust a reader: `make fuzz` tries 10,000 of each kind, the usual tests a few."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO

import pytest

from tests.fuzz.bases import BASES, Base, gguf, parts, peft

FILES = int(os.environ.get("FUZZ_FILES", "100"))
FIRST = int(os.environ.get("FUZZ_FIRST", "0"))  # another number, other files
READER = Path(__file__).with_name("reader.py")
MODEL, PART = {"model.unreadable", "model.truncated"}, {"model.unreadable", "model.truncated", "model.wrong-part"}
REFUSED = {  # what some of the files must come to
    "gguf": MODEL, "first part": PART, "later part": PART, "adapter": {"adapter.not-an-adapter"},
    "peft": {"convert.bad-header", "convert.truncated"}, "peft config": {"convert.bad-json"},
    "safetensors": {"convert.bad-header", "convert.truncated"}, "index": {"convert.bad-index"},
    "config": {"convert.bad-json"}, "json": {"convert.bad-json"},
    "parquet": {"data.unreadable"}, "gzip": {"data.unreadable"}, "zip": {"data.unreadable"},
    "text": {"data.bad-encoding"},
    **{kind: {"data.unreadable"} for kind in ("pdf", "docx", "odt", "pptx", "xlsx", "epub")},
    "telegram": {"rows.no-chat"},
    "template": {"data.bad-template"}, "commands": {"protocol.bad-command"}, "events": {"protocol.bad-event"},
    "run.json": {"runs.not-a-run"}, "notes.json": {"runs.bad-notes"}, "settings.json": {"settings.unreadable"},
    "progress.json": {"resume.no-checkpoint"}, "state": {"resume.no-checkpoint"}, "checksums": {"resume.no-checkpoint"},
}  # fmt: skip
NO_SLACK = ("index", "peft")  # hardly a change does no harm: they are nearly all names and shapes
MORE: list[tuple[str, Base]] = [
    ("gguf", partial(gguf, family="gemma3", dtype="q8_0")),
    ("gguf", partial(gguf, family="granitemoe", dtype="f16")),
    ("first part", partial(parts, first_is_empty=True)),
    ("later part", partial(parts, first_is_empty=True)),
    ("peft", partial(peft, family="olmoe")),
    ("peft config", partial(peft, family="olmoe")),
]


@pytest.mark.parametrize(
    ("kind", "base"), [*BASES.items(), *MORE], ids=lambda value: value if str(value) == value else ""
)
def test_that_mutated_files_are_read_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Reader, kind: str, base: Base
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    base(tmp_path)
    # what a part says of itself is little among what it says of the model
    endings = reader.fuzz(kind, tmp_path, 3 * FILES if kind.endswith("part") else FILES)
    assert REFUSED.get(kind, set()) <= set(endings)
    assert kind in NO_SLACK or endings.get("read"), "changes that do no harm should pass"


class Reader:
    """One process for all kinds, each of which it reads in a fork of itself: most of a start is loading libraries."""

    def __init__(self, errors: IO[str]) -> None:
        command = [sys.executable, str(READER)]
        self._errors = errors
        self._process = subprocess.Popen(
            command,
            env=os.environ | sanitized(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )

    def fuzz(self, kind: str, base: Path, files: int) -> dict[str, int]:
        """Return how often each ending came. A failure names the seed that led to it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        begun = self._errors.seek(0, os.SEEK_END)
        self._process.stdin.write(json.dumps([kind, str(base), FIRST, files]) + "\n")
        self._process.stdin.flush()
        said = [self._process.stdout.readline()]
        if said[0].startswith("{"):
            said.append(self._process.stdout.readline())
        self._errors.seek(begun)
        seed = (base / "seed").read_text() if (base / "seed").exists() else "none"
        assert said[-1] == "0\n", f"{kind}, seed {seed}: exit status {said[-1]}\n{self._errors.read()[-3000:]}"
        report = json.loads(said[0])
        print(
            f"\n{kind}: {files:,} files, slowest {report['slowest']:.2f} s, peak {report['peak_rss'] / 2**20:.0f} MiB"
        )
        print("\n".join(f"  {count:6,} {ending}" for ending, count in report["endings"].items()))
        assert sum(report["endings"].values()) == files
        endings: dict[str, int] = report["endings"]
        return endings

    def end(self) -> None:
        """Let the process end, which waits for another line."""
        self._process.communicate()


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    with (tmp_path_factory.mktemp("reader") / "errors.txt").open("w+", encoding="utf-8") as errors:
        made = Reader(errors)
        yield made
        made.end()


def sanitized() -> dict[str, str]:
    """For the reader alone, where sanitized.py wants it: its libraries do not load without the sanitizer's runtime."""
    folder = os.environ.get("SANITIZED")
    if folder is None:
        return {}
    runtime = os.environ["SANITIZED_PRELOAD"]
    return {"LD_PRELOAD": runtime, "PYTHONPATH": folder, "LD_LIBRARY_PATH": f"{folder}/llama_cpp/lib"}
