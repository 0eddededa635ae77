"""Run the tests that need a graphics card, a file at a time in a process of its own: drivers crash.

python -m tests.on_vulkan [--short]

Mesa's Vulkan on the processor, on which they run where nothing else is asked for, damages its own memory now and then
(22.3, while it compiles a program). There, a test that fails or crashes is tried again by itself, and one that crashes
whenever it is tried is named and left out. On a real card nothing is tried twice.

Whole models are computed a second time with products in full precision (tests/support/devices.py).
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import groupby

from tests.support.devices import IN_FULL
from tests.support.vulkan import LAVAPIPE, NAMED, NoDeviceError, device_to_test_on, named

TRIES = 3
WHOLE_MODELS = "tests/engine/train/test_device_parity.py"
_PYTEST = [sys.executable, "-m", "pytest", "-n", "0", "-o", "addopts=--strict-markers --import-mode=importlib"]
_RESULT = re.compile(r"^(tests/\S+::.+?) (PASSED|FAILED|ERROR|SKIPPED)", re.MULTILINE)


def main() -> int:
    """0 where all passed, or where there is no device and none was asked for."""
    parser = argparse.ArgumentParser(description="The tests that need a graphics card.")
    parser.add_argument("--short", action="store_true", help="leave out the slow ones")
    options = parser.parse_args()
    try:
        device_to_test_on()
    except NoDeviceError as error:
        print(f"Tests on a graphics card are left out: {error}.")
        return 1 if NAMED in os.environ else 0
    not_passed = _files(_collected("-m", "vulkan and not slow" if options.short else "vulkan"))
    if not options.short and named().startswith((LAVAPIPE, "vulkan")):
        os.environ[IN_FULL] = "1"
        again = _collected("-m", "vulkan", "-k", "streamed or logits", WHOLE_MODELS)
        not_passed += [(f"{test}, in full precision", came) for test, came in _files(again)]
    failed, left_out = ([test for test, came in not_passed if came == how] for how in ("failed", "crashed"))
    for words, tests in (("crashed in Mesa's Vulkan, and were left out", left_out), ("failed", failed)):
        if tests:
            print(f"{len(tests)} {words}:", *tests, sep="\n  ")
    return 1 if failed else 0


def _files(tests: Sequence[str]) -> list[tuple[str, str]]:
    """Those that did not pass, and what came of them."""
    found: list[tuple[str, str]] = []
    for file, of_file in groupby(tests, _file):
        print(file, flush=True)
        found += [(test, came) for test, came in _run(list(of_file)).items() if came != "passed"]
    return found


def _file(test: str) -> str:
    return test.partition("::")[0]


def _collected(*which: str) -> list[str]:
    done = subprocess.run([*_PYTEST, "--collect-only", "-q", *which], capture_output=True, text=True)
    if done.returncode not in (0, 5):  # 5: none
        raise SystemExit(done.stdout + done.stderr)
    return [line for line in done.stdout.splitlines() if "::" in line]


def _run(tests: Sequence[str]) -> dict[str, str]:
    """What came of each: passed (or skipped), failed, crashed."""
    came: dict[str, str] = {}
    left = list(tests)
    while left:
        results, crashed = _once(left)
        for test in left:
            if results.get(test) in ("PASSED", "SKIPPED"):
                came[test] = "passed"
        at = next((test for test in left if test not in results), None) if crashed else None
        for test in [test for test in left if results.get(test) in ("FAILED", "ERROR")] + ([at] if at else []):
            came[test] = _again(test, "crashed" if test == at else "failed")
        left = [test for test in left if test not in came]
        if not crashed and left:
            raise SystemExit(f"pytest said nothing of {left}")
    return came


def _again(test: str, came: str) -> str:
    """What comes of it in the end; `came`: the first time."""
    if named() != LAVAPIPE:
        return "failed"
    for _ in range(TRIES - 1):
        results, crashed = _once([test])
        if results.get(test) == "PASSED":
            return "passed"
        came = "crashed" if crashed and came == "crashed" else "failed"
    return came


def _once(tests: Sequence[str]) -> tuple[dict[str, str], bool]:
    """Results by test, and whether the process was ended by a signal."""
    done = subprocess.run([*_PYTEST, "-v", "--no-header", *tests], stdout=subprocess.PIPE, text=True)
    print(done.stdout, flush=True)
    return dict(_RESULT.findall(done.stdout)), done.returncode < 0


if __name__ == "__main__":
    sys.exit(main())
