"""`make wheels && make test-wheels`: pip installs both wheels without a compiler; then doctor, and the demo to its end.

All of it in a new environment, with an empty home and no other program on the PATH. What they depend on comes from the
network, or from where pip is told to look, at the pinned versions.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.support.places import ROOT

WHEELS = ROOT / "build" / "wheels"


def main() -> int:
    wheels = [*WHEELS.glob("luthier-*.whl"), *WHEELS.glob(f"luthier_engine-*linux*{platform.machine()}.whl")]
    if len(wheels) != 2:
        sys.exit("There are no wheels: run `make wheels` first.")
    with tempfile.TemporaryDirectory() as folder:
        environment, home = Path(folder) / "environment", Path(folder) / "home"
        home.mkdir()
        subprocess.run([sys.executable, "-m", "venv", environment], check=True)
        settings = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
        settings |= {"PATH": str(environment / "bin"), "HOME": str(home), "LANG": "C.UTF-8"}
        began = time.monotonic()
        run(["pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", *wheels], settings)
        size = sum(file.stat().st_size for file in environment.rglob("*") if file.is_file() and not file.is_symlink())
        packed = " and ".join(f"{wheel.stat().st_size / 1e6:.1f}" for wheel in wheels)
        print(f"installed: {time.monotonic() - began:.0f} s; wheels of {packed} MB, {size / 1e6:.0f} MB unpacked")
        began = time.monotonic()
        checks = said(run(["luthier", "doctor", "--json"], settings))["checks"]
        about = {check["name"]: check for check in checks}
        assert about["ggml"]["ok"] and about["kernels"]["ok"], checks
        print(f"doctor: {time.monotonic() - began:.0f} s; {about['ggml']}, {about['kernels']}")
        began = time.monotonic()
        result = said(run(["luthier", "demo", "--json"], settings))
        assert result["eval_loss_after"] < result["eval_loss_before"], result
        losses = " to ".join(f"{result[name]:.3f}" for name in ("eval_loss_before", "eval_loss_after"))
        print(f"demo: {time.monotonic() - began:.0f} s; loss {losses}")
    return 0


def run(command: list[str | Path], settings: dict[str, str]) -> str:
    """Run a program of the environment. Raises CalledProcessError."""
    program = Path(settings["PATH"]) / command[0]
    return subprocess.run([program, *command[1:]], env=settings, check=True, capture_output=True, text=True).stdout


def said(printed: str) -> dict[str, Any]:
    """Return the last line's JSON."""
    return dict(json.loads(printed.strip().splitlines()[-1]))


if __name__ == "__main__":
    sys.exit(main())
