"""Our own kernels, core/engine/kernels/src, compiled for every x86 processor and kept for other clones here.

Each source file has the instructions it may use; which of them this processor runs is asked when they are loaded.
Without a library everything works, and ggml multiplies.
"""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

from setup_llama import build_settings, cache_folder, is_sealed, seal, temporary_folder
from setup_shell import LOG, ROOT, VENV, SetupError, Step, digest, run

SOURCES = ROOT / "core" / "engine" / "kernels" / "src"
LIBRARY = VENV / "lib" / "luthier" / "libkernels.so"  # core/engine/kernels/library.py looks there
MADE_OF = LIBRARY.with_suffix(".key")
FLAGS = ["-O3", "-fPIC", "-std=gnu11", "-fno-strict-aliasing", "-Wall", "-Wextra"]
AVX2 = ["-mavx2", "-mfma", "-mf16c"]
AVX512 = [*AVX2, "-mavx512f", "-mavx512bw", "-mavx512vl"]
INSTRUCTIONS = {
    "choose.c": [],
    "product.c": [],
    "pack.c": AVX2,
    "int8_round.c": AVX2,
    "int8_avx2.c": AVX2,
    "int8_avxvnni.c": [*AVX2, "-mavxvnni"],
    "int8_avx512.c": [*AVX512, "-mavx512vnni"],
    "int4_avx2.c": AVX2,
    "int4_avxvnni.c": [*AVX2, "-mavxvnni"],
    "int4_avx512.c": [*AVX512, "-mavx512vnni"],
    "int6_avx2.c": AVX2,
    "int6_avxvnni.c": [*AVX2, "-mavxvnni"],
    "int6_avx512.c": [*AVX512, "-mavx512vnni"],
    "int6_amx.c": [*AVX512, "-mavx512bf16"],
    "int8_amx.c": [*AVX512, "-mavx512bf16"],
    "int4_amx.c": [*AVX512, "-mavx512bf16"],
    "f32_avx2.c": AVX2,
    "f32_avx512.c": AVX512,
    "bf16_amx.c": [],
    "bf16_avx512.c": [*AVX512, "-mavx512bf16"],
}


def set_up_kernels() -> None:
    """Compile the kernels if they are not there or have changed. When that fails it is said, and set-up goes on."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return
    sources = digest("".join(file.read_text() for file in sorted(SOURCES.glob("*.[ch]"))).encode())
    if MADE_OF.exists() and MADE_OF.read_text() == sources:
        return
    LIBRARY.parent.mkdir(parents=True, exist_ok=True)
    LIBRARY.unlink(missing_ok=True)
    try:
        shutil.copyfile(kept_library(sources), LIBRARY)
    except SetupError:
        print(f"Our own kernels could not be compiled, {LOG} says why. Training works, but is slower.", flush=True)
    MADE_OF.write_text(sources)  # also of what does not compile, so that it is not tried every time


def forget_kernels() -> None:
    """Compile them again the next time."""
    MADE_OF.unlink(missing_ok=True)


def kept_library(sources: str) -> Path:
    """The library made of these sources and ggml.h with this compiler. Raises SetupError."""
    compiler = build_settings()["CC"]
    headers = next(VENV.glob("lib/python3*/site-packages/include"))
    flags = repr((FLAGS, INSTRUCTIONS))
    made_of = [sources, run([compiler, "--version"]), digest((headers / "ggml.h").read_bytes()), flags]
    folder = cache_folder() / "kernels" / digest("\0".join(made_of).encode())[:16]
    if not is_sealed(folder):
        with Step("Compiling our own kernels"), temporary_folder() as partial:
            finished = Path(partial) / "finished"
            finished.mkdir()
            objects = [compiled(compiler, headers, name, Path(partial)) for name in INSTRUCTIONS]
            run([compiler, "-shared", *objects, "-o", finished / LIBRARY.name])
            seal(finished, folder)
    return folder / LIBRARY.name


def compiled(compiler: str, headers: Path, name: str, folder: Path) -> Path:
    result = folder / f"{name}.o"
    run([compiler, *FLAGS, *INSTRUCTIONS[name], "-I", headers, "-c", SOURCES / name, "-o", result])
    return result
