"""The kernels for ARM64 on a machine that is none: compiled by a cross compiler, run by qemu's emulator of programs.

The sources and flags are those of set-up. What is run (src/*.c) packs, rounds and multiplies, computes every node in
F32, and compares with reference.c, compiled for ARM64 too. How fast it is says nothing.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.places import ROOT

SOURCES = Path(__file__).with_name("src")
KERNELS = ROOT / "core" / "engine" / "kernels" / "src"
COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
SYSTEM = Path("/usr/aarch64-linux-gnu")  # where the compiler's libraries lie
LONGEST = 1800  # seconds

NEON, DOTPROD, I8MM, BF16 = "NEON", "NEON DotProd", "NEON I8MM", "NEON BF16"


class Processor(NamedTuple):
    """One that is emulated. name: what it stands for; model: qemu's name; instructions: whose kernels it has to run."""

    name: str
    model: str
    instructions: frozenset[str]


PROCESSORS = (
    Processor("Apple M2 and later, Snapdragon X: I8MM and BF16", "max,sve=off", frozenset({NEON, DOTPROD, I8MM, BF16})),
    Processor("Neoverse N1, Apple M1: DotProd", "neoverse-n1", frozenset({NEON, DOTPROD})),
    Processor("Cortex-A72, a Raspberry Pi 4: NEON alone", "cortex-a72", frozenset({NEON})),
)


class Row(NamedTuple):
    """What was asked of a kernel, how often, and the largest error, which may not be above the bound."""

    kernel: str
    what: str
    cases: int
    error: float
    bound: float

    @property
    def holds(self) -> bool:
        return self.error <= self.bound  # not so for NaN


def missing() -> str:
    """Which programs are not here; nothing: all are."""
    names = [name for name in (COMPILER, EMULATOR) if shutil.which(name) is None]
    return f"no {' and no '.join(names)} (Debian: apt install gcc-aarch64-linux-gnu qemu-user)" if names else ""


def build(folder: Path) -> Path:
    """Compile the kernels and what tests them, with warnings as errors. Raises SetupError or CalledProcessError."""
    packaging = str(ROOT / "packaging")  # its scripts import one another by name
    if packaging not in sys.path:
        sys.path.append(packaging)
    from setup_kernels import compile_library, ggml_headers

    library, program = folder / "libkernels.so", folder / "arm_kernels"
    compile_library(COMPILER, library, folder, ["-Werror"], processor="aarch64")
    # -O1: GCC 12 fails where it makes vectors of what looks for the largest of some numbers (an internal error).
    flags = ["-O1", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", KERNELS, "-I", ggml_headers()]
    sources = sorted(SOURCES.glob("*.c"))
    link = [library, f"-Wl,-rpath,{folder}", "-lm", "-lpthread", "-o", program]
    subprocess.run([COMPILER, *flags, *sources, *link], check=True)
    return program


def run(program: Path, processor: Processor, *, short: bool) -> Iterator[Row]:
    """short: fewer cases, and what is computed in F32, the same everywhere, on the first processor only.

    Raises CalledProcessError when it crashes, TimeoutExpired.
    """
    options = (["--short"] if short else []) + (["--products"] if short and processor != PROCESSORS[0] else [])
    command = [EMULATOR, "-L", SYSTEM, "-cpu", processor.model, program, *options]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=LONGEST)
    for line in done.stdout.splitlines():
        kernel, what, cases, error, bound = line.split("\t")
        yield Row(kernel, what, int(cases), float(error), float(bound))


def instructions_of(rows: list[Row]) -> frozenset[str]:
    """Whose kernels were run."""
    return frozenset(row.kernel.partition("(")[2].rstrip(")") for row in rows if "(" in row.kernel)
