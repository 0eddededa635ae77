"""ggml and llama.cpp for every x86-64 processor: one library for each kind, of which the program takes the best.

The set-up builds them for the machine that it runs on (setup_llama.py); what is downloaded may meet any. Built once per
machine and kept, as the other builds are.
"""

from __future__ import annotations

import platform
import re
import shutil
import sys
import tarfile
from pathlib import Path

from setup_llama import build_settings, cache_folder, is_sealed, llama_source, seal, temporary_folder
from setup_shell import Step, digest, run

OPTIONS = [
    "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=ON", "-DGGML_BACKEND_DL=ON", "-DGGML_CPU_ALL_VARIANTS=ON",
    "-DGGML_NATIVE=OFF", "-DGGML_CCACHE=OFF", "-DLLAMA_BUILD_TESTS=OFF", "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_BUILD_TOOLS=OFF", "-DLLAMA_BUILD_SERVER=OFF", "-DLLAMA_BUILD_COMMON=OFF", "-DLLAMA_CURL=OFF",
    "-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON", "-DCMAKE_INSTALL_RPATH=$ORIGIN", "-DCMAKE_SHARED_LINKER_FLAGS=-s",
    "-DCMAKE_MODULE_LINKER_FLAGS=-s",
]  # fmt: skip
BY_VERSION = re.compile(r"(lib[\w-]+\.so\.\d+)\.\d+\.\d+")  # libllama.so.0.5.0, which others know as libllama.so.0
AMX = "libggml-cpu-sapphirerapids"  # GCC 12 miscompiles its tiles (setup_llama.py), and our own kernels have AMX


def has_variants() -> bool:
    """Return whether this system builds variants; elsewhere the program has what set-up built."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def engine_libraries() -> Path:
    """Return a folder with each library once, under the name that the others load it by. Raises SetupError."""
    source, settings = llama_source(), build_settings()
    made_of = [source.name, run([settings["CXX"], "--version"]), " ".join(platform.libc_ver()), *OPTIONS, AMX]
    folder = cache_folder() / "engine" / digest("\0".join(made_of).encode())[:16]
    if not is_sealed(folder):
        print("Building llama.cpp for all processors: five to thirty minutes.", flush=True)
        with Step("Building llama.cpp for all processors"), temporary_folder() as scratch:
            finished = Path(scratch) / "finished"
            finished.mkdir()
            for library in build(source, settings, Path(scratch)):
                version = BY_VERSION.fullmatch(library.name)
                shutil.copyfile(library, finished / (version[1] if version else library.name))
            seal(finished, folder)
    return folder


def build(source: Path, settings: dict[str, str], scratch: Path) -> list[Path]:
    """Build the libraries, and leave out the links to them."""
    with tarfile.open(source) as archive:
        archive.extractall(scratch, filter="data")
    (llama,) = scratch.glob("*/vendor/llama.cpp")
    made = scratch / "build"
    run(["cmake", "-G", "Ninja", "-S", llama, "-B", made, *OPTIONS], settings)
    run(["cmake", "--build", made, "--target", "llama"], settings)
    found = [file for file in (made / "bin").iterdir() if ".so" in file.name and not file.is_symlink()]
    return [file for file in found if file.stem != AMX]
