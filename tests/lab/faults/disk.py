"""A disk that is full at every write: a small file system, a page or a file larger each time.

It is mounted in a namespace of its own, for which nobody has to be root; the work is done there.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.lab.faults.table import Row

NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount")


def rows(place: Path, short: bool) -> Iterator[Row]:
    yield from rows_there(place, ["--short"] if short else [], "disk full")


def rows_there(place: Path, arguments: list[str], fault: str) -> Iterator[Row]:
    """Those that the tasks print on a disk of their own."""
    reason = why_not(NAMESPACE)
    if reason:
        yield not_tried(fault, reason)
        return
    place.mkdir(exist_ok=True)
    command = [*NAMESPACE, sys.executable, "-m", "tests.lab.faults.disk_tasks", str(place), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield msgspec.json.decode(line, type=Row)
    assert process.returncode == 0


def why_not(namespace: tuple[str, ...]) -> str:
    """Return why this machine gives no such namespace; "" if it does."""
    try:
        tried = subprocess.run([*namespace, "true"], capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    return tried.stderr.strip() or ("" if tried.returncode == 0 else f"exit code {tried.returncode}")


def not_tried(fault: str, reason: str) -> Row:
    """The row of what this machine does not allow."""
    return Row(fault, 0, 0, None, 0, f"not tried here: {reason}")
