"""`make test-windows`: Luthier as on Windows, under Wine, compared with this system.

The kernels against their reference; then, with Python for Windows: doctor, tokens and numbers of the bundled model,
crash reports, and the demo with its training, export and check. ARGS: --short (the kernels alone, fewer cases).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tests.kernels.__main__ import main as test_kernels
from tests.kernels.targets import LONGEST
from tests.support.places import ROOT
from tests.windows.place import Windows, missing

LARGEST = 2e-3  # difference of losses: other compilers may round elsewhere
LARGEST_OF_LOGITS = 1e-2  # of some 17, where no activation is rounded to 8 bits
DOCTORS = ("ggml", "kernels", "llama.cpp", "memory", "disk", "chat templates")


def main() -> int:
    if "--short" in sys.argv[1:]:
        return test_kernels(["windows", "--short"])
    if reason := missing():
        print(f"Nothing was tested: there is {reason}.")
        return 1
    failed = test_kernels(["windows"])
    with tempfile.TemporaryDirectory() as folder:
        windows = Windows(Path(folder))
        windows.set_up()
        try:
            failed += compare(windows)
        finally:
            windows.end()
    print("\nNot as it should be." if failed else "\nAll as it should be.")
    return failed


def compare(windows: Windows) -> int:
    """How many of the comparisons fail."""
    doctor = parsed(windows.run("-m", "core.cli", "doctor", "--json"))
    wrong = {
        check["name"]: check["detail"] for check in doctor["checks"] if check["name"] in DOCTORS and not check["ok"]
    }
    failed = told("doctor", not wrong, wrong or "all that computes is there")

    out = windows.folder / "demo"
    demo = parsed(windows.run("-m", "core.cli", "demo", "--json", "--out", f"Z:{out}"))
    here = parsed(of_this_system("core.cli", "demo", "--json", "--out", str(windows.folder / "demo-here")))
    losses = {key: (demo[key], here[key]) for key in ("eval_loss_before", "eval_loss_after", "loss_llama_cpp")}
    failed += told("demo", all(abs(there - ours) < LARGEST for there, ours in losses.values()), losses)

    (model,) = (windows.folder / "demo-here").glob("*f16.gguf")
    there = parsed(windows.run("-m", "tests.windows.probe", f"Z:{model}"))
    ours = parsed(of_this_system("tests.windows.probe", str(model)))
    failed += told("tokens", there["tokens"] == ours["tokens"], f"{len(there['tokens'])} of a text")
    logits = [np.array(one["logits"]) for one in (there, ours)]
    largest = float(np.abs(logits[0] - logits[1]).max())
    is_same = bool((logits[0].argmax(1) == logits[1].argmax(1)).all())
    failed += told("logits", is_same and largest < LARGEST_OF_LOGITS, f"largest difference {largest:.1g}")
    failed += told("crash", "ACCESS_VIOLATION" in there["crash"], there["crash"])
    failed += told("lost file", there["lost"].replace("\r\n", "\n") == ours["lost"] != "", there["lost"])
    return failed


def of_this_system(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *words], cwd=ROOT, capture_output=True, text=True, timeout=LONGEST
    )


def parsed(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The last line's JSON. Raises RuntimeError with what was said."""
    try:
        found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    except (IndexError, ValueError) as error:
        raise RuntimeError(f"{done.args} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}") from error
    return found


def told(what: str, is_well: bool, about: object) -> int:
    print(f"{'ok     ' if is_well else 'WRONG  '} {what}: {about}", flush=True)
    return not is_well


if __name__ == "__main__":
    sys.exit(main())
