"""The kernels for machines that are not at hand: compiled by a cross compiler, run by what takes the machine's place.

The sources and flags are those of set-up. What is run (src/*.c) packs, rounds and multiplies, computes every node in
F32, and compares with reference.c, compiled for that machine too. How fast it is says nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support import wine
from tests.support.places import ROOT

SOURCES = Path(__file__).with_name("src")
KERNELS = ROOT / "core" / "engine" / "kernels" / "src"
LONGEST = 1800  # seconds

NEON, DOTPROD, I8MM, BF16 = "NEON", "NEON DotProd", "NEON I8MM", "NEON BF16"


class Processor(NamedTuple):
    """One that runs a program. name: what it stands for; command: what it is run by; instructions: whose kernels it has
    to run, None for all that this machine's own processor does but AMX, for which Windows is not asked.
    """

    name: str
    command: tuple[str, ...]
    instructions: frozenset[str] | None = None


class Target(NamedTuple):
    """A kind of machine. compiler, needs: programs; packages: Debian's, which have them. machine: as set-up names it.

    flags, libraries: for the program. processors: the first is also asked for what is the same on all.
    """

    name: str
    compiler: str
    needs: tuple[str, ...]
    packages: str
    machine: str
    flags: tuple[str, ...]
    processors: tuple[Processor, ...]


def qemu(processor: str, root: str | Path = "/usr/aarch64-linux-gnu") -> tuple[str, ...]:
    """The command that runs a program on such a processor. root: where the system's libraries for it lie."""
    return ("qemu-aarch64", "-L", str(root), "-cpu", processor)


ARM = Target(
    "ARM64",
    "aarch64-linux-gnu-gcc",
    ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
    "gcc-aarch64-linux-gnu qemu-user",
    "aarch64",
    (),
    (
        Processor(
            "Apple M2 and later, Snapdragon X: I8MM and BF16",
            qemu("max,sve=off"),
            frozenset({NEON, DOTPROD, I8MM, BF16}),
        ),
        Processor("Neoverse N1, Apple M1: DotProd", qemu("neoverse-n1"), frozenset({NEON, DOTPROD})),
        Processor("Cortex-A72, a Raspberry Pi 4: NEON alone", qemu("cortex-a72"), frozenset({NEON})),
    ),
)
WINDOWS = Target(
    "Windows",
    "x86_64-w64-mingw32-gcc-posix",
    ("x86_64-w64-mingw32-gcc-posix", wine.PROGRAM),
    "gcc-mingw-w64-x86-64-posix wine64",
    "windows",
    ("-static",),
    (Processor("this processor, under Wine", (wine.PROGRAM,)),),
)
TARGETS = {"arm": ARM, "windows": WINDOWS}


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


def missing(needs: Iterable[str], packages: str) -> str:
    """Which programs are not here, and Debian's packages that have them; nothing: all are."""
    names = [Path(name).name for name in needs if shutil.which(name) is None]
    return f"no {' and no '.join(names)} (Debian: apt install {packages})" if names else ""


def build(target: Target, folder: Path) -> Path:
    """Compile the kernels and what tests them, with warnings as errors. Raises SetupError or CalledProcessError."""
    packaging = str(ROOT / "packaging")  # its scripts import one another by name
    if packaging not in sys.path:
        sys.path.append(packaging)
    from setup_kernels import compile_library, ggml_headers

    library, program = folder / "libkernels.so", folder / "kernels.exe"
    compile_library(target.compiler, library, folder, ["-Werror"], machine=target.machine)
    # -O1: GCC 12 fails where it makes vectors of what looks for the largest of some numbers (an internal error).
    flags = ["-O1", "-std=gnu11", "-Wall", "-Wextra", "-Werror", *target.flags, "-I", KERNELS, "-I", ggml_headers()]
    sources = sorted(SOURCES.glob("*.c"))
    link = [library, f"-Wl,-rpath,{folder}", "-lm", "-lpthread", "-o", program]
    subprocess.run([target.compiler, *flags, *sources, *link], check=True)
    return program


def run(program: Path, target: Target, processor: Processor, *, short: bool) -> Iterator[Row]:
    """short: fewer cases, and what is computed in F32, the same everywhere, on the first processor only.

    Raises CalledProcessError when it crashes, TimeoutExpired.
    """
    options = (["--short"] if short else []) + (["--products"] if short and processor != target.processors[0] else [])
    folder = program.parent / "wine"
    command = [*processor.command, program, *options]
    try:
        done = subprocess.run(
            command,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            timeout=LONGEST,
            env=os.environ | wine.environment(folder),
        )
    finally:
        if folder.exists():
            wine.end(folder)
    for line in done.stdout.splitlines():
        kernel, what, cases, error, bound = line.split("\t")
        yield Row(kernel, what, int(cases), float(error), float(bound))


def wanted_instructions(processor: Processor) -> frozenset[str]:
    """Whose kernels that processor has to run."""
    if processor.instructions is not None:
        return processor.instructions
    from core.engine.kernels.library import load_kernels

    found, choice = set[str](), 0
    while names := load_kernels(choice).names[1:]:  # all but F32's, which has fewer
        found |= {name.partition("(")[2].rstrip(")") for name in names}
        choice += 1
    return frozenset(name for name in found if not name.startswith("AMX"))


def instructions_of(rows: list[Row]) -> frozenset[str]:
    """Whose kernels were run."""
    return frozenset(row.kernel.partition("(")[2].rstrip(")") for row in rows if "(" in row.kernel)
