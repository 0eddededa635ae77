"""`make audit`: whether faults are known of the versions in constraints.txt. Needs the network.

pip-audit asks, from an environment of its own: what it brings along is no part of the program's.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "audit"
PYTHON = PLACE / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def main(arguments: list[str]) -> int:
    """Returns 0 where all could be asked for and nothing is known. arguments: files of pins, not constraints.txt."""
    if not PYTHON.exists():
        venv.create(PLACE, with_pip=True)
    subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "--upgrade", "pip-audit"], check=True)
    pins = arguments or [str(ROOT / "constraints.txt")]
    files = [word for file in pins for word in ("--requirement", file)]
    return subprocess.run([PYTHON, "-m", "pip_audit", "--strict", "--no-deps", "--disable-pip", *files]).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
