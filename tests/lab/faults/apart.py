"""A suite in a process of its own: `python -m tests.lab.faults.apart NAME [--short]`, printing rows as lines of JSON.

Some suites fork, and a fork lacks the threads with which its parent has computed: it would wait for them for ever.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from tests.lab.faults.table import Row


def rows_apart(suite: str, short: bool) -> Iterator[Row]:
    """As the suite's own `rows`. Raises subprocess.CalledProcessError where it did not come to its end."""
    command = [sys.executable, "-m", "tests.lab.faults.apart", suite, *(["--short"] if short else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield msgspec.json.decode(line, type=Row)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def main() -> None:
    suite = import_module(f"tests.lab.faults.{sys.argv[1]}")
    with TemporaryDirectory() as folder:
        for row in suite.rows(Path(folder), "--short" in sys.argv):
            print(msgspec.json.encode(row).decode(), flush=True)


if __name__ == "__main__":
    main()
