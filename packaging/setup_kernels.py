"""Our own kernels, core/engine/kernels/src, compiled for every x86 or ARM64 processor and kept for other clones here.

A source is compiled once for each instruction set that MATRIX names; which of them this processor runs is asked when
the library is loaded. Without a library everything works, and ggml multiplies.
"""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setup_llama import c_compiler, find_program, in_cache, is_sealed, seal, temporary_folder
from setup_shell import IS_WINDOWS, LOG, ROOT, VENV, SetupError, Step, cores, digest, run, site_packages

SOURCES = ROOT / "core" / "engine" / "kernels" / "src"
LIBRARY = VENV / "lib" / "luthier" / "libkernels.so"  # core/engine/kernels/library.py looks there
MADE_OF = LIBRARY.with_suffix(".key")
FLAGS = ["-O3", "-fPIC", "-std=gnu11", "-fno-strict-aliasing", "-Wall", "-Wextra"]
AVX2 = ["-mavx2", "-mfma", "-mf16c"]
AVX512 = [*AVX2, "-mavx512f", "-mavx512bw", "-mavx512vl"]
X86_SETS = {
    "x86": [],
    "avx2": AVX2,
    "avxvnni": [*AVX2, "-mavxvnni"],
    "avx512": AVX512,
    "avx512vnni": [*AVX512, "-mavx512vnni"],
    "avx512bf16": [*AVX512, "-mavx512bf16"],
    "amx": [*AVX512, "-mavx512bf16"],  # AMX's own instructions are written out
}
ARM_SETS = {
    "arm": [],
    "neon": [],  # every ARM64 processor has it
    "dotprod": ["-march=armv8.2-a+dotprod"],
    "i8mm": ["-march=armv8.2-a+i8mm"],
    "neonbf16": ["-march=armv8.2-a+bf16"],
}
INSTRUCTION_SETS = {**X86_SETS, **ARM_SETS}
# By the machine's name, or the system's where that has flags of its own: MinGW's GCC.
SETS_OF = {"x86_64": X86_SETS, "windows": X86_SETS, "amd64": X86_SETS, "aarch64": ARM_SETS, "arm64": ARM_SETS}
# Windows keeps the stack at 16 bytes, and GCC writes vectors of 32 and 64 there as if it were at theirs.
SYSTEMS_FLAGS = {"windows": ["-Wa,-muse-unaligned-vector-move", "-static-libgcc"]}
MATRIX = {  # what is compiled for which; isa.h says how a source knows
    "crash.c": ["x86", "arm"],
    "dispatch_arm.c": ["arm"],
    "dispatch_x86.c": ["x86"],
    "layout.c": ["x86", "arm"],
    "lost_file.c": ["x86", "arm"],
    "product.c": ["x86", "arm"],
    "pack.c": ["avx2", "neon"],
    "reference.c": ["avx2", "neon"],
    "round.c": ["avx2", "neon"],
    "int8.c": ["avx2", "avxvnni", "avx512vnni", "amx", "neon", "dotprod", "i8mm"],
    "int4.c": ["avx2", "avxvnni", "avx512vnni", "amx", "neon", "dotprod", "i8mm"],
    "int6.c": ["avx2", "avxvnni", "avx512vnni", "amx", "neon", "dotprod", "i8mm"],
    "bf16.c": ["avx512bf16", "amx", "neonbf16"],
    "amx.c": ["amx"],
    "f32.c": ["avx2", "avx512", "neon"],
}


_FAILED = " failed"


def set_up_kernels(again: bool = False) -> None:
    """Compile the kernels if they are not there or have changed. When that fails it is said, and set-up goes on.

    again: also those that did not compile the last time.
    """
    if not has_kernels():
        return
    sources = digest("".join(file.read_text(encoding="utf-8") for file in sorted(SOURCES.glob("*.[ch]"))).encode())
    known = MADE_OF.read_text() if MADE_OF.exists() else ""
    if (known == sources and LIBRARY.exists()) or (known == sources + _FAILED and not again):
        return
    LIBRARY.parent.mkdir(parents=True, exist_ok=True)
    LIBRARY.unlink(missing_ok=True)
    try:
        shutil.copyfile(kept_library(sources), LIBRARY)
        MADE_OF.write_text(sources)
    except SetupError:
        print(
            f"Our own kernels could not be compiled, {LOG} says why. Training works, but is slower. `make setup` tries "
            "again.",
            flush=True,
        )
        MADE_OF.write_text(sources + _FAILED)  # so that it is not tried by every target of make


def this_machine() -> str:
    """Return this machine's name in SETS_OF."""
    name = platform.machine().lower()
    return "windows" if IS_WINDOWS and name == "amd64" else name


def has_kernels() -> bool:
    """Return whether there are kernels for this machine's processor."""
    return this_machine() in SETS_OF


def forget_kernels() -> None:
    """Forget the kernels, so that the next set-up compiles them again."""
    MADE_OF.unlink(missing_ok=True)


def kept_library(sources: str) -> Path:
    """Return the library made of these sources and ggml.h with this compiler. Raises SetupError."""
    compiler, headers = kernel_compiler(), ggml_headers()
    flags = repr((FLAGS, INSTRUCTION_SETS, SYSTEMS_FLAGS, MATRIX))
    made_of = [sources, run([compiler, "--version"]), digest((headers / "ggml.h").read_bytes()), flags]
    folder = in_cache("kernels", digest("\0".join(made_of).encode())[:16])
    if not is_sealed(folder):
        with Step("Compiling our own kernels"), temporary_folder() as partial:
            finished = Path(partial) / "finished"
            finished.mkdir()
            compile_library(compiler, finished / LIBRARY.name, Path(partial))
            seal(finished, folder)
    return folder / LIBRARY.name


def kernel_compiler() -> str:
    """Return the compiler. Raises SetupError without one.

    On Windows it is MinGW's GCC: the sources are not for Microsoft's compiler, and clang uses its libraries.
    """
    return find_program(os.environ.get("CC"), "gcc") if IS_WINDOWS else c_compiler()


def ggml_headers() -> Path:
    return site_packages() / "include"


def compile_library(
    compiler: str, library: Path, folder: Path, more: Sequence[str] = (), machine: str | None = None
) -> None:
    """Compile and link. more: flags; folder: of object files; machine: a name in SETS_OF, None for this one.

    Raises SetupError.
    """
    machine = machine or this_machine()
    wanted, more = SETS_OF[machine], [*SYSTEMS_FLAGS.get(machine, ()), *more]
    jobs = [(source, isa) for source, sets in MATRIX.items() for isa in sets if isa in wanted]
    with ThreadPoolExecutor(cores()) as pool:
        objects = list(pool.map(lambda job: compile_source(compiler, *job, folder, more), jobs))
    run([compiler, "-shared", *more, *objects, "-lm", "-o", library])


def compile_source(compiler: str, source: str, isa: str, folder: Path, more: Sequence[str] = ()) -> Path:
    """Compile one source for one instruction set. Raises SetupError."""
    result = folder / f"{Path(source).stem}-{isa}.o"
    which = [f"-DISA={isa}", f"-DISA_{isa.upper()}"]
    flags = [*FLAGS, *INSTRUCTION_SETS[isa], *which, *more, "-I", ggml_headers()]
    run([compiler, *flags, "-c", SOURCES / source, "-o", result])
    return result
