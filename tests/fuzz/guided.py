"""Inputs that a fuzzer finds by what of the code they reach: `make fuzz-guided` (RUNS=1000: so many for each reader).

atheris (libFuzzer for Python) lives in an environment of its own below build/, which begins with Luthier's packages. It
starts from the sound files that test_fuzz.py mutates, and what it found new is kept below build/fuzz for the next time.
Anything but a good read or a LuthierError stops it, and the input that led there is kept as crash-….
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from tests.fuzz.bases import BASES
from tests.lab.bench.environments import BUILD, ROOT, python_with

ENVIRONMENT = Path(__file__).with_name("requirements.txt"), "fuzz-venv"
CHILD = Path(__file__).with_name("guided_child.py")
LARGEST = 1 << 16  # bytes of an input


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=sorted(BASES))
    parser.add_argument("--runs", type=int, default=10_000)
    options = parser.parse_args()
    python = python_with(*ENVIRONMENT)
    failed = [kind for kind in options.kinds if not guided(python, kind, options.runs)]
    print("Not read and not refused: " + ", ".join(failed) if failed else "Every input was read or refused.")
    return len(failed)


def guided(python: Path, kind: str, runs: int) -> bool:
    """Whether so many inputs of a kind were all read or refused."""
    found = BUILD / "fuzz" / kind.replace(" ", "-")
    found.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        os.environ["LUTHIER_HOME"] = folder
        BASES[kind](base)
        command = [
            python, CHILD, kind, base, found, f"-runs={runs}", f"-max_len={LARGEST}", "-timeout=60",
            "-rss_limit_mb=4096", f"-artifact_prefix={found.parent}/{found.name}-", "-print_final_stats=1", "-seed=1",
            "-keep_seed=1",  # the sound file stays, though a shorter one may reach as much
        ]  # fmt: skip
        path = os.pathsep.join((str(ROOT), sysconfig.get_path("purelib")))
        environment = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    told = done.stderr.splitlines()
    tried = next((line.split()[-1] for line in told if "number_of_executed_units" in line), "0")
    reached = next((line for line in reversed(told) if " cov: " in line), "")
    print(f"{kind}: {tried} inputs, {reached[reached.find('cov:') :]}", flush=True)
    if done.returncode:
        print("\n".join(told[-40:]), file=sys.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
