"""ggml and llama.cpp for every processor of a kind, for this system or, by a cross compiler, for another.

The set-up builds them for the machine that it runs on (setup_llama.py); what is downloaded may meet any. llama.cmake
says how, for both. Built once per machine and kept, as the other builds are.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tarfile
from pathlib import Path
from typing import NamedTuple

from setup_llama import BUILD, c_compiler, cxx_compiler, in_cache, is_sealed, llama_source, seal, temporary_folder
from setup_shell import PYTHON, Step, cores, digest, run

# As for the kernels (setup_kernels.py); and MinGW's headers have half of what Windows 8 told of threads.
_MINGW_FLAGS = "-Wa,-muse-unaligned-vector-move -D_WIN32_WINNT=0x0601"


class Target(NamedTuple):
    """A system that the engine is built for.

    machine: its name in setup_kernels.SETS_OF. c, cxx: compilers. options: CMake's. runtime: the compilers' libraries
    that have to lie beside ggml's. tag: its wheel's, but for the glibc that stands there as {}.
    """

    name: str
    machine: str
    c: str
    cxx: str
    options: tuple[str, ...]
    runtime: tuple[str, ...]
    tag: str


CROSS = {
    "arm": Target(
        "Linux on ARM64",
        "aarch64",
        "aarch64-linux-gnu-gcc",
        "aarch64-linux-gnu-g++",
        ("-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64"),
        ("libgomp.so.1",),
        "manylinux_2_{}_aarch64",
    ),
    "windows": Target(
        "Windows",
        "windows",
        "x86_64-w64-mingw32-gcc-posix",
        "x86_64-w64-mingw32-g++-posix",
        (
            "-DCMAKE_SYSTEM_NAME=Windows", "-DCMAKE_SYSTEM_PROCESSOR=AMD64",
            "-DCMAKE_RC_COMPILER=x86_64-w64-mingw32-windres", f"-DCMAKE_C_FLAGS={_MINGW_FLAGS}",
            f"-DCMAKE_CXX_FLAGS={_MINGW_FLAGS}", "-DGGML_OPENMP=OFF",
        ),
        ("libstdc++-6.dll", "libgcc_s_seh-1.dll", "libwinpthread-1.dll"),
        "win_amd64",
    ),
}  # fmt: skip


def this_system() -> Target:
    """Return the target that is this machine. Raises SetupError without a compiler."""
    machine = platform.machine()
    tag = f"manylinux_2_{{}}_{machine}"
    return Target("this system", machine, c_compiler(), cxx_compiler(), (), ("libgomp.so.1",), tag)


def has_variants() -> bool:
    """Return whether variants are built for this system; elsewhere the program has what set-up built."""
    return sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")


def engine_libraries(target: Target) -> Path:
    """Return a folder with each library once, under the name that the others load it by. Raises SetupError."""
    source = llama_source()
    options = [*target.options, f"-DCMAKE_C_COMPILER={target.c}", f"-DCMAKE_CXX_COMPILER={target.cxx}"]
    options += ["-DCMAKE_BUILD_TYPE=Release", "-DLUTHIER_FOR_ALL=ON"]
    made_of = [source.name, repr(options), BUILD.read_text(encoding="utf-8"), run([target.cxx, "--version"])]
    folder = in_cache("engine", digest("\0".join([*made_of, *platform.libc_ver()]).encode())[:16])
    if not is_sealed(folder):
        print("Building llama.cpp for all processors takes five to thirty minutes.", flush=True)
        with Step(f"Building llama.cpp for {target.name}"), temporary_folder() as scratch:
            seal(build(source, options, target, Path(scratch)), folder)
    return folder


def build(source: Path, options: list[str], target: Target, scratch: Path) -> Path:
    """Build and return the folder with the libraries, and those that they need of the compilers."""
    with tarfile.open(source) as archive:
        archive.extractall(scratch / "source", filter="data")
    (project,) = (scratch / "source").iterdir()
    shutil.copyfile(BUILD, project / "CMakeLists.txt")
    tools = {"PATH": f"{PYTHON.parent}{os.pathsep}{os.environ['PATH']}"}  # CMake and Ninja as they are pinned
    run(["cmake", "-G", "Ninja", "-S", project, "-B", scratch / "built", *options], tools)
    run(["cmake", "--build", scratch / "built", "--parallel", str(cores())], tools)
    run(["cmake", "--install", scratch / "built", "--prefix", scratch / "installed"], tools)
    libraries = scratch / "installed" / "llama_cpp" / "lib"
    for name in target.runtime:
        shutil.copy(run([target.cxx, f"-print-file-name={name}"]).strip(), libraries)
    run([run([target.cxx, "-print-prog-name=strip"]).strip(), "--strip-unneeded", *libraries.iterdir()])
    return libraries
