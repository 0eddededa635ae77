"""The mutated files, read by llama.cpp's and ggml's own code under a sanitizer for addresses: `make fuzz-sanitized`.

What reads past an end, writes into freed memory or overflows ends the reader with a report, also where it would do no
harm by chance. Only the kinds that native code reads.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tests.lab.bench.environments import ROOT

KINDS = "gguf or part or adapter or peft"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    files = parser.parse_args().files
    script = ROOT / "packaging" / "build_sanitized_llama.py"
    folder = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, text=True, check=True).stdout.split()[-1]
    # C++'s library, too: what throws has to be known to the sanitizer before llama.cpp is loaded
    runtime = f"{library('libasan.so')} {library('libstdc++.so.6')}"
    environment = {
        **os.environ,
        "SANITIZED": folder,
        "SANITIZED_PRELOAD": runtime,
        "ASAN_OPTIONS": "detect_leaks=0",  # Python keeps memory until it ends
        "FUZZ_FILES": str(files),
    }
    tests = str(Path(__file__).with_name("test_fuzz.py"))
    command = [sys.executable, "-m", "pytest", "-s", "-n", "0", tests, "-k", KINDS]
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


def library(name: str) -> str:
    """Where the compiler has it."""
    command = [os.environ.get("CC", "gcc"), f"-print-file-name={name}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
