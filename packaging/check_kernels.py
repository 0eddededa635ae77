#!/usr/bin/env python3
"""Look for what is wrong in the kernels' sources.

check_kernels.py warnings    compile them with warnings as errors and keep nothing: part of `make check`
check_kernels.py sanitize    run their tests with sanitizers for addresses and undefined behaviour: `make sanitize`
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from setup_kernels import compile_library, has_kernels
from setup_llama import build_settings
from setup_shell import PYTHON, ROOT, SetupError, run

SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g", "-O1"]
TESTS = [
    "test_kernels.py",
    "test_kernel_reference.py",
    "test_f32_kernels.py",
    "test_f32_delta.py",
    "test_f32_elementwise.py",
    "test_scan_kernel.py",
]


def main() -> int:
    checks = {"warnings": warnings, "sanitize": sanitize}
    parser = argparse.ArgumentParser(description="Look for what is wrong in the kernels' sources.")
    parser.add_argument("check", choices=checks)
    check = checks[parser.parse_args().check]
    if not has_kernels():
        print("The kernels are for x86 and ARM64 processors, nothing to check.")
        return 0
    try:
        compiler = build_settings()["CC"]
        with tempfile.TemporaryDirectory() as folder:
            return check(compiler, Path(folder))
    except SetupError as error:
        print(f"The kernels' sources were not checked or are not as they should be. {error}", file=sys.stderr)
        return 1


def warnings(compiler: str, folder: Path) -> int:
    compile_library(compiler, folder / "libkernels.so", folder, ["-Werror", "-O1"])
    print("The kernels compile without warnings.")
    return 0


def sanitize(compiler: str, folder: Path) -> int:
    """Run the tests with sanitizers, which end them at a fault. They do not see AMX's own instructions."""
    library = folder / "libkernels.so"
    compile_library(compiler, library, folder, SANITIZERS)
    runtime = run([compiler, "-print-file-name=libasan.so"]).strip()
    settings = {
        "LD_PRELOAD": runtime,
        "ASAN_OPTIONS": "detect_leaks=0",  # Python keeps memory until it ends
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "SANITIZED_KERNELS": str(library),
    }
    tests = [ROOT / "tests" / "engine" / "kernels" / name for name in TESTS]
    command = [PYTHON, "-m", "pytest", "-n", "0", "-p", "tests.support.sanitized_kernels", *tests]
    command += ["-s", "-k", "not ggmls"]  # what is found is to be seen; comparisons with ggml's errors are large
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}).returncode


if __name__ == "__main__":
    sys.exit(main())
